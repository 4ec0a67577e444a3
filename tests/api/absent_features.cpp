// Images and samplers, which the device says it does not have: every function tells a bad context
// or queue, then CL_INVALID_OPERATION, and nothing is created; kernels that use them do not build or are not created.
#include <functional>
#include <string>

#include "bad_handles.h"
#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr cl_image_format format{CL_RGBA, CL_UNORM_INT8};
constexpr cl_image_desc description{CL_MEM_OBJECT_IMAGE2D, 4, 4, 0, 0, 0, 0, 0, 0, {nullptr}};
constexpr std::size_t origin[3] = {0, 0, 0};
constexpr std::size_t region[3] = {1, 1, 1};

class AbsentFeatures : public ContextTest {
protected:
    template <class Handle>
    struct Function {
        const char* name;
        std::function<cl_int(Handle)> call;
    };
    using Creator = Function<cl_context>;
    using Command = Function<cl_command_queue>;

    void SetUp() override {
        ContextTest::SetUp();
        cl_bool images = CL_TRUE;
        clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, nullptr);
        ASSERT_FALSE(images);
        memory_ = buffer(64);
    }
    void TearDown() override {
        memory_.reset();
        ContextTest::TearDown();
    }

    /// The code that a function which creates something stores; it must return null.
    template <class Create>
    static cl_int code_of(const Create& create) {
        cl_int code = CL_SUCCESS;
        EXPECT_EQ(create(&code), nullptr);
        return code;
    }

    static std::vector<Creator> creators() {
        return {
            {"clCreateImage",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateImage(c, 0, &format, &description, nullptr, e); });
             }},
            {"clCreateImageWithProperties",
             [](cl_context c) {
                 return code_of([&](cl_int* e) {
                     return clCreateImageWithProperties(c, nullptr, 0, &format, &description, nullptr, e);
                 });
             }},
            {"clCreateImage2D",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateImage2D(c, 0, &format, 4, 4, 0, nullptr, e); });
             }},
            {"clCreateImage3D",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateImage3D(c, 0, &format, 4, 4, 4, 0, 0, nullptr, e); });
             }},
            {"clCreateSampler",
             [](cl_context c) {
                 return code_of(
                     [&](cl_int* e) { return clCreateSampler(c, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, e); });
             }},
            {"clCreateSamplerWithProperties",
             [](cl_context c) {
                 return code_of([&](cl_int* e) { return clCreateSamplerWithProperties(c, nullptr, e); });
             }},
        };
    }

    /// With a buffer in the place of every image: there is nothing better to give.
    std::vector<Command> commands() {
        cl_mem const memory = memory_.get();
        return {
            {"clEnqueueReadImage",
             [=, this](cl_command_queue q) {
                 return clEnqueueReadImage(q, memory, CL_TRUE, origin, region, 0, 0, bytes_, 0, nullptr, &event_);
             }},
            {"clEnqueueWriteImage",
             [=, this](cl_command_queue q) {
                 return clEnqueueWriteImage(q, memory, CL_TRUE, origin, region, 0, 0, bytes_, 0, nullptr, &event_);
             }},
            {"clEnqueueCopyImage",
             [=, this](cl_command_queue q) {
                 return clEnqueueCopyImage(q, memory, memory, origin, origin, region, 0, nullptr, &event_);
             }},
            {"clEnqueueCopyImageToBuffer",
             [=, this](cl_command_queue q) {
                 return clEnqueueCopyImageToBuffer(q, memory, memory, origin, region, 0, 0, nullptr, &event_);
             }},
            {"clEnqueueCopyBufferToImage",
             [=, this](cl_command_queue q) {
                 return clEnqueueCopyBufferToImage(q, memory, memory, 0, origin, region, 0, nullptr, &event_);
             }},
            {"clEnqueueFillImage",
             [=, this](cl_command_queue q) {
                 return clEnqueueFillImage(q, memory, bytes_, origin, region, 0, nullptr, &event_);
             }},
            {"clEnqueueMapImage",
             [=, this](cl_command_queue q) {
                 return code_of([&](cl_int* e) {
                     std::size_t pitch = 0;
                     return clEnqueueMapImage(q, memory, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, 0,
                                              nullptr, &event_, e);
                 });
             }},
        };
    }

    cl_int build(const std::string& source, const char* options) {
        const char* text = source.c_str();
        cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        const cl_int code = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
        clReleaseProgram(program);
        return code;
    }

    Mem memory_;
    cl_event event_ = nullptr;
    char bytes_[64] = {};
};

