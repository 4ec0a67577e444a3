// Tests cl_khr_terminate_context: the calls that are refused after a context has been terminated.
#include <vector>

#include "termination/terminate_fixture.h"

namespace {

// "All other APIs that use a context as an argument will return CL_CONTEXT_TERMINATED_KHR."; "Once a context has been
// terminated, all OpenCL API calls that create objects or enqueue commands will return CL_CONTEXT_TERMINATED_KHR."
class TerminatedContext : public TerminateContext {
protected:
    void SetUp() override {
        TerminateContext::SetUp();
        const char* source = "kernel void k(global int* p) { p[0] = 1; }";
        cl_int code = CL_SUCCESS;
        program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        ASSERT_EQ(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
        linked = clLinkProgram(context, 0, nullptr, nullptr, 1, &program, nullptr, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        kernel = clCreateKernel(linked, "k", &code);
        ASSERT_EQ(code, CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
        svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
        mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &code);
        size_t size = 0;
        clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
        binary.resize(size);
        unsigned char* bytes = binary.data();
        clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
        ASSERT_EQ(terminate(context), CL_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
        EXPECT_EQ(clReleaseProgram(linked), CL_SUCCESS);
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        clSVMFree(context, svm);
        TerminateContext::TearDown();
    }

    /// Expects that `create` returns null and stores CL_CONTEXT_TERMINATED_KHR.
    template <class Create>
    static void refuses(Create&& create) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(create(&code), nullptr);
        EXPECT_EQ(code, CL_CONTEXT_TERMINATED_KHR);
    }
    static void refuses(cl_int code) { EXPECT_EQ(code, CL_CONTEXT_TERMINATED_KHR); }

    cl_program program = nullptr, linked = nullptr;
    cl_kernel kernel = nullptr;
    void* svm = nullptr;
    void* mapped = nullptr;
    std::vector<unsigned char> binary;
};

TEST_F(TerminatedContext, CreatesNothing) {
    const char* source = "kernel void k() {}";
    refuses([&](cl_int* code) { return clCreateCommandQueue(context, device, 0, code); });
    refuses([&](cl_int* code) { return clCreateCommandQueueWithProperties(context, device, nullptr, code); });
    refuses([&](cl_int* code) { return clCreateBuffer(context, 0, 64, nullptr, code); });
    refuses([&](cl_int* code) { return clCreateBufferWithProperties(context, nullptr, 0, 64, nullptr, code); });
    const cl_buffer_region region{0, 64};
    refuses([&](cl_int* code) { return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code); });
    refuses([&](cl_int* code) { return clCreateUserEvent(context, code); });
    refuses([&](cl_int* code) { return clCreateProgramWithSource(context, 1, &source, nullptr, code); });
    const size_t length = binary.size();
    const unsigned char* bytes = binary.data();
    refuses(
        [&](cl_int* code) { return clCreateProgramWithBinary(context, 1, &device, &length, &bytes, nullptr, code); });
    refuses([&](cl_int* code) { return clCreateProgramWithBuiltInKernels(context, 1, &device, "k", code); });
    refuses([&](cl_int* code) { return clCreateProgramWithIL(context, source, 10, code); });
    refuses(
        [&](cl_int* code) { return clLinkProgram(context, 0, nullptr, nullptr, 1, &program, nullptr, nullptr, code); });
    refuses([&](cl_int* code) { return clCreateKernel(linked, "k", code); });
    cl_kernel kernels[1] = {};
    refuses(clCreateKernelsInProgram(linked, 1, kernels, nullptr));
    refuses([&](cl_int* code) { return clCloneKernel(kernel, code); });
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    refuses([&](cl_int* code) { return clCreateImage(context, 0, &format, &description, nullptr, code); });
    refuses([&](cl_int* code) { return clCreateSamplerWithProperties(context, nullptr, code); });
    refuses([&](cl_int* code) { return clCreatePipe(context, 0, 4, 4, nullptr, code); });
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0), nullptr);
    refuses(clSetContextDestructorCallback(context, [](cl_context, void*) {}, nullptr));
    refuses(clSetDefaultDeviceCommandQueue(context, device, queue));
}

