// Writes the stages of a kernel to a folder, for users who set LANEWISE_DUMP: the IR after each stage, and the
// assembly.
//
//   <folder>/k/01-link_early.ll ... <folder>/k/14-machine.ll, <folder>/k/k.s
#pragma once

#include <llvm/Target/TargetMachine.h>

#include <filesystem>
#include <string>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

/// Observer that writes the files; skips files that cannot be written.
class KernelDump final : public PassObserver {
public:
    KernelDump(const std::string& folder, llvm::StringRef kernel, llvm::TargetMachine& machine);

    void begin_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void end_stage(llvm::StringRef stage, const llvm::Module& module) override;

private:
    std::filesystem::path folder_;
    std::string kernel_;
    llvm::TargetMachine& machine_;
    unsigned stages_ = 0;
};

}  // namespace lanewise::compiler
