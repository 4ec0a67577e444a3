#include "compiler/plan/private_counters.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/expressions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/plan.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {
namespace {

// Whether `pointer` is in an array that only one work-item uses: a private array, or local memory of a kernel without
// barriers.
bool is_in_own_array(const llvm::Value& pointer) {
    return pointer.getType()->getPointerAddressSpace() == local_space ||
           llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer));
}

// Whether `value` depends on a load from memory that other work-items may also use.
bool is_made_of_data(const llvm::Value& value) {
    return depends_on(value, [](const llvm::Instruction& part) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&part))
            return is_in_own_array(*load->getPointerOperand()) ? Seen::ignored : Seen::wanted;
        return llvm::isa<llvm::PHINode, llvm::AllocaInst>(part) ? Seen::ignored : Seen::passed;
    });
}

bool is_apart_in_own_array(const llvm::Value& place, const ShapeInfo& shapes) {
    return shapes.of(&place).is_varying() && is_in_own_array(place);
}

// Whether `store` updates a counter: it stores a value computed from the old value at the same address, and the address
// depends on loaded data.
bool counts(const llvm::StoreInst& store, const ShapeInfo& shapes) {
    const llvm::Value* place = store.getPointerOperand();
    if (!is_apart_in_own_array(*place, shapes)) return false;
    const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(store.getValueOperand());
    const auto is_counter = [&](const llvm::Value* part) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(part);
        return load && load->getPointerOperand() == place;
    };
    return next && llvm::any_of(next->operands(), is_counter) && is_made_of_data(*place);
}

// Whether `store` is one of the two stores of a swap in a private array. The stored value and the overwritten value
// were both loaded from this array.
bool swaps(const llvm::StoreInst& store, const llvm::Loop& loop, const ShapeInfo& shapes) {
    const llvm::Value* place = store.getPointerOperand();
    if (!is_apart_in_own_array(*place, shapes)) return false;
    const auto* other = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
    const llvm::Value* array = llvm::getUnderlyingObject(place);
    if (!other || llvm::getUnderlyingObject(other->getPointerOperand()) != array) return false;
    return llvm::any_of(place->users(), [&](const llvm::User* user) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
        return load && loop.contains(load);
    });
}

// Whether the loop mostly updates counters or swaps elements in private arrays. On targets with fast gathers, most such
// loops are faster with lanes. On these targets, the result is therefore true only if the loop also scatters counters
// of one byte, or elements that are not counters, as a radix sort does.
bool mostly_counts(const llvm::Loop& loop, const ShapeInfo& shapes, const VectorIsa& isa) {
    const AccessKinds kinds(shapes, isa);
    const bool has_fast_gathers = isa.has_fast_gathers();
    unsigned counters = 0, apart = 0, work = 0;
    bool scatters = !has_fast_gathers, has_swaps = false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
        const bool masked = mask_of(*block) != nullptr;
        for (const llvm::Instruction& instruction : *block) {
            const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            const bool is_swap = store && !has_fast_gathers && swaps(*store, loop, shapes);
            const bool is_counter = is_swap || (store && counts(*store, shapes));
            has_swaps |= is_swap;
            counters += is_counter;
            const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
            const bool is_apart = is_access && is_scattered(kinds.of(instruction, masked));
            apart += is_apart;
            scatters |= store && is_apart && (!is_counter || store->getValueOperand()->getType()->isIntegerTy(8));
            work += is_work(instruction) && !shapes.of(&instruction).is_uniform();
        }
    }
    // A loop with swaps needs a smaller share of scattered accesses, since each store of a swap waits for both loads of
    // the swap.
    const unsigned share = has_swaps ? costs::lookup_share : costs::gather_share;
    return counters > 0 && scatters && apart * 100 >= work * share;
}

}  // namespace

bool has_private_counters(const llvm::Function& linearized, const Target& target, const llvm::LoopInfo& loops,
                          const ShapeInfo& shapes) {
    const VectorIsa isa = VectorIsa::of_features(target.features);
    return !has_barriers(linearized) && llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
        return loop->isInnermost() && mostly_counts(*loop, shapes, isa);
    });
}

}  // namespace lanewise::compiler
