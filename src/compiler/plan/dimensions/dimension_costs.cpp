#include "compiler/plan/dimensions/dimension_costs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/dimensions/single_items.h"
#include "compiler/plan/estimates/block_frequency.h"
#include "compiler/plan/estimates/latency.h"

namespace lanewise::compiler {
namespace {

bool is_private(const llvm::Value& pointer) { return pointer.getType()->getPointerAddressSpace() == private_space; }

bool is_integer_division(const llvm::Instruction& instruction) {
    return instruction.getOpcode() == llvm::Instruction::UDiv || instruction.getOpcode() == llvm::Instruction::SDiv ||
           instruction.getOpcode() == llvm::Instruction::URem || instruction.getOpcode() == llvm::Instruction::SRem;
}

bool has_constant_divisor(const llvm::Instruction& division) {
    return llvm::isa<llvm::Constant>(division.getOperand(1));
}

// Whether code generation folds `instruction` into other instructions or hoists `instruction`, so that the instruction
// costs nothing.
bool is_free(const llvm::Instruction& instruction) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        return intrinsic->getType()->isVoidTy() || intrinsic->isAssumeLikeIntrinsic();
    return llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst>(instruction) || is_operation(&instruction);
}

// Computes the cost of instructions for lanes along one dimension. If several shapes are given, the lanes of a chunk
// belong to several rows, so the ids of all dimensions differ between lanes.
class Pricing {
public:
    Pricing(llvm::Function& kernel, unsigned lanes, const Target& target)
        : kernel_(kernel),
          lanes_(lanes),
          register_bits_(target.vector_bits),
          isa_(VectorIsa::of_features(target.features)) {}

    LaneCost of(const llvm::Instruction& instruction, llvm::ArrayRef<const ShapeInfo*> shapes) const;
    /// Returns the cost of `instruction` in scalar code, for one work-item.
    static std::uint64_t of_one_lane(const llvm::Instruction& instruction);

private:
    using Shapes = llvm::ArrayRef<const ShapeInfo*>;

    static bool is_uniform(const llvm::Value& value, Shapes shapes) {
        return llvm::all_of(shapes, [&](const ShapeInfo* one) { return one->of(&value).is_uniform(); });
    }
    LaneCost of_access(const llvm::Instruction& access, const llvm::Value& pointer, Shapes shapes) const;
    LaneCost of_division(const llvm::Instruction& division) const;

    llvm::Function& kernel_;
    unsigned lanes_;
    unsigned register_bits_;
    VectorIsa isa_;
};

LaneCost Pricing::of_access(const llvm::Instruction& access, const llvm::Value& pointer, Shapes shapes) const {
    if (is_uniform(pointer, shapes)) return {.together = costs::price};
    const bool is_store = llvm::isa<llvm::StoreInst>(access);
    const bool is_local = pointer.getType()->getPointerAddressSpace() == local_space;
    const std::uint64_t percent = is_store ? (is_local ? costs::scattered_local_store : costs::scattered_store)
                                           : (is_local ? costs::scattered_local_load : costs::scattered_load);
    const LaneCost scattered{.apart = costs::price * lanes_ * percent / 100};
    if (shapes.size() > 1) return scattered;
    const AccessKind kind = AccessKinds(*shapes.front(), isa_).of(access, /*masked=*/false);
    // Local memory costs more: if a work-group processes a tile, each chunk crosses the edge of the tile, where
    // addresses are not consecutive.
    if (is_likely(kind))
        return {.together = costs::price * (is_local ? costs::likely_ramp_of_tile : costs::likely_ramp)};
    if (is_scattered(kind)) return scattered;
    const Shape shape = shapes.front()->of(&pointer);
    const std::uint64_t bytes =
        kernel_.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
    const auto stride = static_cast<std::uint64_t>(std::abs(shape.stride));
    const std::uint64_t registers = std::max<std::uint64_t>(1, stride * lanes_ * 8 / register_bits_);
    if (stride <= bytes) return {.together = costs::price * registers};
    // Strided loads become wide loads and shuffles; stores that leave gaps are scattered.
    const LaneCost shuffled{.together = 2 * costs::price * registers};
    return is_store || scattered.sum() < shuffled.sum() ? scattered : shuffled;
}

LaneCost Pricing::of_division(const llvm::Instruction& division) const {
    if (division.getType()->getScalarSizeInBits() > 32) return {.apart = costs::price * lanes_};
    return {.together = costs::price * (has_constant_divisor(division) ? costs::constant_division : lanes_)};
}

LaneCost Pricing::of(const llvm::Instruction& instruction, Shapes shapes) const {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
        return is_private(*pointer) ? LaneCost{.together = costs::price} : of_access(instruction, *pointer, shapes);
    if (instruction.isAtomic()) return {.apart = costs::price * lanes_};
    if (instruction.isTerminator()) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
        const bool parts = branch && branch->isConditional() && !is_uniform(*branch->getCondition(), shapes);
        return {.together = parts ? 2 * costs::price : 0};
    }
    if (is_free(instruction)) return {};
    if (is_uniform(instruction, shapes)) return {.together = work_of(instruction) * costs::price / 4};
    if (is_integer_division(instruction)) return of_division(instruction);
    return {.together = work_of(instruction) * costs::price};
}

