// What a kernel's chunks cost with lanes along each dimension, before there are any: accesses of lanes next to each
// other are one vector, or one value for all, or as many accesses as there are lanes.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Of as many work-items as a register has words, in chunks with all their lanes; relative to one another. 0: the
/// kernel has no id of that dimension.
struct DimensionCosts {
    std::array<std::uint32_t, 3> along{0, 0, 0};
    std::uint32_t along_linear_id = 0;
    std::uint32_t one_lane = 0;
    /// With lanes along each dimension: the other one that scattered accesses have their neighbours along, and how many
    /// of these a line of the caches holds; 1: there are none.
    struct Crossing {
        unsigned dimension = 0;
        std::uint32_t items = 1;
    };
    std::array<Crossing, 3> crossings{};

    /// Whether there is anything to choose.
    bool differ() const { return along[1] != 0 || along[2] != 0; }
};

/// For a canonical kernel (docs/ir.md, stage `prepare`); zeros where there is nothing to choose. `register_bits`: of
/// the widest vector.
DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, unsigned register_bits);

}  // namespace lanewise::compiler
