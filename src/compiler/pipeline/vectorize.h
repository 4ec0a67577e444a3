// From a canonical kernel to its chunk functions: plan, linearize, widen; what cannot be widened, or is not
// worth it, becomes a chunk of one work-item. So every legal kernel compiles.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "compiler/ir/analysis_managers.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Replaces `kernel` by `<name>.full` and, for more than one lane, `<name>.tail` (docs/ir.md, "Stages of one kernel").
/// Without `optimize` lanes must be forced. Returns what the build log says of it, without the name: "16 lanes" or
/// "scalar (why)".
std::string make_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options, bool optimize);

}  // namespace lanewise::compiler