// "CL_INVALID_OPERATION if there are no devices in context that support images".
TEST_F(AbsentFeatures, NothingIsCreated) {
    for (const Creator& function : creators()) {
        EXPECT_EQ(function.call(context), CL_INVALID_OPERATION) << function.name;
        for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
            EXPECT_EQ(function.call(static_cast<cl_context>(handle)), CL_INVALID_CONTEXT)
                << function.name << ", " << kind;
        }
    }
}

// "CL_INVALID_OPERATION if the device associated with command_queue does not support images".
TEST_F(AbsentFeatures, NoCommandIsEnqueued) {
    for (const Command& function : commands()) {
        EXPECT_EQ(function.call(queue), CL_INVALID_OPERATION) << function.name;
        for (const auto& [kind, handle] : bad_handles(released_context(device), context)) {
            EXPECT_EQ(function.call(static_cast<cl_command_queue>(handle)), CL_INVALID_COMMAND_QUEUE)
                << function.name << ", " << kind;
        }
        EXPECT_EQ(event_, nullptr) << function.name;
    }
}

TEST_F(AbsentFeatures, BuffersAreNoImagesAndNoPipes) {
    EXPECT_EQ(clGetImageInfo(memory_.get(), CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clGetPipeInfo(memory_.get(), CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(AbsentFeatures, NoImageFormats) {
    for (const cl_mem_object_type type :
         {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
          CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
        cl_uint count = 9;
        EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, type, 0, nullptr, &count), CL_SUCCESS);
        EXPECT_EQ(count, 0u);
    }
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
                                         nullptr, nullptr),
              CL_INVALID_VALUE);
}

// The other kernels of a program that holds images run.
TEST_F(AbsentFeatures, KernelsThatUseImagesHaveNoCode) {
    const char* source =
        "constant sampler_t nearest = CLK_FILTER_NEAREST;"
        "kernel void k(read_only image2d_t i, global float4* out) {"
        "  *out = read_imagef(i, nearest, (int2)(0, 0)); }"
        "kernel void other(global float4* out) { *out = 1.0f; }";
    for (const char* options : {"", "-cl-std=CL3.0", "-cl-opt-disable"}) {
        cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS) << options;
        cl_int code = CL_SUCCESS;
        cl_kernel other = clCreateKernel(program, "other", &code);
        EXPECT_EQ(code, CL_SUCCESS);
        cl_kernel k = clCreateKernel(program, "k", &code);
        std::size_t size = 0;
        EXPECT_EQ(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
                  CL_OUT_OF_RESOURCES);
        char log[1024] = {};
        EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr), CL_SUCCESS);
        EXPECT_NE(std::string(log).find("kernel 'k' calls read_imagef, but this device has no images"),
                  std::string::npos)
            << log;
        clReleaseKernel(k);
        clReleaseKernel(other);
        clReleaseProgram(program);
    }
}

// Nothing there is can be given for arguments of these types.
TEST_F(AbsentFeatures, ArgumentsTakeNothing) {
    const char* source = "kernel void k(read_only image2d_t i, sampler_t s) {}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    ASSERT_NE(kernel, nullptr);
    cl_mem const memory = memory_.get();
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_INVALID_MEM_OBJECT);
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_INVALID_MEM_OBJECT) << kind;
        EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof handle, &handle), CL_INVALID_SAMPLER) << kind;
    }
    const std::size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

}  // namespace
}  // namespace lanewise::test
