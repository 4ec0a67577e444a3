#include "compiler/linearize/promote_reductions.h"

#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <vector>

#include "compiler/ir/operations.h"
#include "compiler/ir/space_aliasing.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/loop_places.h"

namespace lanewise::compiler {
namespace {

using Accesses = llvm::SmallVector<llvm::Instruction*, 8>;

llvm::Value* place_of(llvm::Instruction& access) { return llvm::getLoadStorePointerOperand(&access); }

// A sum in memory: a loop-invariant address to which a loop stores in every iteration, and the loop's accesses to this
// address.
struct Sum {
    const llvm::SCEV* place;
    Accesses accesses;  // in the order of execution

    llvm::Type* type() const { return llvm::getLoadStoreType(accesses.front()); }
};

// The memory accesses of a loop.
struct Traffic {
    std::vector<Sum> sums;
    Accesses loads;  // loads from other addresses than the addresses of `sums`
};

class SumFinder {
public:
    SumFinder(llvm::Loop& loop, llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators)
        : loop_(loop), evolution_(evolution), dominators_(dominators), places_(loop, evolution) {}

    /// Returns the loop's accesses. The result has no sums if the loop must stay unchanged.
    Traffic run() {
        if (!collect() || !find_sums() || !sort_loads()) return {};
        return traffic_;
    }

private:
    bool collect() {
        for (llvm::BasicBlock* block : loop_.blocks())
            for (llvm::Instruction& instruction : *block) {
                if (!instruction.mayReadOrWriteMemory() || as_operation(&instruction, op::mask)) continue;
                auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
                auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
                if (!(load && load->isSimple()) && !(store && store->isSimple())) return false;
                all_.push_back(&instruction);
            }
        return all_.size() <= budget::accesses_beside_sums;
    }

    bool is_in_all_iterations(const llvm::Instruction& access) const {
        return dominators_.dominates(access.getParent(), loop_.getLoopLatch());
    }

    bool find_sums() {
        for (llvm::Instruction* access : all_) {
            if (!llvm::isa<llvm::StoreInst>(access)) continue;
            if (!places_.is_invariant(*place_of(*access)) || !is_in_all_iterations(*access)) return false;
            const llvm::SCEV* place = evolution_.getSCEV(place_of(*access));
            if (!sum_at(place)) traffic_.sums.push_back({place, {}});
        }
        return !traffic_.sums.empty() && traffic_.sums.size() <= budget::promoted_reductions;
    }

    Sum* sum_at(const llvm::SCEV* place) {
        const auto found = llvm::find_if(traffic_.sums, [&](const Sum& sum) { return sum.place == place; });
        return found == traffic_.sums.end() ? nullptr : &*found;
    }

    bool sort_loads() {
        for (llvm::Instruction* access : all_) {
            if (Sum* sum = sum_at(evolution_.getSCEV(place_of(*access)))) {
                if (!is_in_all_iterations(*access)) return false;
                sum->accesses.push_back(access);
            } else {
                traffic_.loads.push_back(access);
            }
        }
        for (Sum& sum : traffic_.sums) {
            llvm::sort(sum.accesses, [&](auto* a, auto* b) { return dominators_.dominates(a, b); });
            const auto is_like = [&](llvm::Instruction* a) { return llvm::getLoadStoreType(a) == sum.type(); };
            if (!llvm::all_of(sum.accesses, is_like)) return false;
        }
        return true;
    }

    llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
    LoopPlaces places_;
    Accesses all_;
    Traffic traffic_;
};

// The range of addresses that an access uses in all iterations: from `low` to `high` - 1 (i64).
struct Range {
    llvm::Value *low, *high;
};

// Builds code that runs before the loop and compares the addresses of the loop's accesses.
class PlaceTest {
public:
    PlaceTest(llvm::IRBuilder<>& builder, llvm::Loop& loop, llvm::ScalarEvolution& evolution,
              const llvm::DominatorTree& dominators, llvm::Value* taken)
        : builder_(builder),
          loop_(loop),
          evolution_(evolution),
          places_(loop, evolution),
          dominators_(dominators),
          taken_(taken) {}

