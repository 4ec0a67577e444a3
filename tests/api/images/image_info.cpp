// Tests queries about images: descriptions, supported formats and requirements.
#include <CL/cl_ext.h>

#include "errors/bad_handles.h"
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class ImageInfo : public ImageTest {
protected:
    std::vector<cl_image_format> formats(cl_mem_object_type type, cl_mem_flags flags = CL_MEM_READ_WRITE) {
        cl_uint count = 0;
        EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
        std::vector<cl_image_format> list(count);
        EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, list.data(), nullptr), CL_SUCCESS);
        return list;
    }
};

TEST_F(ImageInfo, WhatTheTypeHas) {
    for (const cl_mem_object_type type : image_types) {
        cl_image_desc description = describe(type, {5, 3, 2});
        const Mem memory = buffer(5 * 4);
        if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) description.mem_object = memory.get();
        const Mem made = image(rgba8, description);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_ELEMENT_SIZE), 4u);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_WIDTH), 5u);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_HEIGHT), description.image_height);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_DEPTH), description.image_depth);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_ARRAY_SIZE), description.image_array_size);
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_ROW_PITCH), 20u);
        const bool has_slices = is_array(type) || type == CL_MEM_OBJECT_IMAGE3D;
        const std::size_t slice = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 20 : 60;
        EXPECT_EQ(info<std::size_t>(made, CL_IMAGE_SLICE_PITCH), has_slices ? slice : 0);
        EXPECT_EQ(info<cl_mem>(made, CL_IMAGE_BUFFER), description.mem_object);
        EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_MIP_LEVELS), 0u);
        EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_SAMPLES), 0u);
        const auto format = info<cl_image_format>(made, CL_IMAGE_FORMAT);
        EXPECT_EQ(format.image_channel_order, rgba8.image_channel_order);
        EXPECT_EQ(format.image_channel_data_type, rgba8.image_channel_data_type);
        cl_mem_object_type told = 0;
        EXPECT_EQ(clGetMemObjectInfo(made.get(), CL_MEM_TYPE, sizeof told, &told, nullptr), CL_SUCCESS);
        EXPECT_EQ(told, type);
        cl_mem associated = nullptr;
        EXPECT_EQ(clGetMemObjectInfo(made.get(), CL_MEM_ASSOCIATED_MEMOBJECT, sizeof associated, &associated, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(associated, description.mem_object);
    }
}

TEST_F(ImageInfo, Errors) {
    const Mem memory = buffer(64), made = image_2d(4, 4);
    EXPECT_EQ(clGetImageInfo(memory.get(), CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clGetPipeInfo(made.get(), CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clGetImageInfo(made.get(), CL_MEM_SIZE, 0, nullptr, nullptr), CL_INVALID_VALUE);
    char byte = 0;
    EXPECT_EQ(clGetImageInfo(made.get(), CL_IMAGE_WIDTH, 1, &byte, nullptr), CL_INVALID_VALUE);
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue))
        EXPECT_EQ(clGetImageInfo(static_cast<cl_mem>(handle), CL_IMAGE_WIDTH, 0, nullptr, nullptr),
                  CL_INVALID_MEM_OBJECT)
            << kind;
}

TEST_F(ImageInfo, EveryFormatCanBeCreated) {
    for (const cl_mem_object_type type : image_types) {
        const auto list = formats(type);
        EXPECT_GE(list.size(), 90u);
        for (const cl_image_format& format : list) {
            cl_image_desc description = describe(type, {4, 3, 2});
            const Mem memory = buffer(64);
            if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) description.mem_object = memory.get();
            const Mem made = image(format, description);
            EXPECT_TRUE(made) << format.image_channel_order << ' ' << format.image_channel_data_type;
        }
        for (const cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_KERNEL_READ_AND_WRITE})
            EXPECT_EQ(formats(type, flags).size(), list.size());
    }
    // Depth formats may be listed only for image types that have a depth type in OpenCL C, such as image2d_depth_t.
    EXPECT_EQ(formats(CL_MEM_OBJECT_IMAGE2D).size(), formats(CL_MEM_OBJECT_IMAGE3D).size() + 2);
}

