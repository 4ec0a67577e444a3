// Damages sources and binaries: parts go, come twice, change places, come from elsewhere or become something else.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../api/dice.h"

namespace lanewise::fuzz_damage {

using api_fuzz::Dice;
using Bytes = std::vector<unsigned char>;

/// One of the sources, damaged in one place or some.
std::string damage_source(Dice& dice, std::span<const std::string> sources);

/// A program binary, damaged; some with another one's parts. The result differs from `binary`.
Bytes damage_binary(Dice& dice, const Bytes& binary, const Bytes& other);

}  // namespace lanewise::fuzz_damage
