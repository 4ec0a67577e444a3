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
    unsigned lanes = 1;     // number of lanes, if the kernel is vectorized
    ScalarReason scalar{};  // why the kernel is not vectorized; an empty text if it is
    BlockedAccesses blocked{};
};

/// Whether TransposeStreams transposes strided streams on a processor with this instruction set.
bool transposes_streams(const VectorIsa& isa);

/// Makes the last decision about a linearized kernel for which choose_plan chose `lanes`. If `fixed`, the number of
/// lanes cannot change; it is fixed for chunks of several rows.
FinalLanes choose_final_lanes(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, const Target& target,
                              unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
