// Tests buffers with a fixed device address (cl_ext_buffer_device_address): addresses, kernels that use them, the
// lifetime of the buffers, and every error.
#include <CL/cl_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "kernel_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace {

using Address = cl_mem_device_address_ext;

class DeviceAddress : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        set_arg = reinterpret_cast<clSetKernelArgDevicePointerEXT_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgDevicePointerEXT"));
        ASSERT_NE(set_arg, nullptr);
    }

    static constexpr cl_mem_properties with_address[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};

    cl_mem addressed(std::size_t size, cl_mem_flags flags = 0, void* host_ptr = nullptr, cl_context in = nullptr) {
        cl_int code = 1;
        cl_mem made = clCreateBufferWithProperties(in ? in : context, with_address, flags, size, host_ptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    static Address address_of(cl_mem buffer) {
        Address address = 0;
        std::size_t size = 0;
        EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof address);
        return address;
    }
    std::vector<cl_int> read(cl_mem buffer, std::size_t count) {
        std::vector<cl_int> values(count);
        EXPECT_EQ(
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        return values;
    }
    cl_int property_error(std::vector<cl_mem_properties> properties) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateBufferWithProperties(context, properties.data(), 0, 64, nullptr, &code), nullptr);
        return code;
    }

    clSetKernelArgDevicePointerEXT_fn set_arg = nullptr;
};

