// Estimates whether the latency of dependent operations limits a kernel's speed. In long straight-line code, such as
// the rounds of a hash function, a core mostly waits for one chain of dependent operations, unless additional lanes add
// independent chains. In a short loop the core overlaps iterations, until an iteration waits for a result of the
// preceding iteration.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether the cost model counts `instruction` as work; address arithmetic and the computation of masks are not work.
bool is_work(const llvm::Instruction& instruction);

/// Returns the number of simple operations that take as long as `instruction`: many for a function call, one for all
/// other instructions.
unsigned work_of(const llvm::Instruction& instruction);

/// Whether any block of `function` runs more than once.
bool has_loops(const llvm::Function& function);

/// Whether `loop` has the form that linearize gives to divergent loops: the loop ends when no lane is live any more.
bool ends_by_vote(const llvm::Loop& loop);

/// Whether `loop` contains a synchronization point of work-items.
bool meets(const llvm::Loop& loop);

struct LoopCycles {
    unsigned chain = 0;    // cycles between the results of one iteration and the results of the next
    unsigned through = 0;  // cycles from an iteration's first operands to its last result
};

/// Returns the cycles of the loop's operations whose results differ between lanes, without operations in inner loops.
LoopCycles cycles_of(const llvm::Loop& loop, const llvm::LoopInfo& loops, const ShapeInfo& shapes);

/// The loop of a kernel with the most operations whose results differ between lanes.
struct HotLoop {
    /// Maximum number of registers per value. With at most this number, a core issues the operations of all registers
    /// in less time than the dependence chains take. The number is zero if lanes leave the loop at different times,
    /// since more lanes would wait longer for the slowest lane.
    unsigned vectors_in_shadow = 0;
    unsigned operations = 0;
    bool is_left_apart = false;  // whether lanes leave this loop or an outer loop at different times
};

/// Finds the hot loop of a kernel; all zeros if the kernel has no loops.
HotLoop hot_loop(llvm::Function& linearized, const ShapeInfo& shapes);

/// Finds the hot loop among the loops that contain no synchronization points and that all lanes leave together. Returns
/// none if there is no such loop.
std::optional<HotLoop> hot_loop_between_barriers(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
