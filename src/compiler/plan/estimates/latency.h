// Whether a kernel waits for its own results: in a long piece of straight code (the rounds of a hash function) a
// core can do little else until a chain of dependent operations is through, unless more lanes bring more
// chains. In shorter loops it goes on with the next iteration, until that waits for what the last one hands it.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Operations that `instruction` takes as long as: a call of a function many, all else one.
unsigned work_of(const llvm::Instruction& instruction);

/// Whether any block runs more than once.
bool has_loops(const llvm::Function& function);

/// Whether a loop that linearize made ends when no lane is live any more.
bool ends_by_vote(const llvm::Loop& loop);

/// Whether work-items wait for each other in `loop`.
bool meets(const llvm::Loop& loop);

struct LoopCycles {
    unsigned chain = 0;    // by which an iteration's results come later than those of the one before
    unsigned through = 0;  // from an iteration's first operands to its last result
};

/// Of what `loop` runs itself, and what differs between lanes.
LoopCycles cycles_of(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// The loop with most operations that differ between lanes.
struct HotLoop {
    /// On how many vectors each its operations would still take less time than its chains do. 0 where lanes leave it
    /// one by one: there more lanes wait longer for the slowest.
    unsigned vectors_in_shadow = 0;
    unsigned operations = 0;
    bool is_left_apart = false;  // lanes leave it, or a loop around it, one by one
};

/// Without loops: neither.
HotLoop hot_loop(llvm::Function& linearized, const ShapeInfo& shapes);

/// Of the loops that work-items go through without waiting for each other, and that all lanes leave together.
std::optional<HotLoop> hot_loop_between_barriers(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
