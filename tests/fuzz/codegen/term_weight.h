// Estimates the code size of terms, so that a kernel gets no more terms than the compiler accepts with every number of
// lanes.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>

#include "term.h"

namespace lanewise::fuzz {

/// Returns the estimated number of instructions for `lanes` work-items and registers of `register_bits`.
std::uint64_t weight_of(const Term& term, std::uint32_t lanes, std::uint32_t register_bits);

}  // namespace lanewise::fuzz