TEST_F(TerminatedContext, EnqueuesNothing) {
    const size_t one = 1, origin[3] = {}, region[3] = {4, 1, 1};
    refuses(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    refuses(clEnqueueTask(queue, kernel, 0, nullptr, nullptr));
    refuses(clEnqueueNativeKernel(queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
    for (const cl_bool blocking : {CL_FALSE, CL_TRUE}) {
        refuses(clEnqueueReadBuffer(queue, buffer, blocking, 0, 4, values, 0, nullptr, nullptr));
        refuses(clEnqueueWriteBuffer(queue, buffer, blocking, 0, 4, values, 0, nullptr, nullptr));
        refuses(clEnqueueReadBufferRect(queue, buffer, blocking, origin, origin, region, 0, 0, 0, 0, values, 0, nullptr,
                                        nullptr));
        refuses(clEnqueueWriteBufferRect(queue, buffer, blocking, origin, origin, region, 0, 0, 0, 0, values, 0,
                                         nullptr, nullptr));
        refuses(clEnqueueSVMMemcpy(queue, blocking, svm, values, 4, 0, nullptr, nullptr));
        refuses(clEnqueueSVMMap(queue, blocking, CL_MAP_READ, svm, 4, 0, nullptr, nullptr));
        refuses([&](cl_int* code) {
            return clEnqueueMapBuffer(queue, buffer, blocking, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, code);
        });
    }
    refuses(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 64, 4, 0, nullptr, nullptr));
    refuses(clEnqueueCopyBufferRect(queue, buffer, buffer, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr));
    refuses(clEnqueueFillBuffer(queue, buffer, values, 4, 0, 4, 0, nullptr, nullptr));
    refuses(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
    refuses(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, nullptr, nullptr));
    refuses(clEnqueueSVMMemFill(queue, svm, values, 4, 4, 0, nullptr, nullptr));
    refuses(clEnqueueSVMUnmap(queue, svm, 0, nullptr, nullptr));
    refuses(clEnqueueSVMFree(queue, 1, &svm, nullptr, nullptr, 0, nullptr, nullptr));
    const void* const pointers[] = {svm};
    refuses(clEnqueueSVMMigrateMem(queue, 1, const_cast<const void**>(pointers), nullptr, 0, 0, nullptr, nullptr));
    refuses(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
    refuses(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr));
    // The image commands get a buffer instead of an image, which makes no difference, because the driver checks the
    // queue first.
    for (const cl_bool blocking : {CL_FALSE, CL_TRUE}) {
        refuses(clEnqueueReadImage(queue, buffer, blocking, origin, region, 0, 0, values, 0, nullptr, nullptr));
        refuses(clEnqueueWriteImage(queue, buffer, blocking, origin, region, 0, 0, values, 0, nullptr, nullptr));
        size_t pitch = 0;
        refuses([&](cl_int* code) {
            return clEnqueueMapImage(queue, buffer, blocking, CL_MAP_READ, origin, region, &pitch, nullptr, 0, nullptr,
                                     nullptr, code);
        });
    }
    refuses(clEnqueueFillImage(queue, buffer, values, origin, region, 0, nullptr, nullptr));
    refuses(clEnqueueCopyImage(queue, buffer, buffer, origin, origin, region, 0, nullptr, nullptr));
    refuses(clEnqueueCopyImageToBuffer(queue, buffer, buffer, origin, region, 0, 0, nullptr, nullptr));
    refuses(clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, origin, region, 0, nullptr, nullptr));
    cl_event event = nullptr;
    refuses(clEnqueueMarker(queue, &event));
    refuses(clEnqueueBarrier(queue));
    refuses(clEnqueueWaitForEvents(queue, 1, &event));
    refuses(clFlush(queue));
    refuses(clFinish(queue));
}

}  // namespace
