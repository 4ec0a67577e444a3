#include "compiler/pipeline/kernel_dump.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise::compiler {

KernelDump::KernelDump(const std::string& folder, llvm::StringRef kernel, llvm::TargetMachine& machine)
    : folder_(std::filesystem::path(folder) / kernel.str()), kernel_(kernel), machine_(machine) {
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
}

// Code generation changes the module, so the assembly is that of a copy.
void KernelDump::begin_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (stage != "emit") return;
    std::error_code failed;
    llvm::raw_fd_ostream out((folder_ / (kernel_ + ".s")).string(), failed);
    const auto copy = llvm::CloneModule(module);
    llvm::legacy::PassManager passes;
    if (failed || machine_.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile)) return;
    passes.run(*copy);
}

void KernelDump::end_stage(llvm::StringRef stage, const llvm::Module& module) {
    if (stage == "emit") return;
    std::string name;
    llvm::raw_string_ostream(name) << llvm::format("%02u-", ++stages_) << stage << ".ll";
    std::error_code failed;
    llvm::raw_fd_ostream out((folder_ / name).string(), failed);
    if (!failed) module.print(out, nullptr);
}

}  // namespace lanewise::compiler
