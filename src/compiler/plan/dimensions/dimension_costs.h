// Estimates the cost of a kernel's chunks with lanes along each dimension, before there are any lanes. An access of
// neighbouring lanes is one vector, one value for all, or as many accesses as there are lanes.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Cost of as many work-items as a register has words, in full chunks. Costs are relative to one another.
struct LaneCost {
    std::uint64_t together = 0;  // operations on whole registers, however many lanes are on
    std::uint64_t apart = 0;     // operations of one lane after another

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
    /// For lanes along each dimension: another dimension along which scattered accesses are adjacent. `items`: how many
    /// of these are in a cache line; 1 if there is no such dimension.
    struct Crossing {
        unsigned dimension = 0;
        std::uint32_t items = 1;
    };
    std::array<Crossing, 3> crossings{};
    /// Whether all work-groups have one work-item along the dimension (plan/dimensions/single_items.h).
    std::array<bool, 3> single_items{};

    /// Whether there is anything to choose.
    bool differ() const { return along[1].sum() != 0 || along[2].sum() != 0; }
};

/// Estimates costs for a canonical kernel (docs/ir.md, stage `prepare`); zeros if there is nothing to choose.
/// `register_bits`: size of the widest vector.
DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, unsigned register_bits);

}  // namespace lanewise::compiler
