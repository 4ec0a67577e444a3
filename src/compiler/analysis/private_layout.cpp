#include "compiler/analysis/private_layout.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// Follows the uses of an array's address, and finds the unit: the element size that all accesses share.
class ArrayUses {
public:
    ArrayUses(const llvm::AllocaInst& array, bool allow_copies)
        : layout_(array.getModule()->getDataLayout()), array_(array), allow_copies_(allow_copies) {}

    // Returns the element size in bytes, or 0 if the accesses do not fit the interleaved layout.
    unsigned unit() {
        if (!array_.isStaticAlloca() || !add(&array_)) return 0;
        for (std::size_t next = 0; next < pointers_.size(); ++next)
            for (const llvm::Use& use : pointers_[next]->uses())
                if (!visit(use)) return 0;
        if (unit_ == 0 || !merged_pointers_are_ours() || !copies_fit()) return 0;
        return offsets_fit() ? unit_ : 0;
    }

    const llvm::SetVector<const llvm::Value*>& pointers() const { return pointers_; }
    llvm::ArrayRef<llvm::MemCpyInst*> copies() const { return copies_.getArrayRef(); }

private:
    bool add(const llvm::Value* pointer) {
        pointers_.insert(pointer);
        return true;
    }

    bool visit(const llvm::Use& use) {
        const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (const auto* load = dyn_cast<llvm::LoadInst>(user))
            return has_rows(*load, *load->getType()) && access(load->getType());
        if (const auto* store = dyn_cast<llvm::StoreInst>(user)) {
            llvm::Type* type = store->getValueOperand()->getType();
            return has_rows(*store, *type) && use.getOperandNo() == 1 && access(type);
        }
        if (isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user)) return add(user);
        if (user->isLifetimeStartOrEnd()) return true;
        if (const auto* fill = dyn_cast<llvm::MemSetInst>(user)) return whole_fill(*fill);
        if (auto* copy = dyn_cast<llvm::MemCpyInst>(use.getUser()); copy && allow_copies_) {
            copies_.insert(copy);
            return !copy->isVolatile() && isa<llvm::ConstantInt>(copy->getLength());
        }
        return false;
    }

    // True if vector accesses can replace the access; each vector holds one element from every lane's copy of the
    // array. Refuses volatile accesses of source vectors: such an access would become several vector accesses, but must
    // become only one.
    static bool has_rows(const llvm::Instruction& access, const llvm::Type& type) {
        return !access.isAtomic() && !(access.isVolatile() && type.isVectorTy());
    }

    bool access(llvm::Type* type) {
        llvm::Type* scalar = type->getScalarType();
        if (!scalar->isIntOrPtrTy() && !scalar->isFloatingPointTy()) return false;
        const std::uint64_t bits = layout_.getTypeSizeInBits(scalar);
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
        const unsigned bytes = static_cast<unsigned>(bits / 8);
        if (unit_ == 0) unit_ = bytes;
        return unit_ == bytes;
    }

    // True if `fill` sets the whole array. Such a fill has the same effect in the interleaved layout and in the
    // ordinary layout.
    bool whole_fill(const llvm::MemSetInst& fill) const {
        const auto* length = dyn_cast<llvm::ConstantInt>(fill.getLength());
        const auto size = array_.getAllocationSize(layout_);
        return !fill.isVolatile() && fill.getDest() == &array_ && length && size &&
               length->getValue() == size->getFixedValue() && isa<llvm::Constant>(fill.getValue());
    }

    bool copies_fit() const {
        return llvm::all_of(copies_, [&](const llvm::MemCpyInst* copy) {
            return llvm::cast<llvm::ConstantInt>(copy->getLength())->getValue().urem(unit_) == 0;
        });
    }

    // True if phis and selects merge only addresses of this array. If an address of this array were merged with an
    // address of another object, this array would need the ordinary memory layout, too.
    bool merged_pointers_are_ours() const {
        for (const llvm::Value* pointer : pointers_) {
            if (const auto* phi = dyn_cast<llvm::PHINode>(pointer)) {
                for (const llvm::Value* incoming : phi->incoming_values())
                    if (!pointers_.contains(incoming)) return false;
            } else if (const auto* choice = dyn_cast<llvm::SelectInst>(pointer)) {
                if (!pointers_.contains(choice->getTrueValue()) || !pointers_.contains(choice->getFalseValue()))
                    return false;
            }
        }
        return true;
    }

    bool offsets_fit() const {
        for (const llvm::Value* pointer : pointers_) {
            const auto* address = dyn_cast<llvm::GEPOperator>(pointer);
            if (!address) continue;
            const unsigned width = layout_.getIndexTypeSizeInBits(address->getType());
            llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> scales;
            llvm::APInt constant(width, 0);
            if (!address->collectOffset(layout_, width, scales, constant)) return false;
            if (constant.srem(unit_) != 0) return false;
            for (const auto& [index, scale] : scales)
                if (scale.srem(unit_) != 0) return false;
        }
        const auto size = array_.getAllocationSize(layout_);
        return size && size->getFixedValue() % unit_ == 0;
    }

    const llvm::DataLayout& layout_;
    const llvm::AllocaInst& array_;
    const bool allow_copies_;
    llvm::SetVector<const llvm::Value*> pointers_;
    llvm::SmallSetVector<llvm::MemCpyInst*, 4> copies_;
    unsigned unit_ = 0;
};

}  // namespace

PrivateLayouts::PrivateLayouts(llvm::Function& function) {
    for (const llvm::BasicBlock& block : function)
        for (const llvm::Instruction& instruction : block) {
            const auto* array = dyn_cast<llvm::AllocaInst>(&instruction);
            if (!array) continue;
            any_ = true;
            ArrayUses uses(*array, false);
            if (const unsigned unit = uses.unit())
                for (const llvm::Value* pointer : uses.pointers()) units_[pointer] = unit;
        }
}

llvm::SmallVector<llvm::MemCpyInst*> PrivateLayouts::copies_in_the_way(const llvm::AllocaInst& array, unsigned& unit) {
    ArrayUses uses(array, true);
    unit = uses.unit();
    return unit ? llvm::SmallVector<llvm::MemCpyInst*>(uses.copies()) : llvm::SmallVector<llvm::MemCpyInst*>();
}

std::uint64_t PrivateLayouts::lane_bytes(const llvm::AllocaInst& array) {
    const auto size = array.getAllocationSize(array.getModule()->getDataLayout());
    return size ? llvm::alignTo(size->getFixedValue(), array.getAlign()) : 0;
}

}  // namespace lanewise::compiler
