#include "compiler/linearize/block_walks.h"

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/copy_value.h"
#include "compiler/linearize/walk_finder.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned elements = costs::walked_elements;

std::int64_t bytes_of(const llvm::Instruction& access) {
    return static_cast<std::int64_t>(access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)));
}

// Values of an iteration, made where a load of it stands.
class EarlyValues {
public:
    EarlyValues(llvm::Instruction& place, const llvm::DominatorTree& dominators)
        : place_(place), dominators_(dominators) {}

    /// Null where that cannot be: it takes a load, say.
    llvm::Value* get(llvm::Value& value) {
        llvm::IRBuilder<> builder(&place_);
        const auto substitute = [&](llvm::Instruction& instruction) -> std::optional<llvm::Value*> {
            if (!dominators_.dominates(&instruction, &place_)) return std::nullopt;
            return &instruction;
        };
        return copy_value(builder, value, substitute, made_);
    }

private:
    llvm::Instruction& place_;
    const llvm::DominatorTree& dominators_;
    CopiedValues made_;
};

// Tells of a load whether reading the elements of a block at once, now, reads something else than one by one.
class BlockTest {
public:
    BlockTest(const WalkedPlace& load, llvm::ArrayRef<WalkedPlace> stores, const llvm::DominatorTree& dominators)
        : load_(load), stores_(stores), dominators_(dominators), early_(*load.access, dominators) {}

    /// Before anything is changed: makes what is compared. False: there is no telling.
    bool prepare() {
        for (const Counter& counter : load_.counters) counters_.push_back(counter);
        for (const WalkedPlace& store : stores_) {
            if (are_apart(*load_.access, *store.access)) continue;
            llvm::Value* place = early_.get(*llvm::getLoadStorePointerOperand(store.access));
            if (!place || place->getType() != llvm::getLoadStorePointerOperand(load_.access)->getType()) return false;
            writes_.push_back({&store, place});
            for (Counter counter : store.counters) {
                counter.value = early_.get(*counter.value);
                if (!counter.value) return false;
                counters_.push_back(counter);
            }
        }
        return true;
    }

    bool is_needed() const { return !counters_.empty() || !writes_.empty(); }

    /// i1, of a lane: true if it may.
    llvm::Value* build(llvm::IRBuilder<>& builder) const {
        llvm::Value* result = builder.getFalse();
        for (const Counter& counter : counters_) result = builder.CreateOr(result, wraps(builder, counter));
        for (const Write& write : writes_) result = builder.CreateOr(result, meets(builder, write));
        return builder.CreateFreeze(result, "block_differs");
    }

private:
    struct Write {
        const WalkedPlace* store;
        llvm::Value* place;  // of this iteration
    };

    // Whether the counter comes to the end of its numbers before the block's last element.
    llvm::Value* wraps(llvm::IRBuilder<>& builder, const Counter& counter) const {
        const unsigned bits = counter.value->getType()->getIntegerBitWidth();
        const auto growth = static_cast<std::uint64_t>(std::abs(counter.motion.step) * (elements - 1));
        if (!llvm::isUIntN(bits - 1, growth)) return builder.getTrue();
        const llvm::APInt way(bits, growth);
        const bool is_up = counter.motion.step > 0;
        const llvm::APInt end =
            counter.is_signed ? (is_up ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getSignedMinValue(bits))
                              : (is_up ? llvm::APInt::getMaxValue(bits) : llvm::APInt(bits, 0));
        const auto past = counter.is_signed ? (is_up ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_SLT)
                                            : (is_up ? llvm::CmpInst::ICMP_UGT : llvm::CmpInst::ICMP_ULT);
        return builder.CreateICmp(past, counter.value, builder.getInt(is_up ? end - way : end + way));
    }

