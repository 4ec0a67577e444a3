// What a kernel's chunks cost with lanes along each dimension, before there are any: accesses of lanes next to each
// other are one vector, or one value for all, or as many accesses as there are lanes.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <array>
#include <cstdint>

namespace lanewise::compiler {

/// Of as many work-items as a register has words, in chunks with all their lanes; relative to one another.
struct LaneCost {
    std::uint64_t together = 0;  // in operations of whole registers, however many lanes are on
    std::uint64_t apart = 0;     // by one lane after the other

    std::uint64_t sum() const { return together + apart; }
    LaneCost& operator+=(const LaneCost& other) {
        together += other.together;
        apart += other.apart;
        return *this;
    }
    LaneCost times(std::uint64_t count) const { return {together * count, apart * count}; }
};

/// Sums of 0: the kernel has no id of that dimension.
struct DimensionCosts {
    std::array<LaneCost, 3> along{};
    LaneCost along_linear_id{};
    std::uint64_t one_lane = 0;
    /// With lanes along each dimension: the other one that scattered accesses have their neighbours along, and how many
    /// of these a line of the caches holds; 1: there are none.
    struct Crossing {
        unsigned dimension = 0;
        std::uint32_t items = 1;
    };
    std::array<Crossing, 3> crossings{};
    /// Where all work-groups have one work-item along the dimension (plan/single_items.h).
    std::array<bool, 3> single_items{};

    /// Whether there is anything to choose.
    bool differ() const { return along[1].sum() != 0 || along[2].sum() != 0; }
};

/// For a canonical kernel (docs/ir.md, stage `prepare`); zeros where there is nothing to choose. `register_bits`: of
/// the widest vector.
DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, unsigned register_bits);

}  // namespace lanewise::compiler
