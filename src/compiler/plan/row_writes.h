// What lanes are worth that go each along a row of its own and write it there element by element, so that gathers and
// scattered stores take the time of lanes.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

#include "compiler/analysis/shape.h"
#include "compiler/plan/row_walks.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

enum class RowWriters : std::uint8_t {
    as_planned,
    half_as_many,  // lanes: more only drive each other's lines out of the cache
    one_by_one,    // the loops compute little, and wait for nothing that a work-item wrote or summed
};

/// Of a linearized kernel with `lanes`, those of one register.
RowWriters best_row_writers(llvm::Function& linearized, const Target& target, unsigned lanes, const ShapeInfo& shapes,
                            const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
