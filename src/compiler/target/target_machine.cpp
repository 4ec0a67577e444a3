#include "compiler/target/target_machine.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

#include "compiler/target/llvm_tables.h"
#include "compiler/target/object_writer.h"
#include "lanewise/per_thread.h"

namespace lanewise::compiler {
namespace {

// A generic name, because only the list of features describes the CPU.
constexpr const char* cpu_name = "x86-64";

std::unique_ptr<llvm::TargetMachine> make_machine(const Target& target) {
    fill_llvm_tables();
    const llvm::Triple triple("x86_64-unknown-linux-gnu");
    std::string error;
    const llvm::Target* description = llvm::TargetRegistry::lookupTarget(triple, error);
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
    options.EnableFastISel = false;
    options.EmitStackSizeSection = true;  // stack_sizes.h reads this section
    // Loops are aligned to cache lines, since cores cache decoded instructions by lines: a small loop is slower if it
    // spans more lines than needed.
    options.LoopAlignment = 64;
    return std::unique_ptr<llvm::TargetMachine>(
        description->createTargetMachine(triple, cpu_name, target.features, options, llvm::Reloc::PIC_,
                                         llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

// Maximum size of an object file after which the writer is reused; after a larger file, the writer and its buffer are
// freed.
constexpr std::size_t kept_object_bytes = std::size_t{64} << 10;

struct MachineOfThread {
    Target target;
    std::unique_ptr<llvm::TargetMachine> machine;
    std::unique_ptr<ObjectWriter> writer;  // used only with CodegenEffort::optimizing
};

void set_effort(llvm::TargetMachine& machine, CodegenEffort effort) {
    const bool optimizes = effort == CodegenEffort::optimizing;
    machine.setOptLevel(optimizes ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None);
    machine.setFastISel(!optimizes);
}

}  // namespace

llvm::TargetMachine& target_machine(const Target& target) {
    MachineOfThread& own = per_thread<MachineOfThread>();
    if (!own.machine || !(own.target == target)) {
        own.writer.reset();
        own.machine = make_machine(target);
        own.target = target;
    }
    return *own.machine;
}

void forget_target_machine() noexcept {
    MachineOfThread& own = per_thread<MachineOfThread>();
    static_cast<void>(own.writer.release());
    static_cast<void>(own.machine.release());
}

bool write_object(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort,
                  llvm::SmallVectorImpl<char>& object) {
    set_effort(machine, effort);
    MachineOfThread& own = per_thread<MachineOfThread>();
    const bool may_keep = own.machine.get() == &machine && effort == CodegenEffort::optimizing;
    std::unique_ptr<ObjectWriter> writer =
        may_keep && own.writer ? std::move(own.writer) : std::make_unique<ObjectWriter>(machine);
    if (!writer->is_able()) return false;
    const llvm::StringRef written = writer->write(module);
    object.assign(written.begin(), written.end());
    if (may_keep && object.size() <= kept_object_bytes) own.writer = std::move(writer);
    return true;
}

void set_target_attributes(llvm::Module& module, const Target& target) {
    const std::string width = std::to_string(target.vector_bits);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.addFnAttr("target-cpu", cpu_name);
        function.addFnAttr("target-features", target.features);
        function.addFnAttr("prefer-vector-width", width);
        function.addFnAttr("min-legal-vector-width", width);
        // Aligns the stack for spilled vectors. The ABI aligns the stack only to 16 bytes, so most spilled vectors
        // would otherwise cross a cache line.
        if (target.vector_bits > 128) function.addFnAttr("stackrealign");
        function.addFnAttr(llvm::Attribute::NoUnwind);  // prevents unwind tables
        function.removeFnAttr(llvm::Attribute::UWTable);
    }
}

}  // namespace lanewise::compiler
