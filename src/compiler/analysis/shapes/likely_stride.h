// Guesses the distance of values of neighbouring lanes if it is likely but not provable. Examples are image borders
// (clamp), rings (% size, & (size - 1)), neighbours (^ distance) and values that several lanes share (x / 2, i / 32).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// The difference from lane to lane if the lanes are a ramp, 0 for uniform values; none if nothing speaks for either.
/// Looks through at most `depth` operations.
std::optional<std::int64_t> likely_stride(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth);

/// Whether `pointer` has an index that is likely a ramp, to be tested at run time (widen/memory/contiguity.h).
bool is_likely_ramp(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// The only step of the address `pointer` at which lanes diverge. Null if there are several, or if it has several
/// indices.
const llvm::GetElementPtrInst* parting_step(const llvm::Value& pointer, const ShapeInfo& shapes);

/// The step of the address `pointer` whose index likely grows by less than one per lane (tested at run time,
/// widen/memory/nearness.h). Several lanes then read the same element, and all lanes lie within as many elements as
/// there are lanes. Null if there is no such step.
const llvm::GetElementPtrInst* likely_near_step(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// The uniform factor of the lanes' ids in the index of `pointer`, if it may well be 1, which makes the lanes a ramp:
/// `x[i * increment]`, `a[x * stride_x + y * stride_y]`. Null if there is none, or if another term moves in steps of
/// one: the factor must then be a row's length, as in `a[i * width + j]`.
const llvm::Value* likely_increment(const llvm::Value& pointer, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
