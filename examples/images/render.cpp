#include <chrono>
#include <stdexcept>

#include "images.h"

namespace {

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(call) + " failed with error " + std::to_string(status));
}

cl_mem make_image(cl_context context, cl_mem_flags flags, cl_channel_order order, std::array<std::size_t, 3> size,
                  void* texels) {
    const cl_image_format format{order, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = size[2] > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
    description.image_width = size[0];
    description.image_height = size[1];
    description.image_depth = size[2];
    cl_int status = CL_SUCCESS;
    cl_mem image = clCreateImage(context, flags, &format, &description, texels, &status);
    check(status, "clCreateImage");
    return image;
}

cl_program build(cl_context context, const std::string& source) {
    const char* text = source.c_str();
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), "clBuildProgram");
    return program;
}

}  // namespace

Rendering render(const std::string& program_source, const char* name, const Source& source, std::uint32_t width,
                 std::uint32_t height) {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    cl_program program = build(context, program_source);
    cl_kernel kernel = clCreateKernel(program, name, &status);
    check(status, "clCreateKernel");

    auto bytes = source.bytes;
    cl_mem from = make_image(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, source.order, source.size, bytes.data());
    cl_mem to = make_image(context, CL_MEM_WRITE_ONLY, CL_RGBA, {width, height, 1}, nullptr);
    check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");

    Rendering rendering{{width, height, std::vector<std::uint8_t>(std::size_t{width} * height * 4)}, 0};
    const std::size_t global[2] = {width, height};
    for (int run = 0; run < 2; ++run) {  // the first run may include compilation
        const auto begin = std::chrono::steady_clock::now();
        check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(queue), "clFinish");
        rendering.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    const std::size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
    check(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, rendering.picture.rgba.data(), 0, nullptr,
                             nullptr),
          "clEnqueueReadImage");
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return rendering;
}
