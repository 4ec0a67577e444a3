// Tests builds: their callbacks and arguments, and the state of a program before and after the build.
#include <atomic>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source = "kernel void k(global int* p, int x) { *p = x; }\n";

class ProgramBuild : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        program = from_source(context, source);
    }
    void TearDown() override {
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        ContextTest::TearDown();
    }

    static cl_program from_source(cl_context in, const char* text) {
        cl_int code = CL_SUCCESS;
        cl_program made = clCreateProgramWithSource(in, 1, &text, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    cl_program program = nullptr;
};

TEST_F(ProgramBuild, NothingBuiltYet) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(program, "k", &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ProgramBuild, ChecksArgumentsAndOptions) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, this), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-no-such-option", nullptr, nullptr), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_COMPILER_OPTIONS);
    ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(context, 0, nullptr, "-no-such-option", 1, &program, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_LINKER_OPTIONS);
}

// All build functions must call the callback after success and after failure. Queries in the callback must already
// return the outcome.
TEST_F(ProgramBuild, TellsTheCallback) {
    struct Seen {
        std::atomic<int> calls = 0;
        cl_program program = nullptr;
        cl_device_id device = nullptr;
        cl_build_status status = CL_BUILD_IN_PROGRESS;
    } seen;
    seen.device = device;
    const auto notify = [](cl_program built, void* data) {
        auto& noted = *static_cast<Seen*>(data);
        noted.program = built;
        clGetProgramBuildInfo(built, noted.device, CL_PROGRAM_BUILD_STATUS, sizeof noted.status, &noted.status,
                              nullptr);
        ++noted.calls;
    };
    const auto expect_seen = [&](cl_program wanted, cl_build_status status) {
        while (seen.calls == 0) {
        }
        EXPECT_EQ(seen.calls.exchange(0), 1);
        EXPECT_EQ(seen.program, wanted);
        EXPECT_EQ(seen.status, status);
    };
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", notify, &seen), CL_SUCCESS);
    expect_seen(program, CL_BUILD_SUCCESS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, notify, &seen), CL_SUCCESS);
    expect_seen(program, CL_BUILD_SUCCESS);
    cl_int code = 1;
    cl_program linked = clLinkProgram(context, 0, nullptr, "", 1, &program, notify, &seen, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    expect_seen(linked, CL_BUILD_SUCCESS);
    clReleaseProgram(linked);

    cl_program wrong = from_source(context, "kernel void k( { }");
    const cl_int built = clBuildProgram(wrong, 0, nullptr, "", notify, &seen);
    EXPECT_TRUE(built == CL_BUILD_PROGRAM_FAILURE || built == CL_SUCCESS) << built;
    expect_seen(wrong, CL_BUILD_ERROR);
    const cl_int compiled = clCompileProgram(wrong, 0, nullptr, "", 0, nullptr, nullptr, notify, &seen);
    EXPECT_TRUE(compiled == CL_COMPILE_PROGRAM_FAILURE || compiled == CL_SUCCESS) << compiled;
    expect_seen(wrong, CL_BUILD_ERROR);
    clReleaseProgram(wrong);

    cl_program unresolved = from_source(context, "int missing(int); kernel void k(global int* p) { *p = missing(1); }");
    ASSERT_EQ(clCompileProgram(unresolved, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    linked = clLinkProgram(context, 0, nullptr, "", 1, &unresolved, notify, &seen, &code);
    EXPECT_EQ(code, CL_LINK_PROGRAM_FAILURE);
    if (linked) expect_seen(linked, CL_BUILD_ERROR);
    if (linked) clReleaseProgram(linked);
    clReleaseProgram(unresolved);
}

// clUnloadCompiler, which is deprecated since OpenCL 1.2, is only a hint that the driver may ignore.
TEST_F(ProgramBuild, UnloadingTheCompiler) {
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
    EXPECT_EQ(clUnloadCompiler(), CL_SUCCESS);
    cl_program later = from_source(context, source);
    EXPECT_EQ(clBuildProgram(later, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    clReleaseProgram(later);
}

// The compiler must accept each version of OpenCL C that the device reports, and define the macro for the version.
// Version 2.0 must have all features that it requires.
TEST_F(ProgramBuild, VersionsOfTheLanguage) {
    size_t bytes = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr, &bytes), CL_SUCCESS);
    std::vector<cl_name_version> versions(bytes / sizeof(cl_name_version));
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, bytes, versions.data(), nullptr), CL_SUCCESS);
    bool has_2_0 = false;
    for (const cl_name_version& told : versions) {
        const cl_version major = CL_VERSION_MAJOR(told.version), minor = CL_VERSION_MINOR(told.version);
        has_2_0 |= major == 2;
        const std::string text =
            "#if __OPENCL_C_VERSION__ != " + std::to_string(major * 100 + minor * 10) + "\n#error\n#endif\n" + source;
        cl_program one = from_source(context, text.c_str());
        const std::string options = "-cl-std=CL" + std::to_string(major) + "." + std::to_string(minor);
        EXPECT_EQ(clBuildProgram(one, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS) << options;
        clReleaseProgram(one);
    }
    EXPECT_TRUE(has_2_0);
    cl_program all = from_source(context, R"(
        global atomic_int counter = ATOMIC_VAR_INIT(0);
        kernel void k(read_write image2d_t image, read_only pipe int from, write_only pipe int to, global int* out) {
            int packet = 0, *any = out;
            if (read_pipe(from, &packet) == 0) write_pipe(to, &packet);
            write_imagef(image, (int2)(0), read_imagef(image, (int2)(1)));
            atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
            *any = work_group_reduce_add(atomic_fetch_add(&counter, packet));
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[1] = 1; });
        })");
    EXPECT_EQ(clBuildProgram(all, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
    clReleaseProgram(all);
}

}  // namespace
}  // namespace lanewise::test
