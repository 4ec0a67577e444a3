#include "compiler/pipeline/registry.h"

#include "compiler/prepare/bound_ids.h"
#include "compiler/simplify/canonicalize.h"
#include "compiler/simplify/combine_instructions.h"
#include "compiler/simplify/cleanup.h"
#include "compiler/library/complete_builtins.h"
#include "compiler/linearize/delay_exits.h"
#include "compiler/machine/exact_quotients.h"
#include "compiler/linearize/fast_paths.h"
#include "compiler/machine/fuse_logic.h"
#include "compiler/prepare/infer_address_spaces.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/prepare/inline_all.h"
#include "compiler/library/inline_builtins.h"
#include "compiler/widen/jam_items.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/linearize/linearize.h"
#include "compiler/lower/lower_address_space.h"
#include "compiler/lower/lower_atomics.h"
#include "compiler/library/lower_float_ops.h"
#include "compiler/machine/lower_half.h"
#include "compiler/lower/lower_ids.h"
#include "compiler/lower/lower_local_memory.h"
#include "compiler/lower/lower_printf.h"
#include "compiler/lower/lower_program_variables.h"
#include "compiler/linearize/normalize_flow.h"
#include "compiler/linearize/open_copies.h"
#include "compiler/group/outline_parted.h"
#include "compiler/meetings/part_items.h"
#include "compiler/prepare/place_group_scratch.h"
#include "compiler/simplify/promote_variables.h"
#include "compiler/simplify/reducible_flow.h"
#include "compiler/prepare/safe_division.h"
#include "compiler/meetings/settle_meetings.h"
#include "compiler/prepare/single_item_groups.h"
#include "compiler/linearize/sink_blends.h"
#include "compiler/prepare/small_integers.h"
#include "compiler/group/spill_live_values.h"
#include "compiler/group/split_barriers.h"
#include "compiler/machine/split_long_blocks.h"
#include "compiler/machine/split_masks.h"
#include "compiler/lower/stream_stores.h"
#include "compiler/simplify/unroll_loops.h"
#include "compiler/widen/widen.h"

namespace lanewise::compiler {
namespace {

bool add_module_pass(llvm::StringRef name, llvm::ModulePassManager& passes) {
#define MODULE_PASS(text, type)   \
    if (name == text) {           \
        passes.addPass(type());   \
        return true;              \
    }
#define FUNCTION_PASS(text, type)                                             \
    if (name == text) {                                                       \
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(type()));      \
        return true;                                                          \
    }
#include "compiler/pipeline/registry.def"
    return false;
}

bool add_function_pass(llvm::StringRef name, llvm::FunctionPassManager& passes) {
#define MODULE_PASS(text, type)
#define FUNCTION_PASS(text, type) \
    if (name == text) {           \
        passes.addPass(type());   \
        return true;              \
    }
#include "compiler/pipeline/registry.def"
    return false;
}

using Elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;

}  // namespace

void register_passes(llvm::PassBuilder& builder) {
    builder.registerPipelineParsingCallback(
        [](llvm::StringRef name, llvm::ModulePassManager& passes, Elements) {
            return add_module_pass(name, passes);
        });
    builder.registerPipelineParsingCallback(
        [](llvm::StringRef name, llvm::FunctionPassManager& passes, Elements) {
            return add_function_pass(name, passes);
        });
}

}  // namespace lanewise::compiler
