#include "compiler/widen/interleave_items.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <array>
#include <vector>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

bool is_item_id(const llvm::Instruction& instruction) {
    const auto* call = dyn_cast<llvm::CallInst>(&instruction);
    return call && (traits_of(call) & trait::id) && dimension_of(*call) == 0;
}

// Whether interleaving must keep the order in which work-items run `instruction`: true for atomics, volatile accesses,
// synchronization and printf.
bool depends_on_order(const llvm::Instruction& instruction) {
    if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction)) return !load->isSimple();
    if (const auto* store = dyn_cast<llvm::StoreInst>(&instruction)) return !store->isSimple();
    const auto* call = dyn_cast<llvm::CallInst>(&instruction);
    if (call && !isa<llvm::IntrinsicInst>(call)) return !call->doesNotAccessMemory() || call->isConvergent();
    return instruction.isAtomic() || isa<llvm::FenceInst>(instruction);
}

// Finds the branches at which the items of a pair may diverge. Also decides whether the items can restart the kernel
// from its beginning after they diverge at such a branch.
class Partings {
public:
    Partings(llvm::Function& kernel, Uniformity& uniformity) {
        const llvm::DominatorTree dominators(kernel);
        const llvm::LoopInfo loops(dominators);
        find_effects(kernel);
        for (llvm::BasicBlock& block : kernel) {
            if (!uniformity.branch_is_divergent(block)) continue;
            blocks_.insert(&block);
            harmless_ &= !loops.getLoopFor(&block) && !after_effect_.contains(&block);
        }
    }

    bool harmless() const { return harmless_; }
    bool contains(const llvm::BasicBlock* block) const { return blocks_.contains(block); }

private:
    // Collects the blocks that write to memory, or run after a block that writes to memory.
    void find_effects(llvm::Function& kernel) {
        llvm::SmallVector<const llvm::BasicBlock*, 16> pending;
        for (const llvm::BasicBlock& block : kernel)
            if (llvm::any_of(block, [](const llvm::Instruction& i) { return i.mayWriteToMemory(); }))
                if (after_effect_.insert(&block).second) pending.push_back(&block);
        while (!pending.empty())
            for (const llvm::BasicBlock* next : llvm::successors(pending.pop_back_val()))
                if (after_effect_.insert(next).second) pending.push_back(next);
    }

    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> after_effect_, blocks_;
    bool harmless_ = true;
};

// Whether the address of `load` depends on a value that was loaded in the loop, or carried over from an earlier
// iteration.
bool is_lookup(const llvm::LoadInst& load, const llvm::Loop& loop, const Uniformity& uniformity) {
    if (!uniformity.is_divergent(*load.getPointerOperand())) return false;
    llvm::SmallPtrSet<const llvm::Value*, 32> seen;
    llvm::SmallVector<const llvm::Value*, 32> pending = {load.getPointerOperand()};
    while (!pending.empty() && seen.size() < budget::lookup_steps) {
        const auto* value = dyn_cast<llvm::Instruction>(pending.pop_back_val());
        if (!value || !loop.contains(value) || !uniformity.is_divergent(*value)) continue;
        if (!seen.insert(value).second) continue;
        if (isa<llvm::LoadInst, llvm::PHINode>(value)) return true;
        pending.append(value->op_begin(), value->op_end());
    }
    return false;
}

bool is_mostly_lookups(const llvm::Loop& loop, const Uniformity& uniformity) {
    unsigned lookups = 0, work = 0;
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            if (isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst>(instruction)) continue;
            ++work;
            if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction))
                lookups += is_lookup(*load, loop, uniformity);
        }
    return lookups * 100 >= work * costs::lookup_share && lookups >= costs::fewest_gathers;
}

// Makes the function that computes a pair of items.
class PairMaker {
public:
    PairMaker(llvm::Function& kernel, Uniformity& uniformity, const Partings& partings)
        : kernel_(kernel), uniformity_(uniformity), partings_(partings), builder_(kernel.getContext()) {}

    llvm::Function* run();

private:
    void begin();
    void copy_together();
    void copy_in_items(llvm::Instruction& instruction);
    void copy_terminator(llvm::BasicBlock& block);
    void complete_phis();
    void copy_apart();
    bool is_shared(const llvm::Instruction& instruction) const;
    llvm::Instruction* copy(const llvm::Instruction& instruction, llvm::ValueToValueMapTy& values);
    llvm::BasicBlock* new_block(const llvm::Twine& name) {
        return llvm::BasicBlock::Create(kernel_.getContext(), name, pair_);
    }

