#include "compiler/widen/memory/private_arrays.h"

#include <llvm/IR/Operator.h>

#include "compiler/widen/memory/place.h"

namespace lanewise::compiler {

using llvm::cast;

bool PrivateArrays::widen(llvm::Instruction& original) {
    if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&original)) {
        widen_alloca(*array);
        return true;
    }
    auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&original);
    if (!fill || !layouts_.unit(fill->getDest())) return false;
    widen_fill(*fill);
    return true;
}

void PrivateArrays::widen_alloca(llvm::AllocaInst& array) {
    if (!array.isStaticAlloca()) return chunk_.reject("private array of variable size");
    const unsigned unit = layouts_.unit(&array);
    const std::uint64_t lane_bytes =
        unit ? array.getAllocationSize(layout_)->getFixedValue() : PrivateLayouts::lane_bytes(array);
    if (lane_bytes == 0) return chunk_.reject("private array without size");
    const llvm::Align align = std::max(array.getAlign(), llvm::Align(64));
    llvm::AllocaInst* room = chunk_.scratch(llvm::ArrayType::get(builder_.getInt8Ty(), lane_bytes * lanes_), align);
    room->setName(array.getName());
    values_.set_scalar(&array, room);
}

// Computes an address in an interleaved array. A row of the array consists of W units, one for each lane.
llvm::Value* PrivateArrays::address_of(llvm::GetElementPtrInst& address) {
    const unsigned width = layout_.getIndexTypeSizeInBits(address.getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> scales;
    llvm::APInt constant(width, 0);
    cast<llvm::GEPOperator>(address).collectOffset(layout_, width, scales, constant);
    const llvm::Value* base = address.getPointerOperand();
    const bool scalar = shapes_.of(&address).is_scalar() && !shapes_.of(&address).checked;
    llvm::Value* pointer = scalar ? values_.scalar(base) : values_.part(base);
    llvm::Type* index_type = builder_.getIntNTy(width);
    llvm::Value* distance = builder_.getIntN(width, constant.getZExtValue() * lanes_);
    for (const auto& [index, scale] : scales) {
        llvm::Type* type = scalar ? index_type : values_.lanes_of(index_type);
        llvm::Value* value = scalar ? values_.scalar(index) : values_.part(index);
        llvm::Value* factor = llvm::ConstantInt::get(type, scale.getSExtValue() * lanes_, true);
        value = builder_.CreateMul(builder_.CreateSExtOrTrunc(value, type), factor);
        if (!scalar && !distance->getType()->isVectorTy()) distance = builder_.CreateVectorSplat(lanes_, distance);
        distance = builder_.CreateAdd(distance, value);
    }
    return builder_.CreateGEP(builder_.getInt8Ty(), pointer, distance);
}

// Sets all bytes of an interleaved array to a value, except the bytes of inactive lanes.
void PrivateArrays::widen_fill(llvm::MemSetInst& fill) {
    llvm::Value* base = values_.scalar(fill.getDest());
    const auto bytes = cast<llvm::ConstantInt>(fill.getLength())->getZExtValue();
    if (!masks_.current()) {
        builder_.CreateMemSet(base, fill.getValue(), bytes * lanes_, llvm::Align(64));
        return;
    }
    const unsigned unit = layouts_.unit(fill.getDest());
    auto* row_type = values_.lanes_of(builder_.getIntNTy(unit * 8));
    const llvm::APInt pattern = llvm::APInt::getSplat(unit * 8, cast<llvm::ConstantInt>(fill.getValue())->getValue());
    for (std::uint64_t row = 0; row < bytes / unit; ++row) {
        llvm::Value* place = offset(builder_, base, static_cast<std::int64_t>(row * unit * lanes_));
        llvm::Value* old = builder_.CreateAlignedLoad(row_type, place, llvm::Align(unit));
        llvm::Value* filled = builder_.CreateSelect(masks_.current(), llvm::ConstantInt::get(row_type, pattern), old);
        builder_.CreateAlignedStore(filled, place, llvm::Align(unit));
    }
}

}  // namespace lanewise::compiler
