#include "compiler/plan/dimension_costs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "compiler/analysis/likely_stride.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/latency.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned deepest = 6;  // loops beyond weigh no more

// The dimensions that the kernel asks ids of, as bits.
unsigned dimensions_of(const llvm::Function& kernel) {
    unsigned dimensions = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (!(traits_of(&instruction) & trait::id)) continue;
        const auto* dimension =
            llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
        dimensions |= dimension ? 1u << dimension->getZExtValue() : 7u;
    }
    return dimensions;
}

bool is_private(const llvm::Value& pointer) { return pointer.getType()->getPointerAddressSpace() == private_space; }

bool is_integer_division(const llvm::Instruction& instruction) {
    return instruction.getOpcode() == llvm::Instruction::UDiv || instruction.getOpcode() == llvm::Instruction::SDiv ||
           instruction.getOpcode() == llvm::Instruction::URem || instruction.getOpcode() == llvm::Instruction::SRem;
}

// What code generation makes part of other instructions, or hoists.
bool is_free(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst, llvm::IntrinsicInst>(instruction) ||
           is_operation(&instruction);
}

// With lanes along one dimension, or (several shapes) along all.
class Pricing {
public:
    Pricing(llvm::Function& kernel, unsigned lanes, unsigned register_bits)
        : kernel_(kernel), lanes_(lanes), register_bits_(register_bits) {}

    std::uint64_t of(const llvm::Instruction& instruction, llvm::ArrayRef<const ShapeInfo*> shapes) const;
    /// Of one work-item.
    static std::uint64_t of_one_lane(const llvm::Instruction& instruction);

private:
    using Shapes = llvm::ArrayRef<const ShapeInfo*>;

    static bool is_uniform(const llvm::Value& value, Shapes shapes) {
        return llvm::all_of(shapes, [&](const ShapeInfo* one) { return one->of(&value).is_uniform(); });
    }
    std::uint64_t of_access(const llvm::Instruction& access, const llvm::Value& pointer, Shapes shapes) const;

    llvm::Function& kernel_;
    unsigned lanes_;
    unsigned register_bits_;
};

std::uint64_t Pricing::of_access(const llvm::Instruction& access, const llvm::Value& pointer, Shapes shapes) const {
    if (is_uniform(pointer, shapes)) return costs::price;
    const bool is_store = llvm::isa<llvm::StoreInst>(access);
    const std::uint64_t scattered =
        costs::price * lanes_ * (is_store ? costs::scattered_store : costs::scattered_load) / 100;
    if (shapes.size() > 1) return scattered;
    const Shape shape = shapes.front()->of(&pointer);
    if (!shape.is_scalar())
        return !is_store && is_likely_ramp(pointer, *shapes.front(), budget::guessed_depth) ? 3 * costs::price
                                                                                            : scattered;
    const std::uint64_t bytes =
        kernel_.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
    const auto stride = static_cast<std::uint64_t>(std::abs(shape.stride));
    const std::uint64_t registers = std::max<std::uint64_t>(1, stride * lanes_ * 8 / register_bits_);
    if (stride <= bytes) return costs::price * registers;
    // Wide accesses, and shuffles; stores that leave gaps are scattered.
    return is_store ? scattered : std::min(scattered, 2 * costs::price * registers);
}

std::uint64_t Pricing::of(const llvm::Instruction& instruction, Shapes shapes) const {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
        return is_private(*pointer) ? costs::price : of_access(instruction, *pointer, shapes);
    if (instruction.isAtomic()) return costs::price * lanes_;
    if (instruction.isTerminator()) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
        return branch && branch->isConditional() && !is_uniform(*branch->getCondition(), shapes) ? 2 * costs::price : 0;
    }
    if (is_free(instruction)) return 0;
    const bool is_uniform_value = is_uniform(instruction, shapes);
    if (is_integer_division(instruction) && !is_uniform_value) return costs::price * lanes_;
    const std::uint64_t count = llvm::isa<llvm::CallInst>(instruction) ? costs::call_cycles : 1;
    return count * (is_uniform_value ? costs::price / 4 : costs::price);
}

std::uint64_t Pricing::of_one_lane(const llvm::Instruction& instruction) {
    if (llvm::getLoadStorePointerOperand(&instruction) || instruction.isAtomic()) return costs::price;
    if (instruction.isTerminator() || is_free(instruction)) return 0;
    return llvm::isa<llvm::CallInst>(instruction) ? costs::price * costs::call_cycles : costs::price / 2;
}

// Of accesses next to each other, those to one line of the caches; 0: they are not next to each other.
std::uint32_t items_of_line(const llvm::Instruction& access, const Shape& shape) {
    const llvm::DataLayout& layout = access.getModule()->getDataLayout();
    const std::uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
    if (!shape.is_strided() || static_cast<std::uint64_t>(std::abs(shape.stride)) != bytes) return 0;
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(costs::line_bytes / bytes, 1));
}

std::uint32_t clamped(std::uint64_t cost) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(cost, 1, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

DimensionCosts dimension_costs(llvm::Function& kernel, unsigned lanes, unsigned register_bits) {
    DimensionCosts result;
    const unsigned dimensions = dimensions_of(kernel);
    // Along one dimension it is only whether to have lanes, which matters where work-groups cannot be put together.
    if ((dimensions & 6) == 0 && (dimensions == 0 || !has_barriers(kernel))) return result;
    const PrivateLayouts layouts(kernel);
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    const Pricing pricing(kernel, lanes, register_bits);
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
    std::array<std::uint64_t, 4> sums{};
    std::uint64_t one_lane = 0;
    for (const llvm::BasicBlock& block : kernel) {
        const std::uint64_t weight = likely_runs(block, loops, deepest);
        for (const llvm::Instruction& instruction : block) {
            for (unsigned d = 0; d < 3; ++d)
                if (shapes[d]) sums[d] += weight * pricing.of(instruction, &*shapes[d]);
            sums[3] += weight * pricing.of(instruction, all);
            one_lane += weight * pricing.of_one_lane(instruction);
            const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
            if (pointer && weight == 1 && !is_private(*pointer)) note_crossings(instruction, *pointer);
        }
    }
    for (unsigned d = 0; d < 3; ++d)
        if (shapes[d]) result.along[d] = clamped(sums[d]);
    result.along_linear_id = clamped(sums[3] + costs::price * costs::linear_ids);
    result.one_lane = clamped(one_lane * lanes);
    return result;
}

}  // namespace lanewise::compiler
