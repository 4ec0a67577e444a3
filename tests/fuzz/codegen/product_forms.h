// Products of numbers of at most 16 bits that are computed in 64 bits and shifted: (R)(((W)a * (W)b) >> s) for all
// types and shifts.
// Thread-safety: function without state.
#pragma once

#include <vector>

#include "term.h"

namespace lanewise::fuzz {

std::vector<TermPtr> product_forms();

}  // namespace lanewise::fuzz
