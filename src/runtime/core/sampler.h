// A sampler: describes how a kernel reads an image. A kernel gets a sampler as one 64-bit word
// (lanewise/image_descriptor.h). Immutable; thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/core/context.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

struct SamplerState {
    bool normalized = true;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    cl_filter_mode mip_filter = CL_FILTER_NEAREST;
    float lod_min = 0;
    float lod_max = 3.402823466e+38F;  // "default: MAXFLOAT"
};

class Sampler final : public Object<Sampler, _cl_sampler, Tag::sampler> {
public:
    /// Creates a sampler with the given state, which the caller has checked. `properties` are stored as the application
    /// passed them, with the terminating 0, or empty.
    Sampler(Context& context, const SamplerState& state, std::vector<cl_sampler_properties> properties);

    Context& context() const noexcept { return *context_; }
    const SamplerState& state() const noexcept { return state_; }
    std::span<const cl_sampler_properties> properties() const noexcept { return properties_; }
    /// Returns the word that a kernel gets as its argument.
    std::uint64_t word() const noexcept { return word_; }

private:
    friend class Object<Sampler, _cl_sampler, Tag::sampler>;
    ~Sampler();

    Ref<Context> context_;
    const SamplerState state_;
    const std::vector<cl_sampler_properties> properties_;
    const std::uint64_t word_;
};

}  // namespace lanewise::runtime
