// Splits an index into a part that differs between lanes, and uniform terms: `sext(part + uniform + ...)`.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Value.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Returns the operand if `index` is an extension (sext, zext) of a value of at least 32 bits; otherwise returns
/// `index`.
const llvm::Value* before_extension(const llvm::Value* index);

/// If `index` is a sum with a uniform operand, returns the other operand and stores the uniform operand in `uniform`;
/// otherwise returns null. `uniform` may be null.
const llvm::Value* own_term(const llvm::Value* index, const ShapeInfo& shapes, const llvm::Value** uniform = nullptr);

/// Returns the part of `index` that differs between lanes, without its extension. From lane to lane, the part with its
/// extension and the whole index change by the same amount.
const llvm::Value* narrow_part(const llvm::Value* index, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
