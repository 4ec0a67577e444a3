// Guesses the difference between the values of neighbouring lanes, if one difference is likely but cannot be proved.
// Examples are image borders (clamp), rings (% size, & (size - 1)), neighbours (^ distance) and values that several
// lanes share (x / 2, i / 32).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// True if the index of `pointer` is likely a ramp, which must be tested at run time (widen/memory/contiguity.h). Looks
/// through at most `depth` operations.
bool is_likely_ramp(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// Returns the only GEP with a non-uniform index in the computation of `pointer`. Null if several GEPs have a
/// non-uniform index, or if one of the GEPs has several indices.
const llvm::GetElementPtrInst* parting_step(const llvm::Value& pointer, const ShapeInfo& shapes);

/// Searches the computation of `pointer` for a GEP whose index likely grows by less than one per lane, and returns this
/// GEP. The growth is tested at run time (widen/memory/nearness.h). With such an index, several lanes read the same
/// element, and W lanes read at most W adjacent elements. Null if there is no such GEP.
const llvm::GetElementPtrInst* likely_near_step(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// Returns the uniform factor of the lanes' ids in the index of `pointer` if this factor may be 1. If the factor is 1,
/// the index is a ramp: `x[i * increment]`, `a[x * stride_x + y * stride_y]`. Null if there is no such factor, or if
/// another term changes in steps of one: then the factor is the length of a row, as in `a[i * width + j]`.
const llvm::Value* likely_increment(const llvm::Value& pointer, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
