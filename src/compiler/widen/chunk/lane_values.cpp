#include "compiler/widen/chunk/lane_values.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

void collect_leaves(llvm::Type* type, llvm::SmallVectorImpl<llvm::Type*>& leaves) {
    if (auto* vector = dyn_cast<llvm::FixedVectorType>(type)) {
        leaves.append(vector->getNumElements(), vector->getElementType());
    } else if (auto* structure = dyn_cast<llvm::StructType>(type)) {
        for (llvm::Type* member : structure->elements()) collect_leaves(member, leaves);
    } else if (auto* array = dyn_cast<llvm::ArrayType>(type)) {
        for (std::uint64_t i = 0; i < array->getNumElements(); ++i) collect_leaves(array->getElementType(), leaves);
    } else {
        leaves.push_back(type);
    }
}

llvm::Type* member_type(llvm::Type* type, unsigned member) {
    if (auto* structure = dyn_cast<llvm::StructType>(type)) return structure->getElementType(member);
    return llvm::cast<llvm::ArrayType>(type)->getElementType();
}

unsigned member_count(llvm::Type* type) {
    if (auto* structure = dyn_cast<llvm::StructType>(type)) return structure->getNumElements();
    return llvm::cast<llvm::ArrayType>(type)->getNumElements();
}

}  // namespace

llvm::SmallVector<llvm::Type*, 4> leaf_types(llvm::Type* type) {
    llvm::SmallVector<llvm::Type*, 4> leaves;
    collect_leaves(type, leaves);
    return leaves;
}

llvm::Value* extract_leaf(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned index) {
    llvm::Type* type = value->getType();
    if (type->isVectorTy()) return builder.CreateExtractElement(value, index);
    if (!type->isAggregateType()) return value;
    for (unsigned member = 0;; ++member) {
        const unsigned leaves = leaf_types(member_type(type, member)).size();
        if (index < leaves) return extract_leaf(builder, builder.CreateExtractValue(value, member), index);
        index -= leaves;
    }
}

llvm::Value* assemble_leaves(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::ArrayRef<llvm::Value*> leaves) {
    llvm::Value* value = llvm::PoisonValue::get(type);
    if (type->isVectorTy()) {
        for (unsigned i = 0; i < leaves.size(); ++i) value = builder.CreateInsertElement(value, leaves[i], i);
        return value;
    }
    if (!type->isAggregateType()) return leaves.front();
    for (unsigned member = 0; member < member_count(type); ++member) {
        llvm::Type* part = member_type(type, member);
        const unsigned count = leaf_types(part).size();
        value = builder.CreateInsertValue(value, assemble_leaves(builder, part, leaves.take_front(count)), member);
        leaves = leaves.drop_front(count);
    }
    return value;
}

LaneValues::LaneValues(llvm::Function& chunk, unsigned lanes, const ShapeInfo& shapes, const RowSharing& sharing,
                       unsigned rows)
    : chunk_(chunk), lanes_(lanes), shapes_(shapes), sharing_(sharing), values_(rows) {}

void LaneValues::set_scalar(const llvm::Value* original, llvm::Value* lane0, llvm::Value* valid) {
    LaneValue& value = values_of(original)[original];
    value.scalar = lane0;
    value.valid = valid;
}

void LaneValues::set_parts(const llvm::Value* original, Parts parts) {
    values_of(original)[original].parts = std::move(parts);
}

void LaneValues::set_pieces(const llvm::Value* original, Parts pieces) {
    values_of(original)[original].pieces = std::move(pieces);
}

llvm::Value* LaneValues::scalar(const llvm::Value* original) {
    if (isa<llvm::Constant>(original)) return const_cast<llvm::Value*>(original);
    llvm::Value* lane0 = values_of(original)[original].scalar;
    return lane0 ? lane0 : llvm::PoisonValue::get(original->getType());
}

llvm::Value* LaneValues::valid(const llvm::Value* original) {
    const auto& values = values_of(original);
    const auto known = values.find(original);
    return known == values.end() ? nullptr : known->second.valid;
}

Parts LaneValues::parts(const llvm::Value* original) {
    LaneValue& value = values_of(original)[original];
    if (value.parts.empty()) materialize(original, value);
    return value.parts;  // a copy, since the next call may move the map's entries
}

llvm::FixedVectorType* LaneValues::lanes_of(llvm::Type* element) const {
    return llvm::FixedVectorType::get(element, lanes_);
}

llvm::Constant* LaneValues::progression(llvm::Type* integer, std::int64_t stride) const {
    llvm::SmallVector<llvm::Constant*, 64> lanes;
    const unsigned bits = integer->getIntegerBitWidth();
    for (unsigned lane = 0; lane < lanes_; ++lane)
        lanes.push_back(llvm::ConstantInt::get(
            integer, llvm::APInt(64, static_cast<std::uint64_t>(stride) * lane).sextOrTrunc(bits)));
    return llvm::ConstantVector::get(lanes);
}

llvm::BasicBlock::iterator LaneValues::after_definition(llvm::Value* scalar) const {
    const auto* instruction = dyn_cast<llvm::Instruction>(scalar);
    if (!instruction) {
        auto place = chunk_.getEntryBlock().getFirstInsertionPt();
        while (place != chunk_.getEntryBlock().end() && isa<llvm::AllocaInst>(*place)) ++place;
        return place;
    }
    auto* block = const_cast<llvm::BasicBlock*>(instruction->getParent());
    if (isa<llvm::PHINode>(instruction)) return block->getFirstInsertionPt();
    auto place = std::next(const_cast<llvm::Instruction*>(instruction)->getIterator());
    while (place != block->end() && isa<llvm::AllocaInst>(*place)) ++place;
    return place;
}

void LaneValues::materialize(const llvm::Value* original, LaneValue& value) {
    llvm::Value* scalar = isa<llvm::Constant>(original) ? const_cast<llvm::Value*>(original) : value.scalar;
    if (!scalar) {  // the instruction that makes the scalar could not be widened
        for (llvm::Type* leaf : leaf_types(original->getType()))
            value.parts.push_back(llvm::PoisonValue::get(lanes_of(leaf)));
        return;
    }
    llvm::BasicBlock::iterator place = after_definition(scalar);
    llvm::BasicBlock* block =
        isa<llvm::Instruction>(scalar) ? llvm::cast<llvm::Instruction>(scalar)->getParent() : &chunk_.getEntryBlock();
    llvm::IRBuilder<> builder(block, place);
    const Shape shape = shapes_.of(original);
    const auto leaves = leaf_types(original->getType());
    for (unsigned i = 0; i < leaves.size(); ++i) {
        llvm::Value* lanes = builder.CreateVectorSplat(lanes_, extract_leaf(builder, scalar, i));
        if (shape.is_strided()) {
            if (leaves[i]->isPointerTy())
                lanes = builder.CreateGEP(builder.getInt8Ty(), lanes, progression(builder.getInt64Ty(), shape.stride));
            else
                lanes = builder.CreateAdd(lanes, progression(leaves[i], shape.stride));
        }
        value.parts.push_back(lanes);
    }
}

}  // namespace lanewise::compiler