    /// Returns an i1 for each lane: true if the memory of a sum of the lane overlaps another sum or a load of this
    /// lane. Null if the addresses cannot be compared before the loop, or a sum's address cannot be computed before the
    /// loop.
    llvm::Value* build(const Traffic& traffic) {
        llvm::Value* meets = builder_.getFalse();
        for (std::size_t i = 0; i < traffic.sums.size(); ++i) {
            llvm::Instruction& sum = *traffic.sums[i].accesses.front();
            if (!place_in(sum, builder_.getInt64(0))) return nullptr;
            Accesses others = traffic.loads;
            for (std::size_t j = 0; j < i; ++j) others.push_back(traffic.sums[j].accesses.front());
            for (llvm::Instruction* other : others) {
                if (are_apart(sum, *other) || are_beside(sum, *other)) continue;
                if (++compared_ > budget::compared_places) return nullptr;
                const std::optional<Range> a = range_of(sum), b = range_of(*other);
                if (!a || !b) return nullptr;
                meets = builder_.CreateOr(meets, builder_.CreateAnd(builder_.CreateICmpULT(a->low, b->high),
                                                                    builder_.CreateICmpULT(b->low, a->high)));
            }
        }
        llvm::Value* any = builder_.CreateOr(meets, wraps_);
        return llvm::isa<llvm::Constant>(any) ? any : builder_.CreateFreeze(any, "sums_meet");
    }

private:
    // Whether the addresses of the two accesses have a constant distance at which the accesses do not overlap, as for
    // two members of a struct.
    bool are_beside(llvm::Instruction& a, llvm::Instruction& b) {
        const std::optional<llvm::APInt> way =
            evolution_.computeConstantDifference(evolution_.getSCEV(place_of(a)), evolution_.getSCEV(place_of(b)));
        const auto size = [](llvm::Instruction& access) {
            return access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
        };
        return way && (way->isNegative() ? (-*way).uge(size(a)) : way->uge(size(b)));
    }

    std::optional<Range> range_of(llvm::Instruction& access) {
        Counters counters;
        if (!places_.motion_of(*place_of(access), counters)) return std::nullopt;
        for (const Counter& counter : counters)
            if (!add_wrap(counter)) return std::nullopt;
        llvm::Value* zero = builder_.getInt64(0);
        llvm::Value* first = place_in(access, zero);
        if (!first) return std::nullopt;
        llvm::Value *low = first, *end = first;
        if (!places_.is_invariant(*place_of(access))) {
            const bool runs_once_more = dominators_.dominates(&access, loop_.getExitingBlock()->getTerminator());
            llvm::Value* last =
                place_in(access, runs_once_more ? taken_ : builder_.CreateSub(taken_, builder_.getInt64(1)));
            if (!last) return std::nullopt;
            low = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, first, last);
            end = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, first, last);
        }
        const std::uint64_t size = access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
        return Range{low, builder_.CreateAdd(end, builder_.getInt64(size))};
    }

    // Makes the condition `wraps_` also true if `counter` wraps around before the last iteration. Returns false if no
    // code can compute whether `counter` wraps around.
    bool add_wrap(const Counter& counter) {
        const unsigned bits = counter.value->getType()->getIntegerBitWidth();
        if (bits > 32) return false;
        llvm::Type* number = builder_.getInt64Ty();
        llvm::Value* first = places_.in_iteration(builder_, counter.value, builder_.getInt64(0));
        llvm::Value* second = places_.in_iteration(builder_, counter.value, builder_.getInt64(1));
        if (!first || !second) return false;
        llvm::Value* step = builder_.CreateSExt(builder_.CreateSub(second, first), number);
        llvm::Value* start =
            counter.is_signed ? builder_.CreateSExt(first, number) : builder_.CreateZExt(first, number);
        // The product does not overflow, since there are fewer than 2^31 iterations.
        llvm::Value* last = builder_.CreateAdd(start, builder_.CreateMul(step, taken_));
        const auto most = llvm::maskTrailingOnes<std::uint64_t>(bits);
        const std::uint64_t below = counter.is_signed ? most / 2 + 1 : 0;
        llvm::Value* place = builder_.CreateAdd(last, builder_.getInt64(below));
        wraps_ = builder_.CreateOr(wraps_, builder_.CreateICmpUGT(place, builder_.getInt64(most)));
        return true;
    }

