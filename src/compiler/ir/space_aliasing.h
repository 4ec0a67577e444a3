// Alias analysis based on OpenCL's address spaces, and on arguments that are marked as disjoint.
//
// Local memory is disjoint from the other address spaces (OpenCL C 3.0, section 6.7, "Address Space Qualifiers"). A
// store to local memory therefore does not change the results of loads from global or constant memory. This analysis is
// valid only while pointers still have their address spaces (docs/ir.md). A marked argument points into an object that
// no other marked argument points into. Thread-safety: none needed.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Attribute that marks a kernel's pointer argument: no other marked argument points into the same object
/// (prepare/memory/assume_no_alias.h). As an exception, two marked arguments may share an object if no store writes
/// through either argument. Only arguments of the kernel and of its copies are marked, since functions made from parts
/// of the kernel may be called with any pointer.
void mark_apart(llvm::Argument& argument);

/// True if the pointers are known to point into different objects. Each of the two objects must be a variable in local
/// memory, or the object of a marked argument.
bool are_marked_apart(const llvm::Value* a, const llvm::Value* b);

/// True if two loads or stores never overlap, because of their address spaces or objects.
bool are_apart(const llvm::Instruction& a, const llvm::Instruction& b);

class SpaceAliases : public llvm::AAResultBase {
public:
    llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                            const llvm::Instruction* context);
    // Returns false: results never become invalid, since they depend only on the types and the attributes of pointers.
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
