#include "compiler/target/target_machine.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>
#include <mutex>

#include "lanewise/per_thread.h"

// LLVM declares its initializers in a header that names every configured target.
extern "C" void LLVMInitializeX86Target();
extern "C" void LLVMInitializeX86TargetInfo();
extern "C" void LLVMInitializeX86TargetMC();
extern "C" void LLVMInitializeX86AsmPrinter();

namespace lanewise::compiler {
namespace {

// The CPU is described by its features alone.
constexpr const char* cpu_name = "x86-64";

// The code generator's loop strength reduction cannot be bounded; simplify/cleanup runs it instead. False when this
// LLVM has no such option.
bool leave_out_loop_strength_reduction() {
    auto& options = llvm::cl::getRegisteredOptions();
    const auto found = options.find("disable-lsr");
    constexpr unsigned position = 0;  // of a command line that there is none of
    return found != options.end() && !found->second->addOccurrence(position, "disable-lsr", "true");
}

bool strength_reduction_is_left_out = false;

void initialize_target_once() {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        strength_reduction_is_left_out = leave_out_loop_strength_reduction();
    });
}

std::unique_ptr<llvm::TargetMachine> make_machine(const Target& target) {
    initialize_target_once();
    const llvm::Triple triple("x86_64-unknown-linux-gnu");
    std::string error;
    const llvm::Target* description = llvm::TargetRegistry::lookupTarget(triple, error);
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
    options.EnableFastISel = false;
    options.EmitStackSizeSection = true;  // stack_sizes.h
    return std::unique_ptr<llvm::TargetMachine>(
        description->createTargetMachine(triple, cpu_name, target.features, options, llvm::Reloc::PIC_,
                                         llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

struct MachineOfThread {
    Target target;
    std::unique_ptr<llvm::TargetMachine> machine;
};

}  // namespace

llvm::TargetMachine& target_machine(const Target& target) {
    MachineOfThread& own = per_thread<MachineOfThread>();
    if (!own.machine || !(own.target == target)) {
        own.machine = make_machine(target);
        own.target = target;
    }
    return *own.machine;
}

void forget_target_machine() noexcept { static_cast<void>(per_thread<MachineOfThread>().machine.release()); }

bool leaves_out_strength_reduction() {
    initialize_target_once();
    return strength_reduction_is_left_out;
}

void set_effort(llvm::TargetMachine& machine, CodegenEffort effort) {
    const bool optimizes = effort == CodegenEffort::optimizing;
    machine.setOptLevel(optimizes ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
    machine.setFastISel(!optimizes);
}

void set_target_attributes(llvm::Module& module, const Target& target) {
    const std::string width = std::to_string(target.vector_bits);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.addFnAttr("target-cpu", cpu_name);
        function.addFnAttr("target-features", target.features);
        function.addFnAttr("prefer-vector-width", width);
        function.addFnAttr("min-legal-vector-width", width);
        function.addFnAttr(llvm::Attribute::NoUnwind);  // no unwind tables
        function.removeFnAttr(llvm::Attribute::UWTable);
    }
}

}  // namespace lanewise::compiler