TEST_F(DeviceAddress, IsWhatKernelsSee) {
    cl_kernel store = kernel("kernel void k(global int* p, global ulong* seen) { p[0] = 7; seen[0] = (ulong)p; }");
    cl_mem buffer = addressed(64), seen = addressed(8);
    clSetKernelArg(store, 0, sizeof buffer, &buffer);
    EXPECT_EQ(set_arg(store, 1, address_of(seen)), CL_SUCCESS);
    launch(queue, store, 1);
    Address address = 0;
    EXPECT_EQ(clEnqueueReadBuffer(queue, seen, CL_TRUE, 0, 8, &address, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(address, address_of(buffer));
    EXPECT_EQ(read(buffer, 1)[0], 7);
    // The address stays the same after the buffer was used.
    EXPECT_EQ(address_of(buffer), address);
    clReleaseMemObject(buffer);
    clReleaseMemObject(seen);
}

TEST_F(DeviceAddress, PropertiesAreReturned) {
    cl_mem buffer = addressed(64);
    cl_mem_properties list[3] = {};
    std::size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof list, list, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof list);
    EXPECT_EQ(list[0], cl_mem_properties{CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT});
    EXPECT_EQ(list[1], cl_mem_properties{CL_TRUE});
    EXPECT_EQ(list[2], 0u);
    clReleaseMemObject(buffer);
}

TEST_F(DeviceAddress, HostMemoryHasItsOwnAddress) {
    alignas(128) cl_int memory[32] = {};
    cl_mem buffer = addressed(sizeof memory, CL_MEM_USE_HOST_PTR, memory);
    EXPECT_EQ(address_of(buffer), reinterpret_cast<Address>(&memory[0]));
    clReleaseMemObject(buffer);
    void* const svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    buffer = addressed(256, CL_MEM_USE_HOST_PTR, svm);
    EXPECT_EQ(address_of(buffer), reinterpret_cast<Address>(svm));
    clReleaseMemObject(buffer);
    clSVMFree(context, svm);
}

TEST_F(DeviceAddress, SubBuffersAddTheirOrigin) {
    cl_mem buffer = addressed(1024);
    const cl_buffer_region region{256, 256};
    cl_int code = 1;
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(address_of(part), address_of(buffer) + 256);
    clReleaseMemObject(buffer);
    clReleaseMemObject(part);
}

TEST_F(DeviceAddress, EachDeviceOfTheContextHasOne) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(units);
    ASSERT_EQ(clCreateSubDevices(device, by_one, units, parts.data(), nullptr), CL_SUCCESS);
    cl_int code = 1;
    cl_context wide = clCreateContext(nullptr, units, parts.data(), nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_mem buffer = addressed(8, 0, nullptr, wide);
    std::vector<Address> addresses(units);
    const std::size_t bytes = units * sizeof(Address);
    std::size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, bytes, addresses.data(), &size), CL_SUCCESS);
    EXPECT_EQ(size, bytes);
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, bytes - 1, addresses.data(), nullptr),
              CL_INVALID_VALUE);
    cl_kernel store = owned_kernel("kernel void k(global int* p, int value) { p[1] = value; }", wide);
    for (cl_uint i = 0; i < units; ++i) {
        cl_command_queue on = clCreateCommandQueueWithProperties(wide, parts[i], nullptr, &code);
        EXPECT_EQ(set_arg(store, 0, addresses[i]), CL_SUCCESS);
        const cl_int value = static_cast<cl_int>(100 + i);
        clSetKernelArg(store, 1, sizeof value, &value);
        launch(on, store, 1);
        cl_int words[2] = {};
        EXPECT_EQ(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, 8, words, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(words[1], value);
        clReleaseCommandQueue(on);
    }
    clReleaseKernel(store);
    clReleaseMemObject(buffer);
    clReleaseContext(wide);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

// An argument may be an address in the middle of a buffer. The kernel may access bytes before this address.
TEST_F(DeviceAddress, MayPointIntoTheMiddle) {
    cl_kernel shift = kernel("kernel void k(global int* p, global int* q) { q[0] = p[-2]; }");
    cl_int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cl_mem from = addressed(sizeof values, CL_MEM_COPY_HOST_PTR, values), to = addressed(64);
    EXPECT_EQ(set_arg(shift, 0, address_of(from) + 5 * sizeof(cl_int)), CL_SUCCESS);
    EXPECT_EQ(set_arg(shift, 1, address_of(to)), CL_SUCCESS);
    launch(queue, shift, 1);
    EXPECT_EQ(read(to, 1)[0], values[3]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

// The two arguments are the same buffer, so code that assumes separate objects would compute other values.
TEST_F(DeviceAddress, ArgumentsMayShareABuffer) {
    cl_kernel add = kernel(
        "kernel void k(global int* p, global int* q) { if (get_global_id(0) == 0)"
        "  for (int i = 0; i < 255; ++i) p[i + 1] = q[i] + 1; }");
    cl_mem buffer = addressed(1024);
    const cl_int zero = 0;
    clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 1024, 0, nullptr, nullptr);
    EXPECT_EQ(set_arg(add, 0, address_of(buffer)), CL_SUCCESS);
    EXPECT_EQ(set_arg(add, 1, address_of(buffer)), CL_SUCCESS);
    launch(queue, add, 1);
    const std::vector<cl_int> values = read(buffer, 256);
    for (int i = 0; i < 256; ++i) EXPECT_EQ(values[i], i);
    clReleaseMemObject(buffer);
}

// A launch retains each buffer whose address is an argument or was passed to clSetKernelExecInfo.
TEST_F(DeviceAddress, LaunchesHoldTheirBuffers) {
    cl_kernel follow = kernel("kernel void k(global ulong* p, global int* out) { out[0] = *(global int*)p[0]; }");
    cl_mem target = addressed(1 << 20), table = addressed(8), out = addressed(64);
    cl_int value = 42;
    clEnqueueFillBuffer(queue, target, &value, 4, 0, 1 << 20, 0, nullptr, nullptr);
    const Address address = address_of(target);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, table, CL_TRUE, 0, 8, &address, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(set_arg(follow, 0, address_of(table)), CL_SUCCESS);
    clSetKernelArg(follow, 1, sizeof out, &out);
    EXPECT_EQ(clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof address, &address), CL_SUCCESS);
    bool is_destroyed[2] = {};
    const auto note = [](cl_mem, void* flag) { *static_cast<bool*>(flag) = true; };
    clSetMemObjectDestructorCallback(target, note, &is_destroyed[0]);
    clSetMemObjectDestructorCallback(table, note, &is_destroyed[1]);
    cl_event gate = user_event();
    launch(queue, follow, 1, nullptr, {gate});
    clReleaseMemObject(target);
    clReleaseMemObject(table);
    EXPECT_FALSE(is_destroyed[0]);
    EXPECT_FALSE(is_destroyed[1]);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(read(out, 1)[0], 42);
    EXPECT_TRUE(is_destroyed[0]);
    EXPECT_TRUE(is_destroyed[1]);
    clReleaseEvent(gate);
    clReleaseMemObject(out);
}

// The driver unmaps imported memory when the buffer is destroyed, so a launch must hold such a buffer, too.
TEST_F(DeviceAddress, LaunchesHoldImportedBuffers) {
    cl_kernel copy = kernel("kernel void k(global int* p, global int* out) { out[0] = p[0]; }");
    const int descriptor = memfd_create("imported", MFD_CLOEXEC);
    const cl_int value = 42;
    ASSERT_EQ(write(descriptor, &value, sizeof value), 4);
    const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                            static_cast<cl_mem_properties>(descriptor),
                                            CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
    cl_int code = 1;
    cl_mem imported = clCreateBufferWithProperties(context, properties, 0, sizeof value, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_mem out = addressed(64);
    EXPECT_EQ(set_arg(copy, 0, address_of(imported)), CL_SUCCESS);
    clSetKernelArg(copy, 1, sizeof out, &out);
    cl_event gate = user_event(), ran = nullptr;
    launch(queue, copy, 1, nullptr, {gate}, &ran);
    clReleaseMemObject(imported);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &ran), CL_SUCCESS);
    EXPECT_EQ(read(out, 1)[0], 42);
    clReleaseEvent(ran);
    clReleaseEvent(gate);
    clReleaseMemObject(out);
}

