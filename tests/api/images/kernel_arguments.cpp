// Tests images and samplers as kernel arguments: accepted values, refused values, and how long the objects live.
#include <limits>

#include "errors/bad_handles.h"
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

// Defines a constant that older headers lack.
#ifndef CL_UNORM_INT_2_101010_EXT
#define CL_UNORM_INT_2_101010_EXT 0x10E5
#endif

class ImageArguments : public ImageTest {
protected:
    void TearDown() override {
        for (cl_kernel kernel : kernels_) clReleaseKernel(kernel);
        ImageTest::TearDown();
    }

    cl_kernel kernel(const std::string& source) {
        const char* text = source.c_str();
        cl_int code = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS) << source;
        kernels_.push_back(clCreateKernel(program, "k", &code));
        EXPECT_EQ(code, CL_SUCCESS);
        clReleaseProgram(program);
        return kernels_.back();
    }
    static cl_int set(cl_kernel kernel, cl_uint index, const Mem& object) {
        cl_mem handle = object.get();
        return clSetKernelArg(kernel, index, sizeof handle, &handle);
    }
    void launch(cl_kernel kernel, std::vector<std::size_t> global) {
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                                         nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
    }

    std::vector<cl_kernel> kernels_;
};

struct Declared {
    const char* type;
    cl_mem_object_type object;
    bool is_depth;
};
constexpr Declared declared[] = {{"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
                                 {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
                                 {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
                                 {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
                                 {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
                                 {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
                                 {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
                                 {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true}};

TEST_F(ImageArguments, EachTypeTakesItsImagesAlone) {
    const Mem memory = buffer(256);
    for (const Declared& argument : declared) {
        cl_kernel made = kernel(std::string("kernel void k(read_only ") + argument.type +
                                " i, global int* out) { *out = get_image_width(i); }");
        for (const Declared& given : declared) {
            cl_image_desc description = describe(given.object, {5, 3, 2});
            if (given.object == CL_MEM_OBJECT_IMAGE1D_BUFFER) description.mem_object = memory.get();
            const Mem object = image(given.is_depth ? cl_image_format{CL_DEPTH, CL_FLOAT} : rgba8, description, 0);
            EXPECT_EQ(set(made, 0, object), &argument == &given ? CL_SUCCESS : CL_INVALID_ARG_VALUE)
                << argument.type << " given " << given.type;
            if (&argument != &given) continue;
            const Mem out = buffer(4);
            EXPECT_EQ(set(made, 1, out), CL_SUCCESS);
            launch(made, {1});
            cl_int width = 0;
            EXPECT_EQ(clEnqueueReadBuffer(queue, out.get(), CL_TRUE, 0, 4, &width, 0, nullptr, nullptr), CL_SUCCESS);
            EXPECT_EQ(width, 5);
        }
    }
}

TEST_F(ImageArguments, Access) {
    const Mem both = image_2d(4, 4), read_only = image_2d(4, 4, CL_MEM_READ_ONLY);
    const Mem write_only = image_2d(4, 4, CL_MEM_WRITE_ONLY);
    cl_kernel made = kernel("kernel void k(read_only image2d_t r, write_only image2d_t w, read_write image2d_t b) {}");
    const auto expect = [&](const Mem& object, cl_int reads, cl_int writes, cl_int does_both) {
        EXPECT_EQ(set(made, 0, object), reads);
        EXPECT_EQ(set(made, 1, object), writes);
        EXPECT_EQ(set(made, 2, object), does_both);
    };
    expect(both, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS);
    expect(read_only, CL_SUCCESS, CL_INVALID_ARG_VALUE, CL_INVALID_ARG_VALUE);
    expect(write_only, CL_INVALID_ARG_VALUE, CL_SUCCESS, CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArguments, Errors) {
    cl_kernel made = kernel("kernel void k(read_only image2d_t i, sampler_t s, global int* p) {}");
    const Mem memory = buffer(64), object = image_2d(4, 4);
    const Mem foreign = image(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}), 0, nullptr, other_context);
    const Mem pipe(clCreatePipe(context, 0, 4, 4, nullptr, nullptr));
    EXPECT_EQ(set(made, 0, memory), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(made, 0, pipe), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(made, 0, foreign), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set(made, 2, object), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
    cl_mem handle = object.get();
    EXPECT_EQ(clSetKernelArg(made, 0, 4, &handle), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArgSVMPointer(made, 0, nullptr), CL_INVALID_ARG_VALUE);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
    cl_sampler other = clCreateSampler(other_context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
    EXPECT_EQ(clSetKernelArg(made, 1, 4, &sampler), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof sampler, nullptr), CL_INVALID_SAMPLER);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof other, &other), CL_INVALID_SAMPLER);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof sampler, &sampler), CL_SUCCESS);
    for (const auto& [kind, bad] : bad_handles(released_context(device), queue)) {
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof bad, &bad), CL_INVALID_MEM_OBJECT) << kind;
        EXPECT_EQ(clSetKernelArg(made, 1, sizeof bad, &bad), CL_INVALID_SAMPLER) << kind;
    }
    clReleaseSampler(sampler);
    clReleaseSampler(other);
}

// The queries get_image_channel_order() and get_image_channel_data_type() must return the constants of the image's
// format.
TEST_F(ImageArguments, FormatsHaveTheirNamesInKernels) {
    const std::array<std::pair<cl_image_format, std::string>, 4> formats{
        {{{CL_ARGB, CL_UNORM_INT_2_101010_EXT}, "CLK_ARGB, CLK_UNORM_INT_2_101010_EXT"},
         {{CL_RGBA, CL_UNORM_INT_101010_2}, "CLK_RGBA, CLK_UNORM_INT_101010_2"},
         {{CL_sBGRA, CL_UNORM_INT8}, "CLK_sBGRA, CLK_UNORM_INT8"},
         {{CL_ABGR, CL_SNORM_INT8}, "CLK_ABGR, CLK_SNORM_INT8"}}};
    for (const auto& [format, names] : formats) {
        cl_kernel made = kernel(
            "kernel void k(read_only image2d_t i, global int2* out) {"
            "  out[0] = (int2)(get_image_channel_order(i), get_image_channel_data_type(i)); out[1] = (int2)(" +
            names + "); }");
        const Mem object = image(format, describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1})), out = buffer(16);
        EXPECT_EQ(set(made, 0, object), CL_SUCCESS);
        EXPECT_EQ(set(made, 1, out), CL_SUCCESS);
        launch(made, {1});
        cl_uint told[4] = {};
        EXPECT_EQ(clEnqueueReadBuffer(queue, out.get(), CL_TRUE, 0, 16, told, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(told[0], format.image_channel_order);
        EXPECT_EQ(told[1], format.image_channel_data_type);
        EXPECT_EQ(told[0], told[2]);
        EXPECT_EQ(told[1], told[3]);
    }
}

// The driver must not treat a structure as an image because of the structure's name.
TEST_F(ImageArguments, StructuresMayHaveSuchNames) {
    cl_kernel made = kernel(
        "typedef struct { int a; } image_data; typedef struct { int a; } image_data_t;"
        "kernel void k(global image_data* p, image_data_t v) { p->a = v.a; }");
    const Mem out = buffer(4);
    const cl_int value = 42;
    EXPECT_EQ(set(made, 0, out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof value, &value), CL_SUCCESS);
    launch(made, {1});
    cl_int told = 0;
    EXPECT_EQ(clEnqueueReadBuffer(queue, out.get(), CL_TRUE, 0, 4, &told, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(told, value);
}

// A launch must retain the images that are its arguments, although clSetKernelArg does not retain them. If an object
// that was set as argument has been released, a launch must not use another object instead.
TEST_F(ImageArguments, Lifetime) {
    cl_kernel made = kernel(
        "kernel void k(read_only image2d_t i, sampler_t s, global uint4* out) {"
        "  int2 p = (int2)(get_global_id(0), get_global_id(1));"
        "  out[p.y * 4 + p.x] = read_imageui(i, s, p); }");
    std::vector<std::uint8_t> texels = counting(64);
    Mem object = image({CL_RGBA, CL_UNSIGNED_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}), CL_MEM_COPY_HOST_PTR,
                       texels.data());
    const Mem out = buffer(16 * 16);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
    EXPECT_EQ(set(made, 0, object), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof sampler, &sampler), CL_SUCCESS);
    EXPECT_EQ(set(made, 2, out), CL_SUCCESS);
    cl_event gate = clCreateUserEvent(context, nullptr);
    const std::size_t global[2] = {4, 4};
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, made, 2, nullptr, global, nullptr, 1, &gate, nullptr), CL_SUCCESS);
    object.reset();
    clReleaseSampler(sampler);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    std::vector<cl_uint> values(64);
    EXPECT_EQ(clEnqueueReadBuffer(queue, out.get(), CL_TRUE, 0, 256, values.data(), 0, nullptr, nullptr), CL_SUCCESS);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(values[i], texels[i]);
    // The new image may have the same address as the released image.
    const Mem next = image_2d(4, 4);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, made, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
}

