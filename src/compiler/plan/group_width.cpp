#include "compiler/plan/group_width.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"

namespace lanewise::compiler {
namespace {

/// Minimum number of work-items that a row of a multi-dimensional group usually has.
constexpr unsigned few_of_several_dimensions = 16;

// Whether `instruction` reads an id or size of dimension 1 or 2. The dimensions in the bit set `single` do not count:
// each group has only one work-item along them. Thus groups may be one-dimensional although the grid has several
// dimensions.
bool asks_for_other_dimensions(const llvm::Instruction& instruction, std::uint64_t single) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call) return false;
    const llvm::StringRef name = operation_name(*call);
    if (name != op::local_id && name != op::global_id && name != op::local_size) return false;
    return ((single | 1) >> dimension_of(*call) & 1) == 0;
}

// Whether `index` is the local id in dimension 0, possibly plus a constant.
bool is_local_id(const llvm::Value* index) {
    for (;;) {
        if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) {
            index = cast->getOperand(0);
        } else if (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
                   sum && sum->getOpcode() == llvm::Instruction::Add &&
                   llvm::isa<llvm::ConstantInt>(sum->getOperand(1))) {
            index = sum->getOperand(0);
        } else {
            const llvm::CallInst* id = as_operation(index, op::local_id);
            return id && dimension_of(*id) == 0;
        }
    }
}

// Returns the size in bytes of the array, or of the row of an array, that `base` points to; 0 if the size is unknown.
std::uint64_t bytes_of_array(const llvm::Value& base, const llvm::DataLayout& layout) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&base))
        return layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
    const auto* row = llvm::dyn_cast<llvm::GEPOperator>(&base);
    const auto* type = row ? llvm::dyn_cast<llvm::ArrayType>(row->getSourceElementType()) : nullptr;
    return type && row->getNumIndices() == 1 ? layout.getTypeAllocSize(row->getSourceElementType()).getFixedValue() : 0;
}

// Whether all work-items reach `block`, provided that the loops around it have at least one iteration.
bool is_passed_by_all(const llvm::BasicBlock* block, const llvm::DominatorTree& dominators,
                      const llvm::LoopInfo& loops) {
    for (const llvm::Loop* loop = loops.getLoopFor(block); loop; loop = loop->getParentLoop()) {
        const llvm::BasicBlock* latch = loop->getLoopLatch();
        if (!latch || !dominators.dominates(block, latch)) return false;
        block = loop->getHeader();
    }
    return llvm::all_of(*block->getParent(), [&](const llvm::BasicBlock& end) {
        return !llvm::isa<llvm::ReturnInst>(end.getTerminator()) || dominators.dominates(block, &end);
    });
}

// Returns the number of elements of the local array that `instruction` indexes by the local id; 0 if no such array
// is known.
std::uint64_t elements_indexed(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (!address || address->getPointerAddressSpace() != local_space || address->getNumIndices() != 1) return 0;
    if (!is_local_id(address->idx_begin()->get())) return 0;
    return bytes_of_array(*address->getPointerOperand(), layout) /
           layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue();
}

const llvm::Value* without_casts(const llvm::Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
    return value;
}

// Returns the constant factor of the product `row`, or 0. The other factor must be a phi (a loop's counter) or the
// local id of dimension 1 or 2.
std::uint64_t stride_of_rows(const llvm::Value* row) {
    const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(without_casts(row));
    const auto* constant = product ? llvm::dyn_cast<llvm::ConstantInt>(product->getOperand(1)) : nullptr;
    if (!constant || constant->getValue().uge(1 << 16)) return 0;
    const llvm::Value* number = without_casts(product->getOperand(0));
    const llvm::CallInst* id = as_operation(number, op::local_id);
    if (!llvm::isa<llvm::PHINode>(number) && !(id && dimension_of(*id) != 0)) return 0;
    if (product->getOpcode() == llvm::Instruction::Mul) return constant->getZExtValue();
    const bool is_shifted = product->getOpcode() == llvm::Instruction::Shl && constant->getValue().ult(32);
    return is_shifted ? std::uint64_t{1} << constant->getZExtValue() : 0;
}

// Returns the row length, in elements, of a local matrix if `instruction` stores to it with the local id as column;
// otherwise 0. A work-group is no wider than a row of this matrix: the stores of a wider work-group would reach into
// the next row.
std::uint64_t elements_of_rows(const llvm::Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    const auto* address = store ? llvm::dyn_cast<llvm::GetElementPtrInst>(store->getPointerOperand()) : nullptr;
    if (!address || address->getPointerAddressSpace() != local_space || address->getNumIndices() != 1) return 0;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(without_casts(address->idx_begin()->get()));
    if (!sum || (sum->getOpcode() != llvm::Instruction::Add && sum->getOpcode() != llvm::Instruction::Or)) return 0;
    const llvm::Value *a = sum->getOperand(0), *b = sum->getOperand(1);
    return is_local_id(b) ? stride_of_rows(a) : is_local_id(a) ? stride_of_rows(b) : 0;
}

}  // namespace

bool has_wide_groups(llvm::Function& linearized, unsigned items) {
    if (linearized.hasFnAttribute(fact::flat_groups) || number_fact(linearized, fact::lane_dimension) != 0)
        return false;
    if (const std::uint64_t required = read_kernel(linearized).reqd_work_group_size[0]) return required >= items;
    const llvm::DataLayout& layout = linearized.getDataLayout();
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const std::uint64_t single = number_fact(linearized, fact::single_items);
    bool asks_for_others = false;
    std::uint64_t row = 0;  // size, in elements, of the shortest array or matrix row that all local ids index
    for (const llvm::Instruction& instruction : llvm::instructions(linearized)) {
        asks_for_others |= asks_for_other_dimensions(instruction, single);
        const std::uint64_t indexed = elements_indexed(instruction, layout);
        const std::uint64_t elements = indexed != 0 ? indexed : elements_of_rows(instruction);
        if (elements == 0 || !is_passed_by_all(instruction.getParent(), dominators, loops)) continue;
        row = row == 0 ? elements : std::min(row, elements);
    }
    if (row != 0 && row < items) return false;
    // A known `row` shows the width of the group: a row of a tile has one element per work-item, and some more at the
    // border.
    return !asks_for_others || row != 0 || items <= few_of_several_dimensions;
}

}  // namespace lanewise::compiler
