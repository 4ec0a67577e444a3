// Pointers that are no handle of a given kind, though some look like one. An ICD loader can read all of them: it takes
// the dispatch table from the memory that the first argument of every call points to.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace lanewise::test {

/// The handle's name for messages, and the pointer.
using BadHandle = std::pair<std::string, void*>;

/// Returns null, a released object, application memory that begins like an object, an object of another kind, and a
/// pointer into an object's middle.
inline std::vector<BadHandle> bad_handles(void* released, void* other_kind) {
    static std::array<std::uint64_t, 64> foreign{};
    static std::array<std::uint64_t, 64> shifted{};
    // The dispatch table, and the word that the loader may keep beside the table.
    const auto* const object = static_cast<const std::uint64_t*>(other_kind);
    foreign[0] = shifted[1] = object[0];
    foreign[1] = shifted[2] = object[1];
    return {{"null", nullptr},
            {"released", released},
            {"foreign", foreign.data()},
            {"misaligned", reinterpret_cast<char*>(shifted.data()) + 8},
            {"of another kind", other_kind}};
}

/// Returns the handle of a released context.
inline void* released_context(cl_device_id device) {
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    clReleaseContext(context);
    return context;
}

}  // namespace lanewise::test