    // Whether the store comes to an element before that would have been loaded.
    llvm::Value* meets(llvm::IRBuilder<>& builder, const Write& write) const {
        const std::int64_t element = bytes_of(*load_.access), stored = bytes_of(*write.store->access);
        const std::int64_t block = element * elements, way = write.store->step * (elements - 1);
        const bool is_in_step = write.store->step == element;
        const bool is_behind = is_in_step && dominators_.dominates(load_.access, write.store->access);
        // From the load's place to the store's, in bytes: it meets those between these two.
        const std::int64_t low =
            is_in_step ? (is_behind ? element : 0) - stored : -stored - std::max<std::int64_t>(way, 0);
        const std::int64_t high = is_in_step ? block : block - std::min<std::int64_t>(way, 0);
        llvm::Type* number = builder.getInt64Ty();
        llvm::Value* distance =
            builder.CreateSub(builder.CreatePtrToInt(write.place, number),
                              builder.CreatePtrToInt(llvm::getLoadStorePointerOperand(load_.access), number));
        llvm::Value* above = builder.CreateSub(distance, builder.getInt64(static_cast<std::uint64_t>(low + 1)));
        return builder.CreateICmpULT(above, builder.getInt64(static_cast<std::uint64_t>(high - low - 1)));
    }

    const WalkedPlace& load_;
    const llvm::ArrayRef<WalkedPlace> stores_;
    const llvm::DominatorTree& dominators_;
    EarlyValues early_;
    std::vector<Counter> counters_;
    std::vector<Write> writes_;
};

// Rewrites the loads of one loop.
class WalkBlocker {
public:
    WalkBlocker(const Walk& walk, llvm::Value* trips, llvm::DominatorTree& dominators, llvm::LoopInfo& loops)
        : walk_(walk),
          header_(*walk.loop->getHeader()),
          trips_(trips),
          dominators_(dominators),
          updater_(dominators, llvm::DomTreeUpdater::UpdateStrategy::Eager),
          loops_(loops) {}

    void run() {
        for (const WalkedPlace& load : walk_.loads) {
            BlockTest test(load, walk_.stores, dominators_);
            if (test.prepare()) block(llvm::cast<llvm::LoadInst>(*load.access), test);
        }
    }

private:
    struct Block {
        llvm::Value* array;
        llvm::Value* is_new;    // i1: one begins in this iteration
        llvm::Value* in_block;  // i1: this iteration is one of a whole block's
    };

    llvm::PHINode* add_phi(llvm::Value* first, const llvm::Twine& name) {
        llvm::PHINode* phi = llvm::PHINode::Create(first->getType(), 2, name, header_.begin());
        phi->addIncoming(first, walk_.loop->getLoopPreheader());
        return phi;
    }

    // The iterations before this one.
    llvm::Value* count() {
        if (count_) return count_;
        llvm::BasicBlock* latch = walk_.loop->getLoopLatch();
        llvm::IRBuilder<> builder(latch->getTerminator());
        count_ = add_phi(builder.getInt64(0), "walked");
        count_->addIncoming(builder.CreateAdd(count_, builder.getInt64(1), "walked.next"), latch);
        return count_;
    }

    llvm::Instruction* insert_if(llvm::Value* condition, llvm::Instruction* before) {
        return llvm::SplitBlockAndInsertIfThen(condition, before, false, nullptr, &updater_, &loops_);
    }

    void block(llvm::LoadInst& load, const BlockTest& test);
    llvm::Value* fill(llvm::LoadInst& load, const Block& block, const BlockTest& test);
    llvm::Value* fill_if_same(llvm::LoadInst& load, const Block& block, const BlockTest& test);

    const Walk& walk_;
    llvm::BasicBlock& header_;
    llvm::Value* const trips_;
    llvm::DominatorTree& dominators_;
    llvm::DomTreeUpdater updater_;
    llvm::LoopInfo& loops_;
    llvm::PHINode* count_ = nullptr;
};

void load_block(llvm::IRBuilder<>& builder, llvm::LoadInst& load, llvm::Value* array) {
    auto* type = llvm::FixedVectorType::get(load.getType(), elements);
    llvm::Value* row = builder.CreateAlignedLoad(type, load.getPointerOperand(), load.getAlign(), "row");
    for (unsigned i = 0; i < elements; ++i)
        builder.CreateStore(builder.CreateExtractElement(row, i),
                            builder.CreateConstInBoundsGEP1_64(load.getType(), array, i));
}

// Loads a block where one begins. The result, i1: whether this iteration has one.
llvm::Value* WalkBlocker::fill(llvm::LoadInst& load, const Block& block, const BlockTest& test) {
    if (test.is_needed()) return fill_if_same(load, block, test);
    llvm::IRBuilder<> builder(insert_if(block.is_new, &load));
    load_block(builder, load, block.array);
    return block.in_block;
}

