// Tests every error of commands on images, and of buffer commands that get an image.
#include <functional>

#include "errors/bad_handles.h"
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class ImageCommandErrors : public ImageTest {
protected:
    /// A call that enqueues a command on an image. The parameters of `make` are the arguments for which the tests pass
    /// wrong values.
    struct Call {
        const char* name;
        std::function<cl_int(cl_command_queue, cl_mem, const std::size_t* origin, const std::size_t* region,
                             cl_uint waits, const cl_event* list)>
            make;
    };

    void SetUp() override {
        ImageTest::SetUp();
        image_ = image_2d(8, 8);
        other_ = image_2d(8, 8);
        buffer_ = buffer(1024);
    }
    void TearDown() override {
        image_.reset();
        other_.reset();
        buffer_.reset();
        ImageTest::TearDown();
    }

    std::vector<Call> calls() {
        return {
            {"read",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueReadImage(q, m, CL_TRUE, o, r, 0, 0, host_.data(), n, l, nullptr);
             }},
            {"write",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueWriteImage(q, m, CL_TRUE, o, r, 0, 0, host_.data(), n, l, nullptr);
             }},
            {"fill", [this](auto q, auto m, auto o, auto r, auto n,
                            auto l) { return clEnqueueFillImage(q, m, host_.data(), o, r, n, l, nullptr); }},
            {"copy from",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueCopyImage(q, m, other_.get(), o, zero_.data(), r, n, l, nullptr);
             }},
            {"copy to",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueCopyImage(q, other_.get(), m, zero_.data(), o, r, n, l, nullptr);
             }},
            {"copy to a buffer",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueCopyImageToBuffer(q, m, buffer_.get(), o, r, 0, n, l, nullptr);
             }},
            {"copy from a buffer",
             [this](auto q, auto m, auto o, auto r, auto n, auto l) {
                 return clEnqueueCopyBufferToImage(q, buffer_.get(), m, 0, o, r, n, l, nullptr);
             }},
            {"map",
             [](auto q, auto m, auto o, auto r, auto n, auto l) {
                 std::size_t row = 0, slice = 0;
                 cl_int code = CL_SUCCESS;
                 void* const mapped =
                     clEnqueueMapImage(q, m, CL_TRUE, CL_MAP_READ, o, r, &row, &slice, n, l, nullptr, &code);
                 EXPECT_EQ(mapped != nullptr, code == CL_SUCCESS);
                 if (mapped) clEnqueueUnmapMemObject(q, m, mapped, 0, nullptr, nullptr);
                 return code;
             }},
        };
    }

    Mem image_, other_, buffer_;
    std::vector<std::uint8_t> host_ = std::vector<std::uint8_t>(4096);
    const Origin zero_{};
    const Size3 whole_{8, 8, 1};
};

TEST_F(ImageCommandErrors, Handles) {
    const Mem foreign = image(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}), 0, nullptr, other_context);
    const Mem pipe(clCreatePipe(context, 0, 4, 4, nullptr, nullptr));
    for (const Call& call : calls()) {
        const auto code_of = [&](cl_command_queue q, cl_mem m) {
            return call.make(q, m, zero_.data(), whole_.data(), 0, nullptr);
        };
        EXPECT_EQ(code_of(queue, image_.get()), CL_SUCCESS) << call.name;
        EXPECT_EQ(code_of(queue, buffer_.get()), CL_INVALID_MEM_OBJECT) << call.name;
        EXPECT_EQ(code_of(queue, pipe.get()), CL_INVALID_MEM_OBJECT) << call.name;
        EXPECT_EQ(code_of(queue, foreign.get()), CL_INVALID_CONTEXT) << call.name;
        for (const auto& [kind, handle] : bad_handles(released_context(device), context)) {
            EXPECT_EQ(code_of(static_cast<cl_command_queue>(handle), image_.get()), CL_INVALID_COMMAND_QUEUE)
                << call.name << ", " << kind;
            EXPECT_EQ(code_of(queue, static_cast<cl_mem>(handle)), CL_INVALID_MEM_OBJECT) << call.name << ", " << kind;
        }
    }
}

