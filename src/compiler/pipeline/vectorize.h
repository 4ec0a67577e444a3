// Makes the chunk functions of a canonical kernel by planning, linearizing and widening the kernel. A kernel that
// cannot be widened, or would not become faster by widening, gets a chunk function for one work-item. Therefore every
// legal kernel compiles.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/ir/passes/analysis_managers.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Replaces `kernel` by `<name>.full` and, for more than one lane, `<name>.tail` (docs/ir.md, "Stages of one kernel").
/// If `optimize` is false, the kernel is vectorized only if the options force a number of lanes. Returns the text for
/// the build log, without the kernel's name: "16 lanes" or "scalar (why)".
std::string make_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options, bool optimize);

}  // namespace lanewise::compiler
