#include "helper_passes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/frontend/objects/opaque_types.h"
#include "compiler/frontend/objects/sampler_values.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"
#include "compiler/link/check_front_end.h"
#include "compiler/link/mark_blocks.h"
#include "compiler/link/mark_loops.h"
#include "compiler/link/number_blocks.h"
#include "compiler/link/place_program_variables.h"
#include "compiler/machine/own_stack.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/prepare/calls/share_bodies.h"
#include "compiler/simplify/values/values_to_memory.h"

namespace lanewise::test {
namespace {

using namespace compiler;

void own_stack(llvm::Module& module) {
    if (llvm::Function* entry = find_part(module, Part::entry)) give_own_stack(*entry);
}

void share_all_bodies(llvm::Module& module) {
    llvm::Function& kernel = *find_kernel(module);
    KeptFunctions functions;
    for (llvm::Function& function : module)
        if (&function != &kernel && !function.isDeclaration()) functions.insert(&function);
    share_bodies(kernel, functions);
}

void all_values_to_memory(llvm::Module& module) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) values_to_memory(function);
}

void lower_votes(llvm::Module& module, bool has_lanes) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) lower_group_votes(function, has_lanes);
}

void place_variables(llvm::Module& module) {
    std::string log;
    const auto block = place_program_variables(module, log);
    if (!block) {
        llvm::outs() << "; " << log;
        return;
    }
    llvm::outs() << "; bytes " << block->bytes << ", alignment " << block->alignment << "\n; initial";
    for (const std::uint8_t byte : block->initial) llvm::outs() << ' ' << static_cast<unsigned>(byte);
    llvm::outs() << '\n';
    for (const auto& pointer : block->pointers)
        llvm::outs() << "; pointer at " << pointer.offset << " to " << pointer.target << '\n';
}

void print_faults(llvm::Module& module) {
    const std::string faults = check_front_end(module);
    llvm::outs() << (faults.empty() ? "; a front end may deliver this\n" : faults);
}

using Change = void (*)(llvm::Module&);

Change find_change(llvm::StringRef name) {
    if (name == "own_stack") return own_stack;
    if (name == "share_bodies") return share_all_bodies;
    if (name == "values_to_memory") return all_values_to_memory;
    if (name == "lower_group_votes") return [](llvm::Module& module) { lower_votes(module, /*has_lanes=*/true); };
    if (name == "lower_item_votes") return [](llvm::Module& module) { lower_votes(module, /*has_lanes=*/false); };
    if (name == "place_program_variables") return place_variables;
    if (name == "forget_initial_values") return forget_initial_values;
    if (name == "mark_loops") return mark_loops;
    if (name == "check_front_end") return print_faults;
    if (name == "replace_opaque_types") return replace_opaque_types;
    if (name == "replace_sampler_values") return replace_sampler_values;
    if (name == "number_blocks") return number_blocks;
    if (name == "mark_blocks") return [](llvm::Module& module) { mark_blocks(module, {}); };
    if (name == "mark_debugged_blocks")
        return [](llvm::Module& module) { mark_blocks(module, {.tell_why = true, .uniform_groups = true}); };
    return nullptr;
}

struct HelperPass : llvm::PassInfoMixin<HelperPass> {
    explicit HelperPass(Change change) : change(change) {}

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        change(module);
        return llvm::PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }

    Change change;
};

}  // namespace

void register_helper_passes(llvm::PassBuilder& builder) {
    builder.registerPipelineParsingCallback(
        [](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
            const Change change = find_change(name);
            if (change) passes.addPass(HelperPass(change));
            return change != nullptr;
        });
}

}  // namespace lanewise::test
