// A chunk function that is being made, and the state that the classes of widen/ share. The state consists of the
// builder, the values widened so far, the current row and mask, and the analyses of the kernel.
//
// Each class of widen/ handles one kind of instruction, and has a Chunk& and no other state. Its `widen` returns true
// if the instruction is of this kind. In this case, `widen` has either widened the instruction, or set the reason why
// the kernel cannot be widened:
//
//   bool Something::widen(llvm::Instruction& original) {
//       auto* mine = dyn_cast<SomeInst>(&original);
//       if (!mine) return false;
//       chunk_.values.set_parts(mine, {chunk_.builder.Create...(chunk_.values.part(mine->getOperand(0)))});
//       return true;
//   }
//
// chunk_writer.cpp calls `widen` of these classes one after another, until one returns true.
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/widen/chunk/element_order.h"
#include "compiler/widen/chunk/lane_values.h"
#include "compiler/widen/chunk/masks.h"
#include "compiler/widen/chunk/widen_options.h"

namespace lanewise::compiler {

enum class ChunkForm : std::uint8_t { full, tail };

/// Analyses of a linearized kernel that all its chunk functions share.
struct KernelAnalyses {
    KernelAnalyses(llvm::Function& kernel, unsigned lanes, const RowSharing& sharing)
        : loops(llvm::DominatorTree(kernel)),
          layouts(kernel),
          shapes(kernel, lanes, layouts),
          sharing(sharing),
          order(kernel, shapes, layouts, lanes) {}

    const llvm::LoopInfo loops;
    const PrivateLayouts layouts;
    const ShapeInfo shapes;
    const RowSharing& sharing;
    const ElementOrder order;
};

struct Chunk {
    /// Adds an empty function to the kernel's module, with the same arguments as the kernel.
    Chunk(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form);

    llvm::Function& kernel;  // linearized; stays unchanged
    const llvm::LoopInfo& loops;
    const PrivateLayouts& layouts;
    const ShapeInfo& shapes;
    const RowSharing& sharing;
    const ElementOrder& order;
    const WidenOptions& options;
    const ChunkForm form;
    const unsigned lanes;
    const llvm::DataLayout& layout;

    llvm::Function& function;
    llvm::IRBuilder<> builder;
    LaneValues values;
    Masks masks;
    std::string reason;  // why the kernel cannot be widened; empty if no reason was found so far

    /// Returns the widened values (parts) of `operand`. Their elements have the same order as the elements of `user`
    /// (element_order.h).
    Parts operand_parts(const llvm::Instruction& user, const llvm::Value* operand);
    /// Allocates temporary memory in the function's frame, by an alloca in the entry block.
    llvm::AllocaInst* scratch(llvm::Type* type, llvm::Align align);
    /// Adds a block to the end of the function.
    llvm::BasicBlock* new_block(const llvm::Twine& name = "");

    void reject(const llvm::Twine& why);
    void reject_instruction(const llvm::Instruction& instruction);
};

}  // namespace lanewise::compiler
