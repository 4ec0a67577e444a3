#include "compiler/widen/chunk/lane_loop.h"

#include "compiler/widen/chunk/branches.h"

namespace lanewise::compiler {
namespace {

constexpr llvm::Align array_align = llvm::Align::Constant<64>();

// Returns the type in which a lane's value is stored in memory. A vector of i1 or i24 has no padding between its lanes,
// unlike an array. Such integers are therefore extended to the size of an array's element.
llvm::Type* stored_type(const Chunk& chunk, llvm::Type* type) {
    if (!type->isIntegerTy()) return type;
    return llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(chunk.layout.getTypeAllocSizeInBits(type)));
}

}  // namespace

llvm::Value* LaneLoop::new_array(llvm::Type* leaf) {
    return chunk_.scratch(llvm::ArrayType::get(stored_type(chunk_, leaf), chunk_.lanes), array_align);
}

llvm::Value* LaneLoop::extended(llvm::Value* part) {
    llvm::Type* type = part->getType()->getScalarType();
    llvm::Type* stored = stored_type(chunk_, type);
    return stored == type ? part : builder_.CreateZExt(part, values_.lanes_of(stored));
}

LaneLoop::Arrays LaneLoop::store_operands(const llvm::Instruction& original) {
    Arrays arrays;
    for (const llvm::Value* operand : original.operands()) {
        const Shape shape = chunk_.shapes.of(operand);
        const bool scalar = shape.is_scalar() && !shape.checked;
        if (scalar || arrays.contains(operand)) continue;
        Parts rooms;
        for (llvm::Value* part : values_.parts(operand)) {
            rooms.push_back(new_array(part->getType()->getScalarType()));
            builder_.CreateAlignedStore(extended(part), rooms.back(), array_align);
        }
        arrays[operand] = rooms;
    }
    return arrays;
}

// Returns an operand's value in one lane. Loads the value from the operand's array or, if the operand is uniform or
// strided, computes it from lane 0's value.
llvm::Value* LaneLoop::lane_value(const llvm::Value* original, llvm::Value* lane, const Arrays& arrays) {
    const auto known = arrays.find(original);
    if (known == arrays.end()) {
        llvm::Value* first = values_.scalar(original);
        const std::int64_t stride = chunk_.shapes.of(original).stride;
        if (stride == 0) return first;
        llvm::Value* way = builder_.CreateMul(lane, builder_.getInt64(static_cast<std::uint64_t>(stride)));
        if (first->getType()->isPointerTy()) return builder_.CreateGEP(builder_.getInt8Ty(), first, way);
        return builder_.CreateAdd(first, builder_.CreateZExtOrTrunc(way, first->getType()));
    }
    Parts leaves;
    const auto types = leaf_types(original->getType());
    for (unsigned i = 0; i < types.size(); ++i) {
        llvm::Type* type = stored_type(chunk_, types[i]);
        llvm::Value* place = builder_.CreateGEP(type, known->second[i], lane);
        llvm::Value* leaf = builder_.CreateLoad(type, place);
        leaves.push_back(type == types[i] ? leaf : builder_.CreateTrunc(leaf, types[i]));
    }
    return assemble_leaves(builder_, original->getType(), leaves);
}

void LaneLoop::run_lane(const llvm::Instruction& original, llvm::Value* lane, const Arrays& operands,
                        const Parts& results) {
    llvm::Instruction* copy = original.clone();
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands())
        if (!llvm::isa<llvm::Function>(operand)) operand = lane_value(operand, lane, operands);
    builder_.Insert(copy);
    for (unsigned i = 0; i < results.size(); ++i) {
        llvm::Value* leaf = extract_leaf(builder_, copy, i);
        llvm::Type* type = stored_type(chunk_, leaf->getType());
        if (type != leaf->getType()) leaf = builder_.CreateZExt(leaf, type);
        builder_.CreateStore(leaf, builder_.CreateGEP(type, results[i], lane));
    }
}

void LaneLoop::for_each_lane(llvm::Value* turns, llvm::function_ref<void(llvm::Value* lane)> run_lane) {
    llvm::Value* bits = builder_.CreateZExt(chunk_.masks.bits(turns), builder_.getInt64Ty());
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* body = chunk_.new_block("lane");
    llvm::BasicBlock* after = chunk_.new_block();
    builder_.CreateBr(body);
    builder_.SetInsertPoint(body);
    llvm::PHINode* left = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    llvm::Value* lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder_.getTrue());
    run_lane(lane);
    llvm::Value* rest = builder_.CreateAnd(left, builder_.CreateSub(left, builder_.getInt64(1)));
    left->addIncoming(bits, before);
    left->addIncoming(rest, builder_.GetInsertBlock());
    builder_.CreateCondBr(builder_.CreateIsNotNull(rest), body, after);
    builder_.SetInsertPoint(after);
}

// Loads the results of all lanes. Returns poison if there are no arrays, since the results then have no uses.
Parts LaneLoop::load_results(llvm::Type* type, const Parts& results) {
    Parts parts;
    const auto types = leaf_types(type);
    for (unsigned i = 0; i < types.size(); ++i) {
        auto* lanes_type = values_.lanes_of(types[i]);
        if (results.empty()) {
            parts.push_back(llvm::PoisonValue::get(lanes_type));
            continue;
        }
        auto* memory_type = values_.lanes_of(stored_type(chunk_, types[i]));
        llvm::Value* part = builder_.CreateAlignedLoad(memory_type, results[i], array_align);
        parts.push_back(memory_type == lanes_type ? part : builder_.CreateTrunc(part, lanes_type));
    }
    return parts;
}

void LaneLoop::store_results(const Parts& values, const Parts& results) {
    for (unsigned i = 0; i < results.size(); ++i)
        builder_.CreateAlignedStore(extended(values[i]), results[i], array_align);
}

// Makes arrays for the results; makes none if the results have no uses.
Parts LaneLoop::new_results(const llvm::Instruction& original) {
    Parts results;
    if (original.getType()->isVoidTy() || original.use_empty()) return results;
    for (llvm::Type* leaf : leaf_types(original.getType())) results.push_back(new_array(leaf));
    return results;
}

void LaneLoop::run(llvm::Instruction& original) {
    const Arrays operands = store_operands(original);
    const Parts results = new_results(original);
    if_any_on(chunk_, {}, [&]() -> Parts {
        for_each_lane(chunk_.masks.current(), [&](llvm::Value* lane) { run_lane(original, lane, operands, results); });
        return {};
    });
    if (original.getType()->isVoidTy()) return;
    values_.set_parts(&original, load_results(original.getType(), results));
}

void LaneLoop::run(llvm::Instruction& original, llvm::Value* turns, const Parts& otherwise) {
    const Parts results = new_results(original);
    const auto take_turns = [&]() -> Parts {
        const Arrays operands = store_operands(original);
        store_results(otherwise, results);
        for_each_lane(turns, [&](llvm::Value* lane) { run_lane(original, lane, operands, results); });
        return load_results(original.getType(), results);
    };
    values_.set_parts(&original, either(chunk_, chunk_.masks.any_lane(turns), take_turns, [&] { return otherwise; }));
}

}  // namespace lanewise::compiler
