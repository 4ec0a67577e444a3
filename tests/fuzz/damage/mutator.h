// Damages sources and program binaries: removes, duplicates, exchanges, inserts or replaces parts of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../api/dice.h"

namespace lanewise::fuzz_damage {

using api_fuzz::Dice;
using Bytes = std::vector<unsigned char>;

/// Chooses one of the sources at random, damages it at one or several places and returns it.
std::string damage_source(Dice& dice, std::span<const std::string> sources);

/// Returns a damaged copy of `binary`; the copy always differs from `binary`. Some copies contain parts of `other`.
Bytes damage_binary(Dice& dice, const Bytes& binary, const Bytes& other);

}  // namespace lanewise::fuzz_damage
