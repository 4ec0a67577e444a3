// Loads and unloads the driver as a plugin would, without an ICD loader.
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace lanewise::test {
namespace {

const cl_icd_dispatch& dispatch_of(const void* object) { return **static_cast<const cl_icd_dispatch* const*>(object); }

/// Loads the driver, fills a buffer, releases all objects, and unloads the driver.
void use_driver_once(cl_uint value) {
    void* library = dlopen(LANEWISE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    using Resolve = void* (*)(const char*);
    const auto resolve = reinterpret_cast<Resolve>(dlsym(library, "clGetExtensionFunctionAddress"));
    ASSERT_NE(resolve, nullptr);
    const auto platforms = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(resolve("clIcdGetPlatformIDsKHR"));
    ASSERT_NE(platforms, nullptr);
    cl_platform_id platform = nullptr;
    ASSERT_EQ(platforms(1, &platform, nullptr), CL_SUCCESS);
    const cl_icd_dispatch& cl = dispatch_of(platform);
    cl_device_id device = nullptr;
    ASSERT_EQ(cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
    cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = cl.clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    cl_mem buffer = cl.clCreateBuffer(context, 0, 1 << 20, nullptr, nullptr);
    cl_uint result = 0;
    EXPECT_EQ(cl.clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 1 << 20, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(cl.clFlush(queue), CL_SUCCESS);
    EXPECT_EQ(cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4096, 4, &result, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(result, value);
    EXPECT_EQ(cl.clReleaseMemObject(buffer), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseCommandQueue(queue), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseContext(context), CL_SUCCESS);
    EXPECT_EQ(dlclose(library), 0);
}

TEST(Reload, ClosedAndOpenedAgain) {
    for (cl_uint i = 0; i < 20; ++i) use_driver_once(i * 7 + 1);
}

}  // namespace
}  // namespace lanewise::test
