#include "compiler/meetings/part_items.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/linearize/normalize_flow.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/simplify/loops/reducible_flow.h"
#include "compiler/simplify/values/values_to_memory.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;
using Blocks = llvm::SmallVector<BasicBlock*, 16>;

// The blocks that GroupVotes made from one branch.
struct Vote {
    llvm::CallInst* answer;
    BasicBlock* some;
    BasicBlock* parted;

    BasicBlock* holds() const { return answer->getParent()->getTerminator()->getSuccessor(0); }
    BasicBlock* fails() const { return some->getTerminator()->getSuccessor(0); }
};

class ItemParter {
public:
    explicit ItemParter(llvm::Function& function) : function_(function) {}

    void run() {
        find_votes();
        split_blocks_at_barriers(function_);
        note_where_items_part();
        find_headers();
        variables_ = values_to_memory(function_);
        variables_.push_back(next_);
        copy_blocks();
        end_ = votes_.front().parted->getSingleSuccessor();
        make_loop();
        mark_start();
        for (const Vote& vote : votes_) lead_into_loop(vote);
        for (auto [block, copy] : copies_) lead_to_meeting(*block, *copy);
        take_variables_along();
    }

    /// Makes each work-item run by itself from the start of the kernel. This needs no copies of blocks.
    void part_from_the_start() {
        split_blocks_at_barriers(function_);
        BasicBlock& entry = function_.getEntryBlock();
        BasicBlock* first = entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "first");
        find_headers();
        for (BasicBlock& block : function_)
            if (&block != &entry) copies_[&block] = &block;
        end_ = BasicBlock::Create(function_.getContext(), "return", &function_);
        llvm::ReturnInst::Create(function_.getContext(), end_);
        llvm::IRBuilder<> builder(entry.getTerminator());
        next_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
        builder.CreateStore(builder.getInt32(number_of(first)), next_);
        variables_ = values_to_memory(function_);
        make_loop();
        entry.getTerminator()->setSuccessor(0, dispatch_);
        for (auto [block, same] : copies_) lead_to_meeting(*block, *same);
        llvm::erase_if(variables_, [&](const llvm::AllocaInst* variable) { return lives_at_starts(*variable); });
        variables_.push_back(next_);
    }

    /// Returns the variables in memory that are to become registers again.
    llvm::ArrayRef<llvm::AllocaInst*> variables() const { return variables_; }

    /// Returns the headers of the loops that diverged work-items run, outer loops first. Work-items may enter these
    /// loops at the blocks where they diverged, or after a barrier. Nevertheless, the work-items of a sub-group begin
    /// each iteration together.
    Blocks headers() const;

private:
    void find_headers();
    void find_votes();
    void note_where_items_part();
    llvm::SmallPtrSet<BasicBlock*, 32> blocks_after_votes() const;
    void copy_variables(llvm::ArrayRef<BasicBlock*> originals, llvm::ValueToValueMapTy& values);
    void copy_blocks();
    void make_loop();
    void mark_start();
    void lead_into_loop(const Vote& vote);
    void lead_to_meeting(const BasicBlock& block, BasicBlock& copy);
    void go_to_meeting(BasicBlock& copy, unsigned next);
    void take_variables_along();
    bool is_start(const BasicBlock& copy) const {
        return llvm::any_of(starts_, [&](const auto& start) { return copies_.lookup(start.first) == &copy; });
    }
    bool lives_at_starts(const llvm::AllocaInst& variable) const;
    unsigned number_of(BasicBlock* start) {
        return starts_.try_emplace(start, static_cast<unsigned>(starts_.size()) + 1).first->second;
    }

    llvm::Function& function_;
    llvm::SmallVector<Vote, 4> votes_;
    llvm::SmallVector<llvm::AllocaInst*, 64> variables_;
    // Variable with the number of the block where the work-item continues (`starts_`); 0 after the work-item returned.
    llvm::AllocaInst* next_ = nullptr;
    llvm::MapVector<BasicBlock*, unsigned> starts_;  // block where work-items continue -> its number, from 1
    llvm::MapVector<BasicBlock*, BasicBlock*> copies_;
    // Pairs of a variable that copied blocks write, and the variable that replaces it in the copies.
    llvm::SmallVector<std::pair<llvm::AllocaInst*, llvm::AllocaInst*>, 64> own_;
    Blocks headers_;               // loop headers; empty unless the kernel uses sub-groups
    BasicBlock* alone_ = nullptr;  // first block of the code that only diverged work-items run
    BasicBlock* dispatch_ = nullptr;
    BasicBlock* meet_ = nullptr;
    BasicBlock* end_ = nullptr;  // the block that returns
};

