// Samplers (OpenCL API 3.0, section 5.7).
#include "runtime/core/sampler.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/properties.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

using Property = cl_sampler_properties;

bool is_bool(Property value) { return value == CL_TRUE || value == CL_FALSE; }
bool is_filter(Property value) { return value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR; }
bool is_addressing(Property value) { return value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT; }

/// Returns the value of a property as a float with the same bits.
float float_of(Property value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); }

void take_property(SamplerState& state, Property name, Property value) {
    bool is_valid = true;
    switch (name) {
        case CL_SAMPLER_NORMALIZED_COORDS:
            is_valid = is_bool(value);
            state.normalized = value != CL_FALSE;
            break;
        case CL_SAMPLER_ADDRESSING_MODE:
            is_valid = is_addressing(value);
            state.addressing = static_cast<cl_addressing_mode>(value);
            break;
        case CL_SAMPLER_FILTER_MODE:
            is_valid = is_filter(value);
            state.filter = static_cast<cl_filter_mode>(value);
            break;
        case CL_SAMPLER_MIP_FILTER_MODE:
            is_valid = is_filter(value);
            state.mip_filter = static_cast<cl_filter_mode>(value);
            break;
        case CL_SAMPLER_LOD_MIN: state.lod_min = float_of(value); break;
        case CL_SAMPLER_LOD_MAX: state.lod_max = float_of(value); break;
        default: is_valid = false;
    }
    // "CL_INVALID_VALUE if the property name in sampler_properties is not a supported property name, if the value
    // specified for a supported property name is not valid"
    check(is_valid, CL_INVALID_VALUE, "The sampler property {} or its value {} is unknown.", Hex{name}, Hex{value});
}

SamplerState read_state(const Property* properties) {
    SamplerState state;
    std::vector<Property> seen;
    for_each_property(properties, [&](Property name, Property value) {
        // "CL_INVALID_VALUE [...] or if the same property name is specified more than once"
        check(std::ranges::find(seen, name) == seen.end(), CL_INVALID_VALUE,
              "The sampler property {} is given twice. Give each property once.", Hex{name});
        seen.push_back(name);
        take_property(state, name, value);
    });
    check(state.lod_min <= state.lod_max, CL_INVALID_VALUE,
          "CL_SAMPLER_LOD_MIN is greater than CL_SAMPLER_LOD_MAX. Pass a minimum that is not above the maximum.");
    return state;
}

}  // namespace

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                           cl_filter_mode filter_mode, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> owner = deref_live(context);
        // "CL_INVALID_VALUE if addressing_mode, filter_mode, normalized_coords or a combination of these arguments are
        // not valid"
        check(is_bool(normalized_coords) && is_addressing(addressing_mode) && is_filter(filter_mode), CL_INVALID_VALUE,
              "normalized_coords is {}, addressing_mode is {} and filter_mode is {}. Pass CL_TRUE or CL_FALSE, a "
              "CL_ADDRESS_* and a CL_FILTER_*.",
              normalized_coords, Hex{addressing_mode}, Hex{filter_mode});
        SamplerState state;
        state.normalized = normalized_coords != CL_FALSE;
        state.addressing = addressing_mode;
        state.filter = filter_mode;
        return make<Sampler>(*owner, state, std::vector<Property>());
    });
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* sampler_properties,
                                         cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        const Ref<Context> owner = deref_live(context);
        const SamplerState state = read_state(sampler_properties);
        return make<Sampler>(*owner, state, copy_properties(sampler_properties));
    });
}

cl_int clRetainSampler(cl_sampler sampler) {
    return entry([&] { retain_handle(sampler); });
}

cl_int clReleaseSampler(cl_sampler sampler) {
    return entry([&] { give_back(sampler); });
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<Sampler> object = deref(sampler);
        const SamplerState& state = object->state();
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_SAMPLER_REFERENCE_COUNT: return info.value<cl_uint>(object->reference_count_besides_call());
            case CL_SAMPLER_CONTEXT: return info.value<cl_context>(object->context().handle());
            case CL_SAMPLER_NORMALIZED_COORDS: return info.value<cl_bool>(state.normalized ? CL_TRUE : CL_FALSE);
            case CL_SAMPLER_ADDRESSING_MODE: return info.value<cl_addressing_mode>(state.addressing);
            case CL_SAMPLER_FILTER_MODE: return info.value<cl_filter_mode>(state.filter);
            case CL_SAMPLER_MIP_FILTER_MODE: return info.value<cl_filter_mode>(state.mip_filter);
            case CL_SAMPLER_LOD_MIN: return info.value<cl_float>(state.lod_min);
            case CL_SAMPLER_LOD_MAX: return info.value<cl_float>(state.lod_max);
            case CL_SAMPLER_PROPERTIES: return info.array<Property>(object->properties());
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api
