#include "compiler/plan/estimates/row_loads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

/// Computes addresses of one row of work-items as numbers. An unknown value becomes an arbitrary number, which is the
/// same at each use of the value.
class Numbers {
public:
    Numbers(const llvm::DataLayout& layout, unsigned row) : layout_(layout), row_(row) {}

    std::uint64_t of(const llvm::Value& value, unsigned depth = 0) {
        if (const auto known = numbers_.find(&value); known != numbers_.end()) return known->second;
        const std::uint64_t number = computed(value, depth);
        return numbers_[&value] = number;
    }

private:
    std::uint64_t computed(const llvm::Value& value, unsigned depth);
    std::uint64_t of_address(const llvm::GEPOperator& address, unsigned depth);

    static std::uint64_t some_number(const llvm::Value& value) { return llvm::hash_value(&value); }

    const llvm::DataLayout& layout_;
    unsigned row_;
    llvm::DenseMap<const llvm::Value*, std::uint64_t> numbers_;
};

std::uint64_t Numbers::of_address(const llvm::GEPOperator& address, unsigned depth) {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
    llvm::APInt constant(64, 0);
    if (!address.collectOffset(layout_, 64, variable, constant)) return some_number(address);
    std::uint64_t place = of(*address.getPointerOperand(), depth) + constant.getZExtValue();
    for (const auto& [index, size] : variable) place += of(*index, depth) * size.getZExtValue();
    return place;
}

std::uint64_t Numbers::computed(const llvm::Value& value, unsigned depth) {
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(&value))
        return constant->getValue().sextOrTrunc(64).getZExtValue();
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (!instruction || depth == budget::address_depth) return some_number(value);
    if (const auto* address = dyn_cast<llvm::GEPOperator>(instruction)) return of_address(*address, depth + 1);
    if (const auto* call = dyn_cast<llvm::CallInst>(instruction)) {
        if (!(traits_of(call) & trait::id)) return some_number(value);
        const auto* dimension = dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
        const std::uint64_t id = llvm::hash_combine(operation_name(*call), dimension ? dimension->getZExtValue() : 3);
        return dimension && dimension->isOne() ? id + row_ : id;
    }
    const auto operand = [&](unsigned i) { return of(*instruction->getOperand(i), depth + 1); };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Or: return operand(0) + operand(1);
        case llvm::Instruction::Sub: return operand(0) - operand(1);
        case llvm::Instruction::Mul: return operand(0) * operand(1);
        case llvm::Instruction::Shl: return operand(0) << (operand(1) & 63);
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc: return operand(0);
        default: return some_number(value);
    }
}

}  // namespace

RowLoads loads_of_two_rows(const llvm::Function& kernel) {
    const llvm::DataLayout& layout = kernel.getDataLayout();
    Numbers first(layout, 0), second(layout, 1);
    RowLoads result;
    llvm::DenseSet<std::uint64_t> places;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        const auto* load = dyn_cast<llvm::LoadInst>(&instruction);
        if (!load) continue;
        const std::uint64_t a = first.of(*load->getPointerOperand()), b = second.of(*load->getPointerOperand());
        if (a == b) continue;
        result.loads += 2;
        places.insert(a);
        places.insert(b);
    }
    result.places = places.size();
    return result;
}

}  // namespace lanewise::compiler