TEST_F(DeviceAddress, ClonedKernelsKeepTheirAddresses) {
    cl_kernel store = kernel("kernel void k(global int* p) { p[0] = 5; }");
    cl_mem buffer = addressed(64);
    EXPECT_EQ(set_arg(store, 0, address_of(buffer)), CL_SUCCESS);
    cl_int code = 1;
    cl_kernel clone = clCloneKernel(store, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    own(clone);
    launch(queue, clone, 1);
    EXPECT_EQ(read(buffer, 1)[0], 5);
    clReleaseMemObject(buffer);
}

// "It's legal to pass invalid pointers as the value [...] as long as the kernel doesn't dereference the pointer."
TEST_F(DeviceAddress, AnyValueIsValid) {
    cl_kernel look = kernel("kernel void k(global int* p, global ulong* seen) { seen[0] = (ulong)p; }");
    cl_mem seen = addressed(8), released = addressed(64);
    const Address stale = address_of(released);
    clReleaseMemObject(released);
    EXPECT_EQ(set_arg(look, 1, address_of(seen)), CL_SUCCESS);
    for (const Address value : {Address{0}, Address{4}, ~Address{0}, stale}) {
        EXPECT_EQ(set_arg(look, 0, value), CL_SUCCESS);
        launch(queue, look, 1);
        Address read = 1;
        EXPECT_EQ(clEnqueueReadBuffer(queue, seen, CL_TRUE, 0, 8, &read, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(read, value);
    }
    clReleaseMemObject(seen);
}

TEST_F(DeviceAddress, ArgumentErrors) {
    cl_kernel many =
        kernel("kernel void k(global int* p, local int* l, constant int* c, int value, read_only image2d_t image) {}");
    EXPECT_EQ(set_arg(nullptr, 0, 0), CL_INVALID_KERNEL);
    EXPECT_EQ(set_arg(reinterpret_cast<cl_kernel>(context), 0, 0), CL_INVALID_KERNEL);
    for (const cl_uint index : {1, 2, 3, 4, 5, 1000}) EXPECT_EQ(set_arg(many, index, 0), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(set_arg(many, 0, 0), CL_SUCCESS);
    const Address list[2] = {};
    constexpr cl_kernel_exec_info name = CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT;
    EXPECT_EQ(clSetKernelExecInfo(nullptr, name, sizeof list, list), CL_INVALID_KERNEL);
    EXPECT_EQ(clSetKernelExecInfo(many, name, sizeof list - 1, list), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(many, name, sizeof list, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(many, name, sizeof list, list), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(many, name, 0, nullptr), CL_SUCCESS);
}

TEST_F(DeviceAddress, PropertyErrors) {
    constexpr cl_mem_properties name = CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT;
    EXPECT_EQ(property_error({name, 2, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(property_error({name, CL_TRUE, name, CL_TRUE, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(property_error({0x5003, CL_TRUE, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(property_error({name, CL_TRUE, 0x5003, 0, 0}), CL_INVALID_PROPERTY);
    // Images have no device address.
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateImageWithProperties(context, with_address, 0, &format, &description, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

// "CL_INVALID_OPERATION is returned for the CL_MEM_DEVICE_ADDRESS_EXT query [...] if the buffer was not allocated with
// CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
TEST_F(DeviceAddress, QueryErrors) {
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D;
    description.image_width = 4;
    const cl_mem_properties without[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0};
    Address address = 0;
    for (cl_mem object : {clCreateBuffer(context, 0, 64, nullptr, nullptr),
                          clCreateBufferWithProperties(context, without, 0, 64, nullptr, nullptr),
                          clCreateImage(context, 0, &format, &description, nullptr, nullptr),
                          clCreatePipe(context, 0, 4, 4, nullptr, nullptr)}) {
        EXPECT_EQ(clGetMemObjectInfo(object, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr),
                  CL_INVALID_OPERATION);
        clReleaseMemObject(object);
    }
    EXPECT_EQ(clGetMemObjectInfo(nullptr, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr),
              CL_INVALID_MEM_OBJECT);
}

}  // namespace
