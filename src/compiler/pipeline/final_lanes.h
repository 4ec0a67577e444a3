// The planner's last decision about a linearized kernel, which vectorize.cpp follows and `print<plan>` prints.
//
// Thread-safety: none needed; analyses belong to a compilation.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/plan/plan.h"
#include "compiler/target/vector_isa.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct FinalLanes {
    unsigned lanes = 1;     // if the kernel gets lanes
    ScalarReason scalar{};  // why it gets none; an empty text otherwise
    BlockedAccesses blocked{};
};

/// Whether TransposeStreams runs on this processor.
bool transposes_streams(const VectorIsa& isa);

/// Decides about a kernel that choose_plan gave `lanes`. If `fixed`, they stay as they are, as for several rows.
FinalLanes choose_final_lanes(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, const Target& target,
                              unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
