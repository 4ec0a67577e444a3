#include "runtime/core/sampler.h"

#include <algorithm>
#include <cmath>

#include "lanewise/image_descriptor.h"

namespace lanewise::runtime {
namespace {

std::uint64_t address_bits(cl_addressing_mode mode) {
    switch (mode) {
        case CL_ADDRESS_CLAMP_TO_EDGE: return abi::sampler::address_clamp_to_edge;
        case CL_ADDRESS_CLAMP: return abi::sampler::address_clamp;
        case CL_ADDRESS_REPEAT: return abi::sampler::address_repeat;
        case CL_ADDRESS_MIRRORED_REPEAT: return abi::sampler::address_mirrored_repeat;
        default: return abi::sampler::address_none;
    }
}

/// Converts a level of detail to units of 1/256.
std::uint64_t lod_bits(float lod) {
    constexpr float unit = 256;
    const float most = static_cast<float>(abi::sampler::lod_mask);
    return static_cast<std::uint64_t>(std::lrint(std::clamp(lod * unit, 0.0F, most)));
}

std::uint64_t word_of(const SamplerState& state) {
    std::uint64_t word = address_bits(state.addressing);
    if (state.normalized) word |= abi::sampler::normalized;
    word |= state.filter == CL_FILTER_LINEAR ? abi::sampler::linear : abi::sampler::nearest;
    if (state.mip_filter == CL_FILTER_LINEAR) word |= abi::sampler::mip_linear;
    word |= lod_bits(state.lod_min) << abi::sampler::min_lod_shift;
    return word | (abi::sampler::lod_mask - lod_bits(state.lod_max)) << abi::sampler::max_lod_shift;
}

}  // namespace

Sampler::Sampler(Context& context, const SamplerState& state, std::vector<cl_sampler_properties> properties)
    : context_(context), state_(state), properties_(std::move(properties)), word_(word_of(state)) {}

Sampler::~Sampler() = default;

}  // namespace lanewise::runtime
