// Features of this CPU, as LLVM names: read from CPUID, and checked against the register state that the operating
// system saves (XCR0). The CPU's name is not used, so that future CPUs work as well.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
// Thread-safety: free of state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lanewise/target.h"

namespace lanewise::device {

/// The host's features.
Target host_target();

/// Removes features from `target`. `limit` is a level (`sse2`, `sse4.2`, `avx`, `avx2`, `avx512`) or a list of features
/// to remove ("-avx512f,-fma"); features that depend on a removed one go, too. Returns nothing for an unknown name.
/// Features are never added: the code has to run here.
std::optional<Target> lower_target(const Target& target, std::string_view limit);

/// The limits that lower_target() takes, for messages.
inline constexpr const char* known_limits =
    "sse2, sse4.2, avx, avx2, avx512, or a list of features to leave out, such as -avx512f,-fma";

}  // namespace lanewise::device
