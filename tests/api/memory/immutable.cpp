// Tests memory objects that no command may change (cl_ext_immutable_memory_objects): what is allowed, and every error.
#include "images/image_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

constexpr Origin zero{};
constexpr Size3 all{8, 8, 1};

class Immutable : public ImageTest {
protected:
    static constexpr cl_mem_flags copied = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
    static constexpr cl_mem_flags used = CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR;

    cl_int buffer_error(cl_mem_flags flags, void* host_ptr) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateBuffer(context, flags, 64, host_ptr, &code), nullptr);
        return code;
    }
    cl_int sub_buffer_error(const Mem& whole, cl_mem_flags flags) {
        const cl_buffer_region region{0, 64};
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clCreateSubBuffer(whole.get(), flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), nullptr);
        return code;
    }
    static cl_mem_flags flags_of(const Mem& object) {
        cl_mem_flags flags = 0;
        EXPECT_EQ(clGetMemObjectInfo(object.get(), CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
        return flags;
    }
    cl_int map_error(const Mem& object, cl_map_flags flags) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(clEnqueueMapBuffer(queue, object.get(), CL_TRUE, flags, 0, 64, 0, nullptr, nullptr, &code), nullptr);
        return code;
    }
    cl_int map_image_error(const Mem& object, cl_map_flags flags) {
        cl_int code = CL_SUCCESS;
        std::size_t row = 0;
        EXPECT_EQ(clEnqueueMapImage(queue, object.get(), CL_TRUE, flags, zero.data(), all.data(), &row, nullptr, 0,
                                    nullptr, nullptr, &code),
                  nullptr);
        return code;
    }
    cl_kernel kernel(const char* source) {
        cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        cl_kernel made = clCreateKernel(program, "k", nullptr);
        clReleaseProgram(program);
        return made;
    }
    /// Expects that the object still has the contents with which it was created.
    void expect_unchanged(const Mem& object) { EXPECT_EQ(read(object, 256), content); }

    std::vector<std::uint8_t> content = counting(256);
};

TEST_F(Immutable, FlagsAreReturnedAndInherited) {
    EXPECT_EQ(flags_of(buffer(256, copied, content.data())), copied);
    EXPECT_EQ(flags_of(buffer(256, copied | CL_MEM_READ_ONLY, content.data())), copied | CL_MEM_READ_ONLY);
    EXPECT_EQ(flags_of(buffer(256, copied | CL_MEM_ALLOC_HOST_PTR, content.data())), copied | CL_MEM_ALLOC_HOST_PTR);
    const Mem whole = buffer(256, used, content.data());
    const cl_buffer_region region{128, 64};
    const Mem part(clCreateSubBuffer(whole.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
    EXPECT_EQ(flags_of(part), used);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, part.get(), CL_TRUE, 0, 4, content.data(), 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
}

TEST_F(Immutable, BufferFlagErrors) {
    EXPECT_EQ(buffer_error(CL_MEM_IMMUTABLE_EXT, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(buffer_error(CL_MEM_IMMUTABLE_EXT | CL_MEM_ALLOC_HOST_PTR, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(buffer_error(copied, nullptr), CL_INVALID_HOST_PTR);
    const Mem whole = buffer(256, copied, content.data());
    for (const cl_mem_flags writing : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
        EXPECT_EQ(buffer_error(copied | writing, content.data()), CL_INVALID_VALUE);
        EXPECT_EQ(buffer_error(used | writing, content.data()), CL_INVALID_VALUE);
        EXPECT_EQ(sub_buffer_error(whole, writing), CL_INVALID_VALUE);
    }
    EXPECT_EQ(sub_buffer_error(whole, copied), CL_INVALID_VALUE);
}

TEST_F(Immutable, ImageFlagErrors) {
    const cl_image_desc flat = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
    EXPECT_EQ(creation_code(&rgba8, &flat, CL_MEM_IMMUTABLE_EXT), CL_INVALID_VALUE);
    for (const cl_mem_flags writing : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
        EXPECT_EQ(creation_code(&rgba8, &flat, copied | writing, content.data()), CL_INVALID_VALUE);
    // An image that shares the memory of another object needs no initial contents. If the other object is immutable,
    // the image must be created with CL_MEM_IMMUTABLE_EXT, too.
    const Mem fixed = buffer(256, copied, content.data()), plain = buffer(256);
    cl_image_desc over = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {64, 1, 1});
    over.mem_object = fixed.get();
    EXPECT_EQ(creation_code(&rgba8, &over, 0), CL_INVALID_VALUE);
    EXPECT_EQ(creation_code(&rgba8, &over, CL_MEM_READ_ONLY), CL_INVALID_VALUE);
    for (const Mem* parent : {&fixed, &plain}) {
        over.mem_object = parent->get();
        const Mem view = image(rgba8, over, CL_MEM_IMMUTABLE_EXT);
        EXPECT_EQ(write_image(view, zero, {64, 1, 1}, content.data()), CL_INVALID_OPERATION);
    }
}

TEST_F(Immutable, OtherFunctionsRefuseTheFlag) {
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_IMMUTABLE_EXT, 64, 0), nullptr);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreatePipe(context, CL_MEM_IMMUTABLE_EXT, 4, 4, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
}

TEST_F(Immutable, FormatsCanBeQueried) {
    cl_uint usual = 0, fixed = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &usual),
              CL_SUCCESS);
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_IMMUTABLE_EXT, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &fixed),
              CL_SUCCESS);
    EXPECT_EQ(fixed, usual);
}

TEST_F(Immutable, CommandsCannotChangeBuffers) {
    for (const cl_mem_flags flags : {copied, used}) {
        std::vector<std::uint8_t> memory = content;
        const Mem fixed = buffer(256, flags, memory.data()), plain = counting_buffer(256);
        const Mem source = image_2d(8, 8);
        const cl_mem target = fixed.get();
        const std::size_t box[3] = {4, 4, 1};
        EXPECT_EQ(clEnqueueWriteBuffer(queue, target, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr),
                  CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueWriteBufferRect(queue, target, CL_TRUE, zero.data(), zero.data(), box, 0, 0, 0, 0,
                                           memory.data(), 0, nullptr, nullptr),
                  CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueCopyBuffer(queue, plain.get(), target, 0, 0, 64, 0, nullptr, nullptr), CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueCopyBufferRect(queue, plain.get(), target, zero.data(), zero.data(), box, 0, 0, 0, 0, 0,
                                          nullptr, nullptr),
                  CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueFillBuffer(queue, target, memory.data(), 4, 0, 64, 0, nullptr, nullptr),
                  CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, source.get(), target, zero.data(), box, 0, 0, nullptr, nullptr),
                  CL_INVALID_OPERATION);
        for (const cl_map_flags map : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE})
            EXPECT_EQ(map_error(fixed, map), CL_INVALID_OPERATION);
        expect_unchanged(fixed);
    }
}

