#include "compiler/simplify/unroll_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <vector>

#include "compiler/analysis/expressions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/canonicalize.h"

namespace lanewise::compiler {
namespace {

// A loop to unroll, and its trip count. The trip count 1 means that the loop has at most one iteration.
struct Unrolled {
    llvm::Loop* loop;
    unsigned trips;
};

// Finds the loops that are worth unrolling.
class UnrollChoice {
public:
    UnrollChoice(llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution) : loops_(loops), evolution_(evolution) {}

    /// Returns the loops to unroll, inner loops first.
    std::vector<Unrolled> run() {
        std::vector<Unrolled> found;
        auto outer_first = loops_.getLoopsInPreorder();
        for (llvm::Loop* loop : llvm::reverse(outer_first)) {
            const unsigned trips = visit(*loop);
            if (trips == 0) continue;
            found.push_back({loop, trips});
            total_ += sizes_.lookup(loop);
        }
        return found;
    }

    /// Returns the number of instructions of all chosen loops after unrolling.
    std::uint64_t total() const { return total_; }

private:
    // Returns the trip count of a loop that is worth unrolling; 0 for other loops.
    unsigned visit(llvm::Loop& loop) {
        std::uint64_t size = 0;
        for (const llvm::BasicBlock* block : loop.blocks())
            if (loops_.getLoopFor(block) == &loop) size += block->size();
        for (const llvm::Loop* inner : loop.getSubLoops()) size += sizes_.lookup(inner);
        if (runs_once_at_most(loop)) {
            sizes_[&loop] = size;
            return 1;
        }
        const unsigned trips = evolution_.getSmallConstantTripCount(&loop);
        const bool asked = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") ||
                           llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full");
        const bool fits = trips != 0 && trips * size <= budget::unrolled_nest;
        const bool unroll = fits && (asked || walks_private_array(loop) || goes_side_by_side(loop, trips)) &&
                            !llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.disable");
        sizes_[&loop] = unroll ? trips * size : size;
        return unroll ? trips : 0;
    }

    // Whether the loop has at most one iteration, because its counter reaches the end after one iteration: `for (y =
    // y0; y < min(rows, y0 + 1); ++y)`.
    bool runs_once_at_most(const llvm::Loop& loop) {
        if (loop.getExitingBlock() != loop.getHeader() || loop.getLoopLatch() == loop.getHeader()) return false;
        const auto* end = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
        const auto* test = end ? llvm::dyn_cast<llvm::ICmpInst>(end->getCondition()) : nullptr;
        if (!test || !evolution_.isSCEVable(test->getOperand(0)->getType())) return false;
        const auto* count = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(test->getOperand(0)));
        const llvm::SCEV* bound = evolution_.getSCEV(test->getOperand(1));
        if (!count || count->getLoop() != &loop || !evolution_.isLoopInvariant(bound, &loop)) return false;
        const auto goes_on = loop.contains(end->getSuccessor(0)) ? test->getPredicate() : test->getInversePredicate();
        const llvm::SCEV* second = evolution_.getAddExpr(count->getStart(), count->getStepRecurrence(evolution_));
        return evolution_.isKnownPredicate(llvm::ICmpInst::getInversePredicate(goes_on), second, bound);
    }