void ItemParter::find_votes() {
    for (llvm::Instruction& instruction : llvm::instructions(function_))
        if (as_operation(&instruction, op::parted)) {
            BasicBlock* parted = instruction.getParent();
            BasicBlock* some = parted->getSinglePredecessor();
            auto* test = llvm::cast<llvm::BranchInst>(some->getSinglePredecessor()->getTerminator());
            auto* compare = llvm::cast<llvm::ICmpInst>(test->getCondition());
            votes_.push_back({llvm::cast<llvm::CallInst>(compare->getOperand(0)), some, parted});
        }
}

void ItemParter::find_headers() {
    if (!function_.hasFnAttribute(fact::uses_sub_groups)) return;
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) headers_.push_back(loop->getHeader());
}

Blocks ItemParter::headers() const {
    if (headers_.empty()) return {};
    Blocks headers{dispatch_};
    for (BasicBlock* header : headers_)
        if (BasicBlock* copy = copies_.lookup(header)) headers.push_back(copy);
    return headers;
}

void ItemParter::note_where_items_part() {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    next_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
    for (const Vote& vote : votes_) {
        builder.SetInsertPoint(vote.parted->getTerminator());
        llvm::Value* next =
            builder.CreateSelect(vote.answer->getArgOperand(0), builder.getInt32(number_of(vote.holds())),
                                 builder.getInt32(number_of(vote.fails())));
        builder.CreateStore(next, next_);
    }
}

// Returns all blocks that are reachable from a vote, including blocks after later barriers.
llvm::SmallPtrSet<BasicBlock*, 32> ItemParter::blocks_after_votes() const {
    llvm::SmallVector<BasicBlock*, 32> pending;
    llvm::SmallPtrSet<BasicBlock*, 32> parted, after;
    for (const Vote& vote : votes_) {
        pending.append({vote.holds(), vote.fails()});
        parted.insert(vote.parted);
    }
    while (!pending.empty()) {
        BasicBlock* block = pending.pop_back_val();
        if (!parted.contains(block) && after.insert(block).second)
            pending.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return after;
}

void ItemParter::copy_variables(llvm::ArrayRef<BasicBlock*> originals, llvm::ValueToValueMapTy& values) {
    const llvm::SmallPtrSet<const BasicBlock*, 32> copied(originals.begin(), originals.end());
    for (llvm::AllocaInst* variable : variables_) {
        const bool is_stored = variable != next_ && llvm::any_of(variable->users(), [&](const llvm::User* user) {
                                   const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
                                   return store && copied.contains(store->getParent());
                               });
        if (!is_stored) continue;
        auto* own = llvm::cast<llvm::AllocaInst>(variable->clone());
        own->insertBefore(variable->getIterator());
        own->setName(variable->getName() + ".own");
        values[variable] = own;
        own_.emplace_back(variable, own);
    }
}

// Copies blocks in the order of the originals, because ReducibleFlow makes the work-items of a sub-group wait for
// work-items in earlier blocks.
void ItemParter::copy_blocks() {
    const auto after = blocks_after_votes();
    llvm::SmallVector<BasicBlock*, 32> originals, copies;
    for (BasicBlock& block : function_)
        if (after.contains(&block)) originals.push_back(&block);
    llvm::ValueToValueMapTy values;
    copy_variables(originals, values);
    for (BasicBlock* block : originals) {
        BasicBlock* copy = llvm::CloneBasicBlock(block, values, ".own", &function_);
        values[block] = copies_[block] = copy;
        copies.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(copies, values);
    // Replace the vote's result in the copy by the work-item's own condition.
    for (const Vote& vote : votes_) {
        auto* answer = llvm::cast_or_null<llvm::CallInst>(static_cast<llvm::Value*>(values.lookup(vote.answer)));
        if (!answer) continue;
        llvm::IRBuilder<> builder(answer);
        answer->replaceAllUsesWith(builder.CreateSelect(
            answer->getArgOperand(0), builder.getInt32(vote::holds_for_some), builder.getInt32(vote::fails_for_some)));
        answer->eraseFromParent();
        if (BasicBlock* some = copies_.lookup(vote.some)) {
            BasicBlock* fails = some->getTerminator()->getSuccessor(0);
            some->getTerminator()->eraseFromParent();
            llvm::BranchInst::Create(fails, some);
        }
    }
}

void ItemParter::make_loop() {
    for (auto [block, copy] : copies_)
        for (llvm::Instruction& instruction : *block)
            if (as_operation(&instruction, op::barrier)) number_of(block->getSingleSuccessor());
    llvm::LLVMContext& context = function_.getContext();
    dispatch_ = BasicBlock::Create(context, "dispatch", &function_);
    meet_ = BasicBlock::Create(context, "meet", &function_);
    llvm::IRBuilder<> builder(dispatch_);
    llvm::SwitchInst* choice =
        builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), next_), meet_, starts_.size());
    for (auto [start, number] : starts_) choice->addCase(builder.getInt32(number), copies_.lookup(start));
    builder.SetInsertPoint(meet_);
    create_barrier(builder);
    llvm::Value* next = builder.CreateLoad(builder.getInt32Ty(), next_);
    llvm::CallInst* answer = create_group_vote(builder, builder.CreateIsNotNull(next));
    llvm::Value* none = builder.CreateICmpEQ(answer, builder.getInt32(vote::fails_for_some));
    builder.CreateCondBr(none, end_, dispatch_);
}

