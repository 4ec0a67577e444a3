// When the compiler library is loaded, and what happens when it is not there.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

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
    // The statements run in processes of their own, which begin this test anew with our environment.
    if (!getenv("LANEWISE_CACHE_DIR")) {
        char folder[] = "/tmp/lanewise-cache-XXXXXX";
        ASSERT_NE(mkdtemp(folder), nullptr);
        setenv("LANEWISE_CACHE_DIR", folder, 1);
    }
    const auto run = [](bool loads) {
        Session session;
        session.build();
        exit(session.computes() && is_loaded(compiler_library) == loads ? 0 : 1);
    };
    EXPECT_EXIT(run(true), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(run(false), testing::ExitedWithCode(0), "");
    std::filesystem::remove_all(getenv("LANEWISE_CACHE_DIR"));
}

class WithoutCompiler : public testing::Test {
protected:
    void SetUp() override {
        if (is_loaded("liblanewise.so")) GTEST_SKIP() << "the driver has read its variables: run this alone";
        setenv("LANEWISE_CACHE", "0", 1);
        setenv("LANEWISE_COMPILER", "/nonexistent/liblanewise-compiler.so", 1);
    }
    void TearDown() override { unsetenv("LANEWISE_COMPILER"); }
    cl_program program(Session& session) {
        const char* text = "kernel void k(global int* p) { *p = 1; }";
        cl_int code = CL_SUCCESS;
        cl_program made = clCreateProgramWithSource(session.context, 1, &text, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
};

// Sections 5.8.2 to 5.8.4: CL_COMPILER_NOT_AVAILABLE, CL_LINKER_NOT_AVAILABLE.
TEST_F(WithoutCompiler, BuildAndCompileSaySo) {
    Session session;
    cl_program made = program(session);
    EXPECT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_COMPILER_NOT_AVAILABLE);
    EXPECT_EQ(clCompileProgram(made, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_COMPILER_NOT_AVAILABLE);
    char log[1024] = "";
    EXPECT_EQ(clGetProgramBuildInfo(made, session.device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                                    nullptr),
              CL_SUCCESS);
    EXPECT_NE(std::string(log).find("/nonexistent/"), std::string::npos) << log;
    EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
}

TEST_F(WithoutCompiler, CopiesStillWork) {
    Session session;
    EXPECT_TRUE(session.ok());
}

}  // namespace
}  // namespace lanewise::test
