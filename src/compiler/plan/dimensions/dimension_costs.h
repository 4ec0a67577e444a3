// Estimates the costs of a kernel's chunks for each dimension along which lanes may lie, before the number of lanes is
// chosen. Each access of a chunk is counted as one vector access, as one scalar access, or as one access for each lane.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Cost of a full chunk. The chunk has as many work-items as a register has 32-bit elements. Costs are not times; they
/// can only be compared with each other.
struct LaneCost {
    std::uint64_t together = 0;  // cost of operations on whole registers, for any number of active lanes
    std::uint64_t apart = 0;     // cost of operations that each active lane executes by itself

    std::uint64_t sum() const { return together + apart; }
    LaneCost& operator+=(const LaneCost& other) {
        together += other.together;
        apart += other.apart;
        return *this;
    }
    LaneCost times(std::uint64_t count) const { return {together * count, apart * count}; }
};

/// Costs of a kernel for each dimension along which lanes may lie; 0 if the kernel uses no id of that dimension.
struct DimensionCosts {
    std::array<LaneCost, 3> along{};
    LaneCost along_linear_id{};
    std::uint64_t one_lane = 0;
    /// For accesses that lanes along one dimension would scatter: another dimension along which these accesses are
    /// adjacent. `items`: number of adjacent accesses in a cache line; 1 if there is no other dimension.
    struct Crossing {
        unsigned dimension = 0;
        std::uint32_t items = 1;
    };
    std::array<Crossing, 3> crossings{};
    /// Whether all work-groups have one work-item along the dimension (plan/dimensions/single_items.h).
    std::array<bool, 3> single_items{};

    /// Whether lanes may also lie along dimensions 1 or 2.
    bool differ() const { return along[1].sum() != 0 || along[2].sum() != 0; }
};

/// Estimates costs for a canonical kernel (docs/ir.md, stage `prepare`); zeros if the kernel uses no dimension other
/// than 0 and has no barriers.
DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, const Target& target);

}  // namespace lanewise::compiler
