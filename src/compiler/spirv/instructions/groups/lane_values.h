// Converts values to types for which the group builtins exist. The builtins have scalar parameters of 8, 16, 32 and 64
// bits; the instructions of SPIR-V also have operands that are vectors, bools, integers of any width, bfloat16 numbers
// or pointers.
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Makes code that computes a value from another value of the same type.
using Step = llvm::function_ref<llvm::Value*(llvm::Value*)>;

/// Applies `step` to each component of a vector, or to a scalar. In this function, the type of `step`'s result may
/// differ from the type of its argument.
llvm::Value* for_components(Body& body, llvm::Value* value, Step step);

/// Moves a value between lanes by a call of `step` for each scalar of the value. The operands of `step` are halves,
/// floats, doubles, or integers extended to at least `least_bits` bits. Refuses values that are not numbers, bools,
/// pointers, or vectors of these types.
llvm::Value* move_words(Body& body, const spirv::Instruction& instruction, llvm::Value* value, unsigned least_bits,
                        Step step);

/// Returns the operand as a scalar integer of 32 bits, such as a lane's number.
llvm::Value* word_operand(Body& body, const spirv::Instruction& instruction, std::size_t index);

/// Returns the operand, which must be a scalar bool, as an int of OpenCL C.
llvm::Value* predicate_operand(Body& body, const spirv::Instruction& instruction, std::size_t index);

/// Refuses all scopes except the sub-group.
void require_sub_group(const Body& body, const spirv::Instruction& instruction);

/// Returns true if the operation's scope is the work-group, and false for the sub-group. Refuses all other scopes.
bool is_of_work_group(const Body& body, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
