// Estimates the code size of terms. The fuzzer limits the terms of a kernel by this estimate, so that the compiler
// accepts the kernel with every number of lanes. Thread-safety: functions without state.
#pragma once

#include <cstdint>

#include "term.h"

namespace lanewise::fuzz {

/// Returns the estimated number of instructions that compute a term for `lanes` work-items, with registers of
/// `register_bits`.
std::uint64_t weight_of(const Term& term, std::uint32_t lanes, std::uint32_t register_bits);

}  // namespace lanewise::fuzz
