// Scalars that stay scalars, and instructions that work on each element of each lane alike.
#include <llvm/IR/Operator.h>

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

// Lane 0 of a masked block may be off: what is computed for it must not turn the others into poison.
llvm::Value* Widener::scalar_clone(llvm::Instruction& instruction) {
    const Shape shape = shapes_.of(&instruction);
    if (auto* address = dyn_cast<llvm::GetElementPtrInst>(&instruction))
        if (private_arrays_.is_interleaved(*address)) return private_arrays_.address_of(*address);
    // The same on both sides: lanes may differ in the condition.
    if (auto* choice = dyn_cast<llvm::SelectInst>(&instruction))
        if (choice->getTrueValue() == choice->getFalseValue()) return values_.scalar(choice->getTrueValue());
    llvm::Instruction* copy = instruction.clone();
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands()) operand = values_.scalar(operand);
    // Lanes that need the value know of no bit in common; for a lane 0 that does not, only the sum is on their line.
    if (auto* bits = dyn_cast<llvm::PossiblyDisjointInst>(copy); bits && bits->isDisjoint() && shape.is_strided()) {
        llvm::Value* sum = builder_.CreateAdd(bits->getOperand(0), bits->getOperand(1), instruction.getName());
        copy->deleteValue();
        return sum;
    }
    if (shape.is_strided() && masks_.in_masked_block()) copy->dropPoisonGeneratingFlags();
    if (auto* extension = dyn_cast<llvm::ZExtInst>(copy))
        if (shape.is_strided() && shapes_.extends_signed(cast<llvm::CastInst>(instruction))) {
            llvm::Value* operand = extension->getOperand(0);
            copy->deleteValue();
            return builder_.CreateSExt(operand, instruction.getType());
        }
    if (copy->isIntDivRem()) copy->setOperand(1, safe_uniform_divisor(copy->getOperand(1)));
    return builder_.Insert(copy, instruction.getName());
}

void Widener::widen_scalar(llvm::Instruction& instruction) {
    values_.set_scalar(&instruction, scalar_clone(instruction));
}

// A stride that holds only if an extension on the way does not wrap: both forms, and the condition.
void Widener::widen_checked(llvm::Instruction& instruction) {
    Parts parts = widen_elements(instruction);
    if (parts.empty()) return chunk_.reject_instruction(instruction);
    llvm::Value* valid = no_wrap_check(instruction);
    for (const llvm::Value* operand : instruction.operands())
        if (llvm::Value* condition = values_.valid(operand))
            valid = valid ? builder_.CreateAnd(valid, condition) : condition;
    values_.set_scalar(&instruction, scalar_clone(instruction), valid);
    values_.set_parts(&instruction, std::move(parts));
}

// True when lane 0's operand of an extension or exact shift plus the way to the last lane stays in the
// operand's range. Null for instructions that need no check of their own.
llvm::Value* Widener::no_wrap_check(llvm::Instruction& instruction) {
    const bool is_shift = instruction.isShift() && instruction.getOpcode() != llvm::Instruction::Shl;
    const auto* extension = dyn_cast<llvm::CastInst>(&instruction);
    if (!is_shift && !(extension && isa<llvm::SExtInst, llvm::ZExtInst>(instruction))) return nullptr;
    const Shape from = shapes_.of(instruction.getOperand(0));
    const bool is_signed = extension ? shapes_.extends_signed(*extension)
                                     : instruction.getOpcode() == llvm::Instruction::AShr;
    if (is_signed ? from.no_signed_wrap : from.no_unsigned_wrap) return nullptr;
    llvm::Value* first = values_.scalar(instruction.getOperand(0));
    const std::int64_t reach = from.stride * (lanes_ - 1);
    const bool down = !is_signed && reach < 0;
    const auto id = is_signed ? llvm::Intrinsic::sadd_with_overflow
                    : down    ? llvm::Intrinsic::usub_with_overflow
                              : llvm::Intrinsic::uadd_with_overflow;
    auto* distance =
        llvm::ConstantInt::get(first->getType(), static_cast<std::uint64_t>(down ? -reach : reach), true);
    llvm::Value* sum = builder_.CreateBinaryIntrinsic(id, first, distance);
    return builder_.CreateNot(builder_.CreateExtractValue(sum, 1));
}

// Division by zero traps on lanes that are off as on others.
llvm::Value* Widener::safe_divisor(llvm::Value* divisor) {
    if (isa<llvm::Constant>(divisor) || !masks_.current()) return divisor;
    return builder_.CreateSelect(masks_.current(), divisor, llvm::ConstantInt::get(divisor->getType(), 1));
}

// A vector here is one of the source's: its elements are no lanes.
llvm::Value* Widener::safe_uniform_divisor(llvm::Value* divisor) {
    if (isa<llvm::Constant>(divisor) || !masks_.current() || masks_.some_lane_on()) return divisor;
    return builder_.CreateSelect(masks_.any_lane(masks_.current()), divisor, llvm::ConstantInt::get(divisor->getType(), 1));
}

