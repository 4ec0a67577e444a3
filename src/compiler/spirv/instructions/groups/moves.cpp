// Broadcasts, shuffles and rotations of the SPIR-V specification (sections 3.52.21 and 3.52.24), and of the extensions
// SPV_KHR_subgroup_rotate, SPV_KHR_shader_ballot and SPV_INTEL_subgroups.
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <bit>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/groups/lane_values.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// Calls a sub-group builtin whose first argument is the value to move, and whose further arguments are `words`. Returns
// the moved value.
llvm::Value* move_lanes(Body& body, const Instruction& instruction, std::string_view function, std::size_t value,
                        llvm::ArrayRef<llvm::Value*> words, Sign sign = Sign::is_unsigned) {
    const auto move = [&](llvm::Value* part) -> llvm::Value* {
        llvm::SmallVector<Parameter, 3> parameters{number(part->getType())};
        llvm::SmallVector<llvm::Value*, 3> arguments{part};
        for (llvm::Value* word : words) {
            // The only argument that can be signed is the distance of a rotation, the first argument after the value.
            const bool is_distance = parameters.size() == 1;
            parameters.push_back(number(word->getType(), is_distance ? sign : Sign::is_unsigned));
            arguments.push_back(word);
        }
        return call_builtin(body, function, part->getType(), parameters, arguments, true);
    };
    return move_words(body, instruction, body.operand(instruction, value), 8, move);
}

std::string_view function_of(Op op) {
    switch (op) {
        case Op::GroupNonUniformBroadcast: return "sub_group_non_uniform_broadcast";
        case Op::GroupNonUniformShuffle: return "sub_group_shuffle";
        case Op::GroupNonUniformShuffleXor: return "sub_group_shuffle_xor";
        case Op::GroupNonUniformShuffleUp: return "sub_group_shuffle_up";
        case Op::GroupNonUniformShuffleDown: return "sub_group_shuffle_down";
        case Op::SubgroupShuffleXorINTEL: return "sub_group_shuffle_xor";
        default: return "sub_group_shuffle";
    }
}

llvm::Value* move_by_word(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    return move_lanes(body, instruction, function_of(instruction.op), 1, word_operand(body, instruction, 2));
}

llvm::Value* shuffle_intel(Body& body, const Instruction& instruction) {
    return move_lanes(body, instruction, function_of(instruction.op), 0, word_operand(body, instruction, 1));
}

llvm::Value* broadcast_first(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    return move_lanes(body, instruction, "sub_group_broadcast_first", 1, {});
}

llvm::Value* khr_first(Body& body, const Instruction& instruction) {
    return move_lanes(body, instruction, "sub_group_broadcast_first", 0, {});
}

llvm::Value* rotate(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    llvm::Value* distance = word_operand(body, instruction, 2);
    if (instruction.operands.size() < 4)
        return move_lanes(body, instruction, "sub_group_rotate", 1, distance, Sign::is_signed);
    const std::uint64_t size = body.all.constant(instruction.operands[3], instruction);
    body.all.require(std::has_single_bit(size), instruction, "the cluster's size is no power of two");
    constexpr std::uint64_t largest_sub_group = 32;
    llvm::Value* cluster = body.builder.getInt32(static_cast<std::uint32_t>(std::min(size, largest_sub_group)));
    return move_lanes(body, instruction, "sub_group_clustered_rotate", 1, {distance, cluster}, Sign::is_signed);
}

llvm::Value* own_lane(Body& body) {
    return call_builtin(body, "get_sub_group_local_id", body.builder.getInt32Ty(), {}, {});
}

// A quad is four consecutive work-items.
llvm::Value* quad_broadcast(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* index = builder.CreateAnd(word_operand(body, instruction, 2), builder.getInt32(3));
    llvm::Value* first = builder.CreateAnd(own_lane(body), builder.getInt32(~3U));
    return move_lanes(body, instruction, "sub_group_shuffle", 1, builder.CreateOr(first, index));
}

llvm::Value* quad_swap(Body& body, const Instruction& instruction) {
    require_sub_group(body, instruction);
    // Section 3.52.24: direction 0 swaps horizontally, 1 vertically, 2 diagonally.
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* mask = builder.CreateAdd(word_operand(body, instruction, 2), builder.getInt32(1));
    return move_lanes(body, instruction, "sub_group_shuffle_xor", 1, builder.CreateAnd(mask, builder.getInt32(3)));
}

