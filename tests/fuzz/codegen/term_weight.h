// Estimates the code size of terms, so that kernels get as many terms as the compiler takes with all lanes.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>

#include "term.h"

namespace lanewise::fuzz {

/// Returns the number of instructions for `lanes` work-items in registers of `register_bits`.
std::uint64_t weight_of(const Term& term, std::uint32_t lanes, std::uint32_t register_bits);

}  // namespace lanewise::fuzz
