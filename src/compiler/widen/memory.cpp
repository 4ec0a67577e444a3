// Loads and stores: chooses by the shape of the address; widen_access.cpp does the lanes' work.
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

// Fills in `access`; false when the type is none that lanes can move.
bool Widener::describe(llvm::Instruction& instruction, llvm::Type* type, Access& access) {
    llvm::Type* element = type->getScalarType();
    if (type->isAggregateType() || !element->isSized()) return false;
    const std::uint64_t bits = layout_.getTypeSizeInBits(element);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    const unsigned unit = layouts_.unit(pointer);
    access.element = element;
    access.count = type->isVectorTy() ? cast<llvm::FixedVectorType>(type)->getNumElements() : 1;
    access.bytes = static_cast<unsigned>(bits / 8);
    access.step = unit ? std::uint64_t{unit} * lanes_ : access.bytes;
    access.align = llvm::getLoadStoreAlignment(&instruction);
    if (unit || access.count > 1) access.align = std::min(access.align, llvm::Align(access.bytes));
    access.is_private = unit != 0;
    access.source = &instruction;
    return true;
}

// A small source vector (uchar4, half2, float2) moves as one integer.
bool Widener::pack(Access& access) const {
    const unsigned bytes = access.count * access.bytes;
    if (access.count == 1 || access.step != access.bytes || access.element->isPointerTy() ||
        (bytes != 2 && bytes != 4 && bytes != 8))
        return false;
    access.element = llvm::Type::getIntNTy(chunk_.kernel.getContext(), bytes * 8);
    access.bytes = bytes;
    access.step = bytes;
    access.count = 1;
    return true;
}

Parts Widener::unpack(const Parts& packed, const Access& access) {
    auto* wide = llvm::FixedVectorType::get(access.element, lanes_ * access.count);
    return shuffles_.deinterleave(builder_.CreateBitCast(packed.front(), wide), access.count);
}

void Widener::widen_load(llvm::LoadInst& load) {
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
    Access access;
    if (!describe(load, load.getType(), access)) return serial_.run(load);
    if (chunk_.order.is_of_memory(&load)) return values_.set_parts(&load, load_in_order(access, load.getPointerOperand()));
    Access packed = access;
    if (pack(packed))
        return values_.set_parts(&load, unpack(load_lanes(packed, load.getPointerOperand()), access));
    values_.set_parts(&load, load_lanes(access, load.getPointerOperand()));
}

Parts Widener::load_lanes(const Access& access, const llvm::Value* pointer) {
    if (shapes_.of(pointer).is_varying())
        return may_be_contiguous(access, pointer) ? load_if_contiguous(access, pointer)
                                                  : load_scattered(access, values_.part(pointer));
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return load_strided(access, pointer);
    return either(
        chunk_, valid, [&] { return load_strided(access, pointer); },
        [&] { return load_scattered(access, values_.part(pointer)); }, Odds::likely);
}

void Widener::widen_store(llvm::StoreInst& store) {
    if (!store.isSimple()) return serial_.run(store);
    const llvm::Value* pointer = store.getPointerOperand();
    if (shapes_.of(pointer).is_uniform()) return store_last_lane(store);
    Access access;
    if (!describe(store, store.getValueOperand()->getType(), access)) return serial_.run(store);
    Parts values = chunk_.operand_parts(store, store.getValueOperand());
    if (chunk_.order.is_of_memory(&store)) return store_in_order(access, pointer, values);
    Access packed = access;
    if (pack(packed)) {
        values = {builder_.CreateBitCast(shuffles_.interleave(values), values_.lanes_of(packed.element))};
        access = packed;
    }
    store_lanes(access, pointer, values);
}

void Widener::store_lanes(const Access& access, const llvm::Value* pointer, const Parts& values) {
    if (shapes_.of(pointer).is_varying())
        return store_scattered(access, values_.part(pointer), values);
    llvm::Value* valid = values_.valid(pointer);
    if (!valid) return store_strided(access, pointer, values);
    either(
        chunk_, valid,
        [&]() -> Parts {
            store_strided(access, pointer, values);
            return {};
        },
        [&]() -> Parts {
            store_scattered(access, values_.part(pointer), values);
            return {};
        },
        Odds::likely);
}

// All lanes store to one place: the last one that is on wins.
void Widener::store_last_lane(llvm::StoreInst& store) {
    const llvm::Value* original = store.getValueOperand();
    if_any_on(chunk_, {}, [&]() -> Parts {
        llvm::Value* value = nullptr;
        if (shapes_.of(original).is_uniform()) {
            value = values_.scalar(original);
        } else {
            llvm::Value* lane = builder_.getInt32(lanes_ - 1);
            if (masks_.current()) {
                llvm::Value* zeros = builder_.CreateBinaryIntrinsic(
                    llvm::Intrinsic::ctlz, masks_.bits(masks_.current()), builder_.getTrue());
                lane = builder_.CreateSub(lane, builder_.CreateZExtOrTrunc(zeros, lane->getType()));
            }
            Parts leaves;
            for (llvm::Value* part : values_.parts(original))
                leaves.push_back(builder_.CreateExtractElement(part, lane));
            value = assemble_leaves(builder_, original->getType(), leaves);
        }
        builder_.CreateAlignedStore(value, values_.scalar(store.getPointerOperand()),
                                    store.getAlign());
        return {};
    });
}

}  // namespace lanewise::compiler
