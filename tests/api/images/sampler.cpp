// Tests samplers as objects of the API: their properties and every error.
#include <bit>
#include <limits>

#include "errors/bad_handles.h"
#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class SamplerTest : public ImageTest {
protected:
    cl_int code_of(const std::vector<cl_sampler_properties>& properties) {
        cl_int code = CL_SUCCESS;
        cl_sampler made = clCreateSamplerWithProperties(context, properties.data(), &code);
        EXPECT_EQ(made != nullptr, code == CL_SUCCESS);
        if (made) clReleaseSampler(made);
        return code;
    }
    template <class Value>
    static Value info(cl_sampler sampler, cl_sampler_info name) {
        Value value{};
        EXPECT_EQ(clGetSamplerInfo(sampler, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }
};

TEST_F(SamplerTest, TellsWhatItIs) {
    cl_int code = CL_SUCCESS;
    cl_sampler made = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(info<cl_bool>(made, CL_SAMPLER_NORMALIZED_COORDS), cl_bool{CL_FALSE});
    EXPECT_EQ(info<cl_addressing_mode>(made, CL_SAMPLER_ADDRESSING_MODE), cl_addressing_mode{CL_ADDRESS_CLAMP_TO_EDGE});
    EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_FILTER_MODE), cl_filter_mode{CL_FILTER_LINEAR});
    EXPECT_EQ(info<cl_context>(made, CL_SAMPLER_CONTEXT), context);
    EXPECT_EQ(info<cl_uint>(made, CL_SAMPLER_REFERENCE_COUNT), 1u);
    std::size_t size = 1;
    EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(clRetainSampler(made), CL_SUCCESS);
    EXPECT_EQ(info<cl_uint>(made, CL_SAMPLER_REFERENCE_COUNT), 2u);
    EXPECT_EQ(clReleaseSampler(made), CL_SUCCESS);
    EXPECT_EQ(clReleaseSampler(made), CL_SUCCESS);
    EXPECT_EQ(clReleaseSampler(made), CL_INVALID_SAMPLER);
}

// "If sampler_properties is NULL, default values": normalized coordinates, CL_ADDRESS_CLAMP and CL_FILTER_NEAREST.
TEST_F(SamplerTest, Defaults) {
    cl_int code = CL_SUCCESS;
    cl_sampler made = clCreateSamplerWithProperties(context, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(info<cl_bool>(made, CL_SAMPLER_NORMALIZED_COORDS), cl_bool{CL_TRUE});
    EXPECT_EQ(info<cl_addressing_mode>(made, CL_SAMPLER_ADDRESSING_MODE), cl_addressing_mode{CL_ADDRESS_CLAMP});
    EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_FILTER_MODE), cl_filter_mode{CL_FILTER_NEAREST});
    EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_MIP_FILTER_MODE), cl_filter_mode{CL_FILTER_NEAREST});
    EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MIN), 0);
    clReleaseSampler(made);
}

TEST_F(SamplerTest, PropertiesAreKept) {
    const std::vector<cl_sampler_properties> given{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                                   CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
    cl_int code = CL_SUCCESS;
    cl_sampler made = clCreateSamplerWithProperties(context, given.data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    std::vector<cl_sampler_properties> told(given.size());
    EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_PROPERTIES, sizeof told[0] * told.size(), told.data(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(told, given);
    EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_FILTER_MODE), cl_filter_mode{CL_FILTER_LINEAR});
    clReleaseSampler(made);
}

TEST_F(SamplerTest, Errors) {
    EXPECT_EQ(code_of({CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0}), CL_SUCCESS);
    EXPECT_EQ(code_of({CL_SAMPLER_ADDRESSING_MODE, 0x1234, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_NONE, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_SAMPLER_MIP_FILTER_MODE, 1, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_SAMPLER_NORMALIZED_COORDS, 2, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({0x4711, 1, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_SAMPLER_NORMALIZED_COORDS, 1, CL_SAMPLER_NORMALIZED_COORDS, 1, 0}), CL_INVALID_VALUE);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateSampler(context, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateSampler(context, CL_TRUE, 0, CL_FILTER_NEAREST, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 0, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    cl_sampler made = clCreateSamplerWithProperties(context, nullptr, &code);
    char byte = 0;
    EXPECT_EQ(clGetSamplerInfo(made, CL_SAMPLER_CONTEXT, 1, &byte, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetSamplerInfo(made, CL_IMAGE_FORMAT, 0, nullptr, nullptr), CL_INVALID_VALUE);
    clReleaseSampler(made);
}

// Levels of detail are floats; their bits are passed as property values. Impossible ranges of levels must be refused.
// Modes with nonzero upper 32 bits must also be refused.
TEST_F(SamplerTest, LevelsOfDetail) {
    const auto bits = [](float value) { return cl_sampler_properties{std::bit_cast<cl_uint>(value)}; };
    const auto range = [&](float least, float most) {
        return code_of({CL_SAMPLER_LOD_MIN, bits(least), CL_SAMPLER_LOD_MAX, bits(most), 0});
    };
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(range(1, 1), CL_SUCCESS);
    EXPECT_EQ(range(-1, 3.5F), CL_SUCCESS);
    EXPECT_EQ(range(2, 1), CL_INVALID_VALUE);
    EXPECT_EQ(range(nan, 1), CL_INVALID_VALUE);
    EXPECT_EQ(range(0, nan), CL_INVALID_VALUE);
    EXPECT_EQ(code_of({CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP | cl_sampler_properties{1} << 32, 0}),
              CL_INVALID_VALUE);
    const std::vector<cl_sampler_properties> given{CL_SAMPLER_LOD_MIN, bits(0.5F), CL_SAMPLER_MIP_FILTER_MODE,
                                                   CL_FILTER_LINEAR, 0};
    cl_sampler made = clCreateSamplerWithProperties(context, given.data(), nullptr);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MIN), 0.5F);
    EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_MIP_FILTER_MODE), cl_filter_mode{CL_FILTER_LINEAR});
    EXPECT_EQ(clReleaseSampler(made), CL_SUCCESS);
}

TEST_F(SamplerTest, Handles) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        cl_int code = CL_SUCCESS;
        auto* const bad = static_cast<cl_context>(handle);
        EXPECT_EQ(clCreateSampler(bad, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
        EXPECT_EQ(clCreateSamplerWithProperties(bad, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_INVALID_CONTEXT) << kind;
        auto* const sampler = static_cast<cl_sampler>(handle);
        EXPECT_EQ(clRetainSampler(sampler), CL_INVALID_SAMPLER) << kind;
        EXPECT_EQ(clReleaseSampler(sampler), CL_INVALID_SAMPLER) << kind;
        EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr), CL_INVALID_SAMPLER) << kind;
    }
}

}  // namespace
}  // namespace lanewise::test
