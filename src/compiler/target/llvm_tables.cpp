#include "compiler/target/llvm_tables.h"

#include <llvm/InitializePasses.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>

#include <atomic>
#include <mutex>

#include "compiler/target/kept_loads.h"
#include "compiler/target/kept_masks.h"

// Declared here, because LLVM's header would declare the initializers of all configured targets, not only of X86.
extern "C" void LLVMInitializeX86Target();
extern "C" void LLVMInitializeX86TargetInfo();
extern "C" void LLVMInitializeX86TargetMC();
extern "C" void LLVMInitializeX86AsmPrinter();

namespace lanewise::compiler {
namespace {

// Sets an option of LLVM; returns false if this version of LLVM has no such option.
bool set_option(llvm::StringRef name, llvm::StringRef value) {
    auto& options = llvm::cl::getRegisteredOptions();
    const auto found = options.find(name);
    constexpr unsigned position = 0;  // position in the command line; unused, since there is no command line
    return found != options.end() && !found->second->addOccurrence(position, name, value);
}

// Disables loop strength reduction in the code generator, because its time is unbounded. simplify/cleanup runs it
// instead, within limits.
bool leave_out_loop_strength_reduction() { return set_option("disable-lsr", "true"); }

// Limits the register allocator's search for blocks in which a split live range might have a register. The allocator
// searches for each value and each register, so its time grows with the product of values, registers and blocks. If a
// search exceeds this number of block edges, the allocator splits the live range around single blocks.
bool bound_split_regions() { return set_option("grow-region-complexity-budget", "200"); }

bool strength_reduction_is_left_out = false;
bool split_regions_are_bounded = false;

}  // namespace

void fill_llvm_tables() {
    static std::once_flag once;
    std::call_once(once, [] {
        // True if an earlier call began this initialization. If the initialization runs again, the earlier call failed.
        static constinit std::atomic<bool> is_begun = false;
        if (is_begun.exchange(true)) llvm::report_bad_alloc_error("LLVM's tables are half made");
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        llvm::PassRegistry& passes = *llvm::PassRegistry::getPassRegistry();
        llvm::initializeCore(passes);
        llvm::initializeCodeGen(passes);
        // Initialize those code generation passes that initializeCodeGen() omits.
        llvm::initializeConstantHoistingLegacyPassPass(passes);
        llvm::initializeExpandReductionsPass(passes);
        llvm::initializeMergeICmpsLegacyPassPass(passes);
        llvm::initializePartiallyInlineLibCallsLegacyPassPass(passes);
        llvm::initializePostInlineEntryExitInstrumenterPass(passes);
        llvm::initializeRegAllocScoringPass(passes);
        llvm::initializeReplaceWithVeclibLegacyPass(passes);
        llvm::initializeScalarizeMaskedMemIntrinLegacyPassPass(passes);
        keep_loads();
        keep_masks();
        strength_reduction_is_left_out = leave_out_loop_strength_reduction();
        split_regions_are_bounded = bound_split_regions();
    });
}

bool leaves_out_strength_reduction() {
    fill_llvm_tables();
    return strength_reduction_is_left_out;
}

bool bounds_split_regions() {
    fill_llvm_tables();
    return split_regions_are_bounded;
}

}  // namespace lanewise::compiler
