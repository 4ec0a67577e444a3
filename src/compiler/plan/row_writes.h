// Compares lanes with scalar code for loops in which each work-item writes a row of its own, element by element. With
// lanes, gathers and scattered stores take most of the time of these loops.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/plan/strided_rows.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

enum class RowWriters : std::uint8_t {
    as_planned,
    half_as_many,  // half of the planned lanes: more lanes would evict each other's cache lines
    one_by_one,    // scalar code: the loops compute little, and do not wait for their own stores or sums
};

/// Chooses how to run the loops of a linearized kernel. `lanes`: number of planned lanes, which fill one register.
RowWriters best_row_writers(llvm::Function& linearized, const Target& target, unsigned lanes, const ShapeInfo& shapes,
                            const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
