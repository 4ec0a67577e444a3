#include "compiler/passes/registry.h"

#include "compiler/passes/bound_ids.h"
#include "compiler/passes/canonicalize.h"
#include "compiler/passes/combine_instructions.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/complete_builtins.h"
#include "compiler/passes/delay_exits.h"
#include "compiler/passes/exact_quotients.h"
#include "compiler/passes/fast_paths.h"
#include "compiler/passes/fuse_logic.h"
#include "compiler/passes/infer_address_spaces.h"
#include "compiler/passes/group_votes.h"
#include "compiler/passes/inline_all.h"
#include "compiler/passes/inline_builtins.h"
#include "compiler/passes/jam_items.h"
#include "compiler/passes/kernel_entry.h"
#include "compiler/passes/linearize.h"
#include "compiler/passes/lower_address_space.h"
#include "compiler/passes/lower_atomics.h"
#include "compiler/passes/lower_float_ops.h"
#include "compiler/passes/lower_half.h"
#include "compiler/passes/lower_ids.h"
#include "compiler/passes/lower_local_memory.h"
#include "compiler/passes/lower_printf.h"
#include "compiler/passes/lower_program_variables.h"
#include "compiler/passes/normalize_flow.h"
#include "compiler/passes/open_copies.h"
#include "compiler/passes/outline_parted.h"
#include "compiler/passes/part_items.h"
#include "compiler/passes/place_group_scratch.h"
#include "compiler/passes/promote_variables.h"
#include "compiler/passes/reducible_flow.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/settle_meetings.h"
#include "compiler/passes/single_item_groups.h"
#include "compiler/passes/sink_blends.h"
#include "compiler/passes/small_integers.h"
#include "compiler/passes/spill_live_values.h"
#include "compiler/passes/split_barriers.h"
#include "compiler/passes/split_long_blocks.h"
#include "compiler/passes/split_masks.h"
#include "compiler/passes/stream_stores.h"
#include "compiler/passes/unroll_loops.h"
#include "compiler/passes/widen.h"

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
#include "compiler/passes/registry.def"
    return false;
}

bool add_function_pass(llvm::StringRef name, llvm::FunctionPassManager& passes) {
#define MODULE_PASS(text, type)
#define FUNCTION_PASS(text, type) \
    if (name == text) {           \
        passes.addPass(type());   \
        return true;              \
    }
#include "compiler/passes/registry.def"
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
