#include "compiler/linearize/strided_streams/transpose_streams.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <utility>
#include <vector>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/strided_streams/block_test.h"
#include "compiler/linearize/strided_streams/stream_finder.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned least_elements = costs::streamed_elements;

// A block of a row: elements that a lane accesses in adjacent iterations, in the order of these iterations.
struct Block {
    llvm::Value* array;
    unsigned elements;      // number of elements: least_elements or twice as many
    bool is_down;           // whether addresses fall from element to element
    llvm::Value* end;       // i64: the first iteration without a block; the last block may have half the length
    llvm::Value* place;     // i64: the index of this iteration's element in the block
    llvm::Value* in_block;  // i1: whether this iteration belongs to a block
    llvm::Value* mask;      // i1: mask of the lanes that run the loop; null if all lanes run it
};

// Rewrites the loads and stores of one loop.
class StreamTransposer {
public:
    StreamTransposer(const StridedStreams& streams, llvm::Value* trips, llvm::DominatorTree& dominators,
                     llvm::LoopInfo& loops)
        : streams_(streams),
          header_(*streams.loop->getHeader()),
          trips_(trips),
          dominators_(dominators),
          updater_(dominators, llvm::DomTreeUpdater::UpdateStrategy::Eager),
          loops_(loops) {}

    void run() {
        for (const StreamedPlace& load : streams_.loads) {
            BlockTest test(load, streams_.stores, dominators_);
            if (test.prepare()) load_blocks(load, test);
        }
        std::vector<StreamedPlace> others = streams_.stores;
        others.insert(others.end(), streams_.reads.begin(), streams_.reads.end());
        for (const StreamedPlace& store : streams_.row_stores) {
            BlockTest test(store, others, dominators_);
            if (test.prepare()) store_blocks(store, test);
        }
    }

private:
    using Begin = llvm::function_ref<void(llvm::IRBuilder<>&)>;

    llvm::PHINode* add_phi(llvm::Value* first, const llvm::Twine& name) {
        llvm::PHINode* phi = llvm::PHINode::Create(first->getType(), 2, name, header_.begin());
        phi->addIncoming(first, streams_.loop->getLoopPreheader());
        return phi;
    }

    // Returns the number of iterations that ran before the current iteration.
    llvm::Value* count() {
        if (count_) return count_;
        llvm::BasicBlock* latch = streams_.loop->getLoopLatch();
        llvm::IRBuilder<> builder(latch->getTerminator());
        count_ = add_phi(builder.getInt64(0), "streamed");
        count_->addIncoming(builder.CreateAdd(count_, builder.getInt64(1), "streamed.next"), latch);
        return count_;
    }

    // Inserts a basic block that runs if `condition` is true, and returns the block's end. The inserted block and the
    // code after it run for the lanes of `mask`.
    llvm::Instruction* insert_if(llvm::Value* condition, llvm::Instruction* before, llvm::Value* mask) {
        llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, before, false, nullptr, &updater_, &loops_);
        add_mask(*end->getParent(), mask);
        add_mask(*before->getParent(), mask);
        return end;
    }

    // Inserts two basic blocks: the first runs for all lanes if `condition` is true, the second runs otherwise. Returns
    // the ends of both blocks. The second block and the code after both blocks run for the lanes of `mask`.
    std::pair<llvm::Instruction*, llvm::Instruction*> insert_if_else(llvm::Value* condition, llvm::Instruction* before,
                                                                     llvm::Value* mask) {
        llvm::Instruction *then = nullptr, *otherwise = nullptr;
        llvm::SplitBlockAndInsertIfThenElse(condition, before, &then, &otherwise, nullptr, &updater_, &loops_);
        add_mask(*otherwise->getParent(), mask);
        add_mask(*before->getParent(), mask);
        return {then, otherwise};
    }

    static void add_mask(llvm::BasicBlock& block, llvm::Value* mask) {
        if (!mask) return;
        llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
        create_mask(builder, mask);
    }

    Block make_block(const StreamedPlace& place);
    llvm::Value* begin_blocks(llvm::Instruction& access, const Block& block, const BlockTest& test, Begin begin);
    llvm::Value* begin_if_same(llvm::Instruction& access, llvm::Value* is_new, const Block& block,
                               const BlockTest& test, Begin begin);
    using Move = llvm::function_ref<void(llvm::IRBuilder<>& builder, unsigned count)>;
    void move_elements(llvm::IRBuilder<>& builder, const Block& block, llvm::Value* is_whole, Move move);
    void load_elements(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Block& block, unsigned count);
    void load_blocks(const StreamedPlace& place, const BlockTest& test);
    void store_blocks(const StreamedPlace& place, const BlockTest& test);

    const StridedStreams& streams_;
    llvm::BasicBlock& header_;
    llvm::Value* const trips_;
    llvm::DominatorTree& dominators_;
    llvm::DomTreeUpdater updater_;
    llvm::LoopInfo& loops_;
    llvm::PHINode* count_ = nullptr;
};

