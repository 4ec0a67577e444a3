#include "compiler/linearize/masks/mask_builder.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {
namespace {

// Returns the incoming value that most edges share, since blend() needs no select for edges with the returned value.
// Returns poison only if the values of all edges are poison.
llvm::Value* most_frequent(llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges) {
    llvm::MapVector<llvm::Value*, unsigned> counts;
    for (const MaskedEdge& edge : edges) {
        llvm::Value* value = phi.getIncomingValueForBlock(edge.from);
        if (!llvm::isa<llvm::UndefValue>(value)) ++counts[value];
    }
    llvm::Value* best = nullptr;
    unsigned best_count = 0;
    for (auto [value, count] : counts)
        if (count >= best_count) {
            best = value;
            best_count = count;
        }
    return best ? best : llvm::PoisonValue::get(phi.getType());
}

}  // namespace

llvm::Value* MaskBuilder::remember(llvm::Value* mask) {
    if (llvm::isa<llvm::Instruction>(mask)) masks_.insert(mask);
    return mask;
}

llvm::Value* MaskBuilder::both(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition) {
    if (!mask) return remember(condition);
    return remember(at.CreateLogicalAnd(mask, condition, "on"));
}

llvm::Value* MaskBuilder::without(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition) {
    return both(at, mask, at.CreateNot(condition, "not"));
}

llvm::Value* MaskBuilder::either(llvm::IRBuilderBase& at, llvm::Value* a, llvm::Value* b) {
    return remember(at.CreateOr(a, b, "on"));
}

llvm::Value* MaskBuilder::any_of(llvm::IRBuilderBase& at, llvm::ArrayRef<MaskedEdge> edges) {
    llvm::Value* mask = nullptr;
    for (const MaskedEdge& edge : edges) mask = mask ? either(at, mask, edge.mask) : edge.mask;
    return mask ? mask : at.getFalse();
}

llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::Value*>, 2> MaskBuilder::edges_of(llvm::Instruction& terminator,
                                                                                       llvm::Value* mask) {
    llvm::IRBuilder<> at(&terminator);
    llvm::MapVector<llvm::BasicBlock*, llvm::Value*> edges;
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
        llvm::Value* matched = nullptr;
        for (auto& one : choice->cases()) {
            if (one.getCaseSuccessor() == choice->getDefaultDest()) continue;
            llvm::Value* equal = at.CreateICmpEQ(choice->getCondition(), one.getCaseValue());
            matched = matched ? at.CreateOr(matched, equal) : equal;
            llvm::Value*& edge = edges[one.getCaseSuccessor()];
            edge = edge ? at.CreateOr(edge, equal) : equal;
        }
        for (auto& [target, edge] : edges) edge = both(at, mask, edge);
        edges[choice->getDefaultDest()] = matched ? without(at, mask, matched) : mask;
    } else if (terminator.getNumSuccessors() == 1 || terminator.getSuccessor(0) == terminator.getSuccessor(1)) {
        edges[terminator.getSuccessor(0)] = mask;
    } else {
        llvm::Value* condition = llvm::cast<llvm::BranchInst>(terminator).getCondition();
        edges[terminator.getSuccessor(0)] = both(at, mask, condition);
        edges[terminator.getSuccessor(1)] = without(at, mask, condition);
    }
    return llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::Value*>, 2>(edges.begin(), edges.end());
}

llvm::Value* MaskBuilder::blend(llvm::IRBuilderBase& at, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges,
                                llvm::Value* otherwise) {
    llvm::MapVector<llvm::Value*, MaskedEdges> by_value;
    for (const MaskedEdge& edge : edges) {
        llvm::Value* value = phi.getIncomingValueForBlock(edge.from);
        if (!llvm::isa<llvm::UndefValue>(value)) by_value[value].push_back(edge);
    }
    llvm::Value* result = otherwise ? otherwise : most_frequent(phi, edges);
    const llvm::Value* base = result;
    for (auto& [value, taken] : by_value)
        if (value != base) result = at.CreateSelect(any_of(at, taken), value, result, phi.getName());
    return result;
}

llvm::PHINode* MaskBuilder::phi(llvm::BasicBlock& block, const llvm::Twine& name) {
    auto* phi = llvm::PHINode::Create(llvm::Type::getInt1Ty(block.getContext()), 2, name);
    phi->insertBefore(block.begin());
    masks_.insert(phi);
    return phi;
}

}  // namespace lanewise::compiler
