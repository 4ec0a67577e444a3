#include "compiler/last_passes.h"

#include "compiler/pass_list.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/exact_quotients.h"
#include "compiler/passes/fuse_logic.h"
#include "compiler/passes/lower_half.h"
#include "compiler/passes/split_long_blocks.h"
#include "compiler/passes/split_masks.h"

namespace lanewise::compiler {

void run_last_passes(llvm::Module& module, AnalysisManagers& analyses, bool optimize) {
    if (optimize) PassList().function(Cleanup()).run(module, analyses);
    PassList()
        .function(LowerHalf())
        .function(ExactQuotients())
        .function(FuseLogic())
        .function(SplitMasks())
        .function(SplitLongBlocks())
        .run(module, analyses);
}

}  // namespace lanewise::compiler
