// Tests images that share their memory with the application, with a buffer, or with an image of another format. Also
// tests maps of shared memory.
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class ImageAliasing : public ImageTest {
protected:
    void* map(const Mem& image, const Origin& origin, const Size3& region, std::size_t* row, std::size_t* slice,
              cl_map_flags flags = CL_MAP_READ, cl_int* code = nullptr) {
        cl_int status = CL_SUCCESS;
        void* const pointer = clEnqueueMapImage(queue, image.get(), CL_TRUE, flags, origin.data(), region.data(), row,
                                                slice, 0, nullptr, nullptr, &status);
        if (code) {
            *code = status;
        } else {
            EXPECT_EQ(status, CL_SUCCESS);
        }
        return pointer;
    }
    void unmap(const Mem& object, void* pointer) {
        EXPECT_EQ(clEnqueueUnmapMemObject(queue, object.get(), pointer, 0, nullptr, nullptr), CL_SUCCESS);
    }
    static cl_uint map_count(const Mem& object) {
        cl_uint count = 0;
        EXPECT_EQ(clGetMemObjectInfo(object.get(), CL_MEM_MAP_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
        return count;
    }

    std::vector<std::uint8_t> host_ = counting(4096);
};

// The image uses the application's memory and pitches. Commands must write the texels to this memory, but must not
// change the bytes between the rows.
TEST_F(ImageAliasing, HostPointerIsTheImage) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE3D, {4, 3, 2});
    description.image_row_pitch = 32;
    description.image_slice_pitch = 128;
    const Mem made = image(rgba8, description, CL_MEM_USE_HOST_PTR, host_.data());
    EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_SLICE_PITCH), 128u);
    std::size_t row = 0, slice = 0;
    void* const mapped = map(made, {1, 1, 1}, {2, 2, 1}, &row, &slice, CL_MAP_WRITE);
    EXPECT_EQ(mapped, host_.data() + 128 + 32 + 4);
    EXPECT_EQ(row, 32u);
    EXPECT_EQ(slice, 128u);
    unmap(made, mapped);
    const std::vector<std::uint8_t> written(4 * 3 * 2 * 4, 0xEE);
    ASSERT_EQ(write_image(made, {}, {4, 3, 2}, written.data()), CL_SUCCESS);
    const std::vector<std::uint8_t> before = counting(4096);
    for (std::size_t at = 0; at < 256; ++at) {
        const bool inside = at % 32 < 16 && at % 128 / 32 < 3;
        EXPECT_EQ(host_[at], inside ? 0xEE : before[at]) << at;
    }
}

// The driver must not read beyond the last row of the application's memory, because no memory may be mapped there.
TEST_F(ImageAliasing, HostPointerIsCopiedByRows) {
    std::vector<std::uint8_t> exact(32 * 2 + 16);
    std::iota(exact.begin(), exact.end(), std::uint8_t{0});
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {4, 3, 1});
    description.image_row_pitch = 32;
    const Mem made = image(rgba8, description, CL_MEM_COPY_HOST_PTR, exact.data());
    std::vector<std::uint8_t> copy(48);
    exact[0] = 0x77;  // the image has a copy of this byte
    ASSERT_EQ(read_image(made, {}, {4, 3, 1}, copy.data()), CL_SUCCESS);
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 16; ++x) EXPECT_EQ(copy[y * 16 + x], y * 32 + x);
}

TEST_F(ImageAliasing, ImageOverASubBuffer) {
    const Mem parent = counting_buffer(1024);
    const cl_buffer_region part{256, 256};
    const Mem sub(clCreateSubBuffer(parent.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &part, nullptr));
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    description.image_row_pitch = 64;
    description.mem_object = sub.get();
    const Mem made = image(rgba8, description, 0);
    std::vector<std::uint8_t> texels(64);
    ASSERT_EQ(read_image(made, {}, {4, 4, 1}, texels.data()), CL_SUCCESS);
    const auto all = counting(1024);
    for (std::size_t y = 0; y < 4; ++y)
        EXPECT_TRUE(std::equal(texels.begin() + static_cast<std::ptrdiff_t>(y * 16),
                               texels.begin() + static_cast<std::ptrdiff_t>(y * 16 + 16),
                               all.begin() + static_cast<std::ptrdiff_t>(256 + y * 64)));
    const cl_uint color[4] = {0, 0, 0, 0};
    const Size3 one{1, 1, 1};
    const Origin at{1, 2, 0, 0};
    ASSERT_EQ(clEnqueueFillImage(queue, made.get(), color, at.data(), one.data(), 0, nullptr, nullptr), CL_SUCCESS);
    const auto after = read(parent, 1024);
    for (std::size_t i = 0; i < 1024; ++i)
        EXPECT_EQ(after[i], i >= 256 + 2 * 64 + 4 && i < 256 + 2 * 64 + 8 ? 0 : all[i]) << i;
}

