// Tests transfers from and to memory that cannot be accessed (any more). Another process has shortened the file of an
// imported memory object, or a pointer of the application leads to inaccessible memory. The command fails, and the
// process continues.
#include <CL/cl_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "command_buffers/command_buffer_names.h"
#include "images/image_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

constexpr std::size_t bytes = 8192;

class LostMemory : public ImageTest {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer handles the signals";
#endif
#endif
        ImageTest::SetUp();
        whole = buffer(bytes);
        lost = import_file();
        lost_image = import_image();
    }
    void TearDown() override {
        for (const int file : files) close(file);
        if (queue) ImageTest::TearDown();
    }

    int new_file() {
        const int file = memfd_create("lost", MFD_CLOEXEC);
        EXPECT_EQ(ftruncate(file, bytes), 0);
        files.push_back(file);
        return file;
    }
    static std::array<cl_mem_properties, 3> handle(int file) {
        return {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, static_cast<cl_mem_properties>(dup(file)), 0};
    }
    Mem import_file() {
        cl_int code = 1;
        Mem made(clCreateBufferWithProperties(context, handle(new_file()).data(), 0, bytes, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    Mem import_image() {
        const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {32, 32, 1});
        cl_int code = 1;
        Mem made(
            clCreateImageWithProperties(context, handle(new_file()).data(), 0, &rgba8, &description, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    void lose_files() const {
        for (const int file : files) EXPECT_EQ(ftruncate(file, 0), 0);
    }

    using Enqueue = std::function<cl_int(cl_event*)>;
    /// Enqueues the command before and after lose_files(), and expects that it succeeds the first time and fails the
    /// second time.
    void expect_failure(const Enqueue& enqueue) {
        for (const bool is_lost : {false, true}) {
            if (is_lost) lose_files();
            cl_event event = nullptr;
            EXPECT_EQ(enqueue(&event), CL_SUCCESS);
            const OwnedEvent owned(event);
            EXPECT_EQ(clWaitForEvents(1, &event), is_lost ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
            cl_int status = 1;
            EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                      CL_SUCCESS);
            EXPECT_EQ(status, is_lost ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
        }
        // Other commands still work.
        EXPECT_EQ(read(whole, bytes).size(), bytes);
    }

    static constexpr std::size_t origin[3] = {0, 0, 0}, box[3] = {64, 8, 1}, texels[3] = {32, 32, 1};

    std::vector<int> files;
    std::vector<std::uint8_t> host = std::vector<std::uint8_t>(bytes);
    Mem whole, lost, lost_image;
};

TEST_F(LostMemory, Reads) {
    expect_failure([&](cl_event* event) {
        return clEnqueueReadBuffer(queue, lost.get(), CL_FALSE, 0, bytes, host.data(), 0, nullptr, event);
    });
}

TEST_F(LostMemory, BlockingReads) {
    lose_files();
    EXPECT_EQ(clEnqueueReadBuffer(queue, lost.get(), CL_TRUE, 4096, 100, host.data(), 0, nullptr, nullptr),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(read(whole, bytes).size(), bytes);
}

TEST_F(LostMemory, Writes) {
    expect_failure([&](cl_event* event) {
        return clEnqueueWriteBuffer(queue, lost.get(), CL_FALSE, 0, bytes, host.data(), 0, nullptr, event);
    });
}

TEST_F(LostMemory, CopiesFrom) {
    expect_failure([&](cl_event* event) {
        return clEnqueueCopyBuffer(queue, lost.get(), whole.get(), 0, 0, bytes, 0, nullptr, event);
    });
}

TEST_F(LostMemory, CopiesTo) {
    expect_failure([&](cl_event* event) {
        return clEnqueueCopyBuffer(queue, whole.get(), lost.get(), 0, 0, bytes, 0, nullptr, event);
    });
}

TEST_F(LostMemory, Fills) {
    for (const std::size_t size : {1, 4, 128}) {
        lost = import_file();
        expect_failure([&](cl_event* event) {
            return clEnqueueFillBuffer(queue, lost.get(), host.data(), size, 0, 4096, 0, nullptr, event);
        });
    }
}

TEST_F(LostMemory, Boxes) {
    expect_failure([&](cl_event* event) {
        return clEnqueueReadBufferRect(queue, lost.get(), CL_FALSE, origin, origin, box, 128, 0, 64, 0, host.data(), 0,
                                       nullptr, event);
    });
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, lost.get(), CL_TRUE, origin, origin, box, 128, 0, 64, 0, host.data(), 0,
                                       nullptr, nullptr),
              CL_OUT_OF_RESOURCES);
    cl_event event = nullptr;
    EXPECT_EQ(
        clEnqueueCopyBufferRect(queue, lost.get(), whole.get(), origin, origin, box, 128, 0, 64, 0, 0, nullptr, &event),
        CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
}

TEST_F(LostMemory, Images) {
    expect_failure([&](cl_event* event) {
        return clEnqueueReadImage(queue, lost_image.get(), CL_FALSE, origin, texels, 0, 0, host.data(), 0, nullptr,
                                  event);
    });
    const Mem image = image_2d(32, 32);
    const cl_uint color[4] = {1, 2, 3, 4};
    const Enqueue commands[] = {
        [&](cl_event* event) {
            return clEnqueueWriteImage(queue, lost_image.get(), CL_FALSE, origin, texels, 0, 0, host.data(), 0, nullptr,
                                       event);
        },
        [&](cl_event* event) {
            return clEnqueueFillImage(queue, lost_image.get(), color, origin, texels, 0, nullptr, event);
        },
        [&](cl_event* event) {
            return clEnqueueCopyImage(queue, lost_image.get(), image.get(), origin, origin, texels, 0, nullptr, event);
        },
        [&](cl_event* event) {
            return clEnqueueCopyImageToBuffer(queue, lost_image.get(), whole.get(), origin, texels, 0, 0, nullptr,
                                              event);
        },
        [&](cl_event* event) {
            return clEnqueueCopyBufferToImage(queue, whole.get(), lost_image.get(), 0, origin, texels, 0, nullptr,
                                              event);
        }};
    for (const Enqueue& enqueue : commands) {
        cl_event event = nullptr;
        EXPECT_EQ(enqueue(&event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        clReleaseEvent(event);
    }
}

// Several threads share a large copy, which bypasses the caches.
TEST_F(LostMemory, LargeCopies) {
    constexpr std::size_t large = std::size_t{40} << 20;
    EXPECT_EQ(ftruncate(files[0], large), 0);
    cl_int code = 1;
    const Mem half(clCreateBufferWithProperties(context, handle(files[0]).data(), 0, large, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    const Mem target = buffer(large);
    EXPECT_EQ(ftruncate(files[0], large / 2), 0);
    const cl_uint value = 7;
    cl_event events[2] = {};
    EXPECT_EQ(clEnqueueCopyBuffer(queue, half.get(), target.get(), 0, 0, large, 0, nullptr, &events[0]), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &events[0]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(clEnqueueFillBuffer(queue, half.get(), &value, 4, 0, large, 0, nullptr, &events[1]), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &events[1]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    for (cl_event event : events) clReleaseEvent(event);
}

TEST_F(LostMemory, PointersToNothing) {
    void* const nothing = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(nothing, MAP_FAILED);
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), nothing, 100, 0, nullptr, nullptr), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, whole.get(), CL_TRUE, 0, 100, nothing, 0, nullptr, nullptr),
              CL_OUT_OF_RESOURCES);
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueSVMMemFill(queue, nothing, host.data(), 4, 100, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    munmap(nothing, bytes);
}

TEST_F(LostMemory, CommandBuffers) {
    CommandBufferFunctions functions{};
    ASSERT_EQ(functions.load(platform), nullptr);
    cl_int code = 1;
    cl_command_buffer_khr recorded = functions.create(1, &queue, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(
        functions.copy(recorded, nullptr, nullptr, lost.get(), whole.get(), 0, 0, bytes, 0, nullptr, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(functions.finalize(recorded), CL_SUCCESS);
    expect_failure([&](cl_event* event) { return functions.enqueue(0, nullptr, recorded, 0, nullptr, event); });
    EXPECT_EQ(functions.release(recorded), CL_SUCCESS);
}

void CL_CALLBACK keep_text(const char* text, const void*, std::size_t, void* kept) {
    *static_cast<std::string*>(kept) = text;
}

TEST_F(LostMemory, TheMessageTellsTheAddress) {
    std::string text;
    cl_context told = clCreateContext(nullptr, 1, &device, keep_text, &text, nullptr);
    cl_command_queue on = clCreateCommandQueueWithProperties(told, device, nullptr, nullptr);
    void* const nothing = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_EQ(clEnqueueSVMMemcpy(on, CL_TRUE, host.data(), nothing, 8, 0, nullptr, nullptr), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
    char address[32] = {};
    std::snprintf(address, sizeof address, "at 0x%zx", reinterpret_cast<std::size_t>(nothing));
    EXPECT_NE(text.find("The copy or fill was stopped by an invalid memory access"), std::string::npos) << text;
    EXPECT_NE(text.find(address), std::string::npos) << text;
    munmap(nothing, bytes);
    clReleaseCommandQueue(on);
    clReleaseContext(told);
}

}  // namespace
}  // namespace lanewise::test
