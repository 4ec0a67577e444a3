#include "compiler/linearize/walk_finder.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <cstdlib>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

bool is_element(const llvm::Type& type) {
    return type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64) ||
           type.isHalfTy() || type.isFloatTy() || type.isDoubleTy();
}

}  // namespace

WalkFinder::WalkFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes)
    : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
      evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
      dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
      function_(function),
      lanes_(lanes),
      layouts_(function) {}

const ShapeInfo& WalkFinder::shapes() {
    if (!shapes_) shapes_.emplace(function_, lanes_, layouts_);
    return *shapes_;
}

std::vector<Walk> WalkFinder::run() {
    std::vector<Walk> walks;
    std::size_t loads = 0;
    for (llvm::Loop* loop : loops_.getLoopsInPreorder()) {
        Walk walk = find(*loop);
        if (walk.loads.empty() || loads + walk.loads.size() > budget::blocked_walks) continue;
        loads += walk.loads.size();
        walks.push_back(std::move(walk));
    }
    return walks;
}

Walk WalkFinder::find(llvm::Loop& loop) {
    Walk walk{&loop};
    if (!loop.isInnermost() || !loop.getLoopPreheader() || !loop.getLoopLatch() || !loop.getExitingBlock()) return walk;
    find_loads(walk);
    if (walk.loads.empty()) return walk;
    walk.trips = trips_of(loop, llvm::cast<llvm::LoadInst>(*walk.loads.front().access));
    if (!walk.trips || !find_stores(walk)) walk.loads.clear();
    return walk;
}

void WalkFinder::find_loads(Walk& walk) {
    for (llvm::BasicBlock* block : walk.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (!load || !load->isSimple() || !is_element(*load->getType())) continue;
            std::optional<WalkedPlace> place = place_of(*load, *walk.loop);
            const auto bytes = static_cast<std::int64_t>(load->getType()->getPrimitiveSizeInBits() / 8);
            if (place && place->step == bytes && is_far_apart(*load->getPointerOperand()))
                walk.loads.push_back(std::move(*place));
        }
}

// False where something else may change memory, or it is not known where.
bool WalkFinder::find_stores(Walk& walk) {
    for (llvm::BasicBlock* block : walk.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.mayWriteToMemory() || as_operation(&instruction, op::mask)) continue;
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            std::optional<WalkedPlace> place = store && store->isSimple() ? place_of(*store, *walk.loop) : std::nullopt;
            // A sum that is kept in memory takes the time of its way there and back.
            if (!place || place->step == 0 || walk.stores.size() == budget::stores_beside_walks) return false;
            walk.stores.push_back(std::move(*place));
        }
    return true;
}

const llvm::SCEV* WalkFinder::trips_of(llvm::Loop& loop, const llvm::LoadInst& load) {
    const llvm::SCEV* taken = evolution_.getBackedgeTakenCount(&loop);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getExitingBlock()->getTerminator());
    if (llvm::isa<llvm::SCEVCouldNotCompute>(taken) || !taken->getType()->isIntegerTy() ||
        taken->getType()->getIntegerBitWidth() > 64 || !branch || !shapes().of(branch->getCondition()).is_uniform())
        return nullptr;
    llvm::Type* wide = llvm::Type::getInt64Ty(load.getContext());
    const llvm::SCEV* trips = evolution_.getNoopOrZeroExtend(taken, wide);
    // Where the loop never ends, that is 0: no block is ever loaded.
    if (dominators_.dominates(&load, branch)) trips = evolution_.getAddExpr(trips, evolution_.getOne(wide));
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(trips);
    return known && known->getAPInt().ult(costs::walked_trips) ? nullptr : trips;
}

// Where masks are, fewer lanes gain by what takes as long to compile; mostly there is another version without.
bool WalkFinder::is_in_all_iterations(llvm::Instruction& access, const llvm::Loop& loop) const {
    const auto is_mask = [](llvm::Instruction& instruction) { return as_operation(&instruction, op::mask) != nullptr; };
    return dominators_.dominates(access.getParent(), loop.getLoopLatch()) &&
           llvm::none_of(*access.getParent(), is_mask);
}

bool WalkFinder::is_far_apart(const llvm::Value& place) {
    const Shape shape = shapes().of(&place);
    return shape.is_varying() || std::abs(shape.stride) > std::int64_t{costs::line_bytes};
}

std::optional<WalkedPlace> WalkFinder::place_of(llvm::Instruction& access, llvm::Loop& loop) {
    WalkedPlace place{&access};
    LoopPlaces places(loop, evolution_);
    const auto motion = places.motion_of(*llvm::getLoadStorePointerOperand(&access), place.counters);
    const auto is_unknown = [](const Counter& counter) { return !counter.motion.is_known; };
    if (!motion || !motion->is_known || llvm::any_of(place.counters, is_unknown) || !is_in_all_iterations(access, loop))
        return std::nullopt;
    place.step = motion->step;
    return place;
}

}  // namespace lanewise::compiler
