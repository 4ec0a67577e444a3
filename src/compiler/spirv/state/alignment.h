// Alignments of pointers, variables and accesses (SPIR-V specification, sections 3.20 and 3.26).
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/Support/Alignment.h>

#include <optional>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Returns `bytes` as an alignment. Refuses numbers that are no power of two.
llvm::Align checked_alignment(const Translation& all, const spirv::Instruction& user, std::uint64_t bytes);

/// Returns the alignment in the decoration Alignment or AlignmentId of an id; nothing if the id has neither.
std::optional<llvm::Align> decorated_alignment(const Translation& all, spirv::Id id, const spirv::Instruction& user);

/// Returns the larger of a variable's decorated alignment and `natural`, the alignment of its type. Refuses alignments
/// of more than a page.
llvm::Align variable_alignment(const Translation& all, const spirv::Instruction& variable, llvm::Align natural);

}  // namespace lanewise::compiler::il
