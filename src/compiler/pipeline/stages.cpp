#include "compiler/pipeline/stages.h"

#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <vector>

#include "compiler/analysis/invariants.h"
#include "compiler/group/lower_waits.h"
#include "compiler/group/outline_parted.h"
#include "compiler/group/spill_live_values.h"
#include "compiler/group/split_barriers.h"
#include "compiler/library/complete_builtins.h"
#include "compiler/library/inline_builtins.h"
#include "compiler/library/lower_float_ops.h"
#include "compiler/library/lower_memory_ops.h"
#include "compiler/linearize/delay_exits.h"
#include "compiler/linearize/fast_paths/fast_paths.h"
#include "compiler/linearize/hoist_safe_loads.h"
#include "compiler/linearize/hoist_shared_calls.h"
#include "compiler/linearize/join_arms.h"
#include "compiler/linearize/linearize.h"
#include "compiler/linearize/merges/merge_loads.h"
#include "compiler/linearize/merges/merge_stores.h"
#include "compiler/linearize/normalize_flow.h"
#include "compiler/linearize/one_lane_sums.h"
#include "compiler/linearize/open_copies.h"
#include "compiler/linearize/promote_reductions.h"
#include "compiler/linearize/serialize_sparse/serialize_sparse.h"
#include "compiler/linearize/sink_blends.h"
#include "compiler/linearize/strided_streams/transpose_streams.h"
#include "compiler/link/pair_angles.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/lower/launch_arguments.h"
#include "compiler/lower/lower_address_space.h"
#include "compiler/lower/lower_atomics.h"
#include "compiler/lower/lower_enqueue.h"
#include "compiler/lower/lower_ids.h"
#include "compiler/lower/lower_local_memory.h"
#include "compiler/lower/lower_printf.h"
#include "compiler/lower/lower_program_variables.h"
#include "compiler/lower/match_local_stores.h"
#include "compiler/lower/quiet_flags.h"
#include "compiler/lower/stream_stores.h"
#include "compiler/machine/exact_quotients.h"
#include "compiler/machine/faults/byte_permutes.h"
#include "compiler/machine/faults/short_products.h"
#include "compiler/machine/faults/stored_interleaves.h"
#include "compiler/machine/fuse_logic.h"
#include "compiler/machine/half/half_loads.h"
#include "compiler/machine/half/lower_half.h"
#include "compiler/machine/half/round_bfloats.h"
#include "compiler/machine/half/split_half_moves.h"
#include "compiler/machine/masked_increment.h"
#include "compiler/machine/masks/legalize_masks.h"
#include "compiler/machine/narrow_offsets.h"
#include "compiler/machine/short_min_max.h"
#include "compiler/machine/sink_unlikely.h"
#include "compiler/machine/splat_products.h"
#include "compiler/machine/split_long_blocks.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/meetings/part_items.h"
#include "compiler/meetings/settle_meetings.h"
#include "compiler/prepare/calls/inline_all.h"
#include "compiler/prepare/calls/keep_iterations.h"
#include "compiler/prepare/ids/bound_ids.h"
#include "compiler/prepare/ids/exchange_dimensions.h"
#include "compiler/prepare/ids/flatten_groups.h"
#include "compiler/prepare/ids/settle_sub_groups.h"
#include "compiler/prepare/ids/single_item_groups.h"
#include "compiler/prepare/kept/hidden_arguments.h"
#include "compiler/prepare/large_to_half.h"
#include "compiler/prepare/memory/assume_no_alias.h"
#include "compiler/prepare/memory/assume_small_objects.h"
#include "compiler/prepare/memory/infer_address_spaces.h"
#include "compiler/prepare/memory/place_group_scratch.h"
#include "compiler/prepare/memory/plain_local_memory.h"
#include "compiler/prepare/relaxed_builtins.h"
#include "compiler/prepare/safe_division.h"
#include "compiler/prepare/small_integers.h"
#include "compiler/prepare/split_mads.h"
#include "compiler/prepare/waits/find_waits.h"
#include "compiler/recursion/fold_recursion.h"
#include "compiler/simplify/canonicalize.h"
#include "compiler/simplify/cleanup.h"
#include "compiler/simplify/combine/combine_instructions.h"
#include "compiler/simplify/loops/forward_stores.h"
#include "compiler/simplify/loops/narrow_steps.h"
#include "compiler/simplify/loops/outliving_invariants.h"
#include "compiler/simplify/loops/reducible_flow.h"
#include "compiler/simplify/loops/scalar_replacement.h"
#include "compiler/simplify/loops/uniform_trip_counts.h"
#include "compiler/simplify/loops/vectorize_loops.h"
#include "compiler/simplify/loops/wide_indices.h"
#include "compiler/simplify/restore_indices.h"
#include "compiler/simplify/unroll_loops.h"
#include "compiler/simplify/unrotate_loops.h"
#include "compiler/simplify/values/expand_pow.h"
#include "compiler/simplify/values/known_results.h"
#include "compiler/simplify/values/own_copies.h"
#include "compiler/simplify/values/promote_variables.h"
#include "compiler/simplify/values/sink_stores.h"
#include "compiler/widen/interleave_items.h"
#include "compiler/widen/single_sub_groups.h"
#include "compiler/widen/widen.h"

