// Writes object files of modules by the code generation passes of a TargetMachine. Setting up the passes takes a
// noticeable part of a small kernel's compilation, so a thread reuses one writer for many modules.
//
// Not thread-safe.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

namespace lanewise::compiler {

class ObjectWriter {
public:
    /// `machine` must outlive the writer, and its optimization level must be the same at each write.
    explicit ObjectWriter(llvm::TargetMachine& machine);

    /// Whether the target can write object files.
    bool is_able() const { return is_able_; }

    /// Writes the object file of `module`; the result is valid until the next call.
    llvm::StringRef write(llvm::Module& module);

private:
    llvm::SmallVector<char, 0> object_;
    llvm::raw_svector_ostream stream_;
    llvm::legacy::PassManager passes_;
    bool is_able_;
};

}  // namespace lanewise::compiler