// A buffer and an image over the buffer share memory. A map of one of them must be refused if it conflicts with a map
// of the other.
TEST_F(ImageAliasing, MappingsOfSharedMemoryCollide) {
    const Mem memory = buffer(256);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    description.mem_object = memory.get();
    const Mem made = image(rgba8, description, 0);
    cl_int code = CL_SUCCESS;
    void* const bytes =
        clEnqueueMapBuffer(queue, memory.get(), CL_TRUE, CL_MAP_WRITE, 0, 16, 0, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    std::size_t row = 0;
    map(made, {0, 0}, {1, 1, 1}, &row, nullptr, CL_MAP_WRITE, &code);
    EXPECT_EQ(code, CL_INVALID_OPERATION);
    void* const below = map(made, {0, 1}, {1, 1, 1}, &row, nullptr, CL_MAP_WRITE, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(map_count(memory), 1u);
    EXPECT_EQ(map_count(made), 1u);
    unmap(made, below);
    unmap(memory, bytes);
}

// Adjacent boxes can be mapped for writing at the same time, although their rows alternate in memory.
TEST_F(ImageAliasing, MappedRegionsAreBoxes) {
    const Mem made = image_2d(8, 8);
    std::size_t row = 0;
    void* const left = map(made, {0, 0}, {4, 8, 1}, &row, nullptr, CL_MAP_WRITE);
    void* const right = map(made, {4, 0}, {4, 8, 1}, &row, nullptr, CL_MAP_WRITE);
    cl_int code = CL_SUCCESS;
    map(made, {3, 7}, {2, 1, 1}, &row, nullptr, CL_MAP_WRITE_INVALIDATE_REGION, &code);
    EXPECT_EQ(code, CL_INVALID_OPERATION);
    void* const seen = map(made, {3, 7}, {2, 1, 1}, &row, nullptr, CL_MAP_READ);
    EXPECT_EQ(map_count(made), 3u);
    for (void* pointer : {left, right, seen}) unmap(made, pointer);
    EXPECT_EQ(map_count(made), 0u);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, made.get(), left, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

// Reads the same texels as sRGB values and as linear values.
TEST_F(ImageAliasing, ImageOfAnImage) {
    const Mem parent = image({CL_sRGBA, CL_UNORM_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}),
                             CL_MEM_COPY_HOST_PTR, host_.data());
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    description.mem_object = parent.get();
    const Mem view = image(rgba8, description, 0);
    EXPECT_EQ(info<cl_mem>(view, CL_IMAGE_BUFFER), nullptr);
    std::vector<std::uint8_t> texels(64, 9);
    ASSERT_EQ(read_image(view, {}, {4, 4, 1}, texels.data()), CL_SUCCESS);
    EXPECT_TRUE(std::equal(texels.begin(), texels.end(), host_.begin()));
    const std::uint8_t word[4] = {1, 2, 3, 4};
    ASSERT_EQ(write_image(view, {1, 1}, {1, 1, 1}, word), CL_SUCCESS);
    ASSERT_EQ(read_image(parent, {1, 1}, {1, 1, 1}, texels.data()), CL_SUCCESS);
    EXPECT_TRUE(std::equal(word, word + 4, texels.begin()));
}

// An image over a buffer must keep the buffer's memory alive.
TEST_F(ImageAliasing, ParentsLive) {
    Mem memory = counting_buffer(64);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {16, 1, 1});
    description.mem_object = memory.get();
    const Mem made = image(rgba8, description, 0);
    memory.reset();
    std::vector<std::uint8_t> texels(64);
    ASSERT_EQ(read_image(made, {}, {16, 1, 1}, texels.data()), CL_SUCCESS);
    EXPECT_EQ(texels, counting(64));
}

}  // namespace
}  // namespace lanewise::test
