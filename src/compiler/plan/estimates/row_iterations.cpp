#include "compiler/plan/estimates/row_iterations.h"

#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <bit>
#include <cstdlib>
#include <optional>

#include "compiler/analysis/linear_place.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/analysis/vectorizable_loops.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

// Returns a number for an operation that a reduction over a loop's iterations may use; nothing for other operations.
// Additions and subtractions have the same number, since one reduction may use both.
std::optional<unsigned> merging_kind(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub: return llvm::Instruction::Add;
        case llvm::Instruction::Mul:
        case llvm::Instruction::And:
        case llvm::Instruction::Or:
        case llvm::Instruction::Xor: return instruction.getOpcode();
        default: break;
    }
    const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction);
    return extreme ? std::optional(unsigned{llvm::Instruction::OtherOpsEnd} + extreme->getIntrinsicID()) : std::nullopt;
}

// Recognizes an integer phi of a loop's header as a reduction whose intermediate values have no other use.
class Merge {
public:
    Merge(const llvm::PHINode& phi, const llvm::Loop& loop) : phi_(phi), loop_(loop) {}

    bool is_one() {
        const llvm::Value* last = phi_.getIncomingValueForBlock(loop_.getLoopLatch());
        return phi_.getType()->isIntegerTy() && last != &phi_ && leads_to_phi(*last, 0) && is_asked_for_nothing_else();
    }

private:
    bool leads_to_phi(const llvm::Value& value, unsigned depth) {
        if (&value == &phi_) return true;
        const auto* step = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!step || !loop_.contains(step) || depth == budget::address_depth) return false;
        const auto leads = [&](const llvm::Value& part) { return leads_to_phi(part, depth + 1); };
        bool all = false;
        if (const auto* joined = llvm::dyn_cast<llvm::PHINode>(step)) {
            if (joined->getParent() == loop_.getHeader()) return false;
            all = llvm::all_of(joined->incoming_values(), [&](const llvm::Use& part) { return leads(*part); });
        } else if (const auto* chosen = llvm::dyn_cast<llvm::SelectInst>(step)) {
            all = leads(*chosen->getTrueValue()) && leads(*chosen->getFalseValue());
        } else if (const auto kind = merging_kind(*step); kind && kind_.value_or(*kind) == *kind) {
            kind_ = kind;
            const bool first = leads(*step->getOperand(0)), second = leads(*step->getOperand(1));
            all = first != second && (first || step->getOpcode() != llvm::Instruction::Sub);
        }
        if (all) steps_.insert(step);
        return all;
    }

    bool is_asked_for_nothing_else() const {
        const auto is_step = [&](const llvm::User* user) {
            const auto* instruction = llvm::cast<llvm::Instruction>(user);
            return instruction == &phi_ || !loop_.contains(instruction) || steps_.contains(instruction);
        };
        return llvm::all_of(phi_.users(), is_step) && llvm::all_of(steps_, [&](const llvm::Instruction* step) {
                   return llvm::all_of(step->users(), is_step);
               });
    }

    const llvm::PHINode& phi_;
    const llvm::Loop& loop_;
    std::optional<unsigned> kind_;
    llvm::SmallPtrSet<const llvm::Instruction*, 8> steps_;
};

// Says whether an access in a loop is faster if work-items are vectorized, or if iterations of the loop are vectorized.
enum class Access : std::uint8_t {
    of_lanes,       // lanes access one address or adjacent addresses
    of_iterations,  // adjacent iterations access adjacent addresses, lanes access scattered ones
    of_neither,
};

class RowLoop {
public:
    RowLoop(llvm::Loop& loop, llvm::FunctionAnalysisManager& analyses, const ShapeInfo& shapes)
        : loop_(loop),
          function_(*loop.getHeader()->getParent()),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function_)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function_)),
          accesses_(analyses.getResult<llvm::LoopAccessAnalysis>(function_)),
          predicated_(evolution_, loop),
          shapes_(shapes) {}

    /// Returns true if iterations access adjacent elements, but lanes would not; nothing if iterations cannot be
    /// vectorized.
    std::optional<bool> goes_along_rows() {
        if (!is_vectorizable(loop_, evolution_) || counts_in_several_types(loop_, evolution_)) return std::nullopt;
        for (const llvm::PHINode& phi : loop_.getHeader()->phis())
            if (!is_counter(phi) && !carries_load(phi) && !Merge(phi, loop_).is_one()) return std::nullopt;
        bool along = false;
        for (llvm::BasicBlock* block : loop_.blocks())
            for (llvm::Instruction& instruction : *block) {
                llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
                if (!pointer) continue;
                const Access access = access_of(instruction, *pointer);
                if (access == Access::of_neither) return std::nullopt;
                along |= access == Access::of_iterations;
            }
        if (!along) return false;
        if (reads_near_what_it_wrote()) return std::nullopt;
        return accesses_.getInfo(loop_).canVectorizeMemory() ? std::optional(true) : std::nullopt;
    }

