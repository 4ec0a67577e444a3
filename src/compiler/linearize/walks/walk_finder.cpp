#include "compiler/linearize/walks/walk_finder.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <cstdlib>

#include "compiler/ir/operations.h"
#include "compiler/ir/space_aliasing.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

bool is_element(const llvm::Type& type) {
    return type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64) ||
           type.isHalfTy() || type.isFloatTy() || type.isDoubleTy();
}

unsigned elements_of_block(const WalkedPlace& place, const llvm::SCEV& trips) {
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(&trips);
    const bool is_short = known && known->getAPInt().ult(costs::walked_words);
    return std::abs(place.step) == 4 && !is_short ? costs::walked_words : costs::walked_elements;
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
    std::size_t count = 0;
    const auto loops = loops_.getLoopsInPreorder();
    if (loops.size() > budget::walked_loops) return walks;
    for (llvm::Loop* loop : loops) {
        Walk walk = find(*loop);
        const std::size_t blocks = walk.loads.size() + walk.row_stores.size();
        if (blocks == 0 || count + blocks > budget::blocked_walks) continue;
        count += blocks;
        walks.push_back(std::move(walk));
    }
    return walks;
}

Walk WalkFinder::find(llvm::Loop& loop) {
    Walk walk{&loop};
    if (!loop.isInnermost() || !loop.getLoopPreheader() || !loop.getLoopLatch() || !loop.getExitingBlock()) return walk;
    if (!find_stores(walk)) return walk;
    find_loads(walk);
    find_row_stores(walk);
    if (walk.loads.empty() && walk.row_stores.empty()) return walk;
    walk.trips = trips_of(walk);
    if (!walk.trips) {
        walk.loads.clear();
        walk.row_stores.clear();
    }
    for (WalkedPlace& load : walk.loads) load.elements = elements_of_block(load, *walk.trips);
    for (WalkedPlace& store : walk.row_stores) store.elements = elements_of_block(store, *walk.trips);
    return walk;
}

// Whether each lane accesses the elements of a row of its own one after another, up or down.
bool WalkFinder::walks_along_row(const WalkedPlace& place) {
    const llvm::Type& type = *llvm::getLoadStoreType(place.access);
    return is_element(type) && std::abs(place.step) == static_cast<std::int64_t>(type.getPrimitiveSizeInBits() / 8) &&
           is_far_apart(*llvm::getLoadStorePointerOperand(place.access));
}

void WalkFinder::find_loads(Walk& walk) {
    for (llvm::BasicBlock* block : walk.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (!load || !load->isSimple() || !is_element(*load->getType())) continue;
            std::optional<WalkedPlace> place = place_of(*load, *walk.loop);
            if (place && walks_along_row(*place)) walk.loads.push_back(std::move(*place));
        }
}

void WalkFinder::find_row_stores(Walk& walk) {
    for (const WalkedPlace& store : walk.stores)
        if (walks_along_row(store)) walk.row_stores.push_back(store);
    if (!walk.row_stores.empty() && !find_reads(walk)) walk.row_stores.clear();
}

// Collects the loads that may read what the row stores write. False if there are other reads, or unknown addresses.
bool WalkFinder::find_reads(Walk& walk) {
    const auto is_apart = [](const llvm::LoadInst& load) {
        return [&load](const WalkedPlace& store) { return are_apart(load, *store.access); };
    };
    for (llvm::BasicBlock* block : walk.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.mayReadFromMemory() || as_operation(&instruction, op::mask)) continue;
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && load->isSimple() && llvm::all_of(walk.row_stores, is_apart(*load))) continue;
            std::optional<WalkedPlace> place = load && load->isSimple() ? place_of(*load, *walk.loop) : std::nullopt;
            if (!place || walk.reads.size() == budget::reads_beside_walks) return false;
            walk.reads.push_back(std::move(*place));
        }
    return true;
}

// Collects the stores. False if something else may write to memory, or an address is unknown.
bool WalkFinder::find_stores(Walk& walk) {
    for (llvm::BasicBlock* block : walk.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.mayWriteToMemory() || as_operation(&instruction, op::mask)) continue;
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            std::optional<WalkedPlace> place = store && store->isSimple() ? place_of(*store, *walk.loop) : std::nullopt;
            // With a sum in memory (step 0) a loop takes the time of store-to-load forwarding: blocks gain nothing.
            if (!place || place->step == 0 || walk.stores.size() == budget::stores_beside_walks) return false;
            walk.stores.push_back(std::move(*place));
        }
    return true;
}

const llvm::SCEV* WalkFinder::trips_of(const Walk& walk) {
    const llvm::SCEV* taken = evolution_.getBackedgeTakenCount(walk.loop);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(walk.loop->getExitingBlock()->getTerminator());
    if (llvm::isa<llvm::SCEVCouldNotCompute>(taken) || !taken->getType()->isIntegerTy() ||
        taken->getType()->getIntegerBitWidth() > 64 || !branch || !shapes().of(branch->getCondition()).is_uniform())
        return nullptr;
    llvm::Type* wide = llvm::Type::getInt64Ty(branch->getContext());
    const llvm::SCEV* trips = evolution_.getNoopOrZeroExtend(taken, wide);
    const auto runs_before_the_end = [&](const WalkedPlace& place) {
        return dominators_.dominates(place.access, branch);
    };
    // For an endless loop the sum is 0: no block is ever loaded or stored.
    if (llvm::all_of(walk.loads, runs_before_the_end) && llvm::all_of(walk.row_stores, runs_before_the_end))
        trips = evolution_.getAddExpr(trips, evolution_.getOne(wide));
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(trips);
    const unsigned least = walk.stores.empty() ? costs::read_walk_trips : costs::written_walk_trips;
    return known && known->getAPInt().ult(least) ? nullptr : trips;
}

// Whether the block is run by all lanes, or by those that have not left an outer loop. The outer loop's header makes
// the mask of the latter, so it is the same in all iterations. Other masks are left alone: such code mostly has an
// unmasked version, too, and fewer lanes would gain for the same compile time.
bool WalkFinder::has_usual_lanes(const llvm::BasicBlock& block, const llvm::Loop& loop) const {
    const llvm::Value* mask = mask_of(block);
    if (!mask) return true;
    const auto* made = llvm::dyn_cast<llvm::Instruction>(mask);
    const llvm::Loop* around = made ? loops_.getLoopFor(made->getParent()) : nullptr;
    return around && around != &loop && around->contains(&loop) && around->getHeader() == made->getParent();
}

bool WalkFinder::is_in_all_iterations(const llvm::Instruction& access, const llvm::Loop& loop) const {
    return dominators_.dominates(access.getParent(), loop.getLoopLatch()) && has_usual_lanes(*access.getParent(), loop);
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
