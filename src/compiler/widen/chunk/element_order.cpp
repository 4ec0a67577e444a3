#include "compiler/widen/chunk/element_order.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/ir/calls/builtin_names.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// Returns the type of the source vector that `instruction` stores or makes; null if there is none.
const llvm::FixedVectorType* vector_type(const llvm::Instruction& instruction) {
    const auto* store = dyn_cast<llvm::StoreInst>(&instruction);
    return dyn_cast<llvm::FixedVectorType>(store ? store->getValueOperand()->getType() : instruction.getType());
}

class Finder {
public:
    Finder(const ShapeInfo& shapes, const PrivateLayouts& layouts, const llvm::DataLayout& layout, unsigned lanes)
        : shapes_(shapes), layouts_(layouts), layout_(layout), lanes_(lanes) {}

    // Whether `instruction` still does the same with each element if the elements of all its vectors are reordered.
    bool keeps_order(const llvm::Instruction& instruction) const {
        const auto* type = vector_type(instruction);
        if (!type || type->getNumElements() > lanes_ || !llvm::isPowerOf2_32(type->getNumElements())) return false;
        if (isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return is_contiguous(instruction, *type);
        if (isa<llvm::PHINode, llvm::UnaryOperator, llvm::CmpInst, llvm::FreezeInst>(instruction)) return true;
        if (const auto* cast = dyn_cast<llvm::CastInst>(&instruction)) {
            const auto* from = dyn_cast<llvm::FixedVectorType>(cast->getSrcTy());
            return from && from->getNumElements() == type->getNumElements();
        }
        // Integer divisions are excluded: the code that replaces divisors of inactive lanes needs vectors with one
        // element for each lane.
        if (isa<llvm::BinaryOperator>(instruction)) return !instruction.isIntDivRem();
        // The condition of a lane is repeated for each of the lane's elements.
        if (isa<llvm::SelectInst>(instruction)) return true;
        const auto* call = dyn_cast<llvm::CallInst>(&instruction);
        return call && is_by_elements(*call) && llvm::all_of(call->args(), [&](const llvm::Use& argument) {
                   return takes_alike(argument, type->getNumElements());
               });
    }

private:
    // Whether `call` treats all elements alike. If `call` calls a library function, there must be overloads for 4 and
    // more elements (widen/calls/function_calls.h).
    static bool is_by_elements(const llvm::CallInst& call) {
        if (const auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&call))
            return llvm::isTriviallyVectorizable(intrinsic->getIntrinsicID());
        if (!call.getCalledFunction() || !is_late_builtin(call.getCalledFunction()->getName())) return false;
        const auto overload = overload_of_width(call.getCalledFunction()->getName(), 4);
        return overload && is_late_builtin(*overload);
    }

    // Whether `operand` is a vector with `elements` elements, or a scalar that is equal in all lanes.
    bool takes_alike(const llvm::Value* operand, unsigned elements) const {
        const auto* type = dyn_cast<llvm::FixedVectorType>(operand->getType());
        return type ? type->getNumElements() == elements : shapes_.of(operand).is_uniform();
    }

    bool is_contiguous(const llvm::Instruction& access, const llvm::FixedVectorType& type) const {
        const bool simple = isa<llvm::LoadInst>(access) ? llvm::cast<llvm::LoadInst>(access).isSimple()
                                                        : llvm::cast<llvm::StoreInst>(access).isSimple();
        const std::uint64_t bits = layout_.getTypeSizeInBits(type.getElementType());
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
        const Shape shape = shapes_.of(pointer);
        return simple && bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits) && shape.is_strided() && !shape.checked &&
               shape.stride == static_cast<std::int64_t>(type.getNumElements() * bits / 8) && !layouts_.unit(pointer);
    }

    const ShapeInfo& shapes_;
    const PrivateLayouts& layouts_;
    const llvm::DataLayout& layout_;
    const unsigned lanes_;
};

bool works(const llvm::Instruction& instruction) {
    return !isa<llvm::LoadInst, llvm::StoreInst, llvm::PHINode>(instruction);
}

// Returns the instruction that makes `value` if `value` is a source vector that differs between lanes; otherwise null.
const llvm::Instruction* vector_of_lanes(const llvm::Value* value, const ShapeInfo& shapes) {
    const auto* made = dyn_cast<llvm::Instruction>(value);
    return made && made->getType()->isVectorTy() && !shapes.of(made).is_uniform() ? made : nullptr;
}

/// Counts the shuffles of connected instructions in two forms: with elements in the order of memory, and with one
/// vector for each component. The unit is half a shuffle, because source vectors of at most 32 bits take half the work.
class Shuffling {
public:
    Shuffling(const ShapeInfo& shapes, const llvm::DenseSet<const llvm::Instruction*>& alike,
              const llvm::LoopInfo& loops, unsigned lanes)
        : shapes_(shapes), alike_(alike), loops_(loops), lanes_(lanes) {}

