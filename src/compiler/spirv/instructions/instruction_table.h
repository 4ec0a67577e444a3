// The table of translated instructions.
// Thread-safety: constant data.
#pragma once

#include <span>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Translates one instruction at the insertion point of the body's builder. Returns the result; null for instructions
/// without a result.
using Translate = llvm::Value* (*)(Body & body, const spirv::Instruction& instruction);

struct TranslationRow {
    spirv::Op op;
    Translate translate;
};

// The rows of the table, by family of instructions.
std::span<const TranslationRow> arithmetic_rows();
std::span<const TranslationRow> async_copy_rows();
std::span<const TranslationRow> atomic_rows();
std::span<const TranslationRow> barrier_rows();
std::span<const TranslationRow> bit_rows();
std::span<const TranslationRow> clock_rows();
std::span<const TranslationRow> comparison_rows();
std::span<const TranslationRow> composite_rows();
std::span<const TranslationRow> conditional_memory_rows();
std::span<const TranslationRow> conversion_rows();
std::span<const TranslationRow> device_event_rows();
std::span<const TranslationRow> dot_product_rows();
std::span<const TranslationRow> dynamic_memory_rows();
std::span<const TranslationRow> enqueue_rows();
std::span<const TranslationRow> extended_rows();
std::span<const TranslationRow> group_arithmetic_rows();
std::span<const TranslationRow> group_block_rows();
std::span<const TranslationRow> group_move_rows();
std::span<const TranslationRow> group_vote_rows();
std::span<const TranslationRow> hint_rows();
std::span<const TranslationRow> image_query_rows();
std::span<const TranslationRow> image_rows();
std::span<const TranslationRow> integer_function_rows();
std::span<const TranslationRow> memory_rows();
std::span<const TranslationRow> pipe_rows();
std::span<const TranslationRow> pointer_rows();
std::span<const TranslationRow> wide_arithmetic_rows();

/// Returns the function that translates instructions of this opcode; null if there is none.
Translate translation_of(spirv::Op op);

}  // namespace lanewise::compiler::il