std::uint64_t Pricing::of_one_lane(const llvm::Instruction& instruction) {
    if (llvm::getLoadStorePointerOperand(&instruction) || instruction.isAtomic()) return costs::scalar_access;
    if (instruction.isTerminator() || is_free(instruction)) return 0;
    if (is_integer_division(instruction))
        return has_constant_divisor(instruction) ? costs::scalar_constant_division : costs::scalar_division;
    return work_of(instruction) * (work_of(instruction) == 1 ? costs::price / 2 : costs::price);
}

// Returns the number of elements of `access` in a cache line; 0 if neighbouring work-items do not access adjacent
// elements.
std::uint32_t items_of_line(const llvm::Instruction& access, const Shape& shape) {
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    const std::uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
    if (!shape.is_strided() || static_cast<std::uint64_t>(std::abs(shape.stride)) != bytes) return 0;
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(costs::line_bytes / bytes, 1));
}

}  // namespace

DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, const Target& target) {
    DimensionCosts result;
    const unsigned dimensions = asked_dimensions(kernel);
    // If the kernel uses one dimension, the only choice is between lanes and scalar code. The costs of these two
    // choices matter only if barriers prevent the device from merging work-groups.
    if ((dimensions & 6) == 0 && (dimensions == 0 || !has_barriers(kernel))) return result;
    const PrivateLayouts layouts(kernel);
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    const Pricing pricing(kernel, lanes, target);
    std::array<std::optional<ShapeInfo>, 3> shapes;
    llvm::SmallVector<const ShapeInfo*, 3> all;
    for (unsigned d = 0; d < 3; ++d)
        if (dimensions & (1u << d)) all.push_back(&shapes[d].emplace(kernel, lanes, layouts, d));
    const auto note_crossings = [&](const llvm::Instruction& access, const llvm::Value& pointer) {
        for (unsigned d = 0; d < 3; ++d)
            for (unsigned other = 0; other < 3; ++other)
                if (shapes[d] && shapes[other] && shapes[d]->of(&pointer).is_varying())
                    if (const std::uint32_t items = items_of_line(access, shapes[other]->of(&pointer)))
                        result.crossings[d] = {other, std::max(items, result.crossings[d].items)};
    };
    for (unsigned d = 0; d < 3; ++d)
        if (shapes[d]) result.along[d].together = 1;  // nonzero even for an empty kernel, because 0 means "no id"
    result.along_linear_id.together = costs::price * costs::linear_ids;
    const BlockFrequency runs(loops);
    std::uint64_t one_lane = 0;
    for (const llvm::BasicBlock& block : kernel) {
        const std::uint64_t weight = runs.of(block);
        for (const llvm::Instruction& instruction : block) {
            for (unsigned d = 0; d < 3; ++d)
                if (shapes[d]) result.along[d] += pricing.of(instruction, &*shapes[d]).times(weight);
            result.along_linear_id += pricing.of(instruction, all).times(weight);
            one_lane += weight * pricing.of_one_lane(instruction);
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            if (pointer && weight == 1 && !is_private(*pointer)) note_crossings(instruction, *pointer);
        }
    }
    for (unsigned d = 0; d < 3; ++d)
        result.single_items[d] = shapes[d] && has_single_items(kernel, *shapes[d], dominators);
    result.one_lane = std::max<std::uint64_t>(one_lane * lanes, 1);
    return result;
}

}  // namespace lanewise::compiler
