// The order in which the blocks of a function are translated. Section 2.4 of the SPIR-V specification demands that a
// block stands before the blocks that it dominates. Not all producers obey that rule, so the blocks are sorted before
// the translation.
// Thread-safety: belongs to one translation.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// A block of a function: its label, and the numbers of its instructions in the module.
struct BlockRange {
    spirv::Id label = 0;
    std::size_t begin = 0;  // number of the block's OpLabel
    std::size_t end = 0;    // number after the block's last instruction
};

/// Returns the blocks in an order in which each block follows the blocks that dominate it. The blocks that the first
/// block reaches come first, in reverse post-order; the unreachable blocks follow.
std::vector<BlockRange> in_order_of_dominance(const Translation& all, const std::vector<BlockRange>& blocks);

}  // namespace lanewise::compiler::il
