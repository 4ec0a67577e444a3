// Loads and closes the driver many times by dlopen() and dlclose(), as a plugin or an ICD loader would. The libraries
// stay in memory after dlclose(), and another dlopen() continues with the same driver. Threads of the application that
// were inside the driver therefore stay valid, and the memory of a process does not grow if the process loads and
// closes the driver again and again.
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lanewise::test {
namespace {

const cl_icd_dispatch& dispatch_of(const void* object) { return **static_cast<const cl_icd_dispatch* const*>(object); }

/// The driver, loaded by dlopen() and closed by dlclose().
class Driver {
public:
    Driver() : library_(dlopen(LANEWISE_DRIVER, RTLD_NOW | RTLD_LOCAL)) {
        EXPECT_NE(library_, nullptr) << dlerror();
        using Resolve = void* (*)(const char*);
        const auto resolve = reinterpret_cast<Resolve>(dlsym(library_, "clGetExtensionFunctionAddress"));
        EXPECT_NE(resolve, nullptr);
        const auto platforms = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(resolve("clIcdGetPlatformIDsKHR"));
        EXPECT_EQ(platforms(1, &platform, nullptr), CL_SUCCESS);
        EXPECT_EQ(cl().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
        context = cl().clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = cl().clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    }
    ~Driver() {
        EXPECT_EQ(cl().clReleaseCommandQueue(queue), CL_SUCCESS);
        EXPECT_EQ(cl().clReleaseContext(context), CL_SUCCESS);
        EXPECT_EQ(dlclose(library_), 0);
    }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    const cl_icd_dispatch& cl() const { return dispatch_of(platform); }

    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

private:
    void* const library_;
};

/// Fills a buffer and reads it back.
void fill_once(const Driver& driver, cl_uint value) {
    const cl_icd_dispatch& cl = driver.cl();
    cl_mem buffer = cl.clCreateBuffer(driver.context, 0, 1 << 20, nullptr, nullptr);
    cl_uint result = 0;
    EXPECT_EQ(cl.clEnqueueFillBuffer(driver.queue, buffer, &value, 4, 0, 1 << 20, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(cl.clFlush(driver.queue), CL_SUCCESS);
    EXPECT_EQ(cl.clEnqueueReadBuffer(driver.queue, buffer, CL_TRUE, 4096, 4, &result, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(result, value);
    EXPECT_EQ(cl.clReleaseMemObject(buffer), CL_SUCCESS);
}

/// Builds and runs a program that no earlier round has built.
void build_once(const Driver& driver, cl_int salt) {
    const cl_icd_dispatch& cl = driver.cl();
    const std::string text =
        "kernel void k(global int* p) { p[get_global_id(0)] = (int)get_global_id(0) * " + std::to_string(salt) + "; }";
    const char* source = text.c_str();
    cl_program program = cl.clCreateProgramWithSource(driver.context, 1, &source, nullptr, nullptr);
    EXPECT_EQ(cl.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = cl.clCreateKernel(program, "k", nullptr);
    cl_mem buffer = cl.clCreateBuffer(driver.context, 0, 4096, nullptr, nullptr);
    const std::size_t global = 1024;
    cl_int result = 0;
    EXPECT_EQ(cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(cl.clEnqueueNDRangeKernel(driver.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(cl.clEnqueueReadBuffer(driver.queue, buffer, CL_TRUE, 4 * 1023, 4, &result, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result, 1023 * salt);
    EXPECT_EQ(cl.clReleaseMemObject(buffer), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseKernel(kernel), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseProgram(program), CL_SUCCESS);
}

std::size_t mappings() {
    std::ifstream maps("/proc/self/maps");
    std::size_t count = 0;
    for (std::string line; std::getline(maps, line);) ++count;
    return count;
}

std::size_t threads() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Threads:")) return std::stoul(line.substr(8));
    return 0;
}

TEST(Reload, ClosedAndOpenedAgain) {
    for (cl_uint i = 0; i < 100; ++i) {
        const Driver driver;
        fill_once(driver, i * 7 + 1);
    }
}

TEST(Reload, KernelsAndMappings) {
    setenv("LANEWISE_CACHE", "0", 1);
    const auto use = [](cl_int first, cl_int count) {
        for (cl_int i = 0; i < count; ++i) {
            const Driver driver;
            build_once(driver, first + i);
        }
    };
    use(1, 20);
    const std::size_t mapped = mappings(), running = threads();
    use(21, 100);
    // Some mappings come and go with the memory of the C library. The number of mappings may therefore grow by 50. This
    // limit still reveals a leak of one mapping in each of the 80 rounds.
    EXPECT_LE(mappings(), mapped + 50);
    EXPECT_LE(threads(), running + 2);
}

// The threads of the application keep the data that the driver stored for them. These threads use the driver in each
// round, and end after the driver was closed.
TEST(Reload, WithThreadsOfTheApplication) {
    setenv("LANEWISE_CACHE", "0", 1);
    std::mutex mutex;
    std::condition_variable changed;
    const Driver* driver = nullptr;  // guarded by mutex, like `round` and `finished`
    int round = 0, finished = 0;
    constexpr int rounds = 20, count = 3;
    std::vector<std::thread> users;
    for (int t = 0; t < count; ++t)
        users.emplace_back([&, t] {
            for (int own = 1; own <= rounds; ++own) {
                const Driver* used = nullptr;
                {
                    std::unique_lock lock(mutex);
                    changed.wait(lock, [&] { return round >= own; });
                    used = driver;
                }
                build_once(*used, 1000 + own * count + t);
                const std::lock_guard lock(mutex);
                ++finished;
                changed.notify_all();
            }
        });
    for (int i = 1; i <= rounds; ++i) {
        const Driver opened;
        std::unique_lock lock(mutex);
        driver = &opened;
        round = i;
        changed.notify_all();
        changed.wait(lock, [&] { return finished == i * count; });
    }
    for (std::thread& user : users) user.join();
}

}  // namespace
}  // namespace lanewise::test
