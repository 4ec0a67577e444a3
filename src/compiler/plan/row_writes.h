// Compares lanes with other ways to run loops in which each work-item writes along a row of its own, element by
// element. Gathers and scattered stores take most of the lanes' time there.
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
    half_as_many,  // half the lanes: more only evict each other's cache lines
    one_by_one,    // the loops compute little, and do not wait for their own stores or sums
};

/// Chooses the way for a linearized kernel with `lanes`, those of one register.
RowWriters best_row_writers(llvm::Function& linearized, const Target& target, unsigned lanes, const ShapeInfo& shapes,
                            const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
