#include "compiler/widen/memory/load_store.h"

#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

bool LoadStore::widen(llvm::Instruction& original) {
    if (auto* load = dyn_cast<llvm::LoadInst>(&original))
        widen_load(*load);
    else if (auto* store = dyn_cast<llvm::StoreInst>(&original))
        widen_store(*store);
    else
        return false;
    return true;
}

Parts LoadStore::unpack(const Parts& packed, const Access& access) {
    auto* wide = llvm::FixedVectorType::get(access.element, lanes_ * access.count);
    return shuffles_.deinterleave(builder_.CreateBitCast(packed.front(), wide), access.count);
}

// Returns whether all lanes access the same element of an interleaved private array. The elements of all lanes are then
// adjacent (a row). One volatile access to the whole row is allowed, since it accesses each lane's object exactly once:
// "An object that has volatile-qualified type may be modified in ways unknown to the implementation ... any expression
// referring to such an object shall be evaluated strictly according to the rules of the abstract machine." (C99 6.7.3)
bool LoadStore::is_row(const llvm::Instruction& access) const {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
    const Shape shape = shapes_.of(pointer);
    return !access.isAtomic() && chunk_.layouts.unit(pointer) != 0 && shape.is_strided() && !shape.checked &&
           shape.stride == static_cast<std::int64_t>(chunk_.layouts.unit(pointer));
}

void LoadStore::load_row(llvm::LoadInst& load) {
    const llvm::Align align = std::min(load.getAlign(), llvm::Align(chunk_.layouts.unit(load.getPointerOperand())));
    values_.set_parts(&load, {builder_.CreateAlignedLoad(values_.lanes_of(load.getType()),
                                                         values_.scalar(load.getPointerOperand()), align,
                                                         /*isVolatile=*/true)});
}

// Stores the same element of an interleaved private array for all active lanes.
void LoadStore::store_row(llvm::StoreInst& store) {
    llvm::Value* place = values_.scalar(store.getPointerOperand());
    llvm::Value* value = values_.part(store.getValueOperand());
    const llvm::Align align = std::min(store.getAlign(), llvm::Align(chunk_.layouts.unit(store.getPointerOperand())));
    if (llvm::Value* mask = masks_.current()) {
        llvm::Value* old = builder_.CreateAlignedLoad(value->getType(), place, align, /*isVolatile=*/true);
        value = builder_.CreateSelect(mask, value, old);
    }
    builder_.CreateAlignedStore(value, place, align, /*isVolatile=*/true);
}

void LoadStore::widen_load(llvm::LoadInst& load) {
    if (load.isVolatile() && is_row(load)) return load_row(load);
    if (!load.isSimple()) return serial_.run(load);
    const Shape address = shapes_.of(load.getPointerOperand());
    if (address.is_uniform()) {
        const Parts loaded = if_any_on(chunk_, {load.getType()}, [&]() -> Parts {
            llvm::Instruction* copy = load.clone();
            copy->setDebugLoc({});
            copy->setOperand(0, values_.scalar(load.getPointerOperand()));
            return {builder_.Insert(copy)};
        });
        return values_.set_scalar(&load, loaded.front());
    }
    const std::optional<Access> access = describe(load, *load.getType(), chunk_.layouts, lanes_);
    if (!access) return serial_.run(load);
    if (chunk_.order.is_of_memory(&load))
        return values_.set_parts(&load, ordered_access_.load(*access, load.getPointerOperand()));
    if (const std::optional<Access> packed = pack(*access))
        return values_.set_parts(&load, unpack(lane_access_.load(*packed, load.getPointerOperand()), *access));
    values_.set_parts(&load, lane_access_.load(*access, load.getPointerOperand()));
}

void LoadStore::widen_store(llvm::StoreInst& store) {
    if (store.isVolatile() && is_row(store)) return store_row(store);
    if (!store.isSimple()) return serial_.run(store);
    const llvm::Value* pointer = store.getPointerOperand();
    if (shapes_.of(pointer).is_uniform()) return store_last_lane(store);
    const std::optional<Access> access = describe(store, *store.getValueOperand()->getType(), chunk_.layouts, lanes_);
    if (!access) return serial_.run(store);
    const Parts values = chunk_.operand_parts(store, store.getValueOperand());
    if (chunk_.order.is_of_memory(&store)) return ordered_access_.store(*access, pointer, values);
    const std::optional<Access> packed = pack(*access);
    if (!packed) return lane_access_.store(*access, pointer, values);
    llvm::Value* integers = builder_.CreateBitCast(shuffles_.interleave(values), values_.lanes_of(packed->element));
    lane_access_.store(*packed, pointer, {integers});
}

// Stores the value of the last active lane to an address that all lanes share.
void LoadStore::store_last_lane(llvm::StoreInst& store) {
    const llvm::Value* original = store.getValueOperand();
    if_any_on(chunk_, {}, [&]() -> Parts {
        llvm::Value* value = nullptr;
        if (shapes_.of(original).is_uniform()) {
            value = values_.scalar(original);
        } else {
            llvm::Value* lane = masks_.current() ? masks_.last_lane(masks_.current()) : builder_.getInt32(lanes_ - 1);
            Parts leaves;
            for (llvm::Value* part : values_.parts(original))
                leaves.push_back(builder_.CreateExtractElement(part, lane));
            value = assemble_leaves(builder_, original->getType(), leaves);
        }
        builder_.CreateAlignedStore(value, values_.scalar(store.getPointerOperand()), store.getAlign());
        return {};
    });
}

}  // namespace lanewise::compiler
