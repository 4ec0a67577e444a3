// Estimates whether a kernel waits for its own results. In a long piece of straight code (the rounds of a hash
// function) a core can do little else until a chain of dependent operations ends, unless more lanes bring more chains.
// In shorter loops the core goes on with the next iteration, until that waits for a result of the one before.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether the cost model counts `instruction` as work: address arithmetic and the making of masks are none.
bool is_work(const llvm::Instruction& instruction);

/// Number of operations that take as long as `instruction`: many for a call of a function, one for all else.
unsigned work_of(const llvm::Instruction& instruction);

/// Whether any block runs more than once.
bool has_loops(const llvm::Function& function);

/// Whether a loop that linearize made ends when no lane is live any more.
bool ends_by_vote(const llvm::Loop& loop);

/// Whether work-items wait for each other in `loop`.
bool meets(const llvm::Loop& loop);

struct LoopCycles {
    unsigned chain = 0;    // delay of an iteration's results after those of the one before
    unsigned through = 0;  // from an iteration's first operands to its last result
};

/// Cycles of the loop's own operations that differ between lanes, without inner loops.
LoopCycles cycles_of(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// The loop with most operations that differ between lanes.
struct HotLoop {
    /// Number of vectors that each value may fill before the operations take longer than the chains. Zero if lanes
    /// leave the loop at different times, since more lanes wait longer for the slowest.
    unsigned vectors_in_shadow = 0;
    unsigned operations = 0;
    bool is_left_apart = false;  // lanes leave it, or a loop around it, at different times
};

/// Finds the hot loop of a kernel; zeros if the kernel has no loops.
HotLoop hot_loop(llvm::Function& linearized, const ShapeInfo& shapes);

/// Finds the hot loop among those without synchronization points that all lanes leave together.
std::optional<HotLoop> hot_loop_between_barriers(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
