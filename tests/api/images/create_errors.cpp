// Tests every error of clCreateImage and similar functions.
#include <functional>
#include <limits>

#include "errors/bad_handles.h"
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class CreateImageErrors : public ImageTest {
protected:
    using Change = std::function<void(cl_image_desc&)>;

    /// Returns the error code of clCreateImage for a description of type `type`, after `change` has changed the
    /// description.
    cl_int code_for(cl_mem_object_type type, const Change& change, cl_mem_flags flags = CL_MEM_READ_WRITE,
                    void* host_ptr = nullptr) {
        cl_image_desc description = describe(type, {8, 4, 2});
        change(description);
        return creation_code(&rgba8, &description, flags, host_ptr);
    }

    std::vector<std::uint32_t> host_ = std::vector<std::uint32_t>(1024);
    const cl_image_desc flat_ = describe(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
};

TEST_F(CreateImageErrors, Contexts) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        auto* const bad = static_cast<cl_context>(handle);
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateImage(bad, 0, &rgba8, &flat_, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
        EXPECT_EQ(clCreateImageWithProperties(bad, nullptr, 0, &rgba8, &flat_, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
        EXPECT_EQ(clCreateImage2D(bad, 0, &rgba8, 4, 4, 0, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
        EXPECT_EQ(clCreateImage3D(bad, 0, &rgba8, 4, 4, 4, 0, 0, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
    }
}

TEST_F(CreateImageErrors, Flags) {
    for (const cl_mem_flags flags :
         {cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}, cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_READ_WRITE},
          cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY}, cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE},
          cl_mem_flags{1} << 40})
        EXPECT_EQ(creation_code(&rgba8, &flat_, flags), CL_INVALID_VALUE) << flags;
    EXPECT_EQ(creation_code(&rgba8, &flat_, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host_.data()),
              CL_INVALID_VALUE);
}

TEST_F(CreateImageErrors, HostPointers) {
    EXPECT_EQ(creation_code(&rgba8, &flat_, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
    EXPECT_EQ(creation_code(&rgba8, &flat_, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
    EXPECT_EQ(creation_code(&rgba8, &flat_, CL_MEM_READ_WRITE, host_.data()), CL_INVALID_HOST_PTR);
    const cl_image_desc levels = describe(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1}, 2);
    EXPECT_EQ(creation_code(&rgba8, &levels, CL_MEM_COPY_HOST_PTR, host_.data()), CL_INVALID_HOST_PTR);
}

TEST_F(CreateImageErrors, Properties) {
    const cl_mem_properties unknown[] = {0x4711, 1, 0};
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateImageWithProperties(context, unknown, 0, &rgba8, &flat_, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_PROPERTY);
    const cl_mem_properties none[] = {0};
    const Mem made(clCreateImageWithProperties(context, none, 0, &rgba8, &flat_, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    std::size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(made.get(), CL_MEM_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof none);
}

TEST_F(CreateImageErrors, Formats) {
    const auto code_of = [&](cl_channel_order order, cl_channel_type type) {
        const cl_image_format format{order, type};
        return creation_code(&format, &flat_);
    };
    EXPECT_EQ(creation_code(nullptr, &flat_), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(0, CL_UNORM_INT8), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(CL_RGBA, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    // "CL_RGB [...] can only be used if channel data type = CL_UNORM_SHORT_565, CL_UNORM_SHORT_555 or [...]"
    EXPECT_EQ(code_of(CL_RGB, CL_UNORM_INT8), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(CL_RGBA, CL_UNORM_SHORT_565), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(CL_INTENSITY, CL_SIGNED_INT8), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(CL_BGRA, CL_FLOAT), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(code_of(CL_DEPTH, CL_UNORM_INT8), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    // The specification has formats with texels of three bytes, but this device does not support them.
    EXPECT_EQ(code_of(CL_sRGB, CL_UNORM_INT8), CL_IMAGE_FORMAT_NOT_SUPPORTED);
    const cl_image_format depth{CL_DEPTH, CL_FLOAT};
    const cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, {4, 4, 4});
    EXPECT_EQ(creation_code(&depth, &deep), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(CreateImageErrors, Descriptions) {
    EXPECT_EQ(creation_code(&rgba8, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_type = CL_MEM_OBJECT_BUFFER; }),
              CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.num_samples = 2; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.num_mip_levels = 16; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE1D_BUFFER, [](auto&) {}), CL_INVALID_IMAGE_DESCRIPTOR);
    for (const cl_mem_object_type type : image_types) {
        if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
        EXPECT_EQ(code_for(type, [](auto& d) { d.image_width = 0; }), CL_INVALID_IMAGE_DESCRIPTOR);
    }
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_height = 0; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE3D, [](auto& d) { d.image_depth = 0; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D_ARRAY, [](auto& d) { d.image_array_size = 0; }),
              CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(CreateImageErrors, Pitches) {
    const auto with_host = [&](cl_mem_object_type type, std::size_t row, std::size_t slice) {
        return code_for(
            type,
            [&](auto& d) {
                d.image_row_pitch = row;
                d.image_slice_pitch = slice;
            },
            CL_MEM_COPY_HOST_PTR, host_.data());
    };
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_row_pitch = 64; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(code_for(CL_MEM_OBJECT_IMAGE3D, [](auto& d) { d.image_slice_pitch = 256; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE2D, 28, 0), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE2D, 34, 0), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE3D, 32, 96), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE3D, 32, 144), CL_INVALID_IMAGE_DESCRIPTOR);
    // Pitches that make the size of the image overflow.
    constexpr std::size_t huge = std::numeric_limits<std::size_t>::max() / 32 * 32;
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE2D, huge, 0), CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE3D, 32, huge), CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(with_host(CL_MEM_OBJECT_IMAGE1D_ARRAY, huge, 0), CL_INVALID_IMAGE_SIZE);
}

TEST_F(CreateImageErrors, SizesBeyondTheDevice) {
    const auto limit = [&](cl_device_info name) {
        std::size_t value = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    const auto too_large = [&](cl_mem_object_type type, std::size_t cl_image_desc::* size, cl_device_info name) {
        EXPECT_EQ(code_for(type, [&](auto& d) { d.*size = limit(name) + 1; }), CL_INVALID_IMAGE_SIZE) << name;
    };
    too_large(CL_MEM_OBJECT_IMAGE1D, &cl_image_desc::image_width, CL_DEVICE_IMAGE2D_MAX_WIDTH);
    too_large(CL_MEM_OBJECT_IMAGE2D, &cl_image_desc::image_width, CL_DEVICE_IMAGE2D_MAX_WIDTH);
    too_large(CL_MEM_OBJECT_IMAGE2D, &cl_image_desc::image_height, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    too_large(CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_width, CL_DEVICE_IMAGE3D_MAX_WIDTH);
    too_large(CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_height, CL_DEVICE_IMAGE3D_MAX_HEIGHT);
    too_large(CL_MEM_OBJECT_IMAGE3D, &cl_image_desc::image_depth, CL_DEVICE_IMAGE3D_MAX_DEPTH);
    too_large(CL_MEM_OBJECT_IMAGE1D_ARRAY, &cl_image_desc::image_array_size, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
    too_large(CL_MEM_OBJECT_IMAGE2D_ARRAY, &cl_image_desc::image_array_size, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
    // Each dimension is within the limits, but the image is larger than the memory of any computer.
    const cl_image_format wide{CL_RGBA, CL_FLOAT};
    const cl_image_desc largest = describe(
        CL_MEM_OBJECT_IMAGE2D_ARRAY, {limit(CL_DEVICE_IMAGE2D_MAX_WIDTH), limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 2048});
    EXPECT_EQ(creation_code(&wide, &largest), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(CreateImageErrors, MemoryOfOthers) {
    const auto over = [&](
                          cl_mem memory, cl_mem_object_type type, const Change& change = [](auto&) {},
                          cl_mem_flags flags = 0) {
        return code_for(
            type,
            [&](auto& d) {
                d.mem_object = memory;
                change(d);
            },
            flags);
    };
    const Mem large = buffer(1024), small = buffer(8 * 4 * 4 - 1), read_only = buffer(1024, CL_MEM_READ_ONLY);
    const Mem foreign = buffer(1024, 0, nullptr, other_context);
    const Mem misaligned = buffer(1000, CL_MEM_USE_HOST_PTR, reinterpret_cast<char*>(host_.data()) + 1);
    EXPECT_EQ(over(small.get(), CL_MEM_OBJECT_IMAGE2D), CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE1D_BUFFER, [](auto& d) { d.image_width = 257; }),
              CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_row_pitch = 512; }),
              CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_row_pitch = 16; }),
              CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.image_row_pitch = 35; }),
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(over(misaligned.get(), CL_MEM_OBJECT_IMAGE2D), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE2D, [](auto& d) { d.num_mip_levels = 2; }),
              CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over(foreign.get(), CL_MEM_OBJECT_IMAGE2D), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over(read_only.get(), CL_MEM_OBJECT_IMAGE2D, [](auto&) {}, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
    EXPECT_EQ(over(large.get(), CL_MEM_OBJECT_IMAGE2D, [](auto&) {}, CL_MEM_ALLOC_HOST_PTR), CL_INVALID_VALUE);
    for (const auto& [kind, handle] : bad_handles(foreign_handle<void*>(), queue)) {
        if (handle)
            EXPECT_EQ(over(static_cast<cl_mem>(handle), CL_MEM_OBJECT_IMAGE2D), CL_INVALID_IMAGE_DESCRIPTOR) << kind;
    }
    const Mem pipe(clCreatePipe(context, 0, 4, 4, nullptr, nullptr));
    EXPECT_EQ(over(pipe.get(), CL_MEM_OBJECT_IMAGE2D), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(CreateImageErrors, ImagesOfImages) {
    const Mem parent = image_2d(8, 4);
    const auto over = [&](const cl_image_format& format, const Change& change, cl_mem in = nullptr) {
        cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
        description.mem_object = in ? in : parent.get();
        change(description);
        return creation_code(&format, &description, 0);
    };
    EXPECT_EQ(over(rgba8, [](auto& d) { d.image_width = 7; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over(rgba8, [](auto& d) { d.image_row_pitch = 64; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over(rgba8, [](auto& d) { d.image_type = CL_MEM_OBJECT_IMAGE1D; }), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(over({CL_RGBA, CL_UNSIGNED_INT8}, [](auto&) {}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(over({CL_BGRA, CL_UNORM_INT8}, [](auto&) {}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    const Mem deep = image(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, {8, 4, 1}));
    EXPECT_EQ(over(rgba8, [](auto&) {}, deep.get()), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(CreateImageErrors, OldForms) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateImage2D(context, 0, &rgba8, 0, 4, 0, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(clCreateImage3D(context, 0, &rgba8, 4, 4, 1, 0, 0, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_IMAGE_SIZE);
    EXPECT_EQ(clCreateImage2D(context, 0, nullptr, 4, 4, 0, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    const Mem flat(clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &rgba8, 4, 4, 32, host_.data(), &code));
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(info<std::size_t>(flat, CL_IMAGE_ROW_PITCH), 32u);
    const Mem deep(clCreateImage3D(context, 0, &rgba8, 4, 4, 2, 0, 0, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(info<std::size_t>(deep, CL_IMAGE_DEPTH), 2u);
}

}  // namespace
}  // namespace lanewise::test
