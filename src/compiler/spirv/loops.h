// Marks the loop statements of a function (compiler/ir/loop_marks.h), and adds the metadata `llvm.loop`.
//
// OpLoopMerge and OpLoopControlINTEL are hints (SPIR-V specification, section 2.11): some producers leave these
// instructions out, and others write them into blocks that begin no loop. The translation therefore finds the natural
// loops of the control flow, and treats each as a loop statement. OpLoopMerge names the block that follows the
// statement. Without OpLoopMerge, the block that follows the statement is the first block through which all paths from
// the loop lead:
//
//   %head = OpLabel                           head:  ..., !lanewise.loop_head
//           OpLoopMerge %done %next Unroll    next:  br label %head, !lanewise.loop_latch, !llvm.loop !0
//   ...                                       done:  ..., !lanewise.loop_end
//
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/Function.h>

#include <span>
#include <vector>

#include "spirv/module.h"

namespace lanewise::compiler::il {

/// One instruction OpLoopMerge or OpLoopControlINTEL.
struct LoopHint {
    llvm::BasicBlock* first = nullptr;       // the first LLVM block of the instruction's block
    llvm::BasicBlock* last = nullptr;        // the last LLVM block of the instruction's block
    llvm::BasicBlock* merge = nullptr;       // the block after the loop; null if the instruction names none
    std::span<const std::uint32_t> control;  // the mask of the loop control, and its operands
};

/// Marks the loops of a function. All blocks of the function must be complete.
void mark_loops(llvm::Function& function, const std::vector<LoopHint>& hints);

}  // namespace lanewise::compiler::il