TEST_F(ImageInfo, ErrorsOfFormats) {
    cl_image_format format{};
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                         nullptr, &count),
              CL_INVALID_VALUE);
    EXPECT_EQ(clGetSupportedImageFormats(context, cl_mem_flags{1} << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_INVALID_VALUE);
    EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count), CL_INVALID_VALUE);
    EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count), CL_INVALID_VALUE);
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue))
        EXPECT_EQ(
            clGetSupportedImageFormats(static_cast<cl_context>(handle), 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_CONTEXT)
            << kind;
}

class ImageRequirements : public ImageTest {
protected:
    void SetUp() override {
        ImageTest::SetUp();
        query_ = reinterpret_cast<clGetImageRequirementsInfoEXT_fn>(
            clGetExtensionFunctionAddressForPlatform(platform, "clGetImageRequirementsInfoEXT"));
        ASSERT_NE(query_, nullptr);
    }
    template <class Value>
    cl_int ask(const cl_image_format* format, const cl_image_desc* description, cl_uint name, Value& value) {
        return query_(context, nullptr, CL_MEM_READ_WRITE, format, description, name, sizeof value, &value, nullptr);
    }
    clGetImageRequirementsInfoEXT_fn query_ = nullptr;
};

TEST_F(ImageRequirements, AnImageTakesWhatItIsSaidTo) {
    for (const cl_mem_object_type type : image_types) {
        cl_image_desc description = describe(type, {5, 3, 2});
        std::size_t size = 0, alignment = 0;
        EXPECT_EQ(ask(&rgba8, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT, size), CL_SUCCESS);
        EXPECT_EQ(ask(&rgba8, &description, CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, alignment), CL_SUCCESS);
        EXPECT_EQ(alignment, 4u);
        // cl_ext_image_from_buffer allows images of every type over a buffer.
        const Mem memory = buffer(size);
        description.mem_object = memory.get();
        const Mem made = image(rgba8, description);
        std::size_t told = 0;
        EXPECT_EQ(clGetMemObjectInfo(made.get(), CL_MEM_SIZE, sizeof told, &told, nullptr), CL_SUCCESS);
        EXPECT_EQ(told, size);
    }
}

TEST_F(ImageRequirements, Limits) {
    cl_uint most = 0;
    const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    EXPECT_EQ(ask(nullptr, &flat, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, most), CL_SUCCESS);
    EXPECT_EQ(most, 16384u);
    EXPECT_EQ(ask(nullptr, &flat, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, most), CL_SUCCESS);
    EXPECT_EQ(ask(nullptr, &flat, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, most), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(ask(nullptr, &flat, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, most), CL_INVALID_IMAGE_DESCRIPTOR);
    const cl_image_desc deep = describe(CL_MEM_OBJECT_IMAGE3D, {4, 4, 4});
    EXPECT_EQ(ask(nullptr, &deep, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, most), CL_SUCCESS);
    EXPECT_EQ(most, 2048u);
    const cl_image_desc line = describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, {4, 4, 1});
    EXPECT_EQ(ask(nullptr, &line, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, most), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(ask(nullptr, &line, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, most), CL_SUCCESS);
}

TEST_F(ImageRequirements, Errors) {
    std::size_t value = 0;
    const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    const cl_image_format wrong{CL_INTENSITY, CL_UNORM_SHORT_555};
    const cl_image_desc empty = describe(CL_MEM_OBJECT_IMAGE1D, {0, 1, 1});
    constexpr cl_uint name = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT;
    EXPECT_EQ(ask(&rgba8, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT, value), CL_INVALID_VALUE);
    EXPECT_EQ(ask(nullptr, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT, value), CL_INVALID_VALUE);
    EXPECT_EQ(ask(&wrong, &flat, name, value), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(ask(&rgba8, &empty, name, value), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(ask(&rgba8, &flat, CL_IMAGE_FORMAT, value), CL_INVALID_VALUE);
    EXPECT_EQ(query_(nullptr, nullptr, 0, &rgba8, &flat, name, sizeof value, &value, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(query_(context, nullptr, ~cl_mem_flags{0}, &rgba8, &flat, name, sizeof value, &value, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(query_(context, nullptr, 0, &rgba8, &flat, name, 4, &value, nullptr), CL_INVALID_VALUE);
    const cl_mem_properties unknown[] = {0x4711, 1, 0};
    EXPECT_EQ(query_(context, unknown, 0, &rgba8, &flat, name, sizeof value, &value, nullptr), CL_INVALID_PROPERTY);
}

}  // namespace
}  // namespace lanewise::test