private:
    bool is_counter(const llvm::PHINode& phi) {
        if (!evolution_.isSCEVable(phi.getType())) return false;
        const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::PHINode*>(&phi)));
        return steps && steps->isAffine() && steps->getLoop() == &loop_;
    }

    // Whether `phi` is a value that the previous iteration loaded.
    bool carries_load(const llvm::PHINode& phi) const {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
        return load && loop_.contains(load) && dominators_.dominates(load->getParent(), loop_.getLoopLatch());
    }

    // Whether the loop stores to an object and also accesses that object at another address. The vectorizer would then
    // test at run time whether the addresses overlap. A load does not count if only later iterations write to its
    // address, and the load and the store are a constant distance apart.
    bool reads_near_what_it_wrote() {
        llvm::SmallDenseMap<const llvm::Value*, llvm::Instruction*> stores;
        const auto any_access = [&](const auto& is_near) {
            return llvm::any_of(loop_.blocks(), [&](llvm::BasicBlock* block) {
                return llvm::any_of(*block, [&](llvm::Instruction& instruction) {
                    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
                    return pointer && is_near(instruction, *llvm::getUnderlyingObject(pointer));
                });
            });
        };
        const bool several = any_access([&](llvm::Instruction& access, const llvm::Value& object) {
            return llvm::isa<llvm::StoreInst>(access) &&
                   place_of(*stores.try_emplace(&object, &access).first->second) != place_of(access);
        });
        return several || any_access([&](llvm::Instruction& access, const llvm::Value& object) {
                   const llvm::Instruction* store = stores.lookup(&object);
                   return store && place_of(*store) != place_of(access) && !comes_before(access, *store);
               });
    }

    const llvm::SCEV* place_of(const llvm::Instruction& access) {
        return evolution_.getSCEV(const_cast<llvm::Value*>(llvm::getLoadStorePointerOperand(&access)));
    }

    // Whether `load` reads an address that `store` writes in a later iteration.
    bool comes_before(const llvm::Instruction& load, const llvm::Instruction& store) {
        const auto linear = [&](const llvm::Instruction& access) {
            return LinearPlace::of(const_cast<llvm::Value&>(*llvm::getLoadStorePointerOperand(&access)), loop_,
                                   evolution_);
        };
        const auto read = linear(load), written = linear(store);
        const bool is_private = llvm::getLoadStoreAddressSpace(&load) == private_space;
        if (!read || !written || is_private || !dominators_.dominates(&load, &store)) return false;
        const auto ahead = read->distance_from(*written), step = written->distance_from(written->before());
        return ahead && step && (*ahead > 0) == (*step > 0) && *ahead != 0 && *step != 0;
    }

    // Whether `access` needs a mask but has less than 32 bits: the vectorizer masks only accesses of at least 32 bits.
    bool takes_mask_for_narrow(const llvm::Instruction& access) const {
        return function_.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)) < 4 &&
               !dominators_.dominates(access.getParent(), loop_.getLoopLatch());
    }

    Access access_of(llvm::Instruction& access, llvm::Value& pointer) {
        const auto stride = llvm::getPtrStride(predicated_, llvm::getLoadStoreType(&access), &pointer, &loop_,
                                               dominators_, llvm::DenseMap<llvm::Value*, const llvm::SCEV*>(),
                                               /*Assume=*/true, /*ShouldCheckWrap=*/false);
        if (!stride || takes_mask_for_narrow(access) || std::abs(*stride) > std::int64_t{costs::most_interleaved})
            return Access::of_neither;
        if (*stride == 0) return llvm::isa<llvm::StoreInst>(access) ? Access::of_neither : Access::of_lanes;
        return is_far_apart(shapes_.of(&pointer)) ? Access::of_iterations : Access::of_lanes;
    }

    llvm::Loop& loop_;
    llvm::Function& function_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
    llvm::LoopAccessInfoManager& accesses_;
    llvm::PredicatedScalarEvolution predicated_;
    const ShapeInfo& shapes_;
};

}  // namespace

bool iterates_along_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes) {
    if (has_barriers(kernel) || !budget::has_few_loops(kernel, analyses, budget::analysed_loops)) return false;
    // In kernels of several dimensions, nested inner loops mostly iterate over a few neighbouring elements, not over
    // rows.
    const bool has_whole_rows = std::has_single_bit(asked_dimensions(kernel));
    const auto loops = analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder();
    if (llvm::any_of(loops, [&](const llvm::Loop* loop) {
            return loop->isInnermost() && (!looks_vectorizable(*loop) || !(has_whole_rows || loop->isOutermost()));
        }))
        return false;
    const PrivateLayouts layouts(kernel);
    const ShapeInfo shapes(kernel, lanes, layouts);
    bool any = false;
    for (llvm::Loop* loop : loops) {
        if (!loop->isInnermost()) continue;
        const auto along = RowLoop(*loop, analyses, shapes).goes_along_rows();
        if (!along) return false;
        any |= *along;
    }
    return any;
}

}  // namespace lanewise::compiler
