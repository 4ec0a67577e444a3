// Tests programs: creation, builds, binaries, queries, and the error codes of each function.
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* good_source =
    "kernel void first(global int* out) { out[get_global_id(0)] = 1; }\n"
    "kernel void second(global int* out, int x) { out[get_global_id(0)] = x; }\n";

struct ReleaseProgram {
    void operator()(cl_program program) const { clReleaseProgram(program); }
};
using OwnedProgram = std::unique_ptr<_cl_program, ReleaseProgram>;

class Program : public ContextTest {
protected:
    OwnedProgram from_source(const char* source = good_source, cl_context in = nullptr) {
        cl_int status = CL_SUCCESS;
        OwnedProgram program(clCreateProgramWithSource(in ? in : context, 1, &source, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return program;
    }

    OwnedProgram built(const char* source = good_source) {
        OwnedProgram program = from_source(source);
        EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
        return program;
    }

    std::string build_log(cl_program program) {
        std::size_t size = 0;
        EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), CL_SUCCESS);
        std::string log(size, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
        return log;
    }

    std::vector<unsigned char> binary(cl_program program) {
        std::size_t size = 0;
        EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), CL_SUCCESS);
        std::vector<unsigned char> bytes(size);
        unsigned char* data = bytes.data();
        EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr), CL_SUCCESS);
        return bytes;
    }

    OwnedProgram from_binary(const std::vector<unsigned char>& bytes, cl_int& status, cl_int& binary_status) {
        const unsigned char* data = bytes.data();
        const std::size_t size = bytes.size();
        return OwnedProgram(clCreateProgramWithBinary(context, 1, &device, &size, &data, &binary_status, &status));
    }

    template <class T>
    T build_info(cl_program program, cl_program_build_info name) {
        T value{};
        EXPECT_EQ(clGetProgramBuildInfo(program, device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
};

TEST_F(Program, CreateWithSourceChecksItsArguments) {
    cl_int status = CL_SUCCESS;
    const char* strings[] = {good_source, nullptr};
    EXPECT_EQ(clCreateProgramWithSource(nullptr, 1, strings, nullptr, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_CONTEXT);
    clCreateProgramWithSource(context, 0, strings, nullptr, &status);
    EXPECT_EQ(status, CL_INVALID_VALUE);
    clCreateProgramWithSource(context, 1, nullptr, nullptr, &status);
    EXPECT_EQ(status, CL_INVALID_VALUE);
    clCreateProgramWithSource(context, 2, strings, nullptr, &status);
    EXPECT_EQ(status, CL_INVALID_VALUE);
}

TEST_F(Program, LengthsCutTheStrings) {
    const char* strings[] = {"kernel void k() {}garbage", "\n"};
    const std::size_t lengths[] = {18, 0};
    cl_int status = CL_SUCCESS;
    OwnedProgram program(clCreateProgramWithSource(context, 2, strings, lengths, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    char source[64] = {};
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, sizeof source, source, nullptr), CL_SUCCESS);
    EXPECT_STREQ(source, "kernel void k() {}\n");
}

TEST_F(Program, WhatIsNotSupportedSaysSo) {
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, "x", &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_VALUE);
}

TEST_F(Program, BuildChecksItsArguments) {
    const auto program = from_source();
    int data = 0;
    EXPECT_EQ(clBuildProgram(nullptr, 0, nullptr, "", nullptr, nullptr), CL_INVALID_PROGRAM);
    EXPECT_EQ(clBuildProgram(program.get(), 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program.get(), 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, &data), CL_INVALID_VALUE);
    cl_device_id foreign = foreign_handle<cl_device_id>();
    EXPECT_EQ(clBuildProgram(program.get(), 1, &foreign, "", nullptr, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "-no-such-option", nullptr, nullptr), CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(build_info<cl_build_status>(program.get(), CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
}

TEST_F(Program, ASyntaxErrorFailsWithALogThatTellsTheLine) {
    const auto program = from_source("kernel void k() {\n  int x = nothing;\n}\n");
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(build_log(program.get()).find(":2:11: error:"), std::string::npos) << build_log(program.get());
    EXPECT_EQ(build_info<cl_program_binary_type>(program.get(), CL_PROGRAM_BINARY_TYPE),
              static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_NONE));
}

TEST_F(Program, TheCallbackIsCalledOnceWithTheProgram) {
    struct Seen {
        int calls = 0;
        cl_program program = nullptr;
    } seen;
    const auto notify = [](cl_program program, void* data) {
        ++static_cast<Seen*>(data)->calls;
        static_cast<Seen*>(data)->program = program;
    };
    const auto program = from_source();
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", notify, &seen), CL_SUCCESS);
    EXPECT_EQ(seen.calls, 1);
    EXPECT_EQ(seen.program, program.get());
}

TEST_F(Program, IsNotBuiltAnewUnderItsKernels) {
    const auto program = built();
    cl_kernel kernel = clCreateKernel(program.get(), "first", nullptr);
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    clReleaseKernel(kernel);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Program, TellsItsKernels) {
    const auto unbuilt = from_source();
    std::size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(unbuilt.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
              CL_INVALID_PROGRAM_EXECUTABLE);
    const auto program = built();
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    char names[32] = {};
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr), CL_SUCCESS);
    EXPECT_STREQ(names, "first;second");
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_KERNEL_NAMES, 3, names, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetProgramInfo(program.get(), 0, sizeof names, names, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetProgramInfo(nullptr, CL_PROGRAM_SOURCE, 0, nullptr, nullptr), CL_INVALID_PROGRAM);
    EXPECT_EQ(clGetProgramBuildInfo(program.get(), nullptr, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clGetProgramBuildInfo(program.get(), device, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Program, BinariesGoRoundTrip) {
    const auto bytes = binary(built().get());
    cl_int status = CL_SUCCESS, binary_status = CL_SUCCESS;
    const auto program = from_binary(bytes, status, binary_status);
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(binary_status, CL_SUCCESS);
    EXPECT_EQ(clCreateKernel(program.get(), "first", &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_PROGRAM_EXECUTABLE);
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program.get(), "second", &status);
    EXPECT_EQ(status, CL_SUCCESS);
    clReleaseKernel(kernel);
    EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_OPERATION);
}

// The log of a successful build must be empty until a kernel is created, because applications treat any text in it as a
// warning. A request for the binary must not add text to the log, because some applications request the binary before
// they create kernels.
TEST_F(Program, TheLogTellsKernelsThatWereCreated) {
    const OwnedProgram program = built();
    EXPECT_STREQ(build_log(program.get()).c_str(), "");
    binary(program.get());
    EXPECT_STREQ(build_log(program.get()).c_str(), "");
    cl_kernel kernel = clCreateKernel(program.get(), "second", nullptr);
    const std::string log = build_log(program.get());
    EXPECT_EQ(log.find("kernel 'second': "), 0u) << log;
    EXPECT_EQ(log.find('\n'), log.size() - 2) << log;
    clReleaseKernel(kernel);
}

TEST_F(Program, DamagedBinariesAreRefused) {
    const auto good = binary(built().get());
    cl_int status = CL_SUCCESS, binary_status = CL_SUCCESS;
    for (std::size_t i = 0; i < good.size(); i += 1 + good.size() / 200) {
        auto bad = good;
        bad[i] ^= 0x10;
        EXPECT_EQ(from_binary(bad, status, binary_status), nullptr);
        EXPECT_EQ(status, CL_INVALID_BINARY) << "byte " << i;
        EXPECT_EQ(binary_status, CL_INVALID_BINARY);
    }
    auto cut = good;
    cut.resize(good.size() / 2);
    EXPECT_EQ(from_binary(cut, status, binary_status), nullptr);
    EXPECT_EQ(status, CL_INVALID_BINARY);
    EXPECT_EQ(from_binary({'\x7f', 'E', 'L', 'F'}, status, binary_status), nullptr);
    EXPECT_EQ(status, CL_INVALID_BINARY);
}

TEST_F(Program, CreateWithBinaryChecksItsArguments) {
    cl_int status = CL_SUCCESS, binary_status = CL_SUCCESS;
    const unsigned char byte = 0;
    const unsigned char* data = &byte;
    const unsigned char* no_data = nullptr;
    const std::size_t size = 1, zero = 0;
    const auto create = [&](cl_uint count, const cl_device_id* devices, const std::size_t* lengths,
                            const unsigned char** binaries) {
        EXPECT_EQ(clCreateProgramWithBinary(context, count, devices, lengths, binaries, &binary_status, &status),
                  nullptr);
        return status;
    };
    EXPECT_EQ(create(0, &device, &size, &data), CL_INVALID_VALUE);
    EXPECT_EQ(create(1, nullptr, &size, &data), CL_INVALID_VALUE);
    EXPECT_EQ(create(1, &device, nullptr, &data), CL_INVALID_VALUE);
    EXPECT_EQ(create(1, &device, &size, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create(1, &device, &zero, &data), CL_INVALID_VALUE);
    EXPECT_EQ(binary_status, CL_INVALID_VALUE);
    EXPECT_EQ(create(1, &device, &size, &no_data), CL_INVALID_VALUE);
    const cl_device_id foreign = foreign_handle<cl_device_id>();
    EXPECT_EQ(create(1, &foreign, &size, &data), CL_INVALID_DEVICE);
}

TEST_F(Program, CompilesWithHeadersAndLinks) {
    const auto header = from_source("#define VALUE 7\n");
    const auto main = from_source(
        "#include \"value.h\"\nint f(void);\n"
        "kernel void k(global int* out) { out[0] = VALUE + f(); }\n");
    const auto other = from_source("int f(void) { return 1; }\n");
    cl_program headers[] = {header.get()};
    const char* names[] = {"value.h"};
    ASSERT_EQ(clCompileProgram(main.get(), 0, nullptr, "", 1, headers, names, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clCompileProgram(other.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(build_info<cl_program_binary_type>(main.get(), CL_PROGRAM_BINARY_TYPE),
              static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
    cl_program inputs[] = {main.get(), other.get()};
    cl_int status = CL_SUCCESS;
    OwnedProgram linked(clLinkProgram(context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(build_info<cl_program_binary_type>(linked.get(), CL_PROGRAM_BINARY_TYPE),
              static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
    EXPECT_EQ(clBuildProgram(linked.get(), 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    // If `other` is not linked, the function is undefined. clLinkProgram must still return a program, whose log can be
    // read.
    OwnedProgram broken(clLinkProgram(context, 0, nullptr, "", 1, inputs, nullptr, nullptr, &status));
    EXPECT_EQ(status, CL_LINK_PROGRAM_FAILURE);
    ASSERT_NE(broken, nullptr);
    EXPECT_NE(build_log(broken.get()).size(), 1u);
}

TEST_F(Program, CompileChecksItsArguments) {
    const auto program = from_source();
    cl_program inputs[] = {program.get()};
    const char* names[] = {"h"};
    const auto compile = [&](const char* options, cl_uint count, const cl_program* headers,
                             const char** include_names) {
        return clCompileProgram(program.get(), 0, nullptr, options, count, headers, include_names, nullptr, nullptr);
    };
    EXPECT_EQ(compile("", 0, inputs, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(compile("", 0, nullptr, names), CL_INVALID_VALUE);
    EXPECT_EQ(compile("", 1, nullptr, names), CL_INVALID_VALUE);
    EXPECT_EQ(compile("", 1, inputs, nullptr), CL_INVALID_VALUE);
    cl_program foreign[] = {foreign_handle<cl_program>()};
    EXPECT_EQ(compile("", 1, foreign, names), CL_INVALID_PROGRAM);
    // "CL_INVALID_CONTEXT if the context associated with program and programs in input_headers are not the same."
    const OwnedProgram elsewhere = from_source(good_source, other_context);
    cl_program others[] = {elsewhere.get()};
    EXPECT_EQ(compile("", 1, others, names), CL_INVALID_CONTEXT);
    EXPECT_EQ(compile("-no-such-option", 0, nullptr, nullptr), CL_INVALID_COMPILER_OPTIONS);
    const auto bad = from_source("kernel void k( {}");
    EXPECT_EQ(clCompileProgram(bad.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(Program, LinkChecksItsArguments) {
    const auto program = from_source();
    cl_program inputs[] = {program.get()};
    cl_int status = CL_SUCCESS;
    const auto link = [&](cl_context in, const char* options, cl_uint count, const cl_program* programs) {
        OwnedProgram(clLinkProgram(in, 0, nullptr, options, count, programs, nullptr, nullptr, &status));
        return status;
    };
    EXPECT_EQ(link(nullptr, "", 1, inputs), CL_INVALID_CONTEXT);
    EXPECT_EQ(link(context, "", 0, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(link(context, "", 0, inputs), CL_INVALID_VALUE);
    EXPECT_EQ(link(context, "", 1, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(link(context, "", 1, inputs), CL_INVALID_OPERATION);  // `program` is not compiled yet
    ASSERT_EQ(clCompileProgram(program.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(link(context, "-no-such-option", 1, inputs), CL_INVALID_LINKER_OPTIONS);
    cl_program foreign[] = {foreign_handle<cl_program>()};
    EXPECT_EQ(link(context, "", 1, foreign), CL_INVALID_PROGRAM);
    // "CL_INVALID_CONTEXT if the context associated with programs in input_programs is not the same as context."
    const OwnedProgram elsewhere = from_source(good_source, other_context);
    cl_program others[] = {program.get(), elsewhere.get()};
    EXPECT_EQ(link(context, "", 2, others), CL_INVALID_CONTEXT);
    EXPECT_EQ(link(other_context, "", 1, inputs), CL_INVALID_CONTEXT);
}

TEST_F(Program, ReferencesAreCounted) {
    const auto program = from_source();
    cl_uint count = 0;
    EXPECT_EQ(clRetainProgram(program.get()), CL_SUCCESS);
    clGetProgramInfo(program.get(), CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, nullptr);
    EXPECT_EQ(count, 2u);
    EXPECT_EQ(clReleaseProgram(program.get()), CL_SUCCESS);
    EXPECT_EQ(clRetainProgram(nullptr), CL_INVALID_PROGRAM);
    EXPECT_EQ(clReleaseProgram(nullptr), CL_INVALID_PROGRAM);
}

TEST_F(Program, ReleaseCallbacksAreRefused) {
    const OwnedProgram program = from_source();
    EXPECT_EQ(clSetProgramReleaseCallback(program.get(), nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetProgramReleaseCallback(program.get(), [](cl_program, void*) {}, nullptr), CL_INVALID_OPERATION);
}

}  // namespace
}  // namespace lanewise::test
