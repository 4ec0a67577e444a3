// A host program in C++ with its own locale and new-handler, whose callbacks throw exceptions.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <locale>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "use_opencl.h"

namespace {

struct Grouping : std::numpunct<char> {
    char do_thousands_sep() const override { return '\''; }
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\1"; }
};

void* find(const char* name) { return dlsym(RTLD_DEFAULT, name); }

struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
    std::vector<std::string> words = std::vector<std::string>(20, std::string(100, 'x'));
};

std::atomic<int> uncaught = 0;

void CL_CALLBACK throw_out(void* data) {
    uncaught += std::uncaught_exceptions();
    if (**static_cast<int**>(data) % 2 == 0) throw 1;
    throw Thrown("left");
}

/// Runs native kernels that throw. Returns whether the command of each native kernel failed, and no exception escaped
/// or remained active.
bool throws() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) return false;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return false;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    bool good = true;
    for (int i = 0; i < 20; ++i) {
        void* argument = &i;
        cl_event event = nullptr;
        clEnqueueNativeKernel(queue, throw_out, &argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr, &event);
        good = good && clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        clReleaseEvent(event);
    }
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return good && uncaught == 0 && std::uncaught_exceptions() == 0;
}

/// Returns whether the locale and exceptions of the host's C++ library still work.
bool is_intact() {
    std::ostringstream text;
    text << 1234567 << ' ' << 1.5;
    try {
        throw Thrown("mine");
    } catch (const std::exception& exception) {
        return text.str() == "1'2'3'4'5'6'7 1,5" && exception.what() == std::string("mine");
    }
}

}  // namespace

int main() {
    std::locale::global(std::locale(std::locale::classic(), new Grouping));
    std::set_new_handler([] { throw std::bad_alloc(); });
    int line = 0;
    std::thread([&] { line = use_opencl(find); }).join();
    if (line != 0 || use_opencl(find) != 0) return 3;
    return (std::getenv("GUEST_PROBE") || throws()) && is_intact() ? 0 : 4;
}
