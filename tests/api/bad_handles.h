// Pointers that are no handle of a given kind, though some of them could be taken for one. All of them can
// be read by an ICD loader, which looks for its dispatch table behind the first argument of every call.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace lanewise::test {

/// A name for messages, and the pointer.
using BadHandle = std::pair<std::string, void*>;

/// Null, a released object, memory of the application that begins like an object, an object of another
/// kind, and a pointer into the middle of an object.
inline std::vector<BadHandle> bad_handles(void* released, void* other_kind) {
    static std::array<std::uint64_t, 64> foreign{};
    static std::array<std::uint64_t, 64> shifted{};
    // The dispatch table, and what the loader may keep beside it.
    const auto* const object = static_cast<const std::uint64_t*>(other_kind);
    foreign[0] = shifted[1] = object[0];
    foreign[1] = shifted[2] = object[1];
    return {{"null", nullptr},
            {"released", released},
            {"foreign", foreign.data()},
            {"misaligned", reinterpret_cast<char*>(shifted.data()) + 8},
            {"of another kind", other_kind}};
}

/// The handle of a context that is gone.
inline void* released_context(cl_device_id device) {
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    clReleaseContext(context);
    return context;
}

}  // namespace lanewise::test
