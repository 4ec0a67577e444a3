// Tests calls of the host on pipes: queries, and the error code of each call that does not accept pipes.
#include "fixture.h"

namespace lanewise::test {
namespace {

class PipeErrors : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        pipe_ = pipe(4, 100);
        memory_ = buffer(64);
    }
    void TearDown() override {
        pipe_.reset();
        memory_.reset();
        ContextTest::TearDown();
    }

    Mem pipe(cl_uint packet_size, cl_uint max_packets, cl_context in = nullptr) {
        cl_int code = CL_SUCCESS;
        Mem created(clCreatePipe(in ? in : context, 0, packet_size, max_packets, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return created;
    }

    cl_int code_of_creation(cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                            const cl_pipe_properties* properties = nullptr) {
        cl_int code = CL_SUCCESS;
        const Mem created(clCreatePipe(context, flags, packet_size, max_packets, properties, &code));
        EXPECT_EQ(created == nullptr, code != CL_SUCCESS);
        return code;
    }

    template <class T>
    T device_number(cl_device_info name) {
        T value{};
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
    template <class T>
    T memory_info(cl_mem_info name) {
        T value{};
        EXPECT_EQ(clGetMemObjectInfo(pipe_.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
    cl_uint pipe_info(cl_pipe_info name) {
        cl_uint value = 0;
        EXPECT_EQ(clGetPipeInfo(pipe_.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }

    Mem pipe_, memory_;
};

TEST_F(PipeErrors, DeviceQueries) {
    EXPECT_EQ(device_number<cl_bool>(CL_DEVICE_PIPE_SUPPORT), cl_bool{CL_TRUE});
    EXPECT_GE(device_number<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS), 16u);
    EXPECT_GE(device_number<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
    EXPECT_GE(device_number<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
}

TEST_F(PipeErrors, Queries) {
    EXPECT_EQ(pipe_info(CL_PIPE_PACKET_SIZE), 4u);
    EXPECT_EQ(pipe_info(CL_PIPE_MAX_PACKETS), 100u);
    std::size_t size = 9;
    EXPECT_EQ(clGetPipeInfo(pipe_.get(), CL_PIPE_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(memory_info<cl_mem_object_type>(CL_MEM_TYPE), cl_mem_object_type{CL_MEM_OBJECT_PIPE});
    EXPECT_EQ(memory_info<cl_mem_flags>(CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS});
    EXPECT_GE(memory_info<std::size_t>(CL_MEM_SIZE), 400u);
    EXPECT_EQ(memory_info<void*>(CL_MEM_HOST_PTR), nullptr);
    EXPECT_EQ(memory_info<cl_uint>(CL_MEM_MAP_COUNT), 0u);
    EXPECT_EQ(memory_info<cl_uint>(CL_MEM_REFERENCE_COUNT), 1u);
    EXPECT_EQ(memory_info<cl_context>(CL_MEM_CONTEXT), context);
    EXPECT_EQ(memory_info<cl_mem>(CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
    EXPECT_EQ(memory_info<cl_bool>(CL_MEM_USES_SVM_POINTER), cl_bool{CL_FALSE});
}

TEST_F(PipeErrors, BadQueries) {
    cl_uint value = 0;
    EXPECT_EQ(clGetPipeInfo(memory_.get(), CL_PIPE_PACKET_SIZE, 4, &value, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 4, &value, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clGetPipeInfo(pipe_.get(), CL_PIPE_PACKET_SIZE, 3, &value, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetPipeInfo(pipe_.get(), CL_MEM_TYPE, 4, &value, nullptr), CL_INVALID_VALUE);
}

TEST_F(PipeErrors, Creation) {
    const cl_uint largest = device_number<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
    EXPECT_EQ(code_of_creation(CL_MEM_READ_WRITE, 1, 1), CL_SUCCESS);
    EXPECT_EQ(code_of_creation(CL_MEM_HOST_NO_ACCESS, largest, 3), CL_SUCCESS);
    EXPECT_EQ(code_of_creation(0, 0, 1), CL_INVALID_PIPE_SIZE);
    EXPECT_EQ(code_of_creation(0, largest + 1, 1), CL_INVALID_PIPE_SIZE);
    EXPECT_EQ(code_of_creation(0, ~cl_uint{0}, 1), CL_INVALID_PIPE_SIZE);
    EXPECT_EQ(code_of_creation(0, 4, 0), CL_INVALID_PIPE_SIZE);
    for (const cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_USE_HOST_PTR,
          CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_KERNEL_READ_AND_WRITE})
        EXPECT_EQ(code_of_creation(flags, 4, 4), CL_INVALID_VALUE) << flags;
    const cl_pipe_properties none[] = {0};
    EXPECT_EQ(code_of_creation(0, 4, 4, none), CL_INVALID_VALUE);
    // 2^32 packets of 4 KiB need more memory than any current device can allocate.
    EXPECT_EQ(code_of_creation(0, largest, ~cl_uint{0}), CL_MEM_OBJECT_ALLOCATION_FAILURE);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 4, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

// The host cannot access the contents of pipes, so commands for buffers must refuse pipes.
TEST_F(PipeErrors, CommandsThatAreForBuffers) {
    char bytes[64] = {};
    constexpr std::size_t origin[3] = {0, 0, 0}, region[3] = {4, 1, 1};
    cl_mem const p = pipe_.get();
    cl_mem const b = memory_.get();
    EXPECT_EQ(clEnqueueReadBuffer(queue, p, CL_TRUE, 0, 4, bytes, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, p, CL_TRUE, 0, 4, bytes, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(
        clEnqueueReadBufferRect(queue, p, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(
        clEnqueueWriteBufferRect(queue, p, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, p, b, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, b, p, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, p, b, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, b, p, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueFillBuffer(queue, p, bytes, 4, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clEnqueueMapBuffer(queue, p, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, p, bytes, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    const void* location = bytes;
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue, [](void*) {}, bytes, sizeof bytes, 1, &p, &location, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    const cl_buffer_region part{0, 4};
    EXPECT_EQ(clCreateSubBuffer(p, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, &p, 0, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(PipeErrors, KernelArguments) {
    const char* source = "kernel void k(read_only pipe int p, global int* out, int n) { read_pipe(p, out); }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    ASSERT_NE(kernel, nullptr);
    const Mem wide = pipe(8, 100);
    const Mem elsewhere = pipe(4, 100, other_context);
    const auto set = [&](cl_uint index, cl_mem memory) {
        return clSetKernelArg(kernel, index, sizeof memory, static_cast<void*>(&memory));
    };
    EXPECT_EQ(set(0, memory_.get()), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(0, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(0, wide.get()), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(set(0, elsewhere.get()), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetKernelArg(kernel, 0, 4, &pipe_), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, &pipe_), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(set(1, pipe_.get()), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(2, pipe_.get()), CL_INVALID_ARG_SIZE);

    const std::size_t one = 1;
    EXPECT_EQ(set(1, memory_.get()), CL_SUCCESS);
    const cl_int number = 1;
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof number, &number), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    EXPECT_EQ(set(0, pipe_.get()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

TEST_F(PipeErrors, ArgumentInfo) {
    const char* source = "kernel void k(read_only pipe float4 in, write_only pipe uchar out) {}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0 -cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    const char* const types[] = {"float4", "uchar"};
    const cl_kernel_arg_access_qualifier accesses[] = {CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ACCESS_WRITE_ONLY};
    for (const cl_uint i : {0u, 1u}) {
        cl_kernel_arg_type_qualifier qualifier = 0;
        cl_kernel_arg_access_qualifier access = 0;
        cl_kernel_arg_address_qualifier address = 0;
        char type[16] = {};
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, nullptr);
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr);
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr);
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr);
        EXPECT_EQ(qualifier, cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_PIPE});
        EXPECT_EQ(access, accesses[i]);
        EXPECT_EQ(address, cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL});
        EXPECT_STREQ(type, types[i]);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

}  // namespace
}  // namespace lanewise::test
