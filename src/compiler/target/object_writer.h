// Object files of modules, by the code generator's passes for a TargetMachine. Putting these together takes a tenth of
// what they take for a small kernel, so a thread has them write one module after another.
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
    /// `machine` outlives it, and has the same effort whenever it writes.
    explicit ObjectWriter(llvm::TargetMachine& machine);

    /// False where the machine has no object files.
    bool is_able() const { return is_able_; }

    /// The object file of `module`, until the next call.
    llvm::StringRef write(llvm::Module& module);

private:
    llvm::SmallVector<char, 0> object_;
    llvm::raw_svector_ostream stream_;
    llvm::legacy::PassManager passes_;
    bool is_able_;
};

}  // namespace lanewise::compiler
