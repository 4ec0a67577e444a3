// Alias analysis by OpenCL's address spaces and by marks on arguments.
//
// Local memory is disjoint from the other spaces (OpenCL C 3.0, section 6.7, "Address Space Qualifiers"). A store to it
// thus changes nothing that is loaded from global or constant memory. This holds only while pointers still have their
// address spaces (docs/ir.md). A mark says that launches pass an object of its own for the argument. Thread-safety:
// none needed.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Marks a kernel's pointer argument as one into an object of its own (prepare/memory/assume_no_alias.h). Two marked
/// arguments that are not written through may share an object. Only arguments of the kernel and of its copies are
/// marked: parts of it may be called with any pointer.
void mark_apart(llvm::Argument& argument);

/// Whether the pointers are into different objects, by marks or because a variable is in local memory.
bool are_marked_apart(const llvm::Value* a, const llvm::Value* b);

/// Whether two loads or stores never overlap, whatever their addresses are.
bool are_apart(const llvm::Instruction& a, const llvm::Instruction& b);

class SpaceAliases : public llvm::AAResultBase {
public:
    llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                            const llvm::Instruction* context);
    // Never invalid: the result follows from types and marks alone.
    bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&, llvm::FunctionAnalysisManager::Invalidator&) {
        return false;
    }
};

struct SpaceAliasing : llvm::AnalysisInfoMixin<SpaceAliasing> {
    using Result = SpaceAliases;
    Result run(llvm::Function&, llvm::FunctionAnalysisManager&) { return SpaceAliases(); }

private:
    friend llvm::AnalysisInfoMixin<SpaceAliasing>;
    static llvm::AnalysisKey Key;
};

}  // namespace lanewise::compiler
