#include "compiler/widen/chunk_writer.h"

#include <llvm/ADT/PostOrderIterator.h>

#include "compiler/ir/operations.h"
#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/elements/ramp_masks.h"

namespace lanewise::compiler {

// Passes `original` to one class after another, until one of them handles it. PrivateArrays comes before Intrinsics,
// because a fill of an interleaved private array is an intrinsic.
void ChunkWriter::write(llvm::Instruction& original) {
    const bool is_taken = flow_.widen(original) || load_store_.widen(original) || private_arrays_.widen(original) ||
                          atomics_.widen(original) || operations_.widen(original) || intrinsics_.widen(original) ||
                          image_calls_.widen(original) || function_calls_.widen(original) ||
                          element_wise_.widen(original);
    if (!is_taken) return chunk_.reject_instruction(original);
    if (!chunk_.order.is_of_memory(&original) || original.getType()->isVoidTy()) return;
    chunk_.values.set_pieces(&original, chunk_.values.parts(&original));
    if (!chunk_.order.is_taken_apart(&original)) return;
    // The shuffles for a phi's components must be placed after all phis of the block.
    if (llvm::isa<llvm::PHINode>(original))
        phis_to_take_apart_.push_back({&original, chunk_.masks.row()});
    else
        take_apart(original);
}

void ChunkWriter::take_apart(const llvm::Instruction& original) {
    chunk_.values.set_parts(&original, Shuffles(chunk_).unzip(chunk_.values.pieces(&original)));
}

void ChunkWriter::take_phis_apart() {
    for (const auto& [phi, row] : phis_to_take_apart_) {
        chunk_.masks.start_row(row);
        take_apart(*phi);
    }
    phis_to_take_apart_.clear();
}

// Widens an instruction once if all rows share it, and otherwise once for each row.
void ChunkWriter::write_in_rows(llvm::Instruction& original) {
    const bool is_mask = as_operation(&original, op::mask) != nullptr;
    if (llvm::isa<llvm::FenceInst>(original) || is_meeting(original) ||
        (!is_mask && chunk_.sharing.shares(&original))) {
        chunk_.masks.start_all_rows();
        return write(original);
    }
    for (unsigned row = 0; row < chunk_.options.rows && chunk_.reason.empty(); ++row) {
        chunk_.masks.start_row(row);
        write(original);
    }
}

void ChunkWriter::find_live_lanes() {
    llvm::IRBuilder<>& builder = chunk_.builder;
    llvm::Value* count = builder.CreateTrunc(create_chunk_lanes(builder), builder.getInt32Ty());
    llvm::Value* live = RampMasks(chunk_).below(count);
    live->setName("live");
    chunk_.masks.set_live(live);
}

void ChunkWriter::write_block(llvm::BasicBlock& original) {
    flow_.start_block(original);
    if (original.isEntryBlock() && chunk_.form == ChunkForm::tail) find_live_lanes();
    chunk_.masks.start_block();
    for (llvm::Instruction& instruction : original) {
        if (!chunk_.reason.empty()) return;
        if (!llvm::isa<llvm::PHINode>(instruction)) take_phis_apart();
        if (instruction.isTerminator())
            flow_.widen_terminator(instruction);
        else
            write_in_rows(instruction);
    }
    flow_.end_block(original);
}

llvm::Function* ChunkWriter::run() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&chunk_.kernel);
    for (llvm::BasicBlock* block : order) flow_.add_block(*block);
    for (llvm::BasicBlock* block : order) {
        write_block(*block);
        if (!chunk_.reason.empty()) break;
    }
    if (chunk_.reason.empty()) flow_.complete_phis();
    if (chunk_.reason.empty()) return &chunk_.function;
    chunk_.function.eraseFromParent();
    return nullptr;
}

}  // namespace lanewise::compiler