// Converts an element's index in the block of `count` elements to its index in memory. The same formula converts an
// index in memory to an index in the block.
unsigned in_memory(const Block& block, unsigned count, unsigned i) { return block.is_down ? count - 1 - i : i; }

// Stores the `count` elements of a block to the row. Runs in the iteration of the block's last element, so `store` has
// the address of that element.
void store_elements(llvm::IRBuilder<>& builder, llvm::StoreInst& store, const Block& block, unsigned count) {
    llvm::Type* element = store.getValueOperand()->getType();
    llvm::Value* row = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, count));
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* kept = builder.CreateLoad(element, builder.CreateConstInBoundsGEP1_64(element, block.array, i));
        row = builder.CreateInsertElement(row, kept, in_memory(block, count, i), "row");
    }
    llvm::Value* first = store.getPointerOperand();
    if (!block.is_down) first = builder.CreateConstGEP1_64(element, first, 1 - std::int64_t{count});
    builder.CreateAlignedStore(row, first, store.getAlign());
}

Block StreamTransposer::make_block(const StreamedPlace& place) {
    llvm::Instruction& access = *place.access;
    llvm::IRBuilder<> builder(streams_.loop->getLoopPreheader()->getTerminator());
    llvm::Value* end = builder.CreateAnd(trips_, builder.getInt64(-std::uint64_t{least_elements}), "whole_blocks");
    builder.SetInsertPoint(access.getFunction()->getEntryBlock().begin());
    auto* type = llvm::ArrayType::get(llvm::getLoadStoreType(&access), place.elements);
    llvm::Value* array = builder.CreateAlloca(type, nullptr, "row_block");
    builder.SetInsertPoint(&access);
    llvm::Value* in_block = builder.CreateICmpULT(count(), end, "in_block");
    llvm::Value* in_order = builder.CreateAnd(count(), builder.getInt64(place.elements - 1), "place");
    return {array, place.elements, place.step < 0, end, in_order, in_block, mask_of(*access.getParent())};
}

// Lets `begin`, which may be null, emit code that runs in the first iteration of each block. Returns an i1 that is true
// if the current iteration belongs to a block.
llvm::Value* StreamTransposer::begin_blocks(llvm::Instruction& access, const Block& block, const BlockTest& test,
                                            Begin begin) {
    llvm::IRBuilder<> builder(&access);
    if (!test.is_needed() && !begin) return block.in_block;
    llvm::Value* is_new = builder.CreateAnd(builder.CreateIsNull(block.place), block.in_block, "new_block");
    if (test.is_needed()) return begin_if_same(access, is_new, block, test, begin);
    builder.SetInsertPoint(insert_if(is_new, &access, block.mask));
    begin(builder);
    return block.in_block;
}

// Does the same as begin_blocks(), but for blocks that a test at run time may reject. The iterations of a rejected
// block then belong to no block.
llvm::Value* StreamTransposer::begin_if_same(llvm::Instruction& access, llvm::Value* is_new, const Block& block,
                                             const BlockTest& test, Begin begin) {
    llvm::PHINode* had = add_phi(llvm::ConstantInt::getFalse(access.getContext()), "had_block");
    llvm::IRBuilder<> builder(&access);
    llvm::Value* kept = builder.CreateAnd(had, block.in_block);
    llvm::BasicBlock* before = access.getParent();

    llvm::Instruction* begun = insert_if(is_new, &access, block.mask);
    llvm::BasicBlock* first = begun->getParent();
    builder.SetInsertPoint(begun);
    llvm::Value* differs = create_vote(builder, op::any, test.build(builder));
    llvm::Value* made = builder.CreateNot(differs, "is_same");
    if (begin) {
        builder.SetInsertPoint(insert_if(made, begun, block.mask));
        begin(builder);
        llvm::BasicBlock* loaded = builder.GetInsertBlock();
        builder.SetInsertPoint(begun->getParent(), begun->getParent()->begin());
        llvm::PHINode* either = builder.CreatePHI(builder.getInt1Ty(), 2, "made_block");
        either->addIncoming(builder.getFalse(), first);
        either->addIncoming(builder.getTrue(), loaded);
        made = either;
    }
    builder.SetInsertPoint(access.getParent(), access.getParent()->begin());
    llvm::PHINode* has = builder.CreatePHI(builder.getInt1Ty(), 2, "has_block");
    has->addIncoming(kept, before);
    has->addIncoming(made, begun->getParent());
    had->addIncoming(has, streams_.loop->getLoopLatch());
    return has;
}

llvm::Value* element_of(llvm::IRBuilder<>& builder, const Block& block, llvm::Type* element) {
    auto* type = llvm::ArrayType::get(element, block.elements);
    return builder.CreateInBoundsGEP(type, block.array, {builder.getInt64(0), block.place});
}

