#include "compiler/linearize/merges/merge_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/loop_places.h"
#include "compiler/linearize/merges/distance.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {
namespace {

using Loads = llvm::SmallVector<llvm::LoadInst*, 16>;

unsigned bytes_of(const llvm::LoadInst& load) { return load.getType()->getScalarSizeInBits() / 8; }

bool may_merge(const llvm::LoadInst& load) {
    const llvm::Type* type = load.getType();
    if (!load.isSimple() || !(type->isIntegerTy() || type->isHalfTy() || type->isFloatTy())) return false;
    const unsigned bits = type->getScalarSizeInBits();
    return bits == 8 || bits == 16 || bits == 32;
}

// Whether loads must not move across `instruction`, because the instruction may change the loaded values, the mask, or
// whether the loads run at all.
bool separates(const llvm::Instruction& instruction) {
    return instruction.mayWriteToMemory() || as_operation(&instruction, op::mask) ||
           !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
}

// Loads of one type, with their distances in bytes from the first load; sorted by distance when they are merged.
struct Neighbours {
    struct Place {
        std::int64_t distance;
        llvm::LoadInst* load;
    };
    llvm::LoadInst* first = nullptr;  // the first load of the group in the block's order
    llvm::SmallVector<Place, 8> places{};
};

class LoadMerger {
public:
    LoadMerger(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes)
        : evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
          loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          layouts_(function),
          shapes_(function, lanes, layouts_),
          kinds_(shapes_, VectorIsa::of_features(function.getFnAttribute("target-features").getValueAsString())) {}

    /// Merges loads of one block.
    bool merge(const Loads& loads) {
        enter(*loads.front()->getParent());
        llvm::SmallVector<Neighbours, 4> groups;
        for (llvm::LoadInst* load : loads)
            if (lies_apart(*load)) add(groups, *load);
        bool changed = false;
        for (Neighbours& group : groups) changed |= merge(group);
        return changed;
    }

private:
    // Asks for the mask once for each block, since the mask is searched among all instructions of the block.
    void enter(const llvm::BasicBlock& block) {
        if (block_ != &block) masked_ = mask_of(block) != nullptr;
        block_ = &block;
    }

    // Whether lanes load from arbitrary addresses. The address without its constant offset counts, too: it is the
    // address of an array's element if the load reads a field of this element.
    bool lies_apart(const llvm::LoadInst& load) {
        const llvm::Value& pointer = *load.getPointerOperand();
        const auto access = describe(load, *load.getType(), layouts_, shapes_.lanes());
        if (!access || access->is_private) return false;
        const auto is_apart = [&](const llvm::Value& place) {
            return is_scattered(kinds_.of_load(*access, place, masked_));
        };
        return is_apart(pointer) && is_apart(*pointer.stripInBoundsConstantOffsets()) && !comes_again(load);
    }

    // Whether the next iteration of the loop loads some of the memory that this iteration loads, for example along a
    // row. TransposeStreams makes these loads faster than merging does. Also true if the next iteration may load memory
    // that this iteration stores to. The processor does not forward narrow stores to a wider load, so the merged load
    // would have to wait for these stores.
    bool comes_again(const llvm::LoadInst& load) {
        const llvm::Loop* loop = loops_.getLoopFor(load.getParent());
        if (!loop) return false;
        Counters counters;
        auto* pointer = const_cast<llvm::Value*>(load.getPointerOperand());
        const auto motion = LoopPlaces(*loop, evolution_).motion_of(*pointer, counters);
        const std::int64_t reach = std::int64_t{costs::transposed_elements} * bytes_of(load);
        if (motion && motion->is_known && motion->step != 0 && std::abs(motion->step) < reach) return true;
        const llvm::Value* object = llvm::getUnderlyingObject(pointer);
        return llvm::any_of(loop->blocks(), [&](const llvm::BasicBlock* block) {
            return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
                const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
                return store && llvm::getUnderlyingObject(store->getPointerOperand()) == object;
            });
        });
    }

    void add(llvm::SmallVectorImpl<Neighbours>& groups, llvm::LoadInst& load) {
        for (Neighbours& group : groups) {
            if (group.first->getType() != load.getType()) continue;
            if (const auto distance = distance_of(load, *group.first, evolution_)) {
                group.places.push_back({*distance, &load});
                return;
            }
        }
        groups.push_back({&load, {{0, &load}}});
    }

    static bool merge(Neighbours& group) {
        llvm::sort(group.places, [](const auto& a, const auto& b) { return a.distance < b.distance; });
        const std::int64_t bytes = bytes_of(*group.first);
        bool changed = false;
        for (std::size_t begin = 0; begin < group.places.size();) {
            std::size_t end = begin + 1;
            unsigned elements = 1;
            for (; end < group.places.size(); ++end) {
                const std::int64_t step = group.places[end].distance - group.places[end - 1].distance;
                if (step != 0 && (step != bytes || elements == costs::transposed_elements)) break;
                elements += step != 0;
            }
            // Two 32-bit elements per lane become one gather of 64-bit elements; three elements per lane would still
            // need two gathers.
            if (elements == costs::transposed_elements || (elements == 2 && bytes == 4)) {
                make_vector(group, elements, begin, end);
                changed = true;
            }
            begin = end;
        }
        if (group.first->use_empty()) group.first->eraseFromParent();
        return changed;
    }

    static void make_vector(Neighbours& group, unsigned elements, std::size_t begin, std::size_t end) {
        const Neighbours::Place& lowest = group.places[begin];
        llvm::IRBuilder<> builder(group.first);
        llvm::Value* place = builder.CreateGEP(builder.getInt8Ty(), group.first->getPointerOperand(),
                                               builder.getInt64(static_cast<std::uint64_t>(lowest.distance)));
        auto* type = llvm::FixedVectorType::get(group.first->getType(), elements);
        llvm::LoadInst* vector = builder.CreateAlignedLoad(type, place, lowest.load->getAlign());
        for (std::size_t i = begin; i < end; ++i) {
            const auto index = static_cast<std::uint64_t>(group.places[i].distance - lowest.distance) /
                               bytes_of(*group.places[i].load);
            llvm::Value* element = builder.CreateExtractElement(vector, index);
            element->takeName(group.places[i].load);
            group.places[i].load->replaceAllUsesWith(element);
            if (group.places[i].load != group.first) group.places[i].load->eraseFromParent();
        }
    }

    llvm::ScalarEvolution& evolution_;
    const llvm::LoopInfo& loops_;
    const PrivateLayouts layouts_;
    const ShapeInfo shapes_;
    const AccessKinds kinds_;
    const llvm::BasicBlock* block_ = nullptr;  // the block whose loads are merged
    bool masked_ = false;                      // whether lanes may be inactive in `block_`
};

// Finds runs of loads. The loads of a run are in one block, and separates() is false for every instruction between
// them.
std::vector<Loads> find_runs(llvm::Function& function) {
    std::vector<Loads> runs;
    for (llvm::BasicBlock& block : function) {
        Loads run;
        const auto end_run = [&] {
            if (run.size() > 1) runs.push_back(run);
            run.clear();
        };
        for (llvm::Instruction& instruction : block) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && may_merge(*load)) run.push_back(load);
            if (separates(instruction) || run.size() == budget::merged_loads) end_run();
        }
        end_run();
    }
    return runs;
}

}  // namespace

llvm::PreservedAnalyses MergeLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const std::vector<Loads> runs = find_runs(function);
    if (runs.empty()) return llvm::PreservedAnalyses::all();
    LoadMerger merger(function, analyses, lanes_);
    bool changed = false;
    for (const Loads& run : runs) changed |= merger.merge(run);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
