// Tests kernels: creation, arguments, queries, and the error codes of each.
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source =
    "kernel __attribute__((reqd_work_group_size(8, 2, 1)))\n"
    "void k(global const float* restrict in, local int* scratch, int x, constant float4* table) {\n"
    "    scratch[get_local_id(0)] = x;\n"
    "}\n"
    "kernel void add(global int* out, int x) { out[get_global_id(0)] += x; }\n";

class Kernel : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        const char* text = source;
        program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS);
        kernel = create("k");
        add = create("add");
    }
    void TearDown() override {
        clReleaseKernel(add);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        ContextTest::TearDown();
    }

    cl_kernel create(const char* name) {
        cl_int status = CL_SUCCESS;
        cl_kernel created = clCreateKernel(program, name, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        return created;
    }

    template <class T>
    T arg_info(cl_uint index, cl_kernel_arg_info name) {
        T value{};
        EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }

    std::string arg_text(cl_uint index, cl_kernel_arg_info name) {
        char text[64] = {};
        EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof text, text, nullptr), CL_SUCCESS);
        return text;
    }

    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
    cl_kernel add = nullptr;
};

TEST_F(Kernel, CreateChecksItsArguments) {
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(nullptr, "k", &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_PROGRAM);
    EXPECT_EQ(clCreateKernel(program, nullptr, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateKernel(program, "missing", &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_KERNEL_NAME);
}

TEST_F(Kernel, CreateKernelsInProgramMakesAll) {
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    cl_kernel kernels[2] = {};
    EXPECT_EQ(clCreateKernelsInProgram(program, 1, kernels, nullptr), CL_INVALID_VALUE);
    ASSERT_EQ(clCreateKernelsInProgram(program, 2, kernels, nullptr), CL_SUCCESS);
    for (cl_kernel made : kernels) EXPECT_EQ(clReleaseKernel(made), CL_SUCCESS);
    EXPECT_EQ(clCreateKernelsInProgram(nullptr, 0, nullptr, &count), CL_INVALID_PROGRAM);
}

TEST_F(Kernel, ValueArguments) {
    const int x = 1;
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof x, &x), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof x + 1, &x), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof x, nullptr), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArg(kernel, 4, sizeof x, &x), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArg(nullptr, 0, sizeof x, &x), CL_INVALID_KERNEL);
}

TEST_F(Kernel, LocalArguments) {
    const int x = 1;
    EXPECT_EQ(clSetKernelArg(kernel, 1, 32, nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, 32, &x), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArg(kernel, 1, 0, &x), CL_INVALID_ARG_VALUE);
}