    // Whether the loop's counter is an index in a private array. After unrolling, SROA can replace the array's elements
    // by values. An array that is indexed by loaded data, as in histograms, stays an array.
    bool walks_private_array(const llvm::Loop& loop) {
        return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
            return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
                if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction))
                    return walks_private_array(loop, *copy->getRawDest()) ||
                           walks_private_array(loop, *copy->getRawSource());
                const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
                return address && walks_private_array(loop, *address);
            });
        });
    }

    bool walks_private_array(const llvm::Loop& loop, const llvm::Value& address) {
        if (loop.isLoopInvariant(&address)) return false;
        const auto* array = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address));
        if (!array || is_of_data(address, loop)) return false;
        const auto bytes = array->getAllocationSize(array->getDataLayout());
        return bytes && bytes->getFixedValue() < budget::large_array;
    }

    // Whether the loop accesses a few adjacent elements one by one, such as the components of a pixel. Once unrolled,
    // these accesses can become one vector access (linearize/merges/).
    bool goes_side_by_side(const llvm::Loop& loop, unsigned trips) {
        // Allows one more iteration: in most loops the header contains the exit, so the header runs once more than the
        // body.
        if (trips > budget::merged_iterations + 1 || !loop.isInnermost()) return false;
        bool loads = false, stores = false, is_tiled = false;
        for (const llvm::BasicBlock* block : loop.blocks())
            for (const llvm::Instruction& instruction : *block) {
                const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
                if (!pointer) continue;
                is_tiled |= pointer->getType()->getPointerAddressSpace() == local_space;
                if (!moves_by_its_size(instruction, loop)) continue;
                (llvm::isa<llvm::StoreInst>(instruction) ? stores : loads) = true;
            }
        // Loops that only load from tiles in local memory are not unrolled, because plan/plan_rows.h looks for these
        // loops when it decides whether rows run together.
        return stores || (loads && !is_tiled);
    }

    bool moves_by_its_size(const llvm::Instruction& access, const llvm::Loop& loop) {
        const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(&access));
        if (!address || address->getNumIndices() != 1) return false;
        const llvm::DataLayout& layout = access.getDataLayout();
        if (layout.getTypeAllocSize(address->getSourceElementType()) !=
            layout.getTypeStoreSize(llvm::getLoadStoreType(&access)))
            return false;
        llvm::Value* index = address->getOperand(1);
        if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) index = llvm::cast<llvm::CastInst>(index)->getOperand(0);
        const auto* row = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(index));
        const llvm::SCEV* step = row && row->getLoop() == &loop ? row->getStepRecurrence(evolution_) : nullptr;
        return step && (step->isOne() || step->isAllOnesValue());
    }

    bool is_of_data(const llvm::Value& address, const llvm::Loop& loop) {
        return llvm::SCEVExprContains(evolution_.getSCEV(const_cast<llvm::Value*>(&address)),
                                      [&](const llvm::SCEV* part) {
                                          const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
                                          return unknown && reads_data(*unknown->getValue(), loop);
                                      });
    }

    // Whether an iteration computes `value` from loaded data. Loads from constant tables do not count, since their
    // values are known if the index is known.
    static bool reads_data(const llvm::Value& value, const llvm::Loop& loop) {
        return depends_on(value, [&](const llvm::Instruction& part) {
            if (!loop.contains(&part)) return Seen::ignored;
            const llvm::Value* address = llvm::getLoadStorePointerOperand(&part);
            if (!address) return Seen::passed;
            const llvm::Value* object = llvm::getUnderlyingObject(address);
            const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
            const bool is_table = (variable && variable->isConstant()) || llvm::isa<llvm::AllocaInst>(object);
            return is_table ? Seen::ignored : Seen::wanted;
        });
    }

    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    llvm::DenseMap<const llvm::Loop*, std::uint64_t> sizes_;
    std::uint64_t total_ = 0;
};

// On loops that are not chosen, replaces the unroll hint "full" by "enable". LLVM unrolls a loop marked "full" up to a
// million times, but has a lower limit for "enable".
void limit_requests(const llvm::LoopInfo& loops) {
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!llvm::getBooleanLoopAttribute(loop, "llvm.loop.unroll.full")) continue;
        llvm::LLVMContext& context = loop->getHeader()->getContext();
        llvm::MDNode* enable = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.enable"));
        loop->setLoopID(
            llvm::makePostTransformationMetadata(context, loop->getLoopID(), {"llvm.loop.unroll.full"}, {enable}));
    }
}

// Rotates the loop, since the unroller needs the exit at the end of the iteration.
void rotate(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
            llvm::FunctionAnalysisManager& analyses) {
    llvm::Function& function = *loop.getHeader()->getParent();
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
    const llvm::SimplifyQuery query(function.getDataLayout(), &dominators, &assumptions);
    llvm::LoopRotation(&loop, &loops, &analyses.getResult<llvm::TargetIRAnalysis>(function), &assumptions, &dominators,
                       &evolution, nullptr, query, /*RotationOnly=*/false, budget::rotated_header,
                       /*IsUtilMode=*/false);
}

// Chooses loops and unrolls them. Returns false if no loop is chosen.
bool unroll_once(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, bool is_first) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    if (loops.empty() || !budget::has_few_loops(function, analyses, budget::analysed_loops)) return false;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    UnrollChoice choice(loops, evolution);
    const std::vector<Unrolled> chosen = choice.run();
    // After the first round, the total size is limited, because an inner loop then exists as many times as the outer
    // loop had iterations.
    if (chosen.empty() || (!is_first && choice.total() > budget::unrolled_nest)) return false;
    limit_requests(loops);
    for (const auto& [loop, trips] : chosen) {
        rotate(*loop, loops, evolution, analyses);
        if (trips == 1 && loop->getExitingBlock() == loop->getLoopLatch()) {
            auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
            llvm::breakLoopBackedge(loop, dominators, evolution, loops, nullptr);
            continue;
        }
        // Set the unroll count only after rotation, since rotation would drop the metadata.
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", trips);
    }
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager passes;
    passes.addPass(
        llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
    passes.addPass(Canonicalize());
    passes.run(function, analyses);
    return true;
}

}  // namespace

llvm::PreservedAnalyses UnrollLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // The trip counts of inner loops may be known only after outer loops are unrolled.
    unsigned rounds = 0;
    while (rounds < budget::unroll_rounds && unroll_once(function, analyses, rounds == 0)) ++rounds;
    return rounds == 0 ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