    llvm::Function& kernel_;
    Uniformity& uniformity_;
    const Partings& partings_;
    llvm::IRBuilder<> builder_;
    llvm::Function* pair_ = nullptr;
    llvm::Value* count_ = nullptr;       // number of live items
    llvm::BasicBlock* apart_ = nullptr;  // start of the code that runs items one after another
    std::array<llvm::ValueToValueMapTy, paired_items> items_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> ends_;  // kernel block -> last block of its paired code
    std::vector<std::pair<const llvm::PHINode*, unsigned>> phis_;  // phis to complete, each with the number of its item
};

llvm::Function* PairMaker::run() {
    pair_ = llvm::Function::Create(kernel_.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                   part_name(kernel_.getName(), Part::full), kernel_.getParent());
    pair_->copyAttributesFrom(&kernel_);
    pair_->copyMetadata(&kernel_, 0);
    begin();
    copy_together();
    copy_apart();
    set_number_fact(*pair_, fact::lanes, paired_items);
    return pair_;
}

// Makes private variables for each item. If items run one after another, they all use the first item's variables.
void PairMaker::begin() {
    builder_.SetInsertPoint(new_block("entry"));
    for (auto [argument, copied] : llvm::zip(kernel_.args(), pair_->args())) {
        copied.setName(argument.getName());
        for (llvm::ValueToValueMapTy& values : items_) values[&argument] = &copied;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(kernel_))
        if (isa<llvm::AllocaInst>(instruction))
            for (llvm::ValueToValueMapTy& values : items_) copy(instruction, values);
    count_ = create_chunk_lanes(builder_);
    for (llvm::BasicBlock& block : kernel_) items_[0][&block] = new_block(block.getName());
    apart_ = new_block("apart");
    builder_.CreateCondBr(builder_.CreateICmpEQ(count_, builder_.getInt64(paired_items), "whole"),
                          llvm::cast<llvm::BasicBlock>(items_[0][&kernel_.getEntryBlock()]), apart_);
}

llvm::Instruction* PairMaker::copy(const llvm::Instruction& instruction, llvm::ValueToValueMapTy& values) {
    llvm::Instruction* copied = builder_.Insert(instruction.clone(), instruction.getName());
    values[&instruction] = copied;
    if (isa<llvm::PHINode>(instruction)) return copied;
    llvm::RemapInstruction(copied, values, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    return copied;
}

bool PairMaker::is_shared(const llvm::Instruction& instruction) const {
    return !uniformity_.is_divergent(instruction) && !instruction.mayHaveSideEffects() &&
           !isa<llvm::AllocaInst>(instruction);
}

void PairMaker::copy_in_items(llvm::Instruction& instruction) {
    const bool is_phi = isa<llvm::PHINode>(instruction), shared = is_shared(instruction);
    if (shared || is_item_id(instruction)) {
        llvm::Instruction* copied = copy(instruction, items_[0]);
        if (is_phi) phis_.emplace_back(llvm::cast<llvm::PHINode>(&instruction), 0);
        for (unsigned item = 1; item < paired_items; ++item)
            items_[item][&instruction] =
                shared ? static_cast<llvm::Value*>(copied)
                       : builder_.CreateNUWAdd(copied, builder_.getInt64(item), instruction.getName());
        return;
    }
    for (unsigned item = 0; item < paired_items; ++item) {
        copy(instruction, items_[item]);
        if (is_phi) phis_.emplace_back(llvm::cast<llvm::PHINode>(&instruction), item);
    }
}

void PairMaker::copy_terminator(llvm::BasicBlock& block) {
    const llvm::Instruction& terminator = *block.getTerminator();
    if (partings_.contains(&block)) {
        const llvm::Value* decides = terminator.getOperand(0);
        llvm::Value* agree = builder_.getTrue();
        for (unsigned item = 1; item < paired_items; ++item)
            agree =
                builder_.CreateAnd(agree, builder_.CreateICmpEQ(items_[0][decides], items_[item][decides], "agree"));
        llvm::BasicBlock* agreed = new_block("agreed");
        builder_.CreateCondBr(agree, agreed, apart_);
        builder_.SetInsertPoint(agreed);
    }
    copy(terminator, items_[0]);
    ends_[&block] = builder_.GetInsertBlock();
}

void PairMaker::copy_together() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel_);
    for (llvm::BasicBlock* block : order) {
        builder_.SetInsertPoint(llvm::cast<llvm::BasicBlock>(items_[0][block]));
        for (llvm::Instruction& instruction : *block)
            if (!instruction.isTerminator() && !isa<llvm::AllocaInst>(instruction)) copy_in_items(instruction);
        copy_terminator(*block);
    }
    complete_phis();
}