    void add(const llvm::Instruction& member) {
        const std::uint64_t once = runs(*member.getParent());
        if (llvm::getLoadStorePointerOperand(&member)) by_component_ += reordered(*vector_type(member)) * once;
        if (is_used_apart(member, alike_)) in_order_ += reordered(*vector_type(member)) * once;
        for (const llvm::Use& operand : member.operands())
            if (const auto* made = made_apart(operand)) {
                const auto& type = *llvm::cast<llvm::FixedVectorType>(made->getType());
                in_order_ += (is_of_one_number(*made) ? spread(type) : reordered(type)) * runs(block_of(operand));
            }
        const auto* choice = dyn_cast<llvm::SelectInst>(&member);
        if (choice && !choice->getCondition()->getType()->isVectorTy() &&
            !shapes_.of(choice->getCondition()).is_uniform())
            in_order_ += spread(*vector_type(member)) * once;
    }

    bool is_least_in_order() const { return in_order_ < by_component_; }

    static bool is_used_apart(const llvm::Instruction& member, const llvm::DenseSet<const llvm::Instruction*>& alike) {
        return llvm::any_of(member.users(), [&](const llvm::User* user) {
            return !alike.contains(llvm::cast<llvm::Instruction>(user));
        });
    }

private:
    std::uint64_t spread(const llvm::FixedVectorType& type) const {
        const unsigned elements = type.getNumElements(), bits = type.getScalarSizeInBits();
        const unsigned registers = std::max(lanes_ * bits / register_bits, 1u);
        return std::uint64_t{elements} * registers * (elements * bits <= 32 ? 1 : 2);
    }
    std::uint64_t reordered(const llvm::FixedVectorType& type) const {
        return spread(type) * llvm::Log2_32_Ceil(type.getNumElements());
    }

    const llvm::Instruction* made_apart(const llvm::Value* operand) const {
        const llvm::Instruction* made = vector_of_lanes(operand, shapes_);
        return made && !alike_.contains(made) ? made : nullptr;
    }

    static bool is_of_one_number(const llvm::Instruction& made) {
        const auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&made);
        return shuffle && shuffle->isZeroEltSplat();
    }

    static const llvm::BasicBlock& block_of(const llvm::Use& use) {
        const auto* phi = dyn_cast<llvm::PHINode>(use.getUser());
        return phi ? *phi->getIncomingBlock(use) : *llvm::cast<llvm::Instruction>(use.getUser())->getParent();
    }

    std::uint64_t runs(const llvm::BasicBlock& block) const {
        std::uint64_t runs = 1;
        for (unsigned depth = std::min(loops_.getLoopDepth(&block), deepest); depth > 0; --depth)
            runs *= costs::inner_iterations;
        return runs;
    }

    static constexpr unsigned deepest = 6;  // deeper loops are treated as if nested this deep
    static constexpr unsigned register_bits = 256;

    const ShapeInfo& shapes_;
    const llvm::DenseSet<const llvm::Instruction*>& alike_;
    const llvm::LoopInfo& loops_;
    const unsigned lanes_;
    std::uint64_t in_order_ = 0, by_component_ = 0;
};

}  // namespace

ElementOrder::ElementOrder(llvm::Function& linearized, const ShapeInfo& shapes, const PrivateLayouts& layouts,
                           unsigned lanes) {
    const Finder finder(shapes, layouts, linearized.getDataLayout(), lanes);
    const auto differs = [&](const llvm::Value* value) { return vector_of_lanes(value, shapes) != nullptr; };
    llvm::DenseSet<const llvm::Instruction*> alike;
    for (const llvm::Instruction& instruction : llvm::instructions(linearized))
        if ((differs(&instruction) || llvm::any_of(instruction.operands(), differs)) && finder.keeps_order(instruction))
            alike.insert(&instruction);
    if (alike.empty()) return;
    llvm::EquivalenceClasses<const llvm::Instruction*> connected;
    for (const llvm::Instruction* instruction : alike) {
        connected.insert(instruction);
        for (const llvm::Value* operand : instruction->operands())
            if (const auto* made = vector_of_lanes(operand, shapes); made && alike.contains(made))
                connected.unionSets(instruction, made);
    }
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    for (const auto& leader : connected) {
        if (!leader->isLeader()) continue;
        const auto members = connected.members(*leader);
        // If a group only copies elements, the elements are not put into the order of memory.
        if (llvm::none_of(members, [](const auto* member) { return works(*member); })) continue;
        Shuffling shuffling(shapes, alike, loops, lanes);
        for (const llvm::Instruction* member : members) shuffling.add(*member);
        if (shuffling.is_least_in_order()) members_.insert_range(members);
    }
}

bool ElementOrder::is_taken_apart(const llvm::Instruction* instruction) const {
    return Shuffling::is_used_apart(*instruction, members_);
}

}  // namespace lanewise::compiler