    llvm::Value* place_in(llvm::Instruction& access, llvm::Value* iteration) {
        llvm::Value* place = places_.in_iteration(builder_, place_of(access), iteration);
        return place ? builder_.CreatePtrToInt(place, builder_.getInt64Ty()) : nullptr;
    }

    llvm::IRBuilder<>& builder_;
    llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
    LoopPlaces places_;
    const llvm::DominatorTree& dominators_;
    llvm::Value* taken_;
    std::size_t compared_ = 0;
    llvm::Value* wraps_ = builder_.getFalse();
};

// Makes the two versions of a loop: one with its sums in registers, and the original.
class SumKeeper {
public:
    SumKeeper(llvm::Loop& loop, llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : loop_(loop),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

    bool run() {
        if (!has_simple_form()) return false;
        mask_ = mask_of(*loop_.getLoopPreheader());
        const llvm::SCEV* taken = evolution_.getBackedgeTakenCount(&loop_);
        if (llvm::isa<llvm::SCEVCouldNotCompute>(taken) || !taken->getType()->isIntegerTy() ||
            taken->getType()->getIntegerBitWidth() > 64)
            return false;
        const Traffic traffic = SumFinder(loop_, evolution_, dominators_).run();
        if (traffic.sums.empty()) return false;
        llvm::BasicBlock* before = loop_.getLoopPreheader();
        llvm::SCEVExpander expander(evolution_, "trips");
        const llvm::SCEV* wide = evolution_.getNoopOrZeroExtend(taken, llvm::Type::getInt64Ty(before->getContext()));
        if (!expander.isSafeToExpandAt(wide, before->getTerminator())) return false;
        llvm::formLCSSA(loop_, dominators_, &loops_, &evolution_);
        split(traffic, expander.expandCodeFor(wide, wide->getType(), before->getTerminator()));
        return true;
    }

private:
    bool has_simple_form() const {
        if (!loop_.isInnermost() || !loop_.getLoopPreheader() || !loop_.getLoopLatch() || !loop_.getExitingBlock() ||
            !loop_.getExitBlock() || !loop_.hasDedicatedExits())
            return false;
        std::size_t size = 0;
        for (llvm::BasicBlock* block : loop_.blocks()) {
            size += block->size();
            if (mask_of(*block) != mask_of(*loop_.getLoopPreheader())) return false;
            for (llvm::Instruction& instruction : *block)
                if (traits_of(&instruction) & trait::vote) return false;
        }
        return size <= budget::promoted_reduction_loop;
    }

    // Limits of the backedge-taken count of a loop that keeps its sums in registers.
    static constexpr std::uint64_t fewest_taken = costs::promoted_reduction_trips, most_taken = std::uint64_t{1} << 31;
    static bool always_pays(llvm::Value* taken) {
        const auto* known = llvm::dyn_cast<llvm::ConstantInt>(taken);
        return known && known->getValue().uge(fewest_taken) && known->getValue().ult(most_taken);
    }

    void split(const Traffic& traffic, llvm::Value* taken);
    void keep_all(const Traffic& traffic);
    void keep(const Sum& sum, llvm::Instruction& left);
    void mask_at(llvm::IRBuilder<>& builder) {
        if (mask_) create_mask(builder, mask_);
    }

    llvm::Loop& loop_;
    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    llvm::DominatorTree& dominators_;
    // Mask of the lanes that reach the loop; all blocks of the loop have this mask. Null if all lanes reach the loop.
    llvm::Value* mask_ = nullptr;
};

void SumKeeper::split(const Traffic& traffic, llvm::Value* taken) {
    llvm::BasicBlock *before = loop_.getLoopPreheader(), *end = loop_.getExitBlock();
    llvm::BasicBlock* test = llvm::BasicBlock::Create(before->getContext(), "compare_places", before->getParent());
    llvm::IRBuilder<> builder(test);
    mask_at(builder);
    llvm::Value* meet = PlaceTest(builder, loop_, evolution_, dominators_, taken).build(traffic);
    if (!meet) {
        test->eraseFromParent();
        return;
    }
    if (llvm::isa<llvm::Constant>(meet) && always_pays(taken)) {
        test->eraseFromParent();
        keep_all(traffic);
        return;
    }
    if (mask_) meet = builder.CreateSelect(mask_, meet, builder.getFalse());
    llvm::Value* any = create_vote(builder, op::any, meet);
    if (loop_.getParentLoop()) loop_.getParentLoop()->addBasicBlockToLoop(test, loops_);

    llvm::BasicBlock* kept =
        llvm::SplitBlock(before, before->getTerminator(), &dominators_, &loops_, nullptr, "promote_reductions");
    llvm::IRBuilder<> at_kept(kept->getTerminator());
    mask_at(at_kept);
    llvm::ValueToValueMapTy values;
    llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
    llvm::Loop* other =
        llvm::cloneLoopWithPreheader(kept, before, &loop_, values, ".in_memory", &loops_, &dominators_, blocks);
    llvm::remapInstructionsInBlocks(blocks, values);
    for (llvm::PHINode& phi : end->phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(loop_.getExitingBlock());
        const auto mapped = values.find(value);
        phi.addIncoming(mapped == values.end() ? value : llvm::cast<llvm::Value>(mapped->second),
                        other->getExitingBlock());
    }
    builder.CreateCondBr(any, other->getLoopPreheader(), kept);
    builder.SetInsertPoint(before->getTerminator());
    llvm::Value* beyond = builder.CreateSub(taken, builder.getInt64(fewest_taken));
    builder.CreateCondBr(builder.CreateICmpULT(beyond, builder.getInt64(most_taken - fewest_taken)), test,
                         other->getLoopPreheader());
    before->getTerminator()->eraseFromParent();
    test->moveAfter(before);
    dominators_.recalculate(*before->getParent());
    keep_all(traffic);
}

void SumKeeper::keep_all(const Traffic& traffic) {
    // The original version of the loop may lead to the same exit block, so the stores need a block of their own.
    llvm::BasicBlock* left = llvm::SplitEdge(loop_.getExitingBlock(), loop_.getExitBlock(), &dominators_, &loops_);
    llvm::IRBuilder<> builder(left->getTerminator());
    mask_at(builder);
    for (const Sum& sum : traffic.sums) keep(sum, *left->getTerminator());
    evolution_.forgetAllLoops();
}

// Replaces the accesses of `sum` in the loop by values in registers. The sum is loaded once in the preheader, and
// stored once before `left`, after the loop.
void SumKeeper::keep(const Sum& sum, llvm::Instruction& left) {
    llvm::Instruction& any_access = *sum.accesses.front();
    llvm::IRBuilder<> builder(loop_.getLoopPreheader()->getTerminator());
    llvm::Value* place = LoopPlaces(loop_, evolution_).in_iteration(builder, place_of(any_access), builder.getInt64(0));
    llvm::Align alignment = llvm::getLoadStoreAlignment(&any_access);
    for (llvm::Instruction* access : sum.accesses) alignment = std::min(alignment, llvm::getLoadStoreAlignment(access));
    llvm::Value* first = builder.CreateAlignedLoad(sum.type(), place, alignment, "sum.first");

    llvm::BasicBlock *header = loop_.getHeader(), *exiting = loop_.getExitingBlock();
    llvm::PHINode* phi = llvm::PHINode::Create(sum.type(), 2, "sum", header->begin());
    llvm::Value *now = phi, *at_exit = phi;
    for (llvm::Instruction* access : sum.accesses) {
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access))
            now = store->getValueOperand();
        else
            access->replaceAllUsesWith(now);
        if (dominators_.dominates(access, exiting->getTerminator())) at_exit = now;
    }
    phi->addIncoming(first, loop_.getLoopPreheader());
    phi->addIncoming(now, loop_.getLoopLatch());
    builder.SetInsertPoint(&left);
    builder.CreateAlignedStore(at_exit, place, alignment);
    for (llvm::Instruction* access : sum.accesses) access->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses PromoteReductions::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) changed |= SumKeeper(*loop, function, analyses).run();
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
