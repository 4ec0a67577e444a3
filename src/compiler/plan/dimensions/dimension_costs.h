// Estimates the cost of a kernel's chunks with lanes along each dimension, before lanes are chosen. An access by
// adjacent lanes counts as one vector access, as one scalar access, or as one access for each lane.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Cost of full chunks of as many work-items as a register has 32-bit elements. Costs have no unit of time and can only
/// be compared with each other.
struct LaneCost {
    std::uint64_t together = 0;  // operations on whole registers, for any number of active lanes
    std::uint64_t apart = 0;     // operations that each active lane takes by itself

    std::uint64_t sum() const { return together + apart; }
    LaneCost& operator+=(const LaneCost& other) {
        together += other.together;
        apart += other.apart;
        return *this;
    }
    LaneCost times(std::uint64_t count) const { return {together * count, apart * count}; }
};

/// Costs with lanes along each dimension; 0 if the kernel has no id of that dimension.
struct DimensionCosts {
    std::array<LaneCost, 3> along{};
    LaneCost along_linear_id{};
    std::uint64_t one_lane = 0;
    /// For lanes along each dimension: another dimension along which the scattered accesses are adjacent. `items`:
    /// number of these adjacent accesses in a cache line; 1 if there is no such dimension.
    struct Crossing {
        unsigned dimension = 0;
        std::uint32_t items = 1;
    };
    std::array<Crossing, 3> crossings{};
    /// Whether all work-groups have one work-item along the dimension (plan/dimensions/single_items.h).
    std::array<bool, 3> single_items{};

    /// Whether there is more than dimension 0 to choose from.
    bool differ() const { return along[1].sum() != 0 || along[2].sum() != 0; }
};

/// Estimates costs for a canonical kernel (docs/ir.md, stage `prepare`); zeros if there is no choice. `register_bits`:
/// size of the widest vector.
DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, unsigned register_bits);

}  // namespace lanewise::compiler
