// Alias analysis by OpenCL's address spaces and by marks on arguments.
//
// Local memory is disjoint from the other address spaces (OpenCL C 3.0, section 6.7, "Address Space Qualifiers"). A
// store to local memory therefore does not change the results of loads from global or constant memory. This analysis is
// valid only while pointers still have their address spaces (docs/ir.md). A mark on an argument says that its object is
// different from the objects of other marked arguments. Thread-safety: none needed.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Marks a kernel's pointer argument: no other marked argument points into the same object
/// (prepare/memory/assume_no_alias.h). Two marked arguments may share an object if no store uses them. Only arguments
/// of the kernel and of its copies are marked, since functions made from parts of the kernel may be called with any
/// pointer.
void mark_apart(llvm::Argument& argument);

/// True if the pointers point into different objects: each object is a marked argument's or a variable in local memory.
bool are_marked_apart(const llvm::Value* a, const llvm::Value* b);

/// True if two loads or stores never overlap, because of their address spaces or objects.
bool are_apart(const llvm::Instruction& a, const llvm::Instruction& b);

class SpaceAliases : public llvm::AAResultBase {
public:
    llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                            const llvm::Instruction* context);
    // Never: the result depends only on types and marks.
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
