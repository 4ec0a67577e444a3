// Tests memory objects over memory of other processes and APIs (cl_khr_external_memory_opaque_fd), and every error. The
// memory comes from memfd_create().
#include <CL/cl_ext.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "images/image_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

using Properties = std::vector<cl_mem_properties>;
constexpr cl_mem_properties opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
constexpr cl_mem_properties devices = CL_MEM_DEVICE_HANDLE_LIST_KHR;
constexpr std::size_t bytes = 8192;

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

class ExternalMemory : public ImageTest {
protected:
    void SetUp() override {
        ImageTest::SetUp();
        acquire = reinterpret_cast<clEnqueueAcquireExternalMemObjectsKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueAcquireExternalMemObjectsKHR"));
        release = reinterpret_cast<clEnqueueReleaseExternalMemObjectsKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueReleaseExternalMemObjectsKHR"));
        ASSERT_TRUE(acquire && release);
        descriptor = memfd_create("external", MFD_CLOEXEC);
        ASSERT_EQ(ftruncate(descriptor, bytes), 0);
        shared = static_cast<std::uint8_t*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0));
        ASSERT_NE(shared, MAP_FAILED);
    }
    void TearDown() override {
        munmap(shared, bytes);
        if (is_open(descriptor)) close(descriptor);
        ImageTest::TearDown();
    }

    Properties handle(const Properties& more = {}) const { return handle_of(descriptor, more); }
    static Properties handle_of(int number, const Properties& more = {}) {
        Properties all{opaque, static_cast<cl_mem_properties>(number)};
        all.insert(all.end(), more.begin(), more.end());
        all.push_back(0);
        return all;
    }
    Mem import(const Properties& properties, std::size_t size = bytes, cl_mem_flags flags = 0) {
        cl_int code = 1;
        Mem made(clCreateBufferWithProperties(context, properties.data(), flags, size, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    /// Creates a buffer, which must fail, and returns the error. After the failure, the application must still own the
    /// descriptor.
    cl_int import_error(const Properties& properties, std::size_t size = bytes, cl_mem_flags flags = 0,
                        void* host_ptr = nullptr) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateBufferWithProperties(context, properties.data(), flags, size, host_ptr, &code), nullptr);
        EXPECT_TRUE(is_open(descriptor));
        return code;
    }

    clEnqueueAcquireExternalMemObjectsKHR_fn acquire = nullptr;
    clEnqueueReleaseExternalMemObjectsKHR_fn release = nullptr;
    int descriptor = -1;
    std::uint8_t* shared = nullptr;
};

TEST_F(ExternalMemory, BuffersAreTheSharedMemory) {
    shared[5] = 17;
    const Mem buffer = import(handle());
    // "The application must not perform any operations on the file descriptor after a successful import."
    EXPECT_FALSE(is_open(descriptor));
    const cl_mem object = buffer.get();
    cl_event acquired = nullptr, released = nullptr;
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, &acquired), CL_SUCCESS);
    EXPECT_EQ(read(buffer, 8)[5], 17);
    const cl_int value = 0x01020304;
    EXPECT_EQ(clEnqueueFillBuffer(queue, object, &value, 4, 4096, 4096, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(release(queue, 1, &object, 0, nullptr, &released), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &released), CL_SUCCESS);
    EXPECT_EQ(shared[8191], 1);
    EXPECT_EQ(shared[4096], 4);
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(acquired, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR});
    EXPECT_EQ(clGetEventInfo(released, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR});
    clReleaseEvent(acquired);
    clReleaseEvent(released);
}