namespace lanewise::compiler {
namespace {

llvm::StringRef stage_name(Stage stage) {
    constexpr llvm::StringLiteral names[] = {
#define STAGE(name, makes) #name,
#define MODULE_PASS(stage, name, need, pass)
#define FUNCTION_PASS(stage, name, need, pass)
#include "compiler/pipeline/stages.def"
    };
    return names[static_cast<std::size_t>(stage)];
}

template <typename Pass>
void add(llvm::ModulePassManager& passes, Pass pass, llvm::Module*) {
    passes.addPass(std::move(pass));
}

template <typename Pass>
void add(llvm::ModulePassManager& passes, Pass pass, llvm::Function*) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
}

template <typename Pass>
concept Required = requires { Pass::isRequired(); };

// Makes an element of table_passes().
template <Need need, typename Pass>
TablePass row_of(llvm::StringRef stage, llvm::StringRef name, const Pass&) {
    static_assert(need == Need::needed || !Required<Pass>, "the pass manager would not ask whether to run this pass");
    return {stage, name, Pass::name(), need};
}

bool add_module_pass(llvm::StringRef wanted, llvm::ModulePassManager& passes) {
    const StageOptions options;
    static_cast<void>(options);
#define STAGE(name, makes)
#define MODULE_PASS(stage, name, need, pass) \
    if (wanted == #name) return add(passes, pass, static_cast<llvm::Module*>(nullptr)), true;
#define FUNCTION_PASS(stage, name, need, pass) \
    if (wanted == #name) return add(passes, pass, static_cast<llvm::Function*>(nullptr)), true;
#include "compiler/pipeline/stages.def"
    return false;
}

bool add_function_pass(llvm::StringRef wanted, llvm::FunctionPassManager& passes) {
    const StageOptions options;
#define STAGE(name, makes)
#define MODULE_PASS(stage, name, need, pass)
#define FUNCTION_PASS(stage, name, need, pass) \
    if (wanted == #name) return passes.addPass(pass), true;
#include "compiler/pipeline/stages.def"
    return false;
}

// Whether a function meets the preconditions of a stage, for assertions.
[[maybe_unused]] bool suits(Stage stage, llvm::Function& function) {
    switch (stage) {
        case Stage::parting: return is_canonical(function);
        case Stage::linearize: return is_canonical(function) && decisions_are_proved(function);
        case Stage::merges:
        case Stage::whole_merges:
        case Stage::strided_streams: return is_linearized(function);
        case Stage::iterations:
        case Stage::builtins:
        case Stage::group: return is_widened(function);
        case Stage::lower: return is_widened(function) && has_no_meetings(function);
        case Stage::cleanup:
        case Stage::machine: return is_lowered(function);
        default: return true;
    }
}

[[maybe_unused]] bool suits(Stage stage, llvm::Module& module) {
    return llvm::all_of(module,
                        [&](llvm::Function& function) { return function.isDeclaration() || suits(stage, function); });
}

using Elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;

}  // namespace

void run_stage(Stage wanted, llvm::Module& module, AnalysisManagers& analyses, const StageOptions& options) {
    assert(suits(wanted, module));
    const ObservedStage observed(analyses.observer(), stage_name(wanted), module);
    llvm::ModulePassManager passes;
#define STAGE(name, makes)
#define MODULE_PASS(stage, name, need, pass) \
    if (wanted == Stage::stage) add(passes, pass, static_cast<llvm::Module*>(nullptr));
#define FUNCTION_PASS(stage, name, need, pass) \
    if (wanted == Stage::stage) add(passes, pass, static_cast<llvm::Function*>(nullptr));
#include "compiler/pipeline/stages.def"
    passes.run(module, analyses.modules());
}

void run_stage(Stage wanted, llvm::Function& function, AnalysisManagers& analyses, const StageOptions& options) {
    assert(suits(wanted, function));
    const ObservedStage observed(analyses.observer(), stage_name(wanted), *function.getParent());
    llvm::FunctionPassManager passes;
#define STAGE(name, makes)
#define MODULE_PASS(stage, name, need, pass) assert(wanted != Stage::stage);
#define FUNCTION_PASS(stage, name, need, pass) \
    if (wanted == Stage::stage) passes.addPass(pass);
#include "compiler/pipeline/stages.def"
    analyses.functions().invalidate(function, passes.run(function, analyses.functions()));
}

llvm::ArrayRef<TablePass> table_passes() {
    static const std::vector<TablePass> passes = [] {
        const StageOptions options;
        return std::vector<TablePass>{
#define STAGE(name, makes)
#define MODULE_PASS(stage, name, need, pass) row_of<Need::need>(#stage, #name, pass),
#define FUNCTION_PASS(stage, name, need, pass) row_of<Need::need>(#stage, #name, pass),
#define LLVM_PASS(name) {"llvm", name, {}, Need::optional},
#include "compiler/pipeline/stages.def"
        };
    }();
    return passes;
}

void name_passes(llvm::PassInstrumentationCallbacks& callbacks) {
    for (const TablePass& pass : table_passes())
        if (!pass.class_name.empty()) callbacks.addClassToPassName(pass.class_name, pass.name);
}

void register_passes(llvm::PassBuilder& builder) {
    builder.registerPipelineParsingCallback(
        [](llvm::StringRef name, llvm::ModulePassManager& passes, Elements) { return add_module_pass(name, passes); });
    builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::FunctionPassManager& passes, Elements) {
        return add_function_pass(name, passes);
    });
}

}  // namespace lanewise::compiler
