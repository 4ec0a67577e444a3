// Changes a source so that it probably still compiles. Replaces a token by another token of the same kind, or removes,
// duplicates or moves a statement.
#pragma once

#include <string>
#include <vector>

#include "../api/dice.h"

namespace lanewise::fuzz_damage {

void change_gently(api_fuzz::Dice& dice, std::vector<std::string>& tokens);

}  // namespace lanewise::fuzz_damage
