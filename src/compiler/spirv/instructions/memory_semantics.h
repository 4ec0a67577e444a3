// Scopes and memory semantics (SPIR-V specification, sections 3.27 and 3.25) of atomic instructions and barriers. An
// operand for a scope or for semantics is the id of a constant. In kernels, the operand may instead be the id of a
// value that is known only at run time. Thread-safety: belongs to one translation.
#pragma once

#include <llvm/Support/AtomicOrdering.h>

#include <optional>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Returns the scope in an operand; nothing if the operand is no constant. Refuses scopes that are not valid in
/// kernels.
std::optional<spirv::Scope> read_scope(const Body& body, const spirv::Instruction& instruction, std::size_t index);

/// Returns the memory scope in an operand; the widest scope if the operand is no constant.
spirv::Scope read_memory_scope(const Body& body, const spirv::Instruction& instruction, std::size_t index);

/// Returns the sync scope of LLVM (docs/ir.md) for a scope of SPIR-V.
llvm::SyncScope::ID sync_scope(const Body& body, spirv::Scope scope);

/// Returns the number of a scope in OpenCL C's enumeration memory_scope.
std::uint32_t opencl_scope(spirv::Scope scope);

struct MemorySemantics {
    llvm::AtomicOrdering order = llvm::AtomicOrdering::Monotonic;
    std::uint32_t fence_flags = 0;  // OpenCL C's cl_mem_fence_flags
};

/// Returns the memory semantics in an operand. If the operand is no constant, the semantics are sequentially
/// consistent, for all storage classes.
MemorySemantics read_semantics(const Body& body, const spirv::Instruction& instruction, std::size_t index);

}  // namespace lanewise::compiler::il
