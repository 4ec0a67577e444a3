// The features of this CPU under their LLVM names. They are read from CPUID, and checked against the register state
// that the operating system saves (XCR0). The CPU's name is not used, so that CPUs unknown to LLVM work too.
//
// Thread-safety: no shared state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lanewise/target.h"

namespace lanewise::device {

/// Returns the features of the host's CPU.
Target host_target();

/// Removes features from `target`. `limit` is a level (`sse2`, `sse4.2`, `avx`, `avx2`, `avx512`) or a list of features
/// to remove ("-avx512f,-fma"). Also removes features that need a removed feature. Returns nothing for an unknown name.
/// Features cannot be added, since the code must run on this CPU.
std::optional<Target> lower_target(const Target& target, std::string_view limit);

/// Text for error messages: the values that lower_target() accepts as `limit`.
inline constexpr const char* known_limits =
    "sse2, sse4.2, avx, avx2, avx512, or a list of features to leave out, such as -avx512f,-fma";

}  // namespace lanewise::device
