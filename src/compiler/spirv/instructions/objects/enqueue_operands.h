// Operands of device-side enqueue (SPIR-V specification, section 3.52.22).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/instructions/builtin_calls.h"

namespace lanewise::compiler::il {

/// Returns an operand that must be an object of the opaque type `type`: a queue or an event.
llvm::Value* opaque_operand(Body& body, const spirv::Instruction& instruction, std::size_t index, spirv::Op type);

/// Returns a scalar operand as an integer of 32 bits.
llvm::Value* uint_operand(Body& body, const spirv::Instruction& instruction, std::size_t index);

/// True if the structure can represent a range of work-items (section 3.52.22, OpBuildNDRange). Such a structure
/// contains the number of dimensions and three arrays of three numbers: offset, global size and local size.
bool is_range(const llvm::StructType* type);

/// Returns the address of a range in the layout of ndrange_t (src/builtins/device_enqueue.cl). The operand is a
/// structure that holds a range, or the address of such a structure.
llvm::Value* range_operand(Body& body, const spirv::Instruction& instruction, std::size_t index);

}  // namespace lanewise::compiler::il