// The same, but a block may be left out: then its iterations have none.
llvm::Value* WalkBlocker::fill_if_same(llvm::LoadInst& load, const Block& block, const BlockTest& test) {
    llvm::PHINode* had = add_phi(llvm::ConstantInt::getFalse(load.getContext()), "had_block");
    llvm::IRBuilder<> builder(&load);
    llvm::Value* kept = builder.CreateAnd(had, block.in_block);
    llvm::BasicBlock* before = load.getParent();

    llvm::Instruction* begun = insert_if(block.is_new, &load);
    llvm::BasicBlock* begin = begun->getParent();
    builder.SetInsertPoint(begun);
    llvm::Value* differs = create_vote(builder, op::any, test.build(builder));
    builder.SetInsertPoint(insert_if(builder.CreateNot(differs), begun));
    load_block(builder, load, block.array);
    llvm::BasicBlock* loaded = builder.GetInsertBlock();

    builder.SetInsertPoint(begun->getParent(), begun->getParent()->begin());
    llvm::PHINode* made = builder.CreatePHI(builder.getInt1Ty(), 2, "made_block");
    made->addIncoming(builder.getFalse(), begin);
    made->addIncoming(builder.getTrue(), loaded);
    builder.SetInsertPoint(load.getParent(), load.getParent()->begin());
    llvm::PHINode* has = builder.CreatePHI(builder.getInt1Ty(), 2, "has_block");
    has->addIncoming(kept, before);
    has->addIncoming(made, begun->getParent());
    had->addIncoming(has, walk_.loop->getLoopLatch());
    return has;
}

void WalkBlocker::block(llvm::LoadInst& load, const BlockTest& test) {
    llvm::IRBuilder<> builder(walk_.loop->getLoopPreheader()->getTerminator());
    llvm::Value* whole = builder.CreateAnd(trips_, builder.getInt64(~std::uint64_t{elements - 1}), "whole_blocks");
    builder.SetInsertPoint(load.getFunction()->getEntryBlock().begin());
    auto* type = llvm::ArrayType::get(load.getType(), elements);
    llvm::Value* array = builder.CreateAlloca(type, nullptr, "row_block");
    builder.SetInsertPoint(&load);
    llvm::Value* in_block = builder.CreateICmpULT(count(), whole, "in_block");
    llvm::Value* place = builder.CreateAnd(count(), builder.getInt64(elements - 1), "place");
    llvm::Value* is_new = builder.CreateAnd(builder.CreateIsNull(place), in_block, "new_block");
    llvm::Value* has_block = fill(load, {array, is_new, in_block}, test);

    llvm::Instruction *read = nullptr, *direct = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(has_block, &load, &read, &direct, nullptr, &updater_, &loops_);
    builder.SetInsertPoint(load.getParent(), load.getParent()->begin());
    llvm::PHINode* value = builder.CreatePHI(load.getType(), 2, "walked.element");
    load.replaceAllUsesWith(value);
    builder.SetInsertPoint(read);
    llvm::Value* element = builder.CreateInBoundsGEP(type, array, {builder.getInt64(0), place});
    value->addIncoming(builder.CreateLoad(load.getType(), element), read->getParent());
    load.moveBefore(direct->getIterator());
    value->addIncoming(&load, direct->getParent());
}

}  // namespace

llvm::PreservedAnalyses BlockWalks::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    const std::vector<Walk> walks = WalkFinder(function, analyses, lanes_).run();
    if (walks.empty()) return llvm::PreservedAnalyses::all();
    llvm::SCEVExpander expander(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function), "trips");
    std::vector<llvm::Value*> trips;
    for (const Walk& walk : walks) {
        llvm::Instruction* end = walk.loop->getLoopPreheader()->getTerminator();
        const bool is_safe = expander.isSafeToExpandAt(walk.trips, end);
        trips.push_back(is_safe ? expander.expandCodeFor(walk.trips, walk.trips->getType(), end) : nullptr);
    }
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (std::size_t i = 0; i < walks.size(); ++i)
        if (trips[i]) WalkBlocker(walks[i], trips[i], dominators, loops).run();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
