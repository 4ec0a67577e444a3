#include "compiler/pipeline/pipeline.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>

#include "compiler/emit/code_emitter.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/code_size.h"
#include "compiler/limits/memory_limits.h"
#include "compiler/link/link.h"
#include "compiler/machine/own_stack.h"
#include "compiler/pipeline/known_images.h"
#include "compiler/pipeline/late_builtins.h"
#include "compiler/pipeline/stages.h"
#include "compiler/pipeline/sub_groups.h"
#include "compiler/pipeline/vectorize.h"
#include "compiler/plan/dimensions/lane_dimension.h"
#include "compiler/prepare/ids/grouping.h"
#include "compiler/recursion/fold_recursion.h"
#include "compiler/target/target_machine.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

// Makes chunk functions internal, since only the group function calls them. Must run after late builtins are inlined:
// the inliner deletes internal functions without callers.
void hide_chunks(llvm::Module& module) {
    for (llvm::Function* chunk : find_chunks(module)) chunk->setLinkage(llvm::GlobalValue::InternalLinkage);
}

bool link_early_builtins(llvm::Module& module, PassObserver* observer, std::string& log) {
    const ObservedStage observed(observer, "link_early", module);
    return link_builtins(module, BuiltinStage::early, log);
}

// Whether the kernel was compiled with -cl-denorms-are-zero.
bool flushes_denormals(const llvm::Function& kernel) {
    return kernel.getDenormalMode(llvm::APFloat::IEEEsingle()) == llvm::DenormalMode::getPreserveSign();
}

void read_facts(const llvm::Function& entry, const std::string& kernel, const std::string& plan, KernelCode& code) {
    read_kernel_facts(entry, code);
    // Converts the size of private memory, which the passes stored for a whole chunk, to the size for one work-item.
    code.private_bytes = (code.private_bytes + code.lanes - 1) / code.lanes;
    code.summary = "kernel '" + kernel + "': " + plan;
}

// Returns the stack bytes of the deepest chain of calls from `entry`. A call needs its frame, a return address, and
// padding to the alignment of the widest vectors.
std::uint64_t stack_bytes(llvm::Function& entry, const FrameSizes& frames) {
    return deepest_chain(entry, [&](const llvm::Function& function) {
        return frames.lookup(function.getName()) + abi::block_alignment;
    });
}

// Emits the kernel's code, and gives the kernel a stack of its own if necessary. A small kernel without called
// functions needs no stack of its own: its single frame is small enough for any thread's stack.
bool generate_code(llvm::Function& kernel, llvm::TargetMachine& machine, const CodeOptions& options,
                   std::span<const LinkedFunction> called, PassObserver* observer, KernelCode& code, std::string& log) {
    const unsigned register_bits = options.target.vector_bits;
    for (llvm::Function* function : called_functions(*kernel.getParent()))
        if (!budget::affords_optimizing_codegen(*function, register_bits))
            function->addFnAttr(llvm::Attribute::OptimizeNone);
    const CodegenEffort effort =
        budget::affords_optimizing_codegen(kernel, register_bits) ? CodegenEffort::optimizing : CodegenEffort::minimal;
    std::uint64_t size = 0;
    for (const llvm::Function& function : *kernel.getParent()) size += code_size(function, register_bits);
    const bool waits = kernel.hasFnAttribute(fact::waits);
    const bool needs_stack = !waits && (size > budget::code_on_stack || !called_functions(*kernel.getParent()).empty());
    llvm::Function& entry = needs_stack ? give_own_stack(kernel) : kernel;
    FrameSizes frames;
    const ObservedStage observed(observer, "emit", *kernel.getParent());
    if (!emit_code(*kernel.getParent(), machine, effort, entry.getName(), ImageLayout::pages, called, code, frames,
                   log))
        return false;
    if (waits) {
        code.context_per_chunk = true;
        code.context_bytes_per_chunk =
            llvm::alignTo(stack_bytes(entry, frames), abi::block_alignment) + abi::turn_stack_bytes;
    }
    if (needs_stack)
        code.context_bytes_per_group +=
            llvm::alignTo(stack_bytes(entry, frames), abi::block_alignment) + own_stack_bytes;
    return true;
}

// Returns true if a launch that waits for the code breaks the code's assumption that arguments point to different
// objects. Such a launch may have been enqueued while the code was compiled.
bool is_outdated(const llvm::Function& function, const CodeOptions& options, KernelCode& code, std::string& log) {
    const std::uint64_t written = number_fact(function, fact::written_apart);
    if (written == 0 || !options.launches || !options.launches->share_objects(written)) return false;
    log += "the code assumes that arguments share no object, but a launch passes arguments that do\n";
    code.written_apart = written;
    return true;
}

