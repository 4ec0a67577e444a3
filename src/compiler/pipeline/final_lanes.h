// The planner's last decision about the lanes of a linearized kernel; vectorize.cpp follows it, and `print<plan>`
// prints it.
//
// Thread-safety: none needed; analyses belong to a compilation.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/plan/plan.h"
#include "compiler/target/vector_isa.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct FinalLanes {
    unsigned lanes = 1;     // number of lanes; 1 if the kernel is not vectorized
    ScalarReason scalar{};  // reason why the kernel is not vectorized; an empty text if it is vectorized
    BlockedAccesses blocked{};
};

/// Whether TransposeStreams transposes strided streams on a processor with this instruction set.
bool transposes_streams(const VectorIsa& isa);

/// Makes the last decision about a linearized kernel, for which choose_plan chose `lanes`. If `fixed` is true, as for
/// chunks of several rows, the decision is only whether to vectorize.
FinalLanes choose_final_lanes(llvm::Function& linearized, llvm::FunctionAnalysisManager& analyses, const Target& target,
                              unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
