// Makes the chunk functions of a canonical kernel: plan, linearize, widen. A kernel that cannot be widened, or is not
// worth it, becomes a chunk of one work-item, so that every legal kernel compiles.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/ir/passes/analysis_managers.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Replaces `kernel` by `<name>.full` and, for more than one lane, `<name>.tail` (docs/ir.md, "Stages of one kernel").
/// Without `optimize` lanes must be forced. Returns the text of the build log about it, without the name: "16 lanes" or
/// "scalar (why)".
std::string make_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options, bool optimize);

}  // namespace lanewise::compiler