void ItemParter::mark_start() {
    alone_ = BasicBlock::Create(function_.getContext(), "alone", &function_, dispatch_);
    llvm::IRBuilder<> builder(alone_);
    create_parted(builder);
    builder.CreateBr(dispatch_);
}

void ItemParter::lead_into_loop(const Vote& vote) {
    vote.parted->getTerminator()->setSuccessor(0, alone_);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*vote.parted))
        if (as_operation(&instruction, op::parted)) instruction.eraseFromParent();
}

void ItemParter::go_to_meeting(BasicBlock& copy, unsigned next) {
    llvm::IRBuilder<> builder(copy.getTerminator());
    builder.CreateStore(builder.getInt32(next), next_);
    builder.CreateBr(meet_);
    copy.getTerminator()->eraseFromParent();
}

void ItemParter::lead_to_meeting(const BasicBlock& block, BasicBlock& copy) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(copy)) {
        if (!as_operation(&instruction, op::barrier)) continue;
        instruction.eraseFromParent();
        return go_to_meeting(copy, number_of(const_cast<BasicBlock*>(block.getSingleSuccessor())));
    }
    if (llvm::succ_empty(&copy)) go_to_meeting(copy, 0);
}

// True if a work-item may continue at a block of `starts_` and read the variable before it stores to the variable.
// Variables that are read in this way stay in memory: in registers, they would need a phi at each start, which would
// take too long to compile.
bool ItemParter::lives_at_starts(const llvm::AllocaInst& variable) const {
    llvm::SmallPtrSet<const BasicBlock*, 8> stores;
    llvm::SmallPtrSet<const BasicBlock*, 16> seen;
    llvm::SmallVector<const BasicBlock*, 16> pending;
    for (const llvm::User* user : variable.users())
        if (llvm::isa<llvm::StoreInst>(user)) stores.insert(llvm::cast<llvm::Instruction>(user)->getParent());
    for (const llvm::User* user : variable.users()) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
        const bool is_own = load && llvm::any_of(*load->getParent(), [&](const llvm::Instruction& before) {
                                return llvm::isa<llvm::StoreInst>(before) && before.getOperand(1) == &variable &&
                                       before.comesBefore(load);
                            });
        if (load && !is_own) pending.push_back(load->getParent());
    }
    while (!pending.empty()) {
        const BasicBlock* block = pending.pop_back_val();
        if (!seen.insert(block).second) continue;
        if (is_start(*block)) return true;
        for (const BasicBlock* before : llvm::predecessors(block))
            if (!stores.contains(before)) pending.push_back(before);
    }
    return false;
}

void ItemParter::take_variables_along() {
    llvm::IRBuilder<> builder(alone_->getTerminator());
    for (auto [variable, own] : own_) {
        if (lives_at_starts(*own)) {
            builder.CreateStore(builder.CreateLoad(variable->getAllocatedType(), variable), own);
        } else {
            variables_.push_back(own);
        }
    }
}

// Promotes variables to registers. Also makes cycles reducible, since work-items that continue after a barrier may
// enter a cycle at several blocks.
llvm::PreservedAnalyses finish(llvm::Function& function, const ItemParter& parter,
                               llvm::FunctionAnalysisManager& analyses) {
    llvm::DominatorTree dominators(function);
    Blocks headers = parter.headers();
    llvm::erase_if(headers, [&](const BasicBlock* header) { return !dominators.isReachableFromEntry(header); });
    llvm::PromoteMemToReg(parter.variables(), dominators);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    ReducibleFlow(headers).run(function, analyses);
    llvm::EliminateUnreachableBlocks(function);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    return NormalizeFlow().run(function, analyses);
}

}  // namespace

llvm::PreservedAnalyses PartItems::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration() || !may_part(function)) return llvm::PreservedAnalyses::all();
    ItemParter parter(function);
    parter.run();
    return finish(function, parter, analyses);
}

llvm::PreservedAnalyses PartFromTheStart::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration() || !has_barriers(function)) return llvm::PreservedAnalyses::all();
    ItemParter parter(function);
    parter.part_from_the_start();
    return finish(function, parter, analyses);
}

}  // namespace lanewise::compiler
