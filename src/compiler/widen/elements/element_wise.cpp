#include "compiler/widen/elements/element_wise.h"

#include <llvm/IR/Operator.h>

#include "compiler/widen/chunk/shuffles.h"

namespace lanewise::compiler {

using llvm::dyn_cast;
using llvm::isa;

bool ElementWise::widen(llvm::Instruction& original) {
    const Shape shape = shapes_.of(&original);
    if (shape.checked) return widen_checked(original);
    if (shape.is_scalar()) {
        values_.set_scalar(&original, scalars_.make(original));
        return true;
    }
    const Parts parts = make_parts(original);
    if (parts.empty()) return false;
    values_.set_parts(&original, parts);
    return true;
}

// Makes the scalar form and the vector form of a value that is strided only if no extension in its computation wraps
// around. Also makes the condition that no extension wraps around. The scalar form is valid only if this condition is
// true.
bool ElementWise::widen_checked(llvm::Instruction& original) {
    Parts parts = make_parts(original);
    if (parts.empty()) return false;
    llvm::Value* valid = scalars_.no_wrap_check(original);
    for (const llvm::Value* operand : original.operands())
        if (llvm::Value* condition = values_.valid(operand))
            valid = valid ? builder_.CreateAnd(valid, condition) : condition;
    values_.set_scalar(&original, scalars_.make(original), valid);
    values_.set_parts(&original, std::move(parts));
    return true;
}

// Returns the parts of an element-wise instruction; empty for other instructions.
Parts ElementWise::make_parts(llvm::Instruction& original) {
    if (auto* choice = dyn_cast<llvm::SelectInst>(&original)) return select(*choice);
    if (auto* place = dyn_cast<llvm::GetElementPtrInst>(&original)) return address(*place);
    if (SourceVectors::is_own(original)) return source_vectors_.make(original);
    if (!isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::FreezeInst>(original))
        return {};
    if (const auto* comparison = dyn_cast<llvm::ICmpInst>(&original))
        if (llvm::Value* mask = ramp_masks_.of(*comparison)) return {mask};
    llvm::SmallVector<Parts, 2> operands;
    for (const llvm::Value* operand : original.operands()) operands.push_back(chunk_.operand_parts(original, operand));
    Parts result;
    for (unsigned i = 0; i < operands.front().size(); ++i) {
        Parts elements;
        for (const Parts& operand : operands) elements.push_back(operand[i]);
        result.push_back(make_element(original, elements));
    }
    return result;
}

llvm::Value* ElementWise::make_element(llvm::Instruction& original, llvm::ArrayRef<llvm::Value*> operands) {
    llvm::Value* result = nullptr;
    if (auto* operation = dyn_cast<llvm::BinaryOperator>(&original)) {
        if (division_.divides_as_float(*operation))
            return division_.divide_as_float(*operation, operands[0], operands[1]);
        llvm::Value* right = operation->isIntDivRem() ? division_.safe_divisor(operands[1]) : operands[1];
        result = builder_.CreateBinOp(operation->getOpcode(), operands[0], right);
    } else if (auto* negation = dyn_cast<llvm::UnaryOperator>(&original)) {
        result = builder_.CreateUnOp(negation->getOpcode(), operands[0]);
    } else if (auto* conversion = dyn_cast<llvm::CastInst>(&original)) {
        result = builder_.CreateCast(conversion->getOpcode(), operands[0],
                                     values_.lanes_of(conversion->getType()->getScalarType()));
    } else if (auto* comparison = dyn_cast<llvm::CmpInst>(&original)) {
        result = builder_.CreateCmp(comparison->getPredicate(), operands[0], operands[1]);
    } else {
        result = builder_.CreateFreeze(operands[0]);
    }
    // The builder may have returned an existing value, whose flags must not change.
    if (auto* made = dyn_cast<llvm::Instruction>(result))
        if (made->getOpcode() == original.getOpcode() && made->use_empty() &&
            made->getParent() == builder_.GetInsertBlock() && !made->getNextNode())
            made->copyIRFlags(&original);
    return result;
}

Parts ElementWise::select(llvm::SelectInst& choice) {
    const Parts yes = chunk_.operand_parts(choice, choice.getTrueValue()),
                no = chunk_.operand_parts(choice, choice.getFalseValue());
    const bool uniform = shapes_.of(choice.getCondition()).is_uniform();
    const bool per_element = choice.getCondition()->getType()->isVectorTy();
    Parts conditions;
    if (uniform && !per_element)
        conditions = {values_.scalar(choice.getCondition())};
    else
        conditions = chunk_.operand_parts(choice, choice.getCondition());
    if (!uniform && !per_element && chunk_.order.is_of_memory(&choice))
        conditions = Shuffles(chunk_).spread(conditions.front(), yes.size());
    const bool by_piece = conditions.size() > 1;
    Parts result;
    for (unsigned i = 0; i < yes.size(); ++i) {
        llvm::Value* made = builder_.CreateSelect(conditions[by_piece ? i : 0], yes[i], no[i]);
        if (auto* select = dyn_cast<llvm::SelectInst>(made);
            select && isa<llvm::FPMathOperator>(select) && select->use_empty())
            select->copyFastMathFlags(choice.getFastMathFlags());
        result.push_back(made);
    }
    return result;
}

// Returns the addresses of all lanes. A uniform base stays a scalar, because gather instructions can use a scalar base
// with narrow offsets.
Parts ElementWise::address(llvm::GetElementPtrInst& original) {
    if (private_arrays_.is_interleaved(original)) return {private_arrays_.address_of(original)};
    if (original.getType()->isVectorTy()) return {};
    const llvm::Value* base = original.getPointerOperand();
    bool any_vector = !shapes_.of(base).is_uniform();
    llvm::Value* pointer = any_vector ? values_.part(base) : values_.scalar(base);
    Parts indices;
    for (const llvm::Use& index : original.indices()) {
        const bool uniform = shapes_.of(index).is_uniform();
        any_vector |= !uniform;
        indices.push_back(uniform ? values_.scalar(index) : values_.part(index));
    }
    const auto flags =
        masks_.in_masked_block() || !any_vector ? llvm::GEPNoWrapFlags::none() : original.getNoWrapFlags();
    llvm::Value* result = builder_.CreateGEP(original.getSourceElementType(), pointer, indices, "", flags);
    if (!any_vector) result = builder_.CreateVectorSplat(chunk_.lanes, result);
    return {result};
}

}  // namespace lanewise::compiler