void PairMaker::complete_phis() {
    for (const auto& [phi, item] : phis_) {
        auto& copied = *llvm::cast<llvm::PHINode>(items_[item][phi]);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
            copied.setIncomingBlock(i, ends_.lookup(phi->getIncomingBlock(i)));
            if (llvm::Value* value = items_[item].lookup(phi->getIncomingValue(i))) copied.setIncomingValue(i, value);
        }
    }
}

// Makes a loop over the items: for (item = 0; item < count; ++item) kernel.
void PairMaker::copy_apart() {
    llvm::ValueToValueMapTy values;
    for (const llvm::Argument& argument : kernel_.args()) values[&argument] = items_[0][&argument];
    for (llvm::BasicBlock& block : kernel_) values[&block] = new_block(block.getName() + ".apart");
    llvm::BasicBlock* header = llvm::cast<llvm::BasicBlock>(values[&kernel_.getEntryBlock()]);
    llvm::BasicBlock* latch = new_block("next");
    llvm::BasicBlock* end = new_block("end");
    builder_.SetInsertPoint(apart_);
    builder_.CreateBr(header);
    builder_.SetInsertPoint(header);
    llvm::PHINode* item = builder_.CreatePHI(builder_.getInt64Ty(), 2, "item");
    llvm::SmallVector<llvm::Instruction*, 64> copies;
    for (llvm::BasicBlock& block : kernel_) {
        builder_.SetInsertPoint(llvm::cast<llvm::BasicBlock>(values[&block]));
        for (const llvm::Instruction& instruction : block) {
            if (isa<llvm::AllocaInst>(instruction)) {
                values[&instruction] = items_[0][&instruction];
            } else if (isa<llvm::ReturnInst>(instruction)) {
                builder_.CreateBr(latch);
            } else {
                llvm::Instruction* copied = builder_.Insert(instruction.clone(), instruction.getName());
                copies.push_back(copied);
                values[&instruction] = is_item_id(instruction) ? builder_.CreateNUWAdd(copied, item) : copied;
            }
        }
    }
    for (llvm::Instruction* copied : copies)
        llvm::RemapInstruction(copied, values, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    builder_.SetInsertPoint(latch);
    llvm::Value* next = builder_.CreateNUWAdd(item, builder_.getInt64(1), "item.next");
    builder_.CreateCondBr(builder_.CreateICmpULT(next, count_), header, end);
    item->addIncoming(builder_.getInt64(0), apart_);
    item->addIncoming(next, latch);
    builder_.SetInsertPoint(end);
    builder_.CreateRetVoid();
}

}  // namespace

bool pays_to_pair(llvm::Function& kernel) {
    if (kernel.getInstructionCount() > budget::paired_instructions) return false;
    const Uniformity uniformity(kernel);
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    return llvm::any_of(loops.getLoopsInPreorder(),
                        [&](const llvm::Loop* loop) { return is_mostly_lookups(*loop, uniformity); });
}

llvm::Function* interleave_items(llvm::Function& kernel) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        const auto* array = dyn_cast<llvm::AllocaInst>(&instruction);
        if (depends_on_order(instruction) || (array && !array->isStaticAlloca())) return nullptr;
    }
    Uniformity uniformity(kernel);
    const Partings partings(kernel, uniformity);
    return partings.harmless() ? PairMaker(kernel, uniformity, partings).run() : nullptr;
}

llvm::PreservedAnalyses InterleaveItems::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel || !pays_to_pair(*kernel) || !interleave_items(*kernel)) return llvm::PreservedAnalyses::all();
    kernel->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
