// Recognizes accesses in which lanes exchange addresses: p[i ^ 1], p[i ^ distance], as in sorting networks and
// butterflies of Fourier transforms.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

struct Exchange {
    /// The only GEP in the computation of the address whose index differs between lanes.
    const llvm::GetElementPtrInst* step;
    /// The part of this index that differs between lanes is `ramp ^ distance`; `distance` is uniform.
    const llvm::Value *ramp, *distance;
};

/// Returns none if the address `pointer` has another form.
std::optional<Exchange> find_exchange(const llvm::Value& pointer, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