// clEnqueueFillImage must convert the color as a kernel's image write does (section 5.3.5). The test compares the bits
// in every format.
TEST_F(ImageArguments, FillsAreKernelsWrites) {
    const std::array<std::array<float, 4>, 5> colors{{{0, 0.25F, 0.5F, 1},
                                                      {-1, 2, 1e30F, -1e30F},
                                                      {0.1F, 0.3F, 0.7F, 0.9F},
                                                      {0.5F / 255, 1.5F / 255, 1, 0.2F},
                                                      {1e-7F, 65519, 6e-8F, -0.6F}}};
    const std::array<std::array<cl_int, 4>, 3> integers{
        {{1, 2, 3, 4}, {-1, 127, 128, 65536}, {-200, 40000, -40000, 2000000000}}};
    cl_uint count = 0;
    clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
    std::vector<cl_image_format> formats(count);
    clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, count, formats.data(), nullptr);
    const auto writer = [&](const std::string& type, const std::string& function, const std::string& color) {
        return kernel("kernel void k(write_only " + type + " i, " + color + " c) { " + function +
                      "(i, (int2)(get_global_id(0), 0), c); }");
    };
    cl_kernel floats = writer("image2d_t", "write_imagef", "float4");
    cl_kernel ints = writer("image2d_t", "write_imagei", "int4");
    cl_kernel uints = writer("image2d_t", "write_imageui", "uint4");
    cl_kernel depths = writer("image2d_depth_t", "write_imagef", "float");
    const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {3, 1, 1});
    const Origin zero{};
    const Size3 all{3, 1, 1};
    for (const cl_image_format& format : formats) {
        const cl_channel_type type = format.image_channel_data_type;
        const bool is_signed = type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32;
        const bool is_integer = type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32;
        const bool is_depth = format.image_channel_order == CL_DEPTH;
        cl_kernel write = is_depth ? depths : is_signed ? ints : is_integer ? uints : floats;
        const Mem filled = image(format, description), written = image(format, description);
        EXPECT_EQ(set(write, 0, written), CL_SUCCESS);
        for (std::size_t i = 0; i < (is_integer ? integers.size() : colors.size()); ++i) {
            const void* color = is_integer ? static_cast<const void*>(integers[i].data()) : colors[i].data();
            EXPECT_EQ(clSetKernelArg(write, 1, is_depth ? 4 : 16, color), CL_SUCCESS);
            launch(write, {3});
            EXPECT_EQ(clEnqueueFillImage(queue, filled.get(), color, zero.data(), all.data(), 0, nullptr, nullptr),
                      CL_SUCCESS);
            std::array<std::uint8_t, 48> by_fill{}, by_kernel{};
            EXPECT_EQ(read_image(filled, zero, all, by_fill.data()), CL_SUCCESS);
            EXPECT_EQ(read_image(written, zero, all, by_kernel.data()), CL_SUCCESS);
            EXPECT_EQ(by_fill, by_kernel) << std::hex << format.image_channel_order << ' ' << type << " color " << i;
        }
    }
}

