// The chunk function that is being written, and what all classes that write it share: the place (builder), what became
// of each of the kernel's values so far, the row and mask that code is made for now, and what is known of the kernel.
//
// Each class of widen/ that takes a kind of instruction holds a Chunk& and no other state; `widen` of such a class
// is true when the instruction was its own, and then it is either made or rejected:
//
//   bool Something::widen(llvm::Instruction& original) {
//       auto* mine = dyn_cast<SomeInst>(&original);
//       if (!mine) return false;
//       chunk_.values.set_parts(mine, {chunk_.builder.Create...(chunk_.values.part(mine->getOperand(0)))});
//       return true;
//   }
//
// chunk_writer.cpp asks them in turn.
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/row_sharing.h"
#include "compiler/analysis/shape.h"
#include "compiler/widen/chunk/element_order.h"
#include "compiler/widen/chunk/lane_values.h"
#include "compiler/widen/chunk/masks.h"
#include "compiler/widen/chunk/widen_options.h"

namespace lanewise::compiler {

enum class ChunkForm : std::uint8_t { full, tail };

/// What is known of a linearized kernel, whichever chunk function is made of it.
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
    /// Adds an empty function to the kernel's module; its arguments stand for the kernel's.
    Chunk(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form);

    llvm::Function& kernel;  // linearized; stays as it is
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
    std::string reason;  // why the kernel cannot be widened; empty as long as it can

    /// The lanes of an operand, in the order that its user has (element_order.h).
    Parts operand_parts(const llvm::Instruction& user, const llvm::Value* operand);
    /// Room in the function's frame, made once per use in its entry block.
    llvm::AllocaInst* scratch(llvm::Type* type, llvm::Align align);
    /// A block of the function, at its end.
    llvm::BasicBlock* new_block(const llvm::Twine& name = "");

    void reject(const llvm::Twine& why);
    void reject_instruction(const llvm::Instruction& instruction);
};

}  // namespace lanewise::compiler
