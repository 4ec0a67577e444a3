#include "compiler/target/llvm_tables.h"

#include <llvm/InitializePasses.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>

#include <atomic>
#include <mutex>

#include "compiler/target/kept_loads.h"
#include "compiler/target/kept_masks.h"

// LLVM declares its initializers in a header that names every configured target.
extern "C" void LLVMInitializeX86Target();
extern "C" void LLVMInitializeX86TargetInfo();
extern "C" void LLVMInitializeX86TargetMC();
extern "C" void LLVMInitializeX86AsmPrinter();

namespace lanewise::compiler {
namespace {

// The code generator's loop strength reduction cannot be bounded; simplify/cleanup runs it instead. False when this
// LLVM has no such option.
bool leave_out_loop_strength_reduction() {
    auto& options = llvm::cl::getRegisteredOptions();
    const auto found = options.find("disable-lsr");
    constexpr unsigned position = 0;  // of a command line that there is none of
    return found != options.end() && !found->second->addOccurrence(position, "disable-lsr", "true");
}

bool strength_reduction_is_left_out = false;

}  // namespace

void fill_llvm_tables() {
    static std::once_flag once;
    std::call_once(once, [] {
        // Another call failed while it did this.
        static constinit std::atomic<bool> is_begun = false;
        if (is_begun.exchange(true)) llvm::report_bad_alloc_error("LLVM's tables are half made");
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        llvm::PassRegistry& passes = *llvm::PassRegistry::getPassRegistry();
        llvm::initializeCore(passes);
        llvm::initializeCodeGen(passes);
        // The code generator's, too, but not among those.
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
    });
}

bool leaves_out_strength_reduction() {
    fill_llvm_tables();
    return strength_reduction_is_left_out;
}

}  // namespace lanewise::compiler