// Emits the code of `move` twice. If `is_whole` is true at run time, the first copy runs and moves all elements of a
// block; otherwise the second copy runs and moves the block's first half.
void StreamTransposer::move_elements(llvm::IRBuilder<>& builder, const Block& block, llvm::Value* is_whole, Move move) {
    if (block.elements == least_elements) return move(builder, least_elements);
    llvm::Instruction* end = &*builder.GetInsertPoint();
    builder.SetInsertPoint(insert_if(is_whole, end, block.mask));
    move(builder, block.elements);
    builder.SetInsertPoint(end);
    builder.SetInsertPoint(insert_if(builder.CreateNot(is_whole), end, block.mask));
    move(builder, least_elements);
    builder.SetInsertPoint(end);
}

// Loads a block into the private array. Each lane has its own array, so stores to the array need no mask.
void StreamTransposer::load_elements(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Block& block,
                                     unsigned count) {
    llvm::Type* element = load.getType();
    llvm::Value* first = load.getPointerOperand();
    if (block.is_down) first = builder.CreateConstGEP1_64(element, first, 1 - std::int64_t{count});
    auto* type = llvm::FixedVectorType::get(element, count);
    llvm::Value* row = builder.CreateAlignedLoad(type, first, load.getAlign(), "row");
    if (block.mask) {
        llvm::Instruction* end = &*builder.GetInsertPoint();
        llvm::SplitBlock(end->getParent(), end, &updater_, &loops_);
        builder.SetInsertPoint(end);
    }
    for (unsigned i = 0; i < count; ++i)
        builder.CreateStore(builder.CreateExtractElement(row, in_memory(block, count, i)),
                            builder.CreateConstInBoundsGEP1_64(element, block.array, i));
}

void StreamTransposer::load_blocks(const StreamedPlace& place, const BlockTest& test) {
    auto& load = llvm::cast<llvm::LoadInst>(*place.access);
    const Block block = make_block(place);
    llvm::Value* has_block = begin_blocks(load, block, test, [&](llvm::IRBuilder<>& builder) {
        llvm::Value* is_whole = nullptr;
        if (block.elements > least_elements) {
            llvm::Value* left = builder.CreateSub(block.end, count());
            is_whole = builder.CreateICmpUGE(left, builder.getInt64(block.elements), "is_whole");
        }
        move_elements(builder, block, is_whole, [&](llvm::IRBuilder<>& inner, unsigned elements) {
            load_elements(inner, load, block, elements);
        });
    });
    const auto [read, direct] = insert_if_else(has_block, &load, block.mask);
    llvm::IRBuilder<> builder(load.getParent(), load.getParent()->begin());
    llvm::PHINode* value = builder.CreatePHI(load.getType(), 2, "streamed.element");
    load.replaceAllUsesWith(value);
    builder.SetInsertPoint(read);
    llvm::Value* element = element_of(builder, block, load.getType());
    value->addIncoming(builder.CreateLoad(load.getType(), element), read->getParent());
    load.moveBefore(direct->getIterator());
    value->addIncoming(&load, direct->getParent());
}

void StreamTransposer::store_blocks(const StreamedPlace& place, const BlockTest& test) {
    auto& store = llvm::cast<llvm::StoreInst>(*place.access);
    const Block block = make_block(place);
    llvm::Value* has_block = begin_blocks(store, block, test, nullptr);
    const auto [keep, direct] = insert_if_else(has_block, &store, block.mask);
    llvm::IRBuilder<> builder(keep);
    llvm::Value* value = store.getValueOperand();
    builder.CreateStore(value, element_of(builder, block, value->getType()));
    llvm::Value* is_whole = builder.CreateICmpEQ(block.place, builder.getInt64(block.elements - 1), "last_of_block");
    llvm::Value* is_last = is_whole;
    if (block.elements > least_elements) {
        llvm::Value* next = builder.CreateAdd(count(), builder.getInt64(1));
        is_last = builder.CreateOr(is_whole, builder.CreateICmpEQ(next, block.end));
    }
    builder.SetInsertPoint(insert_if(is_last, keep, block.mask));
    move_elements(builder, block, is_whole,
                  [&](llvm::IRBuilder<>& inner, unsigned elements) { store_elements(inner, store, block, elements); });
    store.moveBefore(direct->getIterator());
}

}  // namespace

llvm::PreservedAnalyses TransposeStreams::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    const std::vector<StridedStreams> found = StreamFinder(function, analyses, lanes_).run();
    if (found.empty()) return llvm::PreservedAnalyses::all();
    llvm::SCEVExpander expander(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function), "trips");
    std::vector<llvm::Value*> trips;
    for (const StridedStreams& streams : found) {
        llvm::Instruction* end = streams.loop->getLoopPreheader()->getTerminator();
        const bool is_safe = expander.isSafeToExpandAt(streams.trips, end);
        trips.push_back(is_safe ? expander.expandCodeFor(streams.trips, streams.trips->getType(), end) : nullptr);
    }
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (trips[i]) StreamTransposer(found[i], trips[i], dominators, loops).run();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
