#include "compiler/machine/lane_places.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

namespace pattern = llvm::PatternMatch;
using llvm::Value;

class Sum {
public:
    Sum(LanePlaces& places, const llvm::DataLayout& layout) : places_(places), layout_(layout) {}

    /// Adds the terms of all indices of an address; returns false if an index cannot be written as a sum of terms.
    bool add_indices(const llvm::GEPOperator& pointer) {
        for (auto step = llvm::gep_type_begin(pointer), end = llvm::gep_type_end(pointer); step != end; ++step) {
            if (const llvm::StructType* fields = step.getStructTypeOrNull()) {
                const auto* field = llvm::dyn_cast<llvm::ConstantInt>(uniform_part(step.getOperand()));
                if (!field) return false;
                places_.constant +=
                    static_cast<std::int64_t>(layout_.getStructLayout(const_cast<llvm::StructType*>(fields))
                                                  ->getElementOffset(static_cast<unsigned>(field->getZExtValue())));
                continue;
            }
            const llvm::TypeSize stride = step.getSequentialElementStride(layout_);
            if (stride.isScalable() || !step.getOperand()->getType()->isIntOrIntVectorTy(64)) return false;
            if (!add(step.getOperand(), static_cast<std::int64_t>(stride.getFixedValue()), 0)) return false;
        }
        return true;
    }

private:
    static Value* uniform_part(Value* value) {
        Value* splat = llvm::getSplatValue(value);
        return splat ? splat : value;
    }

    static std::int64_t product(std::int64_t a, std::int64_t b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    }

    bool add(Value* index, std::int64_t factor, unsigned depth) {
        index = uniform_part(index);
        const llvm::APInt* number = nullptr;
        if (pattern::match(index, pattern::m_APInt(number))) {
            places_.constant += product(number->getSExtValue(), factor);
            return true;
        }
        if (!index->getType()->isVectorTy()) return take(places_.uniform, index, factor);
        Value* a = nullptr;
        Value* b = nullptr;
        if (depth < budget::depth_of_lane_places) {
            if (pattern::match(index, pattern::m_Add(pattern::m_Value(a), pattern::m_Value(b))))
                return add(a, factor, depth + 1) && add(b, factor, depth + 1);
            if (pattern::match(index, pattern::m_Sub(pattern::m_Value(a), pattern::m_Value(b))))
                return add(a, factor, depth + 1) && add(b, product(factor, -1), depth + 1);
            if (pattern::match(index, pattern::m_Shl(pattern::m_Value(a), pattern::m_APInt(number))) && number->ult(32))
                return add(a, product(factor, std::int64_t{1} << number->getZExtValue()), depth + 1);
            if (pattern::match(index, pattern::m_Mul(pattern::m_Value(a), pattern::m_APInt(number))))
                return add(a, product(factor, number->getSExtValue()), depth + 1);
        }
        return take(places_.varying, index, factor);
    }

    static bool take(llvm::SmallVectorImpl<Term>& terms, Value* value, std::int64_t factor) {
        terms.push_back({value, factor});
        return terms.size() <= budget::terms_of_lane_places;
    }

    LanePlaces& places_;
    const llvm::DataLayout& layout_;
};

}  // namespace

LanePlaces places_of(Value* pointers, const llvm::DataLayout& layout) {
    LanePlaces places;
    Sum sum(places, layout);
    while (pointers->getType()->isVectorTy()) {
        if (Value* splat = llvm::getSplatValue(pointers)) {
            pointers = splat;
            continue;
        }
        const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointers);
        if (!step || !sum.add_indices(*step)) return {};
        pointers = const_cast<Value*>(step->getPointerOperand());
    }
    places.base = pointers;
    return places;
}

LanePlaces places_in_object(LanePlaces places, const llvm::DataLayout& layout) {
    Sum sum(places, layout);
    while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(places.base)) {
        if (!sum.add_indices(*step)) return {};
        places.base = const_cast<Value*>(step->getPointerOperand());
    }
    return places;
}

}  // namespace lanewise::compiler
