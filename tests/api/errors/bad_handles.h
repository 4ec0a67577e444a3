// Pointers that are not valid handles of a given type, although some look like handles. These pointers do not crash an
// ICD loader: like a valid handle, each pointer except null points to memory that begins with the address of a dispatch
// table.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace lanewise::test {

/// Name of the pointer for messages, and the pointer.
using BadHandle = std::pair<std::string, void*>;

/// Returns null, a released object, an object of another type, and two pointers to memory that begins like an object.
/// One of these two pointers is misaligned.
inline std::vector<BadHandle> bad_handles(void* released, void* other_kind) {
    static std::array<std::uint64_t, 64> foreign{};
    static std::array<std::uint64_t, 64> shifted{};
    // Copies the dispatch table's address, and the object's next word. An ICD loader may store data in that word.
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
