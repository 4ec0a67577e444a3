// How far values of neighbouring lanes mostly lie apart although nothing proves it: image borders (clamp), rings
// (% size, & (size - 1)), neighbours (^ distance), what several neighbours share (x / 2, i / 32).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// From lane to lane where the lanes are a ramp, 0 of uniform values; nothing where there is no reason to think so.
/// Looks through `depth` operations at the most.
std::optional<std::int64_t> likely_stride(const llvm::Value& value, const ShapeInfo& shapes, unsigned depth);

/// Whether `pointer` has an index that likely is a ramp: then that is tried at run time (widen/memory/contiguity.h).
bool is_likely_ramp(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// The only step of the address `pointer` at which lanes part. Null where there are several, or one by several indices.
const llvm::GetElementPtrInst* parting_step(const llvm::Value& pointer, const ShapeInfo& shapes);

/// The step of the address `pointer` whose index likely goes up by less than one from lane to lane, so that several
/// read the same and all lie within as many elements as there are lanes: that is tried at run time as well
/// (widen/memory/nearness.h). Null where there is no such.
const llvm::GetElementPtrInst* likely_near_step(const llvm::Value& pointer, const ShapeInfo& shapes, unsigned depth);

/// The uniform factor that the lanes' ids have in the index of `pointer`, where it may well be 1, and the lanes a ramp:
/// `x[i * increment]`, `a[x * stride_x + y * stride_y]`. Null where there is no such, or where something else moves by
/// ones, so that the factor must be a row's length: `a[i * width + j]`.
const llvm::Value* likely_increment(const llvm::Value& pointer, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
