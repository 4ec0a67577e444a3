// Reduces a program that gives wrong results: removes statements and parts of expressions as long as some result stays
// wrong. Keeps barriers and stores to local memory, because other work-items read the stored values.
#pragma once

#include <functional>

#include "program.h"

namespace lanewise::fuzz {

void reduce(Program& program, const std::function<bool()>& is_wrong);

}  // namespace lanewise::fuzz