TEST_F(ImageCommandErrors, Regions) {
    const auto huge = ~std::size_t{0};
    for (const Call& call : calls()) {
        const auto code_of = [&](const Origin& origin, const Size3& region) {
            return call.make(queue, image_.get(), origin.data(), region.data(), 0, nullptr);
        };
        EXPECT_EQ(call.make(queue, image_.get(), nullptr, whole_.data(), 0, nullptr), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(call.make(queue, image_.get(), zero_.data(), nullptr, 0, nullptr), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({7, 7}, {1, 1, 1}), CL_SUCCESS) << call.name;
        EXPECT_EQ(code_of({}, {0, 1, 1}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({}, {1, 1, 0}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({}, {1, 1, 2}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({0, 0, 1}, {1, 1, 1}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({1, 0}, whole_), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({0, 8}, {1, 1, 1}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({huge, 0}, {2, 1, 1}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({2, 0}, {huge, 1, 1}), CL_INVALID_VALUE) << call.name;
    }
}

TEST_F(ImageCommandErrors, MipLevels) {
    const Mem levels = image(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}, 3));
    for (const Call& call : calls()) {
        const auto code_of = [&](const Origin& origin, const Size3& region) {
            return call.make(queue, levels.get(), origin.data(), region.data(), 0, nullptr);
        };
        EXPECT_EQ(code_of({0, 0, 2}, {2, 2, 1}), CL_SUCCESS) << call.name;
        EXPECT_EQ(code_of({0, 0, 2}, {3, 2, 1}), CL_INVALID_VALUE) << call.name;
        EXPECT_EQ(code_of({0, 0, 3}, {1, 1, 1}), CL_INVALID_MIP_LEVEL) << call.name;
    }
}

TEST_F(ImageCommandErrors, WaitLists) {
    cl_event foreign = clCreateUserEvent(other_context, nullptr);
    const cl_event null = nullptr;
    for (const Call& call : calls()) {
        const auto code_of = [&](cl_uint count, const cl_event* list) {
            return call.make(queue, image_.get(), zero_.data(), whole_.data(), count, list);
        };
        EXPECT_EQ(code_of(1, nullptr), CL_INVALID_EVENT_WAIT_LIST) << call.name;
        EXPECT_EQ(code_of(0, &foreign), CL_INVALID_EVENT_WAIT_LIST) << call.name;
        EXPECT_EQ(code_of(1, &null), CL_INVALID_EVENT_WAIT_LIST) << call.name;
        EXPECT_EQ(code_of(1, &foreign), CL_INVALID_CONTEXT) << call.name;
    }
    clReleaseEvent(foreign);
}

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read and write operations are blocking and the execution status
// of any of the events in event_wait_list is a negative integer value"; the same holds for maps.
TEST_F(ImageCommandErrors, BlockingCommandsOfFailedEvents) {
    cl_event failed = clCreateUserEvent(context, nullptr);
    ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
    for (const Call& call : calls()) {
        const std::string name = call.name;
        if (name != "read" && name != "write" && name != "map") continue;
        EXPECT_EQ(call.make(queue, image_.get(), zero_.data(), whole_.data(), 1, &failed),
                  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            << name;
    }
    cl_uint maps = 1;
    EXPECT_EQ(clGetMemObjectInfo(image_.get(), CL_MEM_MAP_COUNT, sizeof maps, &maps, nullptr), CL_SUCCESS);
    EXPECT_EQ(maps, 0u);
    clReleaseEvent(failed);
}

TEST_F(ImageCommandErrors, HostMemory) {
    const auto both = [&](std::size_t row, std::size_t slice, void* pointer, const Mem& of) {
        const cl_int code = read_image(of, {}, {4, 4, 1}, pointer, row, slice);
        EXPECT_EQ(write_image(of, {}, {4, 4, 1}, pointer, row, slice), code);
        return code;
    };
    EXPECT_EQ(both(16, 0, host_.data(), image_), CL_SUCCESS);
    EXPECT_EQ(both(0, 0, nullptr, image_), CL_INVALID_VALUE);
    EXPECT_EQ(both(15, 0, host_.data(), image_), CL_INVALID_VALUE);
    EXPECT_EQ(both(16, 64, host_.data(), image_), CL_INVALID_VALUE);
    const Mem deep = image(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, {8, 8, 2}));
    EXPECT_EQ(both(16, 64, host_.data(), deep), CL_SUCCESS);
    EXPECT_EQ(both(16, 63, host_.data(), deep), CL_INVALID_VALUE);
    EXPECT_EQ(both(~std::size_t{0} / 2, 0, host_.data(), deep), CL_INVALID_VALUE);
    const Mem lines = image(rgba8, describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, {8, 8, 1}));
    EXPECT_EQ(both(16, 15, host_.data(), lines), CL_INVALID_VALUE);
    EXPECT_EQ(both(0, ~std::size_t{0} / 2, host_.data(), lines), CL_INVALID_VALUE);
}

TEST_F(ImageCommandErrors, HostAccess) {
    const Mem no_read = image_2d(8, 8, CL_MEM_HOST_WRITE_ONLY), no_write = image_2d(8, 8, CL_MEM_HOST_READ_ONLY);
    const Mem nothing = image_2d(8, 8, CL_MEM_HOST_NO_ACCESS);
    EXPECT_EQ(read_image(no_read, {}, whole_, host_.data()), CL_INVALID_OPERATION);
    EXPECT_EQ(write_image(no_read, {}, whole_, host_.data()), CL_SUCCESS);
    EXPECT_EQ(read_image(no_write, {}, whole_, host_.data()), CL_SUCCESS);
    EXPECT_EQ(write_image(no_write, {}, whole_, host_.data()), CL_INVALID_OPERATION);
    const auto map_code = [&](const Mem& of, cl_map_flags flags) {
        std::size_t row = 0;
        cl_int code = CL_SUCCESS;
        clEnqueueMapImage(queue, of.get(), CL_TRUE, flags, zero_.data(), whole_.data(), &row, nullptr, 0, nullptr,
                          nullptr, &code);
        return code;
    };
    EXPECT_EQ(map_code(no_read, CL_MAP_READ), CL_INVALID_OPERATION);
    EXPECT_EQ(map_code(no_write, CL_MAP_WRITE), CL_INVALID_OPERATION);
    EXPECT_EQ(map_code(nothing, CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_OPERATION);
    EXPECT_EQ(map_code(image_, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION), CL_INVALID_VALUE);
    EXPECT_EQ(map_code(image_, 0x80), CL_INVALID_VALUE);
}

TEST_F(ImageCommandErrors, Maps) {
    const Mem deep = image(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, {8, 8, 2}));
    const auto code_of = [&](const Mem& of, std::size_t* row, std::size_t* slice) {
        cl_int code = CL_SUCCESS;
        clEnqueueMapImage(queue, of.get(), CL_TRUE, CL_MAP_READ, zero_.data(), whole_.data(), row, slice, 0, nullptr,
                          nullptr, &code);
        return code;
    };
    std::size_t row = 0, slice = 7;
    EXPECT_EQ(code_of(image_, nullptr, &slice), CL_INVALID_VALUE);
    EXPECT_EQ(code_of(deep, &row, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(code_of(image_, &row, &slice), CL_SUCCESS);
    EXPECT_EQ(slice, 0u);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image_.get(), host_.data(), 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(ImageCommandErrors, Copies) {
    const Mem integers = image({CL_RGBA, CL_UNSIGNED_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}));
    EXPECT_EQ(copy_image(image_, integers, {}, {}, whole_), CL_IMAGE_FORMAT_MISMATCH);
    EXPECT_EQ(copy_image(image_, image_, {0, 0}, {3, 3}, {4, 4, 1}), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy_image(image_, image_, {0, 0}, {4, 3}, {4, 4, 1}), CL_SUCCESS);
    // Regions in different levels do not overlap.
    const Mem levels = image(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}, 2));
    EXPECT_EQ(copy_image(levels, levels, {0, 0, 0}, {0, 0, 1}, {4, 4, 1}), CL_SUCCESS);
    EXPECT_EQ(copy_image(levels, levels, {0, 0, 1}, {0, 0, 1}, {4, 4, 1}), CL_MEM_COPY_OVERLAP);
    // Two images over the same buffer share the buffer's memory.
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
    description.mem_object = buffer_.get();
    const Mem one = image(rgba8, description, 0), two = image(rgba8, description, 0);
    EXPECT_EQ(copy_image(one, two, {0, 0}, {3, 3}, {4, 4, 1}), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy_image(one, two, {0, 0}, {4, 0}, {4, 4, 1}), CL_SUCCESS);
    const auto with_buffer = [&](std::size_t offset) {
        const cl_int code = clEnqueueCopyImageToBuffer(queue, image_.get(), buffer_.get(), zero_.data(), whole_.data(),
                                                       offset, 0, nullptr, nullptr);
        EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer_.get(), image_.get(), offset, zero_.data(), whole_.data(), 0,
                                             nullptr, nullptr),
                  code);
        return code;
    };
    EXPECT_EQ(with_buffer(1024 - 256), CL_SUCCESS);
    EXPECT_EQ(with_buffer(1024 - 255), CL_INVALID_VALUE);
    EXPECT_EQ(with_buffer(~std::size_t{0}), CL_INVALID_VALUE);
    const Mem foreign = buffer(1024, 0, nullptr, other_context);
    EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image_.get(), foreign.get(), zero_.data(), whole_.data(), 0, 0, nullptr,
                                         nullptr),
              CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueCopyBufferToImage(queue, foreign.get(), image_.get(), 0, zero_.data(), whole_.data(), 0, nullptr,
                                         nullptr),
              CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image_.get(), other_.get(), zero_.data(), whole_.data(), 0, 0, nullptr,
                                         nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBufferToImage(queue, other_.get(), image_.get(), 0, zero_.data(), whole_.data(), 0, nullptr,
                                         nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueFillImage(queue, image_.get(), nullptr, zero_.data(), whole_.data(), 0, nullptr, nullptr),
              CL_INVALID_VALUE);
}

TEST_F(ImageCommandErrors, BufferCommandsTakeNoImages) {
    cl_mem const made = image_.get(), memory = buffer_.get();
    const std::size_t* const at = zero_.data();
    const std::size_t* const size = whole_.data();
    void* const bytes = host_.data();
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clEnqueueReadBuffer(queue, made, CL_TRUE, 0, 4, bytes, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, 4, bytes, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, made, memory, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, memory, made, 0, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueFillBuffer(queue, made, bytes, 4, 0, 4, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueReadBufferRect(queue, made, CL_TRUE, at, at, size, 0, 0, 0, 0, bytes, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, made, CL_TRUE, at, at, size, 0, 0, 0, 0, bytes, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, made, memory, at, at, size, 0, 0, 0, 0, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueMapBuffer(queue, made, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
    const cl_buffer_region part{0, 4};
    EXPECT_EQ(clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_MEM_OBJECT);
    const void* location = host_.data();
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue, [](void*) {}, bytes, 8, 1, &made, &location, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    // Commands that accept memory objects of all types also accept images.
    EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, &made, 0, 0, nullptr, nullptr), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