TEST_F(ExternalMemory, PropertiesAreReturned) {
    const auto own = reinterpret_cast<cl_mem_properties>(device);
    const Properties given = handle({devices, own, 0, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE});
    const Mem buffer = import(given, 100);
    Properties list(given.size());
    std::size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer.get(), CL_MEM_PROPERTIES, list.size() * sizeof list[0], list.data(), &size),
              CL_SUCCESS);
    EXPECT_EQ(size, list.size() * sizeof list[0]);
    EXPECT_EQ(list, given);
    // Imported buffers may have a device address, too.
    cl_mem_device_address_ext address = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer.get(), CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr),
              CL_SUCCESS);
    EXPECT_NE(address, 0u);
    const cl_mem object = buffer.get();
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ExternalMemory, MayBeImportedTwice) {
    const Mem first = import(handle_of(dup(descriptor))), second = import(handle_of(dup(descriptor)));
    EXPECT_NE(first.get(), second.get());
    const std::uint8_t value = 9;
    EXPECT_EQ(clEnqueueFillBuffer(queue, first.get(), &value, 1, 0, bytes, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(read(second, bytes), std::vector<std::uint8_t>(bytes, 9));
}

TEST_F(ExternalMemory, OutlivesTheOtherMappings) {
    shared[0] = 5;
    const Mem buffer = import(handle());
    munmap(shared, bytes);
    EXPECT_EQ(read(buffer, 1)[0], 5);
    shared =
        static_cast<std::uint8_t*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

TEST_F(ExternalMemory, ImagesAreLinear) {
    for (std::size_t i = 0; i < bytes; ++i) shared[i] = static_cast<std::uint8_t>(i * 7);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {16, 16, 1});
    description.image_row_pitch = 128;
    const Properties properties = handle();
    cl_int code = 1;
    const Mem made(clCreateImageWithProperties(context, properties.data(), 0, &rgba8, &description, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_FALSE(is_open(descriptor));
    std::uint8_t texels[64] = {};
    EXPECT_EQ(read_image(made, {0, 3, 0}, {16, 1, 1}, texels), CL_SUCCESS);
    EXPECT_EQ(std::memcmp(texels, shared + 3 * 128, sizeof texels), 0);
    const cl_mem object = made.get();
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ExternalMemory, MayBeImmutable) {
    shared[0] = 3;
    const Mem buffer = import(handle(), bytes, CL_MEM_IMMUTABLE_EXT);
    EXPECT_EQ(read(buffer, 1)[0], 3);
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer.get(), shared, 1, 0, 1, 0, nullptr, nullptr), CL_INVALID_OPERATION);
}

// Another process may shrink the memory. A kernel that accesses the removed part fails, and the process continues.
TEST_F(ExternalMemory, ShrunkMemoryFailsTheKernel) {
    const char* source = "kernel void k(global int* p) { p[get_global_id(0)] = 1; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel store = clCreateKernel(program, "k", nullptr);
    const int kept = dup(descriptor);
    const Mem made = import(handle());
    const cl_mem object = made.get();
    EXPECT_EQ(clSetKernelArg(store, 0, sizeof object, &object), CL_SUCCESS);
    const std::size_t global = bytes / sizeof(cl_int);
    for (const auto& [size, expected] : {std::pair{bytes, cl_int{CL_SUCCESS}},
                                         std::pair{std::size_t{0}, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}}) {
        ASSERT_EQ(ftruncate(kept, static_cast<off_t>(size)), 0);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, store, 1, nullptr, &global, nullptr, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), expected);
        clReleaseEvent(event);
    }
    close(kept);
    clReleaseKernel(store);
    clReleaseProgram(program);
}

TEST_F(ExternalMemory, CreationErrors) {
    const auto own = reinterpret_cast<cl_mem_properties>(device);
    const auto wrong = reinterpret_cast<cl_mem_properties>(context);
    const auto number = static_cast<cl_mem_properties>(descriptor);
    std::uint8_t host[64] = {};
    EXPECT_EQ(import_error(handle(), bytes + 1), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(handle(), 0), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(import_error(handle_of(-1)), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(handle_of(1 << 20)), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(handle({opaque, number})), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, number, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error({devices, own, 0, 0}), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(handle({devices, own, 0, devices, own, 0})), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(handle({devices, wrong, 0})), CL_INVALID_DEVICE);
    for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR})
        EXPECT_EQ(import_error(handle(), 64, flags, host), CL_INVALID_VALUE);
    EXPECT_EQ(import_error(handle(), 64, CL_MEM_ALLOC_HOST_PTR), CL_INVALID_VALUE);
    EXPECT_EQ(import_error(handle(), 64, 0, host), CL_INVALID_HOST_PTR);
}

TEST_F(ExternalMemory, MemoryMustBeWritable) {
    char path[64] = {};
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    const int read_only = open(path, O_RDONLY);
    ASSERT_GE(read_only, 0);
    EXPECT_EQ(import_error(handle_of(read_only)), CL_INVALID_PROPERTY);
    close(read_only);
}