// A block that captures samplers stores them in its block literal.
TEST_F(ImageArguments, BlocksCaptureSamplers) {
    cl_kernel made = kernel(
        "kernel void k(read_only image2d_t i, sampler_t s, global uint* out) {"
        "  const sampler_t inner = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;"
        "  void (^child)(void) = ^{ out[0] = read_imageui(i, s, (int2)(7, 7)).x;"
        "                           out[1] = 5 + read_imageui(i, inner, (int2)(7, 7)).x; };"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), child); }");
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT,
        0};
    cl_command_queue on_device = clCreateCommandQueueWithProperties(context, device, properties, nullptr);
    ASSERT_NE(on_device, nullptr);
    std::vector<std::uint8_t> texels = counting(64);
    const Mem object = image({CL_RGBA, CL_UNSIGNED_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}),
                             CL_MEM_COPY_HOST_PTR, texels.data());
    const Mem out = buffer(8);
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, nullptr);
    EXPECT_EQ(set(made, 0, object), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof sampler, &sampler), CL_SUCCESS);
    EXPECT_EQ(set(made, 2, out), CL_SUCCESS);
    launch(made, {1});
    cl_uint values[2] = {};
    EXPECT_EQ(clEnqueueReadBuffer(queue, out.get(), CL_TRUE, 0, 8, values, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(values[0], 60u);
    EXPECT_EQ(values[1], 5u);
    clReleaseSampler(sampler);
    clReleaseCommandQueue(on_device);
}

// Fills must convert colours as image writes of kernels do (section 5.3.5), including NaN and values outside of the
// format's range.
TEST_F(ImageArguments, KernelsAndFillsStoreTheSameTexels) {
    cl_kernel write = kernel(
        "kernel void k(write_only image2d_t image, global const float4* colors) {"
        "  int x = get_global_id(0); write_imagef(image, (int2)(x, 0), colors[x]); }");
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    constexpr std::array<std::array<float, 4>, 5> colors{
        {{nan, 1, 0, -1}, {inf, -inf, nan, nan}, {-1.5f, 2, 1, 0}, {-nan, -0.0f, 1, inf}, {1, nan, inf, 0}}};
    const Mem source = buffer(sizeof colors);
    clEnqueueWriteBuffer(queue, source.get(), CL_TRUE, 0, sizeof colors, colors.data(), 0, nullptr, nullptr);
    std::vector<cl_image_format> formats(256);
    cl_uint count = 0;
    clGetSupportedImageFormats(context, CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, formats.data(), &count);
    formats.resize(count);
    unsigned compared = 0;
    for (const cl_image_format& format : formats) {
        const cl_channel_type type = format.image_channel_data_type;
        const bool is_normalized = type <= CL_UNORM_INT_101010 || type == CL_UNORM_INT_2_101010_EXT;
        if (!is_normalized || format.image_channel_order == CL_DEPTH) continue;
        const cl_image_desc size = describe(CL_MEM_OBJECT_IMAGE2D, {colors.size(), 1, 1});
        const Mem written = image(format, size), filled = image(format, size);
        set(write, 0, written);
        set(write, 1, source);
        launch(write, {colors.size()});
        for (std::size_t x = 0; x < colors.size(); ++x) {
            const std::size_t origin[] = {x, 0, 0}, one[] = {1, 1, 1};
            EXPECT_EQ(clEnqueueFillImage(queue, filled.get(), colors[x].data(), origin, one, 0, nullptr, nullptr),
                      CL_SUCCESS);
        }
        const auto texels = [&](const Mem& of) {
            const std::size_t origin[] = {0, 0, 0}, all[] = {colors.size(), 1, 1};
            std::vector<unsigned char> bytes(colors.size() * info<std::size_t>(of, CL_IMAGE_ELEMENT_SIZE));
            clEnqueueReadImage(queue, of.get(), CL_TRUE, origin, all, 0, 0, bytes.data(), 0, nullptr, nullptr);
            return bytes;
        };
        EXPECT_EQ(texels(written), texels(filled)) << std::hex << format.image_channel_order << ' ' << type;
        ++compared;
    }
    EXPECT_GT(compared, 30u);
}

}  // namespace
}  // namespace lanewise::test