// Shuffles across two values: returns the value of lane `from` in the concatenation of both values.
llvm::Value* shuffle_across(Body& body, const Instruction& instruction) {
    const bool is_down = instruction.op == Op::SubgroupShuffleDownINTEL;
    body.all.require(body.operand(instruction, 0)->getType() == body.operand(instruction, 1)->getType(), instruction,
                     "the values have different types");
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* distance = word_operand(body, instruction, 2);
    llvm::Value* lane = own_lane(body);
    llvm::Value* from = is_down ? builder.CreateAdd(lane, distance) : builder.CreateSub(lane, distance);
    llvm::Value* width = call_builtin(body, "get_max_sub_group_size", builder.getInt32Ty(), {}, {});
    // The operands of a shuffle down are the current and the next value. The operands of a shuffle up are the previous
    // and the current value.
    llvm::Value* current = move_lanes(body, instruction, "sub_group_shuffle", is_down ? 0 : 1, from);
    llvm::Value* other = move_lanes(body, instruction, "sub_group_shuffle", is_down ? 1 : 0, from);
    return builder.CreateSelect(builder.CreateICmpULT(from, width), current, other);
}

// Returns the components of an operand that is a local id of one to three dimensions.
llvm::SmallVector<llvm::Value*, 3> group_place(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* id = body.integer(instruction, index);
    llvm::SmallVector<llvm::Value*, 3> place;
    const auto add = [&](llvm::Value* part) { place.push_back(builder.CreateZExtOrTrunc(part, builder.getInt64Ty())); };
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(id->getType());
    body.all.require(!vector || vector->getNumElements() <= 3, instruction, "a local id has one to three components");
    if (!vector) add(id);
    for (unsigned i = 0; vector && i < vector->getNumElements(); ++i) add(builder.CreateExtractElement(id, i));
    return place;
}

llvm::Value* group_broadcast(Body& body, const Instruction& instruction) {
    const llvm::SmallVector<llvm::Value*, 3> place = group_place(body, instruction, 2);
    llvm::IRBuilder<>& builder = body.builder;
    if (!is_of_work_group(body, instruction)) {
        llvm::Value* lane = builder.CreateTrunc(place[0], builder.getInt32Ty());
        return move_lanes(body, instruction, "sub_group_broadcast", 1, lane);
    }
    const auto move = [&](llvm::Value* part) -> llvm::Value* {
        llvm::SmallVector<Parameter, 4> parameters{number(part->getType())};
        llvm::SmallVector<llvm::Value*, 4> arguments{part};
        for (llvm::Value* component : place) {
            parameters.push_back(number(component->getType()));
            arguments.push_back(component);
        }
        return call_builtin(body, "work_group_broadcast", part->getType(), parameters, arguments, true);
    };
    return move_words(body, instruction, body.operand(instruction, 1), 32, move);
}

constexpr TranslationRow rows[] = {
    {Op::GroupBroadcast, group_broadcast},
    {Op::GroupNonUniformBroadcast, move_by_word},
    {Op::GroupNonUniformBroadcastFirst, broadcast_first},
    {Op::GroupNonUniformShuffle, move_by_word},
    {Op::GroupNonUniformShuffleXor, move_by_word},
    {Op::GroupNonUniformShuffleUp, move_by_word},
    {Op::GroupNonUniformShuffleDown, move_by_word},
    {Op::GroupNonUniformRotateKHR, rotate},
    {Op::GroupNonUniformQuadBroadcast, quad_broadcast},
    {Op::GroupNonUniformQuadSwap, quad_swap},
    {Op::SubgroupFirstInvocationKHR, khr_first},
    {Op::SubgroupReadInvocationKHR, shuffle_intel},
    {Op::SubgroupShuffleINTEL, shuffle_intel},
    {Op::SubgroupShuffleXorINTEL, shuffle_intel},
    {Op::SubgroupShuffleDownINTEL, shuffle_across},
    {Op::SubgroupShuffleUpINTEL, shuffle_across},
};

}  // namespace

std::span<const TranslationRow> group_move_rows() { return rows; }

}  // namespace lanewise::compiler::il