// Each of the two local arguments fits in local memory, but both together are too large.
TEST_F(Kernel, LocalArgumentsMustFitTogether) {
    const char* source =
        "kernel void k(global int* out, local int* a, local int* b) {"
        " local int c[1024]; c[0] = 1; a[0] = c[0]; b[0] = a[0]; out[0] = b[0]; }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    cl_mem out = clCreateBuffer(context, 0, 64, nullptr, &code);
    cl_ulong all = 0;
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof all, &all, nullptr);
    clSetKernelArg(kernel, 0, sizeof out, &out);
    const size_t one = 1;
    const auto run = [&](size_t a, size_t b) {
        EXPECT_EQ(clSetKernelArg(kernel, 1, a, nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(kernel, 2, b, nullptr), CL_SUCCESS);
        return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr);
    };
    const size_t half = all / 2;
    EXPECT_EQ(run(half, half - 4096), CL_SUCCESS);
    EXPECT_EQ(run(half, half), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(run(half, SIZE_MAX - half), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(run(SIZE_MAX, SIZE_MAX), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(run(64, half), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// The query must return the private memory of one work-item, however many work-items the compiled code runs together.
TEST_F(Kernel, PrivateMemoryIsThatOfAWorkItem) {
    const char* source =
        "kernel void k(global int* out, int n) { int a[1000]; size_t i = get_global_id(0);"
        " for (int j = 0; j < 1000; ++j) a[(j * n) % 1000] = out[i + j];"
        " barrier(CLK_LOCAL_MEM_FENCE); int s = 0;"
        " for (int j = 0; j < 1000; ++j) s += a[(j * 7 + n) % 1000]; out[i] = s; }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    cl_ulong bytes = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes, nullptr),
              CL_SUCCESS);
    EXPECT_GE(bytes, 4000u);
    EXPECT_LT(bytes, 8000u);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// If an argument's object has been released, a launch must not use a new object instead, even if the new object has the
// same address.
TEST_F(Kernel, AReleasedArgumentIsNotTakenForALaterObject) {
    const char* source = "kernel void k(global int* out) { out[0] = 1; }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    cl_mem first = clCreateBuffer(context, 0, 64, nullptr, &code);
    clSetKernelArg(kernel, 0, sizeof first, &first);
    clReleaseMemObject(first);
    std::vector<cl_mem> later;
    for (int i = 0; i < 1000; ++i) later.push_back(clCreateBuffer(context, 0, 64, nullptr, &code));
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    for (cl_mem memory : later) clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

TEST_F(Kernel, MemoryArguments) {
    const Mem memory = buffer(64);
    const Mem foreign = buffer(64, CL_MEM_READ_WRITE, nullptr, other_context);
    cl_mem handle = memory.get();
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle - 1, &handle), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, nullptr), CL_SUCCESS);
    handle = nullptr;
    EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof handle, &handle), CL_SUCCESS);
    handle = foreign.get();
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_INVALID_MEM_OBJECT);
    handle = foreign_handle<cl_mem>();
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_INVALID_MEM_OBJECT);
    // A kernel does not retain its arguments (section 5.9.2).
    cl_uint references = 0;
    clGetMemObjectInfo(memory.get(), CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr);
    EXPECT_EQ(references, 1u);
}

