// Repeats launches with images of the same formats and with the same samplers, so that the driver specializes code for
// these formats and samplers. Between these launches, the test makes launches with other formats and samplers. Equal
// launches must always have the same results.
#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

#include "image_fixture.h"

namespace {

using namespace lanewise::test;

constexpr std::size_t width = 403, height = 197;

const char* const source = R"(
    constant sampler_t inner = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    kernel void k(write_only image2d_t to, read_only image2d_t from, sampler_t s, global float4* sums) {
        int2 at = (int2)(get_global_id(0), get_global_id(1));
        float2 place = convert_float2(at) * 0.97f + 0.3f;
        float4 sum = read_imagef(from, s, place);
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) sum += read_imagef(from, s, at + (int2)(x, y));
        sum += read_imagef(from, inner, place / 150.0f);
        write_imagef(to, at, sum / 11.0f);
        sums[at.y * get_global_size(0) + at.x] = sum;
    })";

class KnownFormats : public ImageTest {
protected:
    void SetUp() override {
        ImageTest::SetUp();
        program = clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    }
    void TearDown() override {
        clReleaseProgram(program);
        ImageTest::TearDown();
    }

    /// Runs the kernel once on the calling thread's queue and returns the results.
    std::vector<float> run(cl_kernel kernel, cl_command_queue own_queue, const cl_image_format& format,
                           cl_addressing_mode addressing, cl_filter_mode filter) {
        const cl_image_desc size = describe(CL_MEM_OBJECT_IMAGE2D, {width, height, 1});
        std::vector<std::uint16_t> texels(width * height * 8);
        for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::uint16_t>(i * 7919 % 15001);
        const Mem from = image(format, size, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, texels.data());
        const Mem to = image(format, size);
        const Mem sums(clCreateBuffer(context, 0, width * height * 16, nullptr, nullptr));
        cl_sampler sampler = clCreateSampler(context, CL_FALSE, addressing, filter, nullptr);
        const cl_mem handles[] = {to.get(), from.get(), sums.get()};
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &handles[0]);
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &handles[1]);
        clSetKernelArg(kernel, 2, sizeof sampler, &sampler);
        clSetKernelArg(kernel, 3, sizeof(cl_mem), &handles[2]);
        const std::size_t global[2] = {width, height};
        EXPECT_EQ(clEnqueueNDRangeKernel(own_queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<float> values(width * height * 4);
        EXPECT_EQ(clEnqueueReadBuffer(own_queue, sums.get(), CL_TRUE, 0, width * height * 16, values.data(), 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        std::vector<std::uint8_t> written(width * height * 16);
        const std::size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
        EXPECT_EQ(clEnqueueReadImage(own_queue, to.get(), CL_TRUE, origin, region, width * 16, 0, written.data(), 0,
                                     nullptr, nullptr),
                  CL_SUCCESS);
        values.insert(values.end(), written.begin(), written.end());
        clReleaseSampler(sampler);
        return values;
    }

    void expect_the_same_for_ever(unsigned rounds) {
        constexpr cl_image_format formats[] = {
            {CL_RGBA, CL_UNORM_INT8},  {CL_R, CL_HALF_FLOAT},     {CL_BGRA, CL_UNORM_INT8},    {CL_RG, CL_SNORM_INT16},
            {CL_sRGBA, CL_UNORM_INT8}, {CL_RGBA, CL_UNORM_INT16}, {CL_RGB, CL_UNORM_SHORT_565}};
        constexpr struct {
            cl_addressing_mode addressing;
            cl_filter_mode filter;
        } samplers[] = {{CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST}, {CL_ADDRESS_CLAMP, CL_FILTER_LINEAR}};
        cl_kernel kernel = clCreateKernel(program, "k", nullptr);
        cl_command_queue own_queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
        std::vector<std::vector<float>> first;
        for (unsigned round = 0; round < rounds; ++round) {
            std::size_t number = 0;
            for (const auto& format : formats)
                for (const auto& [addressing, filter] : samplers) {
                    const auto values = run(kernel, own_queue, format, addressing, filter);
                    if (round == 0) first.push_back(values);
                    ASSERT_EQ(values, first[number++])
                        << "round " << round << ", format " << format.image_channel_order;
                }
        }
        clReleaseCommandQueue(own_queue);
        clReleaseKernel(kernel);
    }

    cl_program program = nullptr;
};

TEST_F(KnownFormats, GiveTheSameResults) { expect_the_same_for_ever(14); }

TEST_F(KnownFormats, GiveTheSameResultsToManyThreads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) threads.emplace_back([&] { expect_the_same_for_ever(10); });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
