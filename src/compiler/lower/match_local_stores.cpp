#include "compiler/lower/match_local_stores.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <numeric>
#include <optional>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using llvm::FixedVectorType;

// A vector load or store in local memory.
struct Access {
    llvm::Instruction* instruction = nullptr;
    llvm::Value* place = nullptr;
    FixedVectorType* type = nullptr;
    llvm::Align alignment = {};
    llvm::Value* mask = nullptr;  // null if the access has no mask
};

struct Accesses {
    std::vector<Access> loads, stores;
};

// Describes `instruction` as a vector access. The access has a null type if `instruction` is no vector load or store.
Access access_of(llvm::Instruction& instruction) {
    const auto vector = [](const llvm::Value* value) { return llvm::dyn_cast<FixedVectorType>(value->getType()); };
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple())
        return {load, load->getPointerOperand(), vector(load), load->getAlign(), nullptr};
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isSimple())
        return {store, store->getPointerOperand(), vector(store->getValueOperand()), store->getAlign(), nullptr};
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const auto masked = [&](unsigned place, llvm::Value* value, unsigned mask) -> Access {
        return {call, call->getArgOperand(place), vector(value), call->getParamAlign(place).valueOrOne(),
                call->getArgOperand(mask)};
    };
    switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
        case llvm::Intrinsic::masked_load: return masked(0, call, 1);
        case llvm::Intrinsic::masked_store: return masked(1, call->getArgOperand(0), 2);
        default: return {};
    }
}

bool is_local(const Access& access) {
    return access.type && access.place->getType()->getPointerAddressSpace() == local_space &&
           access.type->getScalarSizeInBits() % 8 == 0;
}

Accesses find_accesses(llvm::Function& function) {
    Accesses result;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const Access access = access_of(instruction);
        if (is_local(access)) (instruction.mayWriteToMemory() ? result.stores : result.loads).push_back(access);
    }
    return result;
}

// The position of a load relative to a store.
struct Match {
    std::int64_t shift;  // number of elements from the store's first element to the load's first element
    bool is_mapped;      // whether an unmasked store always runs before the load, so the memory is mapped
};

class Matcher {
public:
    Matcher(llvm::Function& function, llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators)
        : layout_(function.getDataLayout()), evolution_(evolution), dominators_(dominators) {}

    /// Replaces `load` by two loads of vectors that `stores` wrote, if possible. Returns true if `load` was replaced.
    bool match(const Access& load, llvm::ArrayRef<Access> stores) const {
        const std::optional<Match> match = find_match(load, stores);
        llvm::Value* array = llvm::getUnderlyingObject(load.place);
        const bool is_safe = match && (!load.mask || match->is_mapped);
        if (!match || (!is_safe && !llvm::isa<llvm::GlobalVariable, llvm::Argument>(array))) return false;
        llvm::IRBuilder<> builder(load.instruction);
        llvm::Value* value = load_shifted(builder, load, is_safe ? nullptr : array, match->shift);
        if (load.mask) {
            auto* call = llvm::cast<llvm::CallInst>(load.instruction);
            value = builder.CreateSelect(load.mask, value, call->getArgOperand(2));
        }
        load.instruction->replaceAllUsesWith(value);
        load.instruction->eraseFromParent();
        return true;
    }

private:
    // Returns the position of the load relative to the stores of the same type that overlap the load. Prefers stores
    // without a mask. Returns nothing if no store overlaps the load, or if the position is 0. Also returns nothing if
    // the load has different positions relative to two stores with a mask, or relative to two stores without a mask.
    std::optional<Match> find_match(const Access& load, llvm::ArrayRef<Access> stores) const {
        std::optional<Match> whole, masked;
        for (const Access& store : stores) {
            const std::optional<std::int64_t> distance = elements_between(load, store);
            if (!distance) continue;
            std::optional<Match>& known = store.mask ? masked : whole;
            if (known && known->shift != *distance) return std::nullopt;
            const bool is_mapped = !store.mask && dominators_.dominates(store.instruction, load.instruction);
            known = Match{*distance, is_mapped || (known && known->is_mapped)};
        }
        const std::optional<Match> result = whole ? whole : masked;
        return result && result->shift != 0 ? result : std::nullopt;
    }

    std::optional<std::int64_t> elements_between(const Access& load, const Access& store) const {
        if (load.type != store.type) return std::nullopt;
        const auto* distance = llvm::dyn_cast<llvm::SCEVConstant>(
            evolution_.getMinusSCEV(evolution_.getSCEV(load.place), evolution_.getSCEV(store.place)));
        if (!distance) return std::nullopt;
        const std::int64_t bytes = distance->getAPInt().getSExtValue();
        const auto element = static_cast<std::int64_t>(layout_.getTypeStoreSize(load.type->getElementType()));
        if (bytes % element != 0 || std::abs(bytes / element) >= load.type->getNumElements()) return std::nullopt;
        return bytes / element;
    }

    // Loads the two stored vectors that overlap `load` and combines them. The address may be invalid if no lane is
    // active; if `array` is not null, the code then reads the beginning of `array` instead.
    llvm::Value* load_shifted(llvm::IRBuilder<>& builder, const Access& load, llvm::Value* array,
                              std::int64_t shift) const {
        const std::int64_t lanes = load.type->getNumElements();
        const std::int64_t first = shift > 0 ? -shift : -shift - lanes;  // offset in elements from the load's address
        llvm::Value* any = array ? builder.CreateOrReduce(load.mask) : nullptr;
        const auto element = layout_.getTypeStoreSize(load.type->getElementType()).getFixedValue();
        const auto part = [&](std::int64_t from) {
            const auto alignment = llvm::commonAlignment(load.alignment, static_cast<std::uint64_t>(from) * element);
            llvm::Value* place = builder.CreateGEP(load.type->getElementType(), load.place, builder.getInt64(from));
            if (any) place = builder.CreateSelect(any, place, array);
            return builder.CreateAlignedLoad(load.type, place, alignment);
        };
        llvm::Value* low = part(first);
        llvm::Value* high = part(first + lanes);
        llvm::SmallVector<int, 64> chosen(lanes);
        std::iota(chosen.begin(), chosen.end(), static_cast<int>(-first));
        return builder.CreateShuffleVector(low, high, chosen);
    }

    const llvm::DataLayout& layout_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
};

}  // namespace

llvm::PreservedAnalyses MatchLocalStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const Accesses accesses = find_accesses(function);
    if (accesses.loads.empty() || accesses.stores.empty() ||
        accesses.loads.size() * accesses.stores.size() > budget::matched_accesses)
        return llvm::PreservedAnalyses::all();
    const Matcher matcher(function, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                          analyses.getResult<llvm::DominatorTreeAnalysis>(function));
    bool changed = false;
    for (const Access& load : accesses.loads) changed |= matcher.match(load, accesses.stores);
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
}

}  // namespace lanewise::compiler
