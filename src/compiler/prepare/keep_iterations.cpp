#include "compiler/prepare/keep_iterations.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;
using Functions = llvm::SetVector<llvm::Function*>;

// The operations that heed who comes to them, and the functions that lead there.
Functions find_convergent(llvm::Module& module) {
    Functions found;
    for (llvm::Function& function : module) {
        const unsigned traits = traits_of(function);
        if ((traits & trait::sub_group) && !(traits & trait::pure)) found.insert(&function);
    }
    for (std::size_t next = 0; next < found.size(); ++next)
        for (const llvm::User* user : found[next]->users())
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
                found.insert(const_cast<llvm::Function*>(call->getFunction()));
    return found;
}

llvm::Instruction* last_call(BasicBlock& block, const Functions& convergent) {
    for (llvm::Instruction& instruction : llvm::reverse(block))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (call->getCalledFunction() && convergent.contains(call->getCalledFunction())) return &instruction;
    return nullptr;
}

// A loop that the source calls one. What is meant to be an iteration of one made of gotos nobody knows: work-items meet
// behind it.
bool is_loop_statement(const llvm::Loop& loop) {
    const llvm::StringRef name = loop.getHeader()->getName();
    return name.starts_with("for.") || name.starts_with("while.") || name.starts_with("do.");
}

bool is_behind_loop(const BasicBlock& block) {
    const llvm::StringRef name = block.getName();
    return name.starts_with("for.end") || name.starts_with("while.end") || name.starts_with("do.end");
}

// What lies between the loop and the place behind it.
llvm::SetVector<BasicBlock*> leaving_blocks(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    llvm::SetVector<BasicBlock*> blocks;
    llvm::SmallVector<BasicBlock*, 8> exits;
    loop.getExitBlocks(exits);
    const auto add = [&](BasicBlock* block) {
        if (!is_behind_loop(*block) && !loop.contains(block) && dominators.dominates(loop.getHeader(), block))
            blocks.insert(block);
    };
    for (BasicBlock* exit : exits) add(exit);
    for (std::size_t next = 0; next < blocks.size(); ++next)
        for (BasicBlock* successor : llvm::successors(blocks[next])) add(successor);
    return blocks;
}

bool is_in_each_iteration(const BasicBlock& block, const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    if (!loop.contains(&block)) return false;
    llvm::SmallVector<BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return llvm::all_of(latches, [&](const BasicBlock* latch) { return dominators.dominates(&block, latch); });
}

void lead_back(llvm::Instruction& call, BasicBlock& header) {
    BasicBlock* block = call.getParent();
    BasicBlock* rest = block->splitBasicBlock(std::next(call.getIterator()), block->getName() + ".rest");
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(create_never(builder), &header, rest);
    for (llvm::PHINode& phi : header.phis()) phi.addIncoming(llvm::PoisonValue::get(phi.getType()), block);
}

// Whether it was kept before: in the innermost loop.
bool leads_back(const BasicBlock& block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && as_operation(branch->getCondition(), op::never);
}

bool keep_iterations(llvm::Function& function, const Functions& convergent, bool inlined) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    // Innermost loops come last, and have the last word.
    llvm::MapVector<BasicBlock*, BasicBlock*> headers;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!is_loop_statement(*loop)) continue;
        const auto look_at = [&](BasicBlock* block) {
            if (is_in_each_iteration(*block, *loop, dominators))
                headers.erase(block);
            else if (last_call(*block, convergent) && !leads_back(*block))
                headers[block] = loop->getHeader();
        };
        for (BasicBlock* block : loop->blocks()) look_at(block);
        if (inlined) continue;
        for (BasicBlock* block : leaving_blocks(*loop, dominators)) look_at(block);
    }
    for (const auto& [block, header] : headers) lead_back(*last_call(*block, convergent), *header);
    return !headers.empty();
}

}  // namespace

llvm::PreservedAnalyses KeepIterations::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const llvm::Function* kernel = find_kernel(module);
    if (!kernel || !kernel->hasFnAttribute(fact::uses_sub_groups)) return llvm::PreservedAnalyses::all();
    const Functions convergent = find_convergent(module);
    bool changed = false;
    for (llvm::Function* function : convergent)
        if (!function->isDeclaration()) changed |= keep_iterations(*function, convergent, inlined_);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
