// Makes all forms (R)(((W)a * (W)b) >> s) in which a and b have at most 16 bits and W has 64 bits. R is every integer
// type, and s one of many shifts. Thread-safety: function without state.
#pragma once

#include <vector>

#include "term.h"

namespace lanewise::fuzz {

std::vector<TermPtr> product_forms();

}  // namespace lanewise::fuzz
