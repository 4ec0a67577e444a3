#include "compiler/pipeline/pipeline.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/limits/absent_features.h"
#include "compiler/limits/code_size.h"
#include "compiler/prepare/grouping.h"
#include "compiler/ir/analysis_managers.h"
#include "compiler/limits/budget.h"
#include "compiler/emit/code_emitter.h"
#include "compiler/ir/signature.h"
#include "compiler/machine/last_passes.h"
#include "compiler/library/late_builtins.h"
#include "compiler/link/link.h"
#include "compiler/limits/memory_limits.h"
#include "compiler/ir/pass_list.h"
#include "compiler/prepare/bound_ids.h"
#include "compiler/simplify/canonicalize.h"
#include "compiler/prepare/infer_address_spaces.h"
#include "compiler/prepare/inline_all.h"
#include "compiler/lower/kernel_entry.h"
#include "compiler/lower/lower_address_space.h"
#include "compiler/lower/lower_atomics.h"
#include "compiler/lower/lower_ids.h"
#include "compiler/lower/lower_local_memory.h"
#include "compiler/lower/lower_printf.h"
#include "compiler/lower/lower_program_variables.h"
#include "compiler/ir/operations.h"
#include "compiler/group/outline_parted.h"
#include "compiler/machine/own_stack.h"
#include "compiler/prepare/place_group_scratch.h"
#include "compiler/prepare/safe_division.h"
#include "compiler/prepare/single_item_groups.h"
#include "compiler/prepare/small_integers.h"
#include "compiler/group/spill_live_values.h"
#include "compiler/group/split_barriers.h"
#include "compiler/lower/stream_stores.h"
#include "compiler/simplify/unroll_loops.h"
#include "compiler/target/target_machine.h"
#include "compiler/pipeline/vectorize.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/parts.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

// Behind the late builtins' inlining, which keeps what is a kernel: nothing but the group calls them.
void hide_chunks(llvm::Module& module) {
    for (llvm::Function* chunk : find_chunks(module)) chunk->setLinkage(llvm::GlobalValue::InternalLinkage);
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
    read_kernel_facts(entry, code);
    // The passes count what a chunk takes.
    code.private_bytes = (code.private_bytes + code.lanes - 1) / code.lanes;
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
    llvm::Function* entry = find_part(module, Part::entry);
    // Code generation would crash on a mistake of ours, and the program with it.
    if (llvm::verifyFunction(*entry)) {
        log += "kernel '" + name + "': internal compiler error\n";
        return false;
    }
    read_facts(*entry, name, plan, code);
    return generate_code(*entry, machine, options, called, code, log);
}

}  // namespace lanewise::compiler
