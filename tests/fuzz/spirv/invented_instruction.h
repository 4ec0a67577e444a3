// Makes random instructions. Each operand is of the kind that SPIR-V's grammar demands, but has a random type.
#pragma once

#include "damaged_module.h"

namespace lanewise::fuzz_spirv {

/// Returns a random opcode of SPIR-V's grammar.
std::uint32_t any_opcode(Dice& dice);

/// Changes a module at random. Replaces an instruction, changes the result type of an instruction, or adds an
/// instruction, in most cases to a function.
void invent_instruction(Dice& dice, Parts& parts);

}  // namespace lanewise::fuzz_spirv
