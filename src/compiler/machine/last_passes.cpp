#include "compiler/machine/last_passes.h"

#include "compiler/ir/pass_list.h"
#include "compiler/simplify/cleanup.h"
#include "compiler/machine/exact_quotients.h"
#include "compiler/machine/fuse_logic.h"
#include "compiler/machine/lower_half.h"
#include "compiler/machine/split_long_blocks.h"
#include "compiler/machine/split_masks.h"

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
