// Loops of gathers in which lanes are worth their while although they leave them one by one, on processors whose
// gathers are fast: each lane's chain of reads is waited for beside the others', or what lanes read lies together.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether a lane reads where an iteration before told it to: lists, the parents of a tree. One lane alone waits for
/// each of them in turn.
bool follows_what_it_read(const llvm::Loop& loop, const ShapeInfo& shapes);

/// Whether lanes that begin beside each other step alike by more than one element, as 32 work-items do that go through
/// a row of a matrix together.
bool walks_together(const llvm::Loop& loop, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
