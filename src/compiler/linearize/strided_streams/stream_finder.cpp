#include "compiler/linearize/strided_streams/stream_finder.h"

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

unsigned elements_of_block(const StreamedPlace& place, const llvm::SCEV& trips) {
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(&trips);
    const bool is_short = known && known->getAPInt().ult(costs::streamed_words);
    return std::abs(place.step) == 4 && !is_short ? costs::streamed_words : costs::streamed_elements;
}

}  // namespace

StreamFinder::StreamFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes)
    : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
      evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
      dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
      function_(function),
      lanes_(lanes),
      layouts_(function) {}

const ShapeInfo& StreamFinder::shapes() {
    if (!shapes_) shapes_.emplace(function_, lanes_, layouts_);
    return *shapes_;
}

std::vector<StridedStreams> StreamFinder::run() {
    std::vector<StridedStreams> found;
    std::size_t count = 0;
    const auto loops = loops_.getLoopsInPreorder();
    if (loops.size() > budget::streamed_loops) return found;
    for (llvm::Loop* loop : loops) {
        StridedStreams streams = find(*loop);
        const std::size_t blocks = streams.loads.size() + streams.row_stores.size();
        if (blocks == 0 || count + blocks > budget::transposed_streams) continue;
        count += blocks;
        found.push_back(std::move(streams));
    }
    return found;
}

StridedStreams StreamFinder::find(llvm::Loop& loop) {
    StridedStreams streams{&loop};
    if (!loop.isInnermost() || !loop.getLoopPreheader() || !loop.getLoopLatch() || !loop.getExitingBlock())
        return streams;
    if (!find_stores(streams)) return streams;
    find_loads(streams);
    find_row_stores(streams);
    if (streams.loads.empty() && streams.row_stores.empty()) return streams;
    streams.trips = trips_of(streams);
    if (!streams.trips) {
        streams.loads.clear();
        streams.row_stores.clear();
    }
    for (StreamedPlace& load : streams.loads) load.elements = elements_of_block(load, *streams.trips);
    for (StreamedPlace& store : streams.row_stores) store.elements = elements_of_block(store, *streams.trips);
    return streams;
}

// Whether each lane accesses adjacent elements of its own row in successive iterations, in ascending or descending
// order of addresses.
bool StreamFinder::runs_along_row(const StreamedPlace& place) {
    const llvm::Type& type = *llvm::getLoadStoreType(place.access);
    return is_element(type) && std::abs(place.step) == static_cast<std::int64_t>(type.getPrimitiveSizeInBits() / 8) &&
           is_far_apart(shapes().of(llvm::getLoadStorePointerOperand(place.access)));
}

void StreamFinder::find_loads(StridedStreams& streams) {
    for (llvm::BasicBlock* block : streams.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (!load || !load->isSimple() || !is_element(*load->getType())) continue;
            std::optional<StreamedPlace> place = place_of(*load, *streams.loop);
            if (place && runs_along_row(*place)) streams.loads.push_back(std::move(*place));
        }
}

void StreamFinder::find_row_stores(StridedStreams& streams) {
    for (const StreamedPlace& store : streams.stores)
        if (runs_along_row(store)) streams.row_stores.push_back(store);
    if (!streams.row_stores.empty() && !find_reads(streams)) streams.row_stores.clear();
}

// Collects the loads that may read memory to which a row store writes. Returns false if another instruction may read
// this memory, or if the address of a load is unknown.
bool StreamFinder::find_reads(StridedStreams& streams) {
    const auto is_apart = [](const llvm::LoadInst& load) {
        return [&load](const StreamedPlace& store) { return are_apart(load, *store.access); };
    };
    for (llvm::BasicBlock* block : streams.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.mayReadFromMemory() || as_operation(&instruction, op::mask)) continue;
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && load->isSimple() && llvm::all_of(streams.row_stores, is_apart(*load))) continue;
            std::optional<StreamedPlace> place =
                load && load->isSimple() ? place_of(*load, *streams.loop) : std::nullopt;
            if (!place || streams.reads.size() == budget::reads_beside_streams) return false;
            streams.reads.push_back(std::move(*place));
        }
    return true;
}

