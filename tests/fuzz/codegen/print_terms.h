// Terms as OpenCL C.
// Thread-safety: functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

std::string print(const Term& term);

/// A kernel `k(in, out)` that stores each term for each work-item.
std::string print_kernel(const std::vector<TermPtr>& terms, const Inputs& inputs);

/// Where the kernel stores each of them, and the size of all.
std::vector<std::size_t> output_offsets(const std::vector<TermPtr>& terms, std::size_t& bytes);

}  // namespace lanewise::fuzz
