// What this CPU can execute, as LLVM feature names: CPUID, checked against the register state that
// the operating system saves (XCR0). The CPU's name plays no part, so a future CPU is served as
// well. Thread-safety: free of state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lanewise/target.h"

namespace lanewise::device {

/// The host's features.
Target host_target();

/// `target` with features taken away. `limit` is a level (`sse2`, `sse4.2`, `avx`, `avx2`,
/// `avx512`) or a list of features to remove ("-avx512f,-fma"); what depends on a removed feature
/// goes too. Nothing for a name that is unknown. Features are never added: the code has to run
/// here.
std::optional<Target> lower_target(const Target& target, std::string_view limit);

}  // namespace lanewise::device
