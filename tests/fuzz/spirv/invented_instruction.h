// Makes random instructions. Their operands have the kinds that the grammar demands, but random types.
#pragma once

#include "damaged_module.h"

namespace lanewise::fuzz_spirv {

/// Returns a random opcode of the grammar.
std::uint32_t any_opcode(Dice& dice);

/// Makes a random change of a module: adds an instruction, mostly to a function, replaces an instruction, or changes
/// the result type of an instruction.
void invent_instruction(Dice& dice, Parts& parts);

}  // namespace lanewise::fuzz_spirv
