// Makes products of numbers of at most 16 bits, computed in 64 bits and shifted: (R)(((W)a * (W)b) >> s). All types and
// shifts occur.
// Thread-safety: function without state.
#pragma once

#include <vector>

#include "term.h"

namespace lanewise::fuzz {

std::vector<TermPtr> product_forms();

}  // namespace lanewise::fuzz
