#include "renderer.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace {

// Calls fma() explicitly, so that host and device round alike.
const char* const source = R"CLC(
uint escape_time(float cx, float cy, uint max_iterations)
{
    float x = 0.0f, y = 0.0f;
    uint n = 0;
    while (n < max_iterations && fma(x, x, y * y) <= 4.0f) {
        const float next_x = fma(x, x, -(y * y)) + cx;
        y = fma(2.0f * x, y, cy);
        x = next_x;
        ++n;
    }
    return n;
}

kernel void mandelbrot(global uint* iterations, float left, float top, float pixel_size,
                       uint max_iterations)
{
    const size_t x = get_global_id(0), y = get_global_id(1);
    const float cx = fma((float)x, pixel_size, left);
    const float cy = fma((float)y, pixel_size, top);
    iterations[y * get_global_size(0) + x] = escape_time(cx, cy, max_iterations);
}

kernel void colour(global const uint* iterations, global uchar4* pixels, uint max_iterations)
{
    const size_t i = get_global_id(0);
    const float t = 0.35f * log2((float)iterations[i] + 1.0f);
    const float3 wave = 0.5f - 0.5f * cos(6.2831853f * (t + (float3)(0.55f, 0.45f, 0.35f)));
    const float3 rgb = iterations[i] == max_iterations ? (float3)(0.0f) : wave * wave;
    pixels[i] = (uchar4)(convert_uchar3_sat_rte(255.0f * rgb), 255);
}
)CLC";

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS) {
        throw std::runtime_error(std::string(call) + " failed with error " + std::to_string(status));
    }
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// One device with a context, a queue, and the program. The destructor releases all of these objects.
class Session {
public:
    Session() {
        cl_platform_id platform = nullptr;
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
        check(status, "clCreateCommandQueueWithProperties");
        program_ = clCreateProgramWithSource(context_, 1, &program_source_, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        if (clBuildProgram(program_, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) {
            throw std::runtime_error("the program does not build:\n" + build_log());
        }
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() {
        clReleaseProgram(program_);
        clReleaseCommandQueue(queue_);
        clReleaseContext(context_);
    }

    cl_command_queue queue() const { return queue_; }

    std::string device_name() const {
        std::size_t size = 0;
        check(clGetDeviceInfo(device_, CL_DEVICE_NAME, 0, nullptr, &size), "clGetDeviceInfo");
        std::string name(size, '\0');
        check(clGetDeviceInfo(device_, CL_DEVICE_NAME, size, name.data(), nullptr), "clGetDeviceInfo");
        name.resize(size - 1);
        return name;
    }

    cl_kernel kernel(const char* name) const {
        cl_int status = CL_SUCCESS;
        cl_kernel result = clCreateKernel(program_, name, &status);
        check(status, "clCreateKernel");
        return result;
    }

    cl_mem buffer(std::size_t bytes) const {
        cl_int status = CL_SUCCESS;
        cl_mem result = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &status);
        check(status, "clCreateBuffer");
        return result;
    }

private:
    std::string build_log() const {
        std::size_t size = 0;
        clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, '\0');
        clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
        return log;
    }

    const char* program_source_ = source;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_program program_ = nullptr;
};

template <typename T>
void set_arg(cl_kernel kernel, cl_uint index, const T& value) {
    check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
}

float left_edge(const View& view) { return view.centre_x - 0.5f * static_cast<float>(view.width) * view.pixel_size; }

float top_edge(const View& view) { return view.centre_y - 0.5f * static_cast<float>(view.height) * view.pixel_size; }

}  // namespace

Picture render(const View& view, int runs) {
    Picture picture;
    const auto build_begin = std::chrono::steady_clock::now();
    const Session session;
    cl_kernel mandelbrot = session.kernel("mandelbrot");
    cl_kernel colour = session.kernel("colour");
    picture.build_seconds = seconds_since(build_begin);
    picture.device = session.device_name();

    const std::size_t size[2] = {view.width, view.height};
    const std::size_t pixels = size[0] * size[1];
    picture.iterations.resize(pixels);
    picture.rgbx.resize(pixels * 4);
    cl_mem iterations = session.buffer(pixels * sizeof(cl_uint));
    cl_mem rgbx = session.buffer(pixels * 4);

    set_arg(mandelbrot, 0, iterations);
    set_arg(mandelbrot, 1, left_edge(view));
    set_arg(mandelbrot, 2, top_edge(view));
    set_arg(mandelbrot, 3, view.pixel_size);
    set_arg(mandelbrot, 4, view.max_iterations);
    picture.render_seconds = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        check(clEnqueueNDRangeKernel(session.queue(), mandelbrot, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(session.queue()), "clFinish");
        picture.render_seconds = std::min(picture.render_seconds, seconds_since(begin));
    }

    set_arg(colour, 0, iterations);
    set_arg(colour, 1, rgbx);
    set_arg(colour, 2, view.max_iterations);
    check(clEnqueueNDRangeKernel(session.queue(), colour, 1, nullptr, &pixels, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(session.queue(), iterations, CL_TRUE, 0, pixels * sizeof(cl_uint),
                              picture.iterations.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(session.queue(), rgbx, CL_TRUE, 0, pixels * 4, picture.rgbx.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");

    clReleaseMemObject(rgbx);
    clReleaseMemObject(iterations);
    clReleaseKernel(colour);
    clReleaseKernel(mandelbrot);
    return picture;
}

std::uint32_t iterations_on_host(const View& view, std::uint32_t column, std::uint32_t row) {
    const float cx = std::fma(static_cast<float>(column), view.pixel_size, left_edge(view));
    const float cy = std::fma(static_cast<float>(row), view.pixel_size, top_edge(view));
    float x = 0;
    float y = 0;
    std::uint32_t n = 0;
    while (n < view.max_iterations && std::fma(x, x, y * y) <= 4.0f) {
        const float y_squared = y * y;
        const float next_x = std::fma(x, x, -y_squared) + cx;
        y = std::fma(2.0f * x, y, cy);
        x = next_x;
        ++n;
    }
    return n;
}