TEST_F(Immutable, CommandsCannotChangeImages) {
    for (const cl_mem_flags flags : {copied, used}) {
        std::vector<std::uint8_t> memory = content;
        const Mem fixed = image_2d(8, 8, flags, memory.data()), plain = image_2d(8, 8), source = counting_buffer(256);
        EXPECT_EQ(write_image(fixed, zero, all, memory.data()), CL_INVALID_OPERATION);
        EXPECT_EQ(copy_image(plain, fixed, zero, zero, all), CL_INVALID_OPERATION);
        const float color[4] = {};
        EXPECT_EQ(clEnqueueFillImage(queue, fixed.get(), color, zero.data(), all.data(), 0, nullptr, nullptr),
                  CL_INVALID_OPERATION);
        EXPECT_EQ(clEnqueueCopyBufferToImage(queue, source.get(), fixed.get(), 0, zero.data(), all.data(), 0, nullptr,
                                             nullptr),
                  CL_INVALID_OPERATION);
        for (const cl_map_flags map : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE})
            EXPECT_EQ(map_image_error(fixed, map), CL_INVALID_OPERATION);
        std::vector<std::uint8_t> seen(256);
        EXPECT_EQ(read_image(fixed, zero, all, seen.data()), CL_SUCCESS);
        EXPECT_EQ(seen, content);
    }
}

TEST_F(Immutable, MayBeReadCopiedAndMapped) {
    const Mem fixed = buffer(256, copied, content.data()), copy = buffer(256);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, fixed.get(), copy.get(), 0, 0, 256, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(read(copy, 256), content);
    cl_int code = 1;
    void* const mapped =
        clEnqueueMapBuffer(queue, fixed.get(), CL_TRUE, CL_MAP_READ, 0, 256, 0, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(std::memcmp(mapped, content.data(), 256), 0);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, fixed.get(), mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Immutable, KernelsOnlyReadBuffers) {
    cl_kernel sum = kernel(
        "kernel void k(global const uchar* p, constant uchar* c, global uchar* q) {"
        "  q[get_global_id(0)] = p[get_global_id(0)] + c[get_global_id(0)]; }");
    const Mem fixed = buffer(256, copied, content.data()), out = buffer(256);
    const cl_mem handle = fixed.get(), target = out.get();
    EXPECT_EQ(clSetKernelArg(sum, 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(sum, 1, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(sum, 2, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArg(sum, 2, sizeof target, &target), CL_SUCCESS);
    const std::size_t global = 256;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, sum, 1, nullptr, &global, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    const std::vector<std::uint8_t> values = read(out, 256);
    for (int i = 0; i < 256; ++i) EXPECT_EQ(values[i], static_cast<std::uint8_t>(2 * i));
    clReleaseKernel(sum);
}

TEST_F(Immutable, KernelsOnlyReadImages) {
    cl_kernel use = kernel(
        "kernel void k(read_only image2d_t r, write_only image2d_t w, read_write image2d_t both, global float4* p) {"
        "  p[0] = read_imagef(r, (int2)(3, 0)); }");
    const Mem fixed = image_2d(8, 8, copied, content.data());
    const cl_mem handle = fixed.get();
    EXPECT_EQ(clSetKernelArg(use, 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(use, 1, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(clSetKernelArg(use, 2, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
    clReleaseKernel(use);
}

}  // namespace
}  // namespace lanewise::test
