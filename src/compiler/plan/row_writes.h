// Compares lanes with other ways to run loops in which each work-item writes a row of its own, element by element. In
// such loops gathers and scattered stores take most of the lanes' time.
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
    half_as_many,  // half the lanes; more would only evict each other's cache lines
    one_by_one,    // no lanes; the loops compute little, and do not wait for their own stores or sums
};

/// Chooses how a linearized kernel runs that was planned with `lanes`, the lanes of one register.
RowWriters best_row_writers(llvm::Function& linearized, const Target& target, unsigned lanes, const ShapeInfo& shapes,
                            const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
