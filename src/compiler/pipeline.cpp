#include "compiler/pipeline.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/absent_features.h"
#include "compiler/analysis/code_size.h"
#include "compiler/analysis/grouping.h"
#include "compiler/analysis_managers.h"
#include "compiler/budget.h"
#include "compiler/code_emitter.h"
#include "compiler/kernel_info.h"
#include "compiler/last_passes.h"
#include "compiler/late_builtins.h"
#include "compiler/link.h"
#include "compiler/memory_limits.h"
#include "compiler/pass_list.h"
#include "compiler/passes/bound_ids.h"
#include "compiler/passes/canonicalize.h"
#include "compiler/passes/infer_address_spaces.h"
#include "compiler/passes/inline_all.h"
#include "compiler/passes/kernel_entry.h"
#include "compiler/passes/lower_address_space.h"
#include "compiler/passes/lower_atomics.h"
#include "compiler/passes/lower_ids.h"
#include "compiler/passes/lower_local_memory.h"
#include "compiler/passes/lower_printf.h"
#include "compiler/passes/lower_program_variables.h"
#include "compiler/passes/operations.h"
#include "compiler/passes/outline_parted.h"
#include "compiler/passes/own_stack.h"
#include "compiler/passes/place_group_scratch.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/single_item_groups.h"
#include "compiler/passes/small_integers.h"
#include "compiler/passes/spill_live_values.h"
#include "compiler/passes/split_barriers.h"
#include "compiler/passes/stream_stores.h"
#include "compiler/passes/unroll_loops.h"
#include "compiler/target_machine.h"
#include "compiler/vectorize.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

// Behind the late builtins' inlining, which keeps what is a kernel: nothing but the group calls them.
void hide_chunks(llvm::Module& module) {
    for (const llvm::StringRef suffix : {".full", ".tail", ".jam"})
        if (llvm::Function* chunk = find_part(module, suffix))
            chunk->setLinkage(llvm::GlobalValue::InternalLinkage);
}

// What the front end was told by -cl-denorms-are-zero.
bool flushes_denormals(const llvm::Function& kernel) {
    return kernel.getDenormalMode(llvm::APFloat::IEEEsingle()) == llvm::DenormalMode::getPreserveSign();
}

void prepare_kernel(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options) {
    PassList()
        .function(SafeDivision())
        .module(InlineAll())
        .module(PlaceGroupScratch())
        .module(SingleItemGroups())
        .function(InferAddressSpaces())
        .function(BoundIds(options.large_ids))
        .function(Canonicalize())
        .function(UnrollLoops())
        .function(SmallIntegers())
        .run(module, analyses);
}

void lower_kernel(llvm::Module& module, AnalysisManagers& analyses) {
    PassList()
        .module(StreamStores())
        .module(SpillLiveValues())
        .module(SplitBarriers())
        .module(LowerIds())
        .module(LowerLocalMemory())
        .module(LowerProgramVariables())
        .module(LowerAddressSpace())
        .module(LowerPrintf())
        .module(KernelEntry())
        .module(llvm::AlwaysInlinerPass())
        .module(llvm::GlobalDCEPass())
        .function(LowerAtomics())
        .module(OutlineParted())
        .run(module, analyses);
}

void read_facts(const llvm::Function& entry, const std::string& kernel, const std::string& plan,
                KernelCode& code) {
    code.lanes = static_cast<std::uint32_t>(number_fact(entry, fact::lanes, 1));
    code.rows = static_cast<std::uint32_t>(number_fact(entry, fact::rows, 1));
    code.whole_lanes = static_cast<std::uint32_t>(number_fact(entry, fact::whole_lanes, 1));
    code.whole_rows = static_cast<std::uint32_t>(number_fact(entry, fact::whole_rows, 1));
    code.local_bytes = number_fact(entry, fact::local_bytes);
    // The passes count what a chunk takes.
    code.private_bytes = (number_fact(entry, fact::private_bytes) + code.lanes - 1) / code.lanes;
    code.context_bytes_per_group = number_fact(entry, fact::group_context_bytes);
    code.context_bytes_per_chunk = number_fact(entry, fact::chunk_context_bytes);
    code.any_grouping = entry.hasFnAttribute(fact::any_grouping);
    code.row_streams = entry.hasFnAttribute(fact::row_streams);
    code.context_per_chunk = entry.hasFnAttribute(fact::context_per_chunk);
    code.flush_denormals = entry.hasFnAttribute(fact::flush_denormals);
    code.streamed_bytes = static_cast<std::uint32_t>(number_fact(entry, fact::streamed_bytes));
    code.small_ids = entry.hasFnAttribute(fact::small_ids);
    code.summary = "kernel '" + kernel + "': " + plan;
}

// A small kernel's frame fits on any stack.
bool generate_code(llvm::Function& kernel, llvm::TargetMachine& machine, const CodeOptions& options,
                   std::span<const LinkedFunction> called, KernelCode& code, std::string& log) {
    const unsigned register_bits = options.target.vector_bits;
    set_effort(machine, budget::affords_optimizing_codegen(kernel, register_bits) ? CodegenEffort::optimizing
                                                                                  : CodegenEffort::minimal);
    std::uint64_t size = 0;
    for (const llvm::Function& function : *kernel.getParent()) size += code_size(function, register_bits);
    const bool needs_stack = size > budget::code_on_stack;
    const llvm::Function& entry = needs_stack ? give_own_stack(kernel) : kernel;
    std::uint64_t frames = 0;
    if (!emit_code(*kernel.getParent(), machine, entry.getName(), ImageLayout::pages, called, code, frames, log))
        return false;
    if (needs_stack) code.context_bytes_per_group += llvm::alignTo(frames, abi::block_alignment) + own_stack_bytes;
    return true;
}

}  // namespace

bool compile_module(llvm::Module& module, llvm::TargetMachine& machine, const CodeOptions& options,
                    KernelCode& code, std::string& log) {
    AnalysisManagers analyses(&machine);
    if (!link_builtins(module, BuiltinStage::early, log)) return false;
    llvm::Function& kernel = *find_kernel(module);
    // "-cl-opt-disable": the front end's mark on what it compiles.
    const bool optimize = options.optimize && !kernel.hasFnAttribute(llvm::Attribute::OptimizeNone);
    if (flushes_denormals(kernel)) kernel.addFnAttr(fact::flush_denormals);
    prepare_kernel(module, analyses, options);
    const std::string name = kernel.getName().str();
    if (!check_absent_features(module, name, log) || !check_memory_limits(module, log)) return false;
    if (allows_any_grouping(kernel)) kernel.addFnAttr(fact::any_grouping);
    const std::string plan = make_chunks(kernel, analyses, options, optimize);
    // Chunk functions are deleted later on, by passes of modules that know nothing of what is kept for them.
    analyses.functions().clear();
    std::vector<LinkedFunction> called;
    if (!supply_late_builtins(module, analyses, options.target, called, log)) return false;
    hide_chunks(module);
    lower_kernel(module, analyses);
    set_target_attributes(module, options.target);
    run_last_passes(module, analyses, optimize);
    llvm::Function* entry = find_part(module, ".entry");
    // Code generation would crash on a mistake of ours, and the program with it.
    if (llvm::verifyFunction(*entry)) {
        log += "kernel '" + name + "': internal compiler error\n";
        return false;
    }
    read_facts(*entry, name, plan, code);
    return generate_code(*entry, machine, options, called, code, log);
}

}  // namespace lanewise::compiler