// Parts of an element-wise instruction; empty when it is none.
Parts Widener::widen_elements(llvm::Instruction& instruction) {
    if (auto* choice = dyn_cast<llvm::SelectInst>(&instruction)) return widen_select(*choice);
    if (auto* address = dyn_cast<llvm::GetElementPtrInst>(&instruction))
        return private_arrays_.is_interleaved(*address) ? Parts{private_arrays_.address_of(*address)}
                                                         : widen_address(*address);
    if (auto* extract = dyn_cast<llvm::ExtractElementInst>(&instruction)) return widen_extract(*extract);
    if (auto* insert = dyn_cast<llvm::InsertElementInst>(&instruction)) return widen_insert(*insert);
    if (auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return widen_shuffle(*shuffle);
    if (auto* extract = dyn_cast<llvm::ExtractValueInst>(&instruction))
        return widen_extract_value(*extract);
    if (auto* insert = dyn_cast<llvm::InsertValueInst>(&instruction)) return widen_insert_value(*insert);
    if (isa<llvm::BitCastInst>(instruction)) return widen_bitcast(cast<llvm::CastInst>(instruction));
    if (!isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
             llvm::FreezeInst>(instruction))
        return {};
    llvm::SmallVector<Parts, 2> operands;
    for (const llvm::Value* operand : instruction.operands())
        operands.push_back(chunk_.operand_parts(instruction, operand));
    Parts result;
    for (unsigned i = 0; i < operands.front().size(); ++i) {
        Parts elements;
        for (const Parts& operand : operands) elements.push_back(operand[i]);
        result.push_back(widen_element(instruction, elements));
    }
    return result;
}

llvm::Value* Widener::widen_element(llvm::Instruction& instruction,
                                    llvm::ArrayRef<llvm::Value*> operands) {
    llvm::Value* result = nullptr;
    if (auto* operation = dyn_cast<llvm::BinaryOperator>(&instruction)) {
        if (divides_as_float(*operation)) return divide_as_float(*operation, operands[0], operands[1]);
        llvm::Value* right = operation->isIntDivRem() ? safe_divisor(operands[1]) : operands[1];
        result = builder_.CreateBinOp(operation->getOpcode(), operands[0], right);
    } else if (auto* negation = dyn_cast<llvm::UnaryOperator>(&instruction)) {
        result = builder_.CreateUnOp(negation->getOpcode(), operands[0]);
    } else if (auto* conversion = dyn_cast<llvm::CastInst>(&instruction)) {
        result = builder_.CreateCast(conversion->getOpcode(), operands[0],
                                     values_.lanes_of(conversion->getType()->getScalarType()));
    } else if (auto* comparison = dyn_cast<llvm::CmpInst>(&instruction)) {
        result = builder_.CreateCmp(comparison->getPredicate(), operands[0], operands[1]);
    } else {
        result = builder_.CreateFreeze(operands[0]);
    }
    // The builder may have folded to something older, whose flags are its own.
    if (auto* made = dyn_cast<llvm::Instruction>(result))
        if (made->getOpcode() == instruction.getOpcode() && made->use_empty() &&
            made->getParent() == builder_.GetInsertBlock() && !made->getNextNode())
            made->copyIRFlags(&instruction);
    return result;
}

Parts Widener::widen_select(llvm::SelectInst& choice) {
    const Parts yes = chunk_.operand_parts(choice, choice.getTrueValue()), no = chunk_.operand_parts(choice, choice.getFalseValue());
    const bool uniform = shapes_.of(choice.getCondition()).is_uniform();
    const bool per_element = choice.getCondition()->getType()->isVectorTy();
    Parts conditions;
    if (uniform && !per_element)
        conditions = {values_.scalar(choice.getCondition())};
    else
        conditions = chunk_.operand_parts(choice, choice.getCondition());
    Parts result;
    for (unsigned i = 0; i < yes.size(); ++i) {
        llvm::Value* made = builder_.CreateSelect(conditions[per_element ? i : 0], yes[i], no[i]);
        if (auto* select = dyn_cast<llvm::SelectInst>(made);
            select && isa<llvm::FPMathOperator>(select) && select->use_empty())
            select->copyFastMathFlags(choice.getFastMathFlags());
        result.push_back(made);
    }
    return result;
}

// A uniform base stays scalar: the code generator has gathers with one base and narrow offsets.
Parts Widener::widen_address(llvm::GetElementPtrInst& address) {
    if (address.getType()->isVectorTy()) return {};
    const llvm::Value* base = address.getPointerOperand();
    bool any_vector = !shapes_.of(base).is_uniform();
    llvm::Value* pointer = any_vector ? values_.part(base) : values_.scalar(base);
    Parts indices;
    for (const llvm::Use& index : address.indices()) {
        const bool uniform = shapes_.of(index).is_uniform();
        any_vector |= !uniform;
        indices.push_back(uniform ? values_.scalar(index) : values_.part(index));
    }
    const auto flags = masks_.in_masked_block() || !any_vector ? llvm::GEPNoWrapFlags::none() : address.getNoWrapFlags();
    llvm::Value* result =
        builder_.CreateGEP(address.getSourceElementType(), pointer, indices, "", flags);
    if (!any_vector) result = builder_.CreateVectorSplat(lanes_, result);
    return {result};
}

}  // namespace lanewise::compiler