// No command writes to an immutable object, so its memory may be read-only.
TEST_F(ExternalMemory, ImmutableMemoryMayBeReadOnly) {
    const int sealed = memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const std::uint8_t content[4] = {1, 2, 3, 4};
    ASSERT_EQ(write(sealed, content, sizeof content), 4);
    ASSERT_EQ(fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_WRITE), 0);
    EXPECT_EQ(import_error(handle_of(sealed), 4), CL_INVALID_PROPERTY);
    const Mem buffer = import(handle_of(dup(sealed)), 4, CL_MEM_IMMUTABLE_EXT);
    EXPECT_EQ(read(buffer, 4)[3], 4);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D, {1, 1, 1});
    cl_int code = 1;
    const Mem image(clCreateImageWithProperties(context, handle_of(sealed).data(), CL_MEM_IMMUTABLE_EXT, &rgba8,
                                                &description, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_FALSE(is_open(sealed));
}

// The number of a descriptor may be equal to the name of a property.
TEST_F(ExternalMemory, DescriptorsMayHaveAnyNumber) {
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit old = limit;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    const int number = fcntl(descriptor, F_DUPFD_CLOEXEC, static_cast<int>(devices));
    if (number == static_cast<int>(devices)) {
        const Mem buffer = import(handle_of(number, {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE}));
        const cl_mem object = buffer.get();
        EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(release(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
    }
    setrlimit(RLIMIT_NOFILE, &old);
    if (number != static_cast<int>(devices)) GTEST_SKIP() << "the descriptor " << devices << " is not available";
}

TEST_F(ExternalMemory, ImageErrors) {
    const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {64, 64, 1});
    const auto error = [&](const Properties& properties, const cl_image_desc& desc, cl_mem_flags flags, void* host) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateImageWithProperties(context, properties.data(), flags, &rgba8, &desc, host, &code), nullptr);
        EXPECT_TRUE(is_open(descriptor));
        return code;
    };
    std::vector<std::uint8_t> host(64 * 64 * 4);
    EXPECT_EQ(error(handle(), description, 0, nullptr), CL_INVALID_PROPERTY);
    EXPECT_EQ(error(handle(), description, CL_MEM_USE_HOST_PTR, host.data()), CL_INVALID_VALUE);
    EXPECT_EQ(error(handle(), description, 0, host.data()), CL_INVALID_HOST_PTR);
    EXPECT_EQ(error({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0}, description, 0, nullptr), CL_INVALID_PROPERTY);
    const Mem plain = buffer(4096);
    cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {64, 1, 1});
    over.mem_object = plain.get();
    EXPECT_EQ(error(handle(), over, 0, nullptr), CL_INVALID_PROPERTY);
}

TEST_F(ExternalMemory, CommandErrors) {
    const Mem shared_one = import(handle()), plain = buffer(64);
    const cl_mem good = shared_one.get(), inner = plain.get(), none = nullptr;
    cl_command_queue foreign = clCreateCommandQueueWithProperties(other_context, device, nullptr, nullptr);
    cl_event failed = clCreateUserEvent(context, nullptr), event = nullptr;
    clSetUserEventStatus(failed, -1);
    for (const auto enqueue : {acquire, release}) {
        EXPECT_EQ(enqueue(nullptr, 1, &good, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
        EXPECT_EQ(enqueue(queue, 0, &good, 0, nullptr, &event), CL_INVALID_VALUE);
        EXPECT_EQ(enqueue(queue, 1, nullptr, 0, nullptr, &event), CL_INVALID_VALUE);
        EXPECT_EQ(enqueue(queue, 1, &none, 0, nullptr, &event), CL_INVALID_MEM_OBJECT);
        EXPECT_EQ(enqueue(queue, 1, &inner, 0, nullptr, &event), CL_INVALID_MEM_OBJECT);
        EXPECT_EQ(enqueue(foreign, 1, &good, 0, nullptr, &event), CL_INVALID_CONTEXT);
        EXPECT_EQ(enqueue(queue, 1, &good, 1, nullptr, &event), CL_INVALID_EVENT_WAIT_LIST);
        EXPECT_EQ(enqueue(queue, 1, &good, 1, &failed, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        // "If num_mem_objects is 0 and mem_objects is NULL, the command will trivially succeed".
        EXPECT_EQ(event, nullptr);
        EXPECT_EQ(enqueue(queue, 0, nullptr, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        event = nullptr;
    }
    clReleaseEvent(failed);
    clReleaseCommandQueue(foreign);
}

// "CL_INVALID_COMMAND_QUEUE [...] if device associated with command_queue is not one of the devices specified by
// CL_MEM_DEVICE_HANDLE_LIST_KHR".
TEST_F(ExternalMemory, OnlyListedDevicesAcquire) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device cannot be partitioned";
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::vector<cl_device_id> parts(units);
    ASSERT_EQ(clCreateSubDevices(device, by_one, units, parts.data(), nullptr), CL_SUCCESS);
    cl_context wide = clCreateContext(nullptr, 2, parts.data(), nullptr, nullptr, nullptr);
    const Properties properties = handle({devices, reinterpret_cast<cl_mem_properties>(parts[1]), 0});
    cl_int code = 1;
    cl_mem object = clCreateBufferWithProperties(wide, properties.data(), 0, 64, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    for (int i = 0; i < 2; ++i) {
        cl_command_queue on = clCreateCommandQueueWithProperties(wide, parts[i], nullptr, nullptr);
        const cl_int expected = i == 1 ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
        EXPECT_EQ(acquire(on, 1, &object, 0, nullptr, nullptr), expected);
        EXPECT_EQ(release(on, 1, &object, 0, nullptr, nullptr), expected);
        clReleaseCommandQueue(on);
    }
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    clReleaseMemObject(object);
    clReleaseContext(wide);
    for (cl_device_id part : parts) clReleaseDevice(part);
}

}  // namespace
}  // namespace lanewise::test