bool is_recursive(const llvm::Function& kernel, std::string& log) {
    if (!kernel.hasFnAttribute(recursion_attribute)) return false;
    log += "error: kernel '" + kernel.getName().str() + "' needs recursion, which OpenCL C does not have: function '" +
           kernel.getFnAttribute(recursion_attribute).getValueAsString().str() + "' calls itself\n";
    return true;
}

// Verifies the module before code generation: invalid IR from our passes would crash code generation and thus the
// application. Returns false, and adds the fault to `log`, if a function is invalid.
bool is_valid(const llvm::Module& module, const std::string& kernel, std::string& log) {
    if (llvm::none_of(module, [](const llvm::Function& function) { return llvm::verifyFunction(function); }))
        return true;
    log += "error: kernel '" + kernel + "': internal compiler error: the passes made invalid code\n" +
           "note: please report this with the program's source and build options\n";
    return false;
}

}  // namespace

bool compile_module(llvm::Module& module, llvm::TargetMachine& machine, const CodeOptions& options, KernelCode& code,
                    std::string& log, PassObserver* observer, PassFilter* filter) {
    AnalysisManagers analyses(&machine, observer, &name_passes, filter);
    const unsigned register_bits = options.target.vector_bits;
    if (!link_early_builtins(module, observer, log)) return false;
    llvm::Function& kernel = *find_kernel(module);
    const std::string name = kernel.getName().str();
    free_part_names(module);
    if (requires_impossible_sub_groups(kernel)) {
        log += "error: kernel '" + name + "' requires a sub-group size that the device does not have\n";
        return false;
    }
    // The front end sets `optnone` on functions that it compiles with "-cl-opt-disable".
    const bool optimize = options.optimize && !kernel.hasFnAttribute(llvm::Attribute::OptimizeNone);
    replace_known_samplers(kernel, options.known);
    if (flushes_denormals(kernel)) kernel.addFnAttr(fact::flush_denormals);
    set_number_fact(kernel, fact::sub_group_size, sub_group_size_of(kernel, options));
    if (options.along == Along::linear_id) kernel.addFnAttr(fact::flat_groups);
    run_stage(Stage::prepare, module, analyses,
              {.large_launch = options.large_launch,
               .shared_objects = options.shared_objects,
               .launches = options.launches,
               .kept_calls = options.kept_calls});
    if (is_recursive(kernel, log)) return false;
    if (!check_memory_limits(kernel, log)) return false;
    if (options.along != Along::linear_id && allows_any_grouping(kernel)) kernel.addFnAttr(fact::any_grouping);
    if (allows_any_order(module)) kernel.addFnAttr(fact::any_order);
    choose_lane_dimension(kernel, options.target, options.along);
    if (kernel.hasFnAttribute(fact::lane_dimension) || kernel.hasFnAttribute(fact::flat_groups))
        run_stage(Stage::order, kernel, analyses, {.large_launch = options.large_launch});
    if (is_outdated(kernel, options, code, log)) return false;
    const std::string plan = make_chunks(kernel, analyses, options, optimize);
    if (is_outdated(*find_chunks(module).front(), options, code, log)) return false;
    if (const llvm::Function* chunk = find_chunks(module).front(); lacks_sub_groups(*chunk)) {
        log += "kernel '" + name + "' cannot have sub-groups of " +
               std::to_string(number_fact(*chunk, fact::sub_group_size)) + " work-items; its plan is: " + plan + "\n";
        code.uses_sub_groups = true;
        return false;
    }
    // Drops cached analyses: later passes delete chunk functions without invalidating their analyses.
    analyses.functions().clear();
    if (!options.known.empty() && !use_known_images(module, analyses, options, log)) return false;
    set_target_attributes(module, options.target);
    if (optimize) run_stage(Stage::iterations, module, analyses);
    std::vector<LinkedFunction> called;
    if (!supply_late_builtins(module, analyses, options, called, observer, log)) return false;
    hide_chunks(module);
    run_stage(Stage::group, module, analyses);
    run_stage(Stage::lower, module, analyses);
    set_target_attributes(module, options.target);
    if (optimize) run_stage(Stage::cleanup, module, analyses);
    run_stage(Stage::machine, module, analyses, {.register_bits = register_bits});
    llvm::Function* entry = find_part(module, Part::entry);
    if (!is_valid(module, name, log)) return false;
    if (is_outdated(*entry, options, code, log)) return false;
    read_facts(*entry, name, plan, code);
    return generate_code(*entry, machine, options, called, observer, code, log);
}

}  // namespace lanewise::compiler
