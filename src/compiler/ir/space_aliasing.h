// What LLVM does not know of OpenCL's address spaces: local memory is no part of the others (OpenCL C 3.0, section
// 6.7, "Address Space Qualifiers"), so that a store through a pointer to it changes nothing that is read through a
// pointer to global or constant memory. Only while pointers still tell them apart (docs/ir.md). And what launches say
// of a kernel's arguments: that they are into objects of their own. Thread-safety: none needed.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// A pointer, of a kernel, into an object of its own (prepare/apart_objects.h); two of these that are not written
/// through may share one. Only the kernel's arguments are marked, in copies of it, too: what parts of it are called
/// with may be any pointer.
void mark_apart(llvm::Argument& argument);

/// Whether the pointers are into two objects that marks, or the space of variables, tell apart.
bool are_marked_apart(const llvm::Value* a, const llvm::Value* b);

/// Whether two loads or stores never meet, whatever their addresses are.
bool are_apart(const llvm::Instruction& a, const llvm::Instruction& b);

class SpaceAliases : public llvm::AAResultBase {
public:
    llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                            const llvm::Instruction* context);
    // It follows from types and marks alone.
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
