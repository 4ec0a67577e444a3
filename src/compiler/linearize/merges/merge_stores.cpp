#include "compiler/linearize/merges/merge_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/passes/preserved.h"
#include "compiler/ir/space_aliasing.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/loop_places.h"
#include "compiler/linearize/merges/distance.h"

namespace lanewise::compiler {
namespace {

std::int64_t bytes_of(const llvm::Instruction& access) {
    return static_cast<std::int64_t>(
        access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
}

bool may_merge(const llvm::StoreInst& store) {
    const llvm::Type* type = store.getValueOperand()->getType();
    if (!store.isSimple() || store.hasMetadata(llvm::LLVMContext::MD_nontemporal)) return false;
    if (!(type->isIntegerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy())) return false;
    const unsigned bits = type->getScalarSizeInBits();
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

// Loads and stores of a block between two instructions across which no store may move.
struct Run {
    llvm::SmallVector<llvm::StoreInst*, 16> stores{};
    llvm::SmallVector<llvm::LoadInst*, 16> loads{};
};

std::vector<Run> find_runs(llvm::Function& function) {
    std::vector<Run> runs;
    for (llvm::BasicBlock& block : function) {
        Run run;
        const auto end_run = [&] {
            if (run.stores.size() > 1) runs.push_back(run);
            run = {};
        };
        for (llvm::Instruction& instruction : block) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (store && may_merge(*store))
                run.stores.push_back(store);
            else if (load && load->isSimple())
                run.loads.push_back(load);
            else if (as_operation(&instruction, op::mask) || instruction.mayReadOrWriteMemory() ||
                     !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction))
                end_run();
            if (run.stores.size() == budget::merged_stores || run.loads.size() == budget::merged_stores) end_run();
        }
        end_run();
    }
    return runs;
}

// Stores of one size, with their distances in bytes from the first store.
struct Neighbours {
    struct Place {
        std::int64_t distance;
        llvm::StoreInst* store;
    };
    llvm::SmallVector<Place, 8> places{};  // in the block's order; sorted by distance when merged

    llvm::StoreInst& first() const { return *places.front().store; }
    llvm::StoreInst& last() const { return *places.back().store; }
    bool is_around(const llvm::Instruction& access) const {
        return first().comesBefore(&access) && access.comesBefore(&last());
    }
};

class StoreMerger {
public:
    StoreMerger(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes, Merges merges)
        : merges_(merges),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
          layouts_(function),
          shapes_(function, lanes, layouts_) {}

    bool merge(const Run& run) {
        std::vector<Neighbours> groups;
        for (llvm::StoreInst* store : run.stores) add(groups, *store);
        // Check all groups before any store moves.
        std::erase_if(groups, [&](const Neighbours& group) {
            const auto meets = [&](const llvm::Instruction* access) {
                return group.is_around(*access) && may_meet(group, *access);
            };
            return group.places.size() < 2 || llvm::any_of(run.stores, meets) || llvm::any_of(run.loads, meets);
        });
        bool changed = false;
        for (Neighbours& group : groups) changed |= merge(group);
        return changed;
    }

private:
    void add(std::vector<Neighbours>& groups, llvm::StoreInst& store) {
        for (Neighbours& group : groups) {
            if (bytes_of(group.first()) != bytes_of(store)) continue;
            if (const auto distance = distance_of(store, group.first(), evolution_)) {
                group.places.push_back({*distance, &store});
                return;
            }
        }
        groups.push_back({{{0, &store}}});
    }

    // Whether `access` may overlap a store of `group` that the same work-item executes before `access`. An overlap with
    // a store of another work-item would be a data race, which is undefined.
    bool may_meet(const Neighbours& group, const llvm::Instruction& access) {
        if (are_apart(group.first(), access)) return false;
        const auto distance = distance_of(access, group.first(), evolution_);
        if (!distance) return true;
        const std::int64_t bytes = bytes_of(access), bytes_of_each = bytes_of(group.first());
        return llvm::any_of(group.places, [&](const Neighbours::Place& place) {
            return place.store->comesBefore(&access) && *distance < place.distance + bytes_of_each &&
                   place.distance < *distance + bytes;
        });
    }

