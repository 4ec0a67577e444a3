// Represents SPIR-V modules as lists of instructions, and damages them randomly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../api/dice.h"

namespace lanewise::fuzz_spirv {

using api_fuzz::Dice;
using Bytes = std::vector<std::byte>;
using Words = std::vector<std::uint32_t>;

/// The words of a module, divided into instructions. Unlike the driver's reader, this form can represent invalid
/// modules.
struct Parts {
    Words header;
    std::vector<Words> instructions;
};

Parts parts_of(std::span<const std::byte> bytes);
Bytes bytes_of(const Parts& parts);

/// Returns a damaged copy of `module`. Some copies contain parts of `other`.
Bytes damage(Dice& dice, std::span<const std::byte> module, std::span<const std::byte> other);

}  // namespace lanewise::fuzz_spirv