// Collects the stores of the loop. Returns false if another instruction may write to memory, or if the address of a
// store is unknown.
bool StreamFinder::find_stores(StridedStreams& streams) {
    for (llvm::BasicBlock* block : streams.loop->blocks())
        for (llvm::Instruction& instruction : *block) {
            if (!instruction.mayWriteToMemory() || as_operation(&instruction, op::mask)) continue;
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            std::optional<StreamedPlace> place =
                store && store->isSimple() ? place_of(*store, *streams.loop) : std::nullopt;
            // A loop that adds to a sum in memory (step 0) waits for store-to-load forwarding in each iteration.
            // Accesses in blocks would not make this loop faster.
            if (!place || place->step == 0 || streams.stores.size() == budget::stores_beside_streams) return false;
            streams.stores.push_back(std::move(*place));
        }
    return true;
}

const llvm::SCEV* StreamFinder::trips_of(const StridedStreams& streams) {
    const llvm::SCEV* taken = evolution_.getBackedgeTakenCount(streams.loop);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(streams.loop->getExitingBlock()->getTerminator());
    if (llvm::isa<llvm::SCEVCouldNotCompute>(taken) || !taken->getType()->isIntegerTy() ||
        taken->getType()->getIntegerBitWidth() > 64 || !branch || !shapes().of(branch->getCondition()).is_uniform())
        return nullptr;
    llvm::Type* wide = llvm::Type::getInt64Ty(branch->getContext());
    const llvm::SCEV* trips = evolution_.getNoopOrZeroExtend(taken, wide);
    const auto runs_before_the_end = [&](const StreamedPlace& place) {
        return dominators_.dominates(place.access, branch);
    };
    // In an endless loop, the number of iterations wraps around to 0, so no block is ever loaded or stored.
    if (llvm::all_of(streams.loads, runs_before_the_end) && llvm::all_of(streams.row_stores, runs_before_the_end))
        trips = evolution_.getAddExpr(trips, evolution_.getOne(wide));
    const auto* known = llvm::dyn_cast<llvm::SCEVConstant>(trips);
    const unsigned least = streams.stores.empty() ? costs::read_stream_trips : costs::written_stream_trips;
    return known && known->getAPInt().ult(least) ? nullptr : trips;
}

// Whether `block` runs for all lanes, or for all lanes that are still in an outer loop. The header of an outer loop
// computes the mask of the lanes that are still in the outer loop, so this mask is the same in all iterations of
// `loop`. Blocks with other masks are excluded. Most of these excluded blocks also have a version without masks. In the
// version with masks, only few lanes are active, so transposing saves less run time but costs the same compile time.
bool StreamFinder::has_usual_lanes(const llvm::BasicBlock& block, const llvm::Loop& loop) const {
    const llvm::Value* mask = mask_of(block);
    if (!mask) return true;
    const auto* made = llvm::dyn_cast<llvm::Instruction>(mask);
    const llvm::Loop* around = made ? loops_.getLoopFor(made->getParent()) : nullptr;
    return around && around != &loop && around->contains(&loop) && around->getHeader() == made->getParent();
}

bool StreamFinder::is_in_all_iterations(const llvm::Instruction& access, const llvm::Loop& loop) const {
    return dominators_.dominates(access.getParent(), loop.getLoopLatch()) && has_usual_lanes(*access.getParent(), loop);
}

std::optional<StreamedPlace> StreamFinder::place_of(llvm::Instruction& access, llvm::Loop& loop) {
    StreamedPlace place{&access};
    LoopPlaces places(loop, evolution_);
    const auto motion = places.motion_of(*llvm::getLoadStorePointerOperand(&access), place.counters);
    const auto is_unknown = [](const Counter& counter) { return !counter.motion.is_known; };
    if (!motion || !motion->is_known || llvm::any_of(place.counters, is_unknown) || !is_in_all_iterations(access, loop))
        return std::nullopt;
    place.step = motion->step;
    return place;
}

}  // namespace lanewise::compiler