    // Merges the group's stores, and returns whether any were merged. Leaves the group unchanged if two of its stores
    // overlap.
    bool merge(Neighbours& group) {
        llvm::StoreInst& last = group.last();
        llvm::sort(group.places, [](const auto& a, const auto& b) { return a.distance < b.distance; });
        const std::int64_t bytes = bytes_of(last);
        const auto overlap = [bytes](const Neighbours::Place& low, const Neighbours::Place& high) {
            return high.distance < low.distance + bytes;
        };
        if (std::ranges::adjacent_find(group.places, overlap) != group.places.end()) return false;
        llvm::SmallVector<llvm::StoreInst*, 8> merged;
        for (std::size_t begin = 0; begin < group.places.size();) {
            std::size_t end = begin + 1;
            while (end < group.places.size() && group.places[end].distance - group.places[end - 1].distance == bytes)
                ++end;
            const std::size_t count = elements_to_merge(*group.places[begin].store, end - begin);
            const auto run = llvm::ArrayRef(group.places).slice(begin, count);
            begin += count;
            if (count == 1) continue;
            make_vector(run, last);
            for (const Neighbours::Place& place : run) merged.push_back(place.store);
        }
        for (llvm::StoreInst* store : merged) store->eraseFromParent();
        return !merged.empty();
    }

    // Returns how many of the `neighbours` adjacent stores, starting with `lowest`, become one vector; 1 if they are
    // not merged.
    std::size_t elements_to_merge(const llvm::StoreInst& lowest, std::size_t neighbours) const {
        const llvm::Value* pointer = lowest.getPointerOperand();
        const Shape shape = shapes_.of(pointer);
        if (layouts_.unit(pointer) != 0 || shape.is_uniform()) return 1;
        const std::int64_t bytes = bytes_of(lowest);
        for (const std::size_t count : {16, 8, 4, 3, 2}) {
            const std::int64_t all = static_cast<std::int64_t>(count) * bytes;
            if (merges_ == Merges::without_gaps && !(shape.is_strided() && shape.stride == all)) continue;
            // If the merged stores of all lanes together leave no gaps in memory, vectors of 32- and 64-bit elements
            // are transposed. Otherwise at most a few elements of each lane are merged.
            const bool is_dense = bytes >= 4 && shape.is_strided() && shape.stride == all;
            const bool is_few = count < 8 || (count == 8 && bytes <= 2);
            const std::int64_t most = is_dense ? costs::merged_dense_bytes : costs::merged_store_bytes;
            if (count > neighbours || all > most || !(is_dense || is_few)) continue;
            // At scattered addresses, a vector of three elements would take two stores for each lane.
            if (shape.is_strided() ? std::abs(shape.stride) >= all : count != 3) return count;
        }
        return 1;
    }

    // Creates the vector and its store directly before `last`, where all values and addresses are available.
    static void make_vector(llvm::ArrayRef<Neighbours::Place> places, llvm::StoreInst& last) {
        llvm::StoreInst& lowest = *places.front().store;
        llvm::IRBuilder<> builder(&last);
        llvm::Type* type = lowest.getValueOperand()->getType();
        const auto is_of_type = [&](const auto& place) { return place.store->getValueOperand()->getType() == type; };
        if (!llvm::all_of(places, is_of_type)) type = builder.getIntNTy(type->getScalarSizeInBits());
        llvm::Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, places.size()));
        for (std::size_t i = 0; i < places.size(); ++i)
            vector =
                builder.CreateInsertElement(vector, builder.CreateBitCast(places[i].store->getValueOperand(), type), i);
        builder.CreateAlignedStore(vector, lowest.getPointerOperand(), lowest.getAlign());
    }

    const Merges merges_;
    llvm::ScalarEvolution& evolution_;
    const PrivateLayouts layouts_;
    const ShapeInfo shapes_;
};

}  // namespace

llvm::PreservedAnalyses MergeStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const std::vector<Run> runs = find_runs(function);
    if (runs.empty()) return llvm::PreservedAnalyses::all();
    StoreMerger merger(function, analyses, lanes_, merges_);
    bool changed = false;
    for (const Run& run : runs) changed |= merger.merge(run);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
