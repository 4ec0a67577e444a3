// Makes all forms (R)(((W)a * (W)b) >> s) in which a and b have at most 16 bits and W has 64. All types and many shifts
// occur.
// Thread-safety: function without state.
#pragma once

#include <vector>

#include "term.h"

namespace lanewise::fuzz {

std::vector<TermPtr> product_forms();

}  // namespace lanewise::fuzz
