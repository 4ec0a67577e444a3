// Makes a wrong program small: takes statements and parts of expressions away as long as it stays wrong.
// Barriers and stores to shared memory stay, since others' reads depend on them.
#pragma once

#include <functional>

#include "program.h"

namespace lanewise::fuzz {

void reduce(Program& program, const std::function<bool()>& is_wrong);

}  // namespace lanewise::fuzz