TEST_F(Kernel, ArgumentInformationIsOnlyThereWhenAskedFor) {
    // Section 5.9.4: "only available if ... the program executable was built with the
    // -cl-kernel-arg-info option".
    const char* text = source;
    cl_program plain = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(plain, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel uninformed = clCreateKernel(plain, "k", nullptr);
    cl_kernel_arg_address_qualifier address = 0;
    EXPECT_EQ(clGetKernelArgInfo(uninformed, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    EXPECT_EQ(clGetKernelArgInfo(uninformed, 4, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr),
              CL_INVALID_ARG_INDEX);
    clReleaseKernel(uninformed);
    clReleaseProgram(plain);
}

TEST_F(Kernel, DenormalsAreFlushedOnlyWhenAskedFor) {
    const char* text = "kernel void sum(global float* data) { data[0] += as_float(64); }";
    for (const char* options : {"", "-cl-denorms-are-zero"}) {
        cl_program summing = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(summing, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
        cl_kernel sum = clCreateKernel(summing, "sum", nullptr);
        const Mem memory = buffer(sizeof(float));
        cl_mem handle = memory.get();
        float content = 0;
        clEnqueueWriteBuffer(queue, handle, CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
        clSetKernelArg(sum, 0, sizeof handle, &handle);
        const std::size_t one = 1;
        clEnqueueNDRangeKernel(queue, sum, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
        clEnqueueReadBuffer(queue, handle, CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
        EXPECT_EQ(content == 0, *options != 0) << options;
        clReleaseKernel(sum);
        clReleaseProgram(summing);
    }
}

// frexp may use a denormal argument as it is or replace it by zero. The mantissa and the exponent must come from the
// same value.
TEST_F(Kernel, FlushedDenormalsAreTakenApartAsZeros) {
    const char* text =
        "kernel void take_apart(global float* data) {"
        " float x = as_float(as_uint(data[0]) + 64); int exponent; data[0] = frexp(x, &exponent);"
        " data[1] = exponent; data[2] = sign(x); }";
    cl_program taking = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(taking, 0, nullptr, "-cl-denorms-are-zero", nullptr, nullptr), CL_SUCCESS);
    cl_kernel take_apart = clCreateKernel(taking, "take_apart", nullptr);
    const Mem memory = buffer(3 * sizeof(float));
    cl_mem handle = memory.get();
    float content[3] = {};
    clEnqueueWriteBuffer(queue, handle, CL_TRUE, 0, sizeof content, content, 0, nullptr, nullptr);
    clSetKernelArg(take_apart, 0, sizeof handle, &handle);
    const std::size_t one = 1;
    clEnqueueNDRangeKernel(queue, take_apart, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, handle, CL_TRUE, 0, sizeof content, content, 0, nullptr, nullptr);
    int exponent = 0;
    const float mantissa = std::frexp(std::bit_cast<float>(64), &exponent);
    if (content[0] == 0) {
        EXPECT_EQ(content[1], 0);
    } else {
        EXPECT_EQ(content[0], mantissa);
        EXPECT_EQ(content[1], static_cast<float>(exponent));
    }
    EXPECT_TRUE(content[2] == 0 || content[2] == 1) << content[2];
    clReleaseKernel(take_apart);
    clReleaseProgram(taking);
}

// The implementation of fmod computes intermediate remainders. A negative remainder means that the quotient was too
// large, and must be recognized even if it is denormal and flushed to zero.
TEST_F(Kernel, FlushedDenormalsLeaveRestsRight) {
    const char* text = "kernel void rest(global float* data) { data[0] = fmod(data[0], data[1]); }";
    cl_program dividing = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(dividing, 0, nullptr, "-cl-denorms-are-zero", nullptr, nullptr), CL_SUCCESS);
    cl_kernel rest = clCreateKernel(dividing, "rest", nullptr);
    const Mem memory = buffer(2 * sizeof(float));
    cl_mem handle = memory.get();
    float content[2] = {0x1.ffc2p+15F, 0x1.aec33cp-124F};
    const float expected = std::fmod(content[0], content[1]);
    clEnqueueWriteBuffer(queue, handle, CL_TRUE, 0, sizeof content, content, 0, nullptr, nullptr);
    clSetKernelArg(rest, 0, sizeof handle, &handle);
    const std::size_t one = 1;
    clEnqueueNDRangeKernel(queue, rest, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, handle, CL_TRUE, 0, sizeof content, content, 0, nullptr, nullptr);
    EXPECT_EQ(content[0], expected);
    clReleaseKernel(rest);
    clReleaseProgram(dividing);
}

TEST_F(Kernel, ArgumentsAreCapturedWhenEnqueued) {
    const Mem memory = buffer(sizeof(int));
    int content = 0;
    clEnqueueWriteBuffer(queue, memory.get(), CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
    cl_mem handle = memory.get();
    ASSERT_EQ(clSetKernelArg(add, 0, sizeof handle, &handle), CL_SUCCESS);
    const std::size_t one = 1;
    for (const int x : {1, 10, 100}) {
        ASSERT_EQ(clSetKernelArg(add, 1, sizeof x, &x), CL_SUCCESS);
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    }
    clEnqueueReadBuffer(queue, memory.get(), CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
    EXPECT_EQ(content, 111);
}

TEST_F(Kernel, ACloneTakesTheArgumentsAlong) {
    const Mem memory = buffer(sizeof(int));
    int content = 5;
    clEnqueueWriteBuffer(queue, memory.get(), CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
    cl_mem handle = memory.get();
    const int x = 3, y = 40;
    clSetKernelArg(add, 0, sizeof handle, &handle);
    clSetKernelArg(add, 1, sizeof x, &x);
    cl_int status = CL_SUCCESS;
    cl_kernel clone = clCloneKernel(add, &status);
    ASSERT_EQ(status, CL_SUCCESS);
    clSetKernelArg(add, 1, sizeof y, &y);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, clone, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    clEnqueueReadBuffer(queue, memory.get(), CL_TRUE, 0, sizeof content, &content, 0, nullptr, nullptr);
    EXPECT_EQ(content, 8);
    clReleaseKernel(clone);
    EXPECT_EQ(clCloneKernel(nullptr, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_KERNEL);
}

TEST_F(Kernel, TellsItsArguments) {
    EXPECT_EQ(arg_info<cl_kernel_arg_address_qualifier>(0, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              static_cast<cl_uint>(CL_KERNEL_ARG_ADDRESS_GLOBAL));
    EXPECT_EQ(arg_info<cl_kernel_arg_address_qualifier>(1, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              static_cast<cl_uint>(CL_KERNEL_ARG_ADDRESS_LOCAL));
    EXPECT_EQ(arg_info<cl_kernel_arg_address_qualifier>(2, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              static_cast<cl_uint>(CL_KERNEL_ARG_ADDRESS_PRIVATE));
    EXPECT_EQ(arg_info<cl_kernel_arg_address_qualifier>(3, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              static_cast<cl_uint>(CL_KERNEL_ARG_ADDRESS_CONSTANT));
    EXPECT_EQ(arg_info<cl_kernel_arg_access_qualifier>(0, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              static_cast<cl_uint>(CL_KERNEL_ARG_ACCESS_NONE));
    EXPECT_EQ(arg_info<cl_kernel_arg_type_qualifier>(0, CL_KERNEL_ARG_TYPE_QUALIFIER),
              static_cast<cl_kernel_arg_type_qualifier>(CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT));
    EXPECT_EQ(arg_text(0, CL_KERNEL_ARG_TYPE_NAME), "float*");
    EXPECT_EQ(arg_text(2, CL_KERNEL_ARG_NAME), "x");
    EXPECT_EQ(clGetKernelArgInfo(kernel, 4, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clGetKernelArgInfo(kernel, 0, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelArgInfo(nullptr, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr), CL_INVALID_KERNEL);
}

TEST_F(Kernel, TellsWhatItIs) {
    char name[8] = {};
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr), CL_SUCCESS);
    EXPECT_STREQ(name, "k");
    cl_uint args = 0;
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof args, &args, nullptr), CL_SUCCESS);
    EXPECT_EQ(args, 4u);
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 1, &args, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelInfo(kernel, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr), CL_INVALID_KERNEL);
}

TEST_F(Kernel, TellsItsWorkGroups) {
    std::size_t sizes[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(sizes[0], 8u);
    EXPECT_EQ(sizes[1], 2u);
    EXPECT_EQ(sizes[2], 1u);
    std::size_t size = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, 16u);
    cl_ulong bytes = 0;
    clSetKernelArg(kernel, 1, 100, nullptr);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr),
              CL_SUCCESS);
    EXPECT_GE(bytes, 100u);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, foreign_handle<cl_device_id>(), CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                       &size, nullptr),
              CL_INVALID_DEVICE);
    EXPECT_EQ(clGetKernelWorkGroupInfo(nullptr, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
              CL_INVALID_KERNEL);
}

TEST_F(Kernel, ExecInfoChecksItsArguments) {
    void* pointers[1] = {nullptr};
    EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers), CL_INVALID_KERNEL);
    EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, pointers), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(kernel, 0, sizeof pointers, pointers), CL_INVALID_VALUE);
}

TEST_F(Kernel, TellsSubGroupsOnlyWhereThereAreAny) {
    cl_uint groups = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof groups, &groups, nullptr);
    std::size_t answer = 0;
    const std::size_t local = 64;
    const cl_int code = clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                                &local, sizeof answer, &answer, nullptr);
    EXPECT_EQ(code, groups == 0 ? CL_INVALID_OPERATION : CL_SUCCESS);
    if (groups == 0) return;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, 0, 0, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetKernelSubGroupInfo(nullptr, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL);
}

TEST_F(Kernel, SvmPointerArguments) {
    EXPECT_EQ(clSetKernelArgSVMPointer(add, 2, nullptr), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArgSVMPointer(add, 1, nullptr), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, nullptr), CL_INVALID_KERNEL);
}

// If clSetKernelArg refuses a value, the argument must keep the value that was set before.
TEST_F(Kernel, RefusedArgumentsLeaveTheOldOnes) {
    auto* const svm = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
    svm[0] = 0;
    const cl_int value = 42;
    ASSERT_EQ(clSetKernelArgSVMPointer(add, 0, svm), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(add, 1, sizeof value, &value), CL_SUCCESS);
    void* const foreign = queue;
    EXPECT_EQ(clSetKernelArg(add, 0, sizeof foreign, &foreign), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetKernelArg(add, 0, 4, &foreign), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(add, 1, 8, &value), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(add, 1, sizeof value, nullptr), CL_INVALID_ARG_VALUE);
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(svm[0], 42);
    clSVMFree(context, svm);
}

}  // namespace
}  // namespace lanewise::test
