// Splits masks of all lanes into pieces. A piece has as many lanes as a register holds of the values that the mask
// selects (machine/split_masks.h, machine/wide_masks.h).
// Thread-safety: none needed.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Lanes of a vector of fixed length.
unsigned lanes_of(const llvm::Value& vector);

bool is_mask(const llvm::Value& value);

/// The lanes of `whole` from `piece` * `lanes` on.
llvm::Value* piece_of(llvm::IRBuilder<>& at, llvm::Value* whole, unsigned piece, unsigned lanes);

/// Makes votes on a mask ask its pieces instead of `bits`, its lanes as an integer. Votes ask whether some lane is on,
/// or all are; other questions need the whole mask. `as_mask` makes a vector of i1 of a piece. Returns whether no use
/// of the bits is left.
bool ask_pieces(llvm::BitCastInst& bits, llvm::ArrayRef<llvm::Value*> pieces,
                llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*)> as_mask);

}  // namespace lanewise::compiler
