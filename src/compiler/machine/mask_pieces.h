// Masks of all lanes in pieces, each of as many lanes as a register holds of what they choose (machine/split_masks.h,
// machine/wide_masks.h). Thread-safety: none needed.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Of a vector of fixed length.
unsigned lanes_of(const llvm::Value& vector);

bool is_mask(const llvm::Value& value);

/// The lanes of `whole` from `piece` * `lanes` on.
llvm::Value* piece_of(llvm::IRBuilder<>& at, llvm::Value* whole, unsigned piece, unsigned lanes);

/// Asks the pieces of the mask whose bits are `bits`, in place of these, whether some lane is on, or all are; other
/// questions need the whole. `as_mask`: a piece as a vector of i1. Whether no use of the bits is left.
bool ask_pieces(llvm::BitCastInst& bits, llvm::ArrayRef<llvm::Value*> pieces,
                llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*)> as_mask);

}  // namespace lanewise::compiler
