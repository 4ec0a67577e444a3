// Changes of a source that it may well survive: a token becomes one of its kind, a statement goes, comes twice or
// moves.
#pragma once

#include <string>
#include <vector>

#include "../api/dice.h"

namespace lanewise::fuzz_damage {

void change_gently(api_fuzz::Dice& dice, std::vector<std::string>& tokens);

}  // namespace lanewise::fuzz_damage
