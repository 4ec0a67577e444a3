// Tests memory objects over dma-bufs (cl_khr_external_memory_dma_buf). The tests use real dma-bufs if the system can
// create a dma-buf from memory (/dev/udmabuf). Otherwise, the tests replace the dma-buf by a file from memfd_create().
// Some calls of ioctl() only work with a dma-buf. The function ioctl() below counts these calls and answers them as
// Linux would.
#include <CL/cl_ext.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "images/image_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace {

ino_t stand_in = 0;  // inode of the file that replaces a dma-buf, or 0
unsigned starts = 0, ends = 0;
bool refuses = false;

bool is_stand_in(int descriptor) {
    struct stat about{};
    return stand_in != 0 && fstat(descriptor, &about) == 0 && about.st_ino == stand_in;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int ioctl(int descriptor, unsigned long request, ...) noexcept {
    va_list rest;
    va_start(rest, request);
    void* const argument = va_arg(rest, void*);
    va_end(rest);
    if (request == DMA_BUF_IOCTL_SYNC) {
        const bool is_end = (static_cast<dma_buf_sync*>(argument)->flags & DMA_BUF_SYNC_END) != 0;
        ++(is_end ? ends : starts);
        if (is_stand_in(descriptor)) {
            if (!refuses) return 0;
            errno = EINVAL;
            return -1;
        }
    }
    return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
}

namespace lanewise::test {
namespace {

constexpr std::size_t bytes = 8192;

class DmaBuf : public ImageTest {
protected:
    void SetUp() override {
        ImageTest::SetUp();
        acquire = reinterpret_cast<clEnqueueAcquireExternalMemObjectsKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueAcquireExternalMemObjectsKHR"));
        release = reinterpret_cast<clEnqueueReleaseExternalMemObjectsKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueReleaseExternalMemObjectsKHR"));
        ASSERT_TRUE(acquire && release);
        file = memfd_create("dma-buf", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        ASSERT_EQ(ftruncate(file, bytes), 0);
        shared = static_cast<std::uint8_t*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        ASSERT_NE(shared, MAP_FAILED);
        descriptor = make_dma_buf();
        ASSERT_GE(descriptor, 0);
        starts = ends = 0;
    }
    void TearDown() override {
        stand_in = 0;
        refuses = false;
        munmap(shared, bytes);
        close(file);
        if (fcntl(descriptor, F_GETFD) >= 0) close(descriptor);
        ImageTest::TearDown();
    }

    int make_dma_buf() const {
        const int device_file = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
        if (device_file >= 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0) {
            udmabuf_create wanted{};
            wanted.memfd = static_cast<__u32>(file);
            wanted.flags = UDMABUF_FLAGS_CLOEXEC;
            wanted.size = bytes;
            const int made = ioctl(device_file, UDMABUF_CREATE, &wanted);
            close(device_file);
            if (made >= 0) return made;
        }
        struct stat about{};
        fstat(file, &about);
        stand_in = about.st_ino;
        return dup(file);
    }

    std::array<cl_mem_properties, 3> handle(int number) const {
        return {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, static_cast<cl_mem_properties>(number), 0};
    }
    Mem import_buffer() {
        cl_int code = 1;
        Mem made(clCreateBufferWithProperties(context, handle(descriptor).data(), 0, bytes, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        starts = ends = 0;
        return made;
    }
    cl_int import_error(int number, std::size_t size = bytes) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateBufferWithProperties(context, handle(number).data(), 0, size, nullptr, &code), nullptr);
        return code;
    }

    clEnqueueAcquireExternalMemObjectsKHR_fn acquire = nullptr;
    clEnqueueReleaseExternalMemObjectsKHR_fn release = nullptr;
    int file = -1, descriptor = -1;
    std::uint8_t* shared = nullptr;
};

TEST_F(DmaBuf, IsListed) {
    std::size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, 0, nullptr, &size),
              CL_SUCCESS);
    std::vector<cl_external_memory_handle_type_khr> types(size / sizeof(cl_external_memory_handle_type_khr));
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, size, types.data(), nullptr),
              CL_SUCCESS);
    EXPECT_NE(std::ranges::find(types, cl_uint{CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR}), types.end());
}

TEST_F(DmaBuf, BuffersAreItsMemory) {
    shared[5] = 17;
    const Mem buffer = import_buffer();
    EXPECT_LT(fcntl(descriptor, F_GETFD), 0);  // the driver has taken over the descriptor and closed this number
    const cl_mem object = buffer.get();
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(read(buffer, 8)[5], 17);
    EXPECT_EQ(starts, 1u);
    EXPECT_EQ(ends, 0u);
    const std::uint8_t value = 9;
    EXPECT_EQ(clEnqueueFillBuffer(queue, object, &value, 1, 4096, 4096, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(release(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(ends, 1u);
    EXPECT_EQ(shared[8191], 9);
}

TEST_F(DmaBuf, ImagesAreLinear) {
    for (std::size_t i = 0; i < bytes; ++i) shared[i] = static_cast<std::uint8_t>(i * 7);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {16, 16, 1});
    description.image_row_pitch = 128;
    cl_int code = 1;
    const Mem made(
        clCreateImageWithProperties(context, handle(descriptor).data(), 0, &rgba8, &description, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    std::uint8_t texels[64] = {};
    EXPECT_EQ(read_image(made, {0, 3, 0}, {16, 1, 1}, texels), CL_SUCCESS);
    EXPECT_EQ(std::memcmp(texels, shared + 3 * 128, sizeof texels), 0);
}

// The driver must refuse to import a memfd, -1, a dma-buf that is smaller than the buffer, and two handles. The
// application still owns the refused descriptors.
TEST_F(DmaBuf, OtherDescriptorsAreRefused) {
    const int other = memfd_create("other", MFD_CLOEXEC);
    ASSERT_EQ(ftruncate(other, bytes), 0);
    EXPECT_EQ(import_error(other), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(-1), CL_INVALID_PROPERTY);
    EXPECT_EQ(import_error(descriptor, bytes + 1), CL_INVALID_PROPERTY);
    EXPECT_GE(fcntl(other, F_GETFD), 0);
    EXPECT_GE(fcntl(descriptor, F_GETFD), 0);
    close(other);
    const cl_mem_properties two[] = {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, cl_mem_properties(descriptor),
                                     CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(descriptor), 0};
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateBufferWithProperties(context, two, 0, bytes, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
}

TEST_F(DmaBuf, RefusedSynchronizationFailsTheCommand) {
    if (stand_in == 0) GTEST_SKIP() << "the system's dma-bufs refuse nothing";
    const Mem buffer = import_buffer();
    const cl_mem object = buffer.get();
    refuses = true;
    for (const auto enqueue : {acquire, release}) {
        cl_event event = nullptr;
        EXPECT_EQ(enqueue(queue, 1, &object, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        clReleaseEvent(event);
    }
}

}  // namespace
}  // namespace lanewise::test
