#include "compiler/simplify/values/expand_pow.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cmath>
#include <optional>
#include <string>

namespace lanewise::compiler {
namespace {

constexpr int least_whole = -4, most_whole = 8;
constexpr double most_halves = 2.5, least_halves = -0.5;

// Returns the OpenCL C name of a builtin whose mangled name is `mangled`: pow for _Z3powDv4_fS_.
llvm::StringRef source_name(llvm::StringRef mangled) {
    std::size_t length = 0;
    if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
    return mangled.take_front(length);
}

// Returns the value of a constant, or of all elements of a constant vector; empty for other values.
std::optional<double> number_of(const llvm::Value& value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
    if (constant && constant->getType()->isVectorTy()) constant = constant->getSplatValue();
    if (const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant))
        return static_cast<double>(integer->getSExtValue());
    const auto* floating = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
    if (!floating || floating->getType()->isHalfTy()) return std::nullopt;
    return floating->getType()->isFloatTy() ? floating->getValueAPF().convertToFloat()
                                            : floating->getValueAPF().convertToDouble();
}

class Power {
public:
    Power(llvm::CallInst& call) : call_(call), builder_(&call) { builder_.setFastMathFlags(call.getFastMathFlags()); }

    /// Returns the expanded value of the call; null if the call must stay.
    llvm::Value* make() {
        const std::optional<double> exponent = number_of(*call_.getArgOperand(1));
        if (!exponent || !call_.getType()->isFPOrFPVectorTy()) return with_known_base();
        llvm::Value* x = call_.getArgOperand(0);
        if (*exponent == std::trunc(*exponent) && *exponent >= least_whole && *exponent <= most_whole)
            return whole(x, static_cast<int>(*exponent));
        const double halves = *exponent * 2;
        if (halves == std::trunc(halves) && *exponent >= least_halves && *exponent <= most_halves)
            return with_root(x, *exponent);
        return nullptr;
    }

private:
    // If the exponent is negative, computes the power of the reciprocal of `x`. A positive power of `x` may overflow
    // although the result is in range.
    llvm::Value* whole(llvm::Value* x, int exponent) {
        llvm::Value* one = llvm::ConstantFP::get(x->getType(), 1);
        if (exponent < 0) return whole(builder_.CreateFDiv(one, x), -exponent);
        llvm::Value* product = nullptr;
        for (; exponent != 0; exponent /= 2) {
            if (exponent % 2 != 0) product = product ? builder_.CreateFMul(product, x) : x;
            if (exponent > 1) x = builder_.CreateFMul(x, x);
        }
        return product ? product : one;
    }

    // Handles -0 and -inf: if y is not an odd integer, pow(-0, y) is +0 for y > 0 and +inf for y < 0. For the same y,
    // pow(-inf, y) is +inf for y > 0 and +0 for y < 0.
    llvm::Value* with_root(llvm::Value* x, double exponent) {
        llvm::Type* type = x->getType();
        llvm::Value* root = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
        llvm::Value* power = exponent < 0 ? builder_.CreateFDiv(llvm::ConstantFP::get(type, 1), root) : root;
        if (exponent > 1) power = builder_.CreateFMul(root, whole(x, static_cast<int>(exponent)));
        power = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, power);
        llvm::Value* is_endless = builder_.CreateFCmpOEQ(x, llvm::ConstantFP::getInfinity(type, /*Negative=*/true));
        llvm::Constant* limit = exponent < 0 ? llvm::ConstantFP::get(type, 0) : llvm::ConstantFP::getInfinity(type);
        return builder_.CreateSelect(is_endless, limit, power);
    }

    llvm::Value* with_known_base() {
        const std::optional<double> base = number_of(*call_.getArgOperand(0));
        const bool is_of_integer = call_.getArgOperand(1)->getType()->isIntOrIntVectorTy();
        if (!base || is_of_integer || (*base != 2 && *base != 10)) return nullptr;
        const llvm::StringRef old_name = call_.getCalledFunction()->getName();
        // Make the mangled name of the new function, which has one parameter instead of two of the same type (_Z3powff,
        // _Z3powDv4_fS_).
        const std::string name = *base == 2 ? "exp2" : "exp10";
        llvm::StringRef types = old_name.drop_front(std::string("_Z3pow").size());
        if (!types.consume_back("S_")) types = types.take_front(types.size() / 2);
        llvm::Type* type = call_.getType();
        llvm::FunctionCallee function =
            call_.getModule()->getOrInsertFunction("_Z" + std::to_string(name.size()) + name + types.str(), type, type);
        auto* callee = llvm::cast<llvm::Function>(function.getCallee());
        const llvm::AttributeList of_two = call_.getCalledFunction()->getAttributes();
        callee->setAttributes(llvm::AttributeList::get(call_.getContext(), of_two.getFnAttrs(), of_two.getRetAttrs(),
                                                       {of_two.getParamAttrs(0)}));
        callee->setCallingConv(call_.getCalledFunction()->getCallingConv());
        llvm::CallInst* made = builder_.CreateCall(callee, call_.getArgOperand(1));
        made->setCallingConv(call_.getCallingConv());
        return made;
    }

    llvm::CallInst& call_;
    llvm::IRBuilder<> builder_;
};

bool is_power(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || call.arg_size() != 2) return false;
    const llvm::StringRef name = source_name(callee->getName());
    return (name == "pow" || name == "pown") && llvm::isa<llvm::FPMathOperator>(call) &&
           !call.getType()->getScalarType()->isHalfTy();
}

}  // namespace

llvm::PreservedAnalyses ExpandPow::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        llvm::Value* power = call && is_power(*call) ? Power(*call).make() : nullptr;
        if (!power) continue;
        call->replaceAllUsesWith(power);
        call->eraseFromParent();
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
