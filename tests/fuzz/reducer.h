// Reduces a wrong program: removes statements and parts of expressions as long as the program stays wrong. Keeps
// barriers and stores to shared memory, because the reads of other work-items depend on them.
#pragma once

#include <functional>

#include "program.h"

namespace lanewise::fuzz {

void reduce(Program& program, const std::function<bool()>& is_wrong);

}  // namespace lanewise::fuzz
