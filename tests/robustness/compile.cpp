// Tests when the compiler library is loaded, and what happens if it is missing.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "objects_at_exit.h"
#include "session.h"

namespace lanewise::test {
namespace {

constexpr const char* compiler_library = "liblanewise-compiler";

TEST(Compiler, IsNotLoadedWithoutABuild) {
    Session session;
    ASSERT_TRUE(session.ok());
    EXPECT_TRUE(is_loaded("liblanewise.so"));
    EXPECT_FALSE(is_loaded(compiler_library));
    EXPECT_FALSE(is_loaded("libLLVM"));
    EXPECT_FALSE(is_loaded("libclang"));
}

TEST(Compiler, IsLoadedByTheFirstBuildAndBringsNoOtherLibraryOfLlvm) {
    setenv("LANEWISE_CACHE", "0", 1);
    Session session;
    session.build();
    ASSERT_TRUE(session.computes());
    EXPECT_TRUE(is_loaded(compiler_library));
    EXPECT_FALSE(is_loaded("libLLVM"));
}

TEST(Compiler, IsNotLoadedForWhatIsCached) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    unsetenv("LANEWISE_CACHE");
    // EXPECT_EXIT runs its statements in new processes, which start this test again with the same environment. The new
    // processes must use the same folder for the cache as this process.
    if (!getenv("LANEWISE_CACHE_DIR")) {
        char folder[] = "/tmp/lanewise-cache-XXXXXX";
        ASSERT_NE(mkdtemp(folder), nullptr);
        setenv("LANEWISE_CACHE_DIR", folder, 1);
    }
    const auto run = [](bool loads) {
        Session session;
        session.build();
        allow_objects_at_exit();
        exit(session.computes() && is_loaded(compiler_library) == loads ? 0 : 1);
    };
    EXPECT_EXIT(run(true), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(run(false), testing::ExitedWithCode(0), "");
    std::filesystem::remove_all(getenv("LANEWISE_CACHE_DIR"));
}

// A launch of this kernel without tail chunks needs no code for tail chunks. A program binary must nevertheless contain
// the code for tail chunks.
constexpr const char* barriers = R"(
kernel void k(global int* p) {
    local int tile[64];
    size_t l = get_local_id(0);
    tile[l] = (int)l;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (size_t i = 0; i < get_local_size(0); i++) sum += tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = tile[0];
})";

void store_binary(const std::string& file) {
    Session session;
    cl_program program =
        clCreateProgramWithSource(session.context, 1, const_cast<const char**>(&barriers), nullptr, nullptr);
    clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    std::size_t size = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<char> bytes(size);
    char* data = bytes.data();
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
    std::ofstream(file, std::ios::binary).write(data, static_cast<std::streamsize>(size));
    clReleaseProgram(program);
}

bool runs_ragged_groups_of(const std::string& file) {
    std::ifstream input(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(input), {}};
    Session session;
    const std::size_t size = bytes.size(), global = 42, local = 21;
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    cl_program program = clCreateProgramWithBinary(session.context, 1, &session.device, &size, &data, nullptr, nullptr);
    clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    cl_int values[global] = {};
    cl_mem buffer = clCreateBuffer(session.context, CL_MEM_USE_HOST_PTR, sizeof values, values, nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const cl_int status =
        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
    clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return status == CL_SUCCESS && values[0] == 210 && values[41] == 210;
}

TEST(Compiler, IsNotLoadedForRaggedLaunchesOfProgramBinaries) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    setenv("LANEWISE_CACHE", "0", 1);
    const std::string file = "/tmp/lanewise-binary-" + std::to_string(getuid());
    EXPECT_EXIT((store_binary(file), exit(0)), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(exit(runs_ragged_groups_of(file) && !is_loaded(compiler_library) ? 0 : 1), testing::ExitedWithCode(0),
                "");
    std::filesystem::remove(file);
}

// Runs a kernel with a selection of passes. Ends the process with exit code 0 if the result is right.
void run_with_passes(const char* passes) {
    setenv("LANEWISE_PASSES", passes, 1);
    setenv("LANEWISE_LOG", "1", 1);
    setenv("LANEWISE_CACHE", "0", 1);
    Session session;
    session.build();
    allow_objects_at_exit();
    exit(session.computes() ? 0 : 1);
}

TEST(Compiler, TellsHowManyOptionalPassesRan) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    EXPECT_EXIT(run_with_passes("3"), testing::ExitedWithCode(0),
                "lanewise: kernel 'square': 3 of [0-9]+ executions of optional passes ran; the last one was ");
    EXPECT_EXIT(run_with_passes("0@square"), testing::ExitedWithCode(0), "lanewise: kernel 'square': 0 of ");
    EXPECT_EXIT(run_with_passes("-serialize_sparse,-merges"), testing::ExitedWithCode(0),
                "lanewise: kernel 'square': ");
}

TEST(Compiler, RefusesPassesThatAreNeededOrUnknown) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    EXPECT_EXIT(
        run_with_passes("-lower_ids"), testing::ExitedWithCode(0),
        "^lanewise: LANEWISE_PASSES=-lower_ids is refused, for later passes need 'lower_ids'; all passes run\n$");
    EXPECT_EXIT(run_with_passes("-no_such_pass"), testing::ExitedWithCode(0),
                "^lanewise: LANEWISE_PASSES=-no_such_pass is refused, for no pass or stage has the name "
                "'no_such_pass'; all passes run\n$");
    EXPECT_EXIT(run_with_passes("%s%n"), testing::ExitedWithCode(0), "LANEWISE_PASSES=%s%n is refused, for it takes ");
}

class WithoutCompiler : public testing::Test {
protected:
    void SetUp() override {
        if (is_loaded("liblanewise.so")) GTEST_SKIP() << "the driver has read its variables: run this alone";
        setenv("LANEWISE_CACHE", "0", 1);
        setenv("LANEWISE_COMPILER", "/nonexistent/liblanewise-compiler.so", 1);
    }
    void TearDown() override { unsetenv("LANEWISE_COMPILER"); }
    static constexpr const char* one_kernel = "kernel void k(global int* p) { *p = 1; }";
};

// Sections 5.8.2 to 5.8.4 require CL_COMPILER_NOT_AVAILABLE and CL_LINKER_NOT_AVAILABLE.
TEST_F(WithoutCompiler, BuildAndCompileSaySo) {
    Session session;
    cl_program made = session.make_program(one_kernel);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_COMPILER_NOT_AVAILABLE);
    EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_COMPILER_NOT_AVAILABLE);
    char log[1024] = "";
    EXPECT_EQ(clGetProgramBuildInfo(made, session.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr), CL_SUCCESS);
    EXPECT_NE(std::string(log).find("/nonexistent/"), std::string::npos) << log;
    EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
}

TEST_F(WithoutCompiler, CopiesStillWork) {
    Session session;
    EXPECT_TRUE(session.ok());
}

}  // namespace
}  // namespace lanewise::test
