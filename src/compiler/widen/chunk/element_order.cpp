#include "compiler/widen/chunk/element_order.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// The source vectors that an instruction is about: what it stores, compares, takes or makes.
const llvm::FixedVectorType* vector_type(const llvm::Instruction& instruction) {
    const auto* store = dyn_cast<llvm::StoreInst>(&instruction);
    return dyn_cast<llvm::FixedVectorType>(store ? store->getValueOperand()->getType() : instruction.getType());
}

class Finder {
public:
    Finder(const ShapeInfo& shapes, const PrivateLayouts& layouts, const llvm::DataLayout& layout, unsigned lanes)
        : shapes_(shapes), layouts_(layouts), layout_(layout), lanes_(lanes) {}

    // Whether what `instruction` does is the same for elements in any order.
    bool keeps_order(const llvm::Instruction& instruction) const {
        const auto* type = vector_type(instruction);
        if (!type || type->getNumElements() > lanes_ || !llvm::isPowerOf2_32(type->getNumElements())) return false;
        if (isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return is_contiguous(instruction, *type);
        if (isa<llvm::PHINode, llvm::UnaryOperator, llvm::CmpInst, llvm::FreezeInst>(instruction)) return true;
        if (const auto* cast = dyn_cast<llvm::CastInst>(&instruction)) {
            const auto* from = dyn_cast<llvm::FixedVectorType>(cast->getSrcTy());
            return from && from->getNumElements() == type->getNumElements();
        }
        // Divisors are made safe lane by lane.
        if (isa<llvm::BinaryOperator>(instruction)) return !instruction.isIntDivRem();
        if (const auto* choice = dyn_cast<llvm::SelectInst>(&instruction))
            return takes_alike(*choice, choice->getCondition());
        const auto* call = dyn_cast<llvm::IntrinsicInst>(&instruction);
        return call && llvm::isTriviallyVectorizable(call->getIntrinsicID()) &&
               llvm::all_of(call->args(), [&](const llvm::Use& argument) { return takes_alike(*call, argument); });
    }

private:
    // A whole vector, or one scalar for all elements of all lanes.
    bool takes_alike(const llvm::Instruction& user, const llvm::Value* operand) const {
        return operand->getType()->isVectorTy() || shapes_.of(operand).is_uniform();
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

}  // namespace

ElementOrder::ElementOrder(llvm::Function& linearized, const ShapeInfo& shapes, const PrivateLayouts& layouts,
                           unsigned lanes) {
    const Finder finder(shapes, layouts, linearized.getDataLayout(), lanes);
    llvm::EquivalenceClasses<const llvm::Instruction*> connected;
    llvm::DenseSet<const llvm::Instruction*> bad;
    const auto differs = [&](const llvm::Value* value) {
        return isa<llvm::Instruction>(value) && value->getType()->isVectorTy() && !shapes.of(value).is_uniform();
    };
    for (const llvm::Instruction& instruction : llvm::instructions(linearized)) {
        const bool uses = llvm::any_of(instruction.operands(), differs);
        if (!uses && !differs(&instruction)) continue;
        connected.insert(&instruction);
        for (const llvm::Value* operand : instruction.operands())
            if (differs(operand)) connected.unionSets(&instruction, llvm::cast<llvm::Instruction>(operand));
        if (!finder.keeps_order(instruction)) bad.insert(&instruction);
    }
    for (const auto& leader : connected) {
        if (!leader->isLeader()) continue;
        const auto members = connected.members(*leader);
        // What is only moved is moved best as it is, lane by lane.
        if (llvm::any_of(members, [&](const auto* member) { return bad.contains(member); }) ||
            llvm::none_of(members, [](const auto* member) { return works(*member); }))
            continue;
        members_.insert_range(members);
    }
}

}  // namespace lanewise::compiler
