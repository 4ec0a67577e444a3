#include "compiler/prepare/ids/exchange_dimensions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <utility>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// Whether the call is an operation (`ocl.*`) whose only argument is a dimension. Operations that return an id, a size
// or a count have this form.
bool has_dimension(const llvm::CallInst& call) {
    return (traits_of(&call) & trait::from_builtins) && is_pure_operation(&call) && call.arg_size() == 1;
}

llvm::Value* exchanged(llvm::IRBuilderBase& builder, llvm::Value* dimension, unsigned lane_dimension) {
    llvm::Value* first = builder.getInt32(0);
    llvm::Value* other = builder.getInt32(lane_dimension);
    llvm::Value* value = builder.CreateSelect(builder.CreateICmpEQ(dimension, other), first, dimension);
    return builder.CreateSelect(builder.CreateICmpEQ(dimension, first), other, value);
}

void exchange_sizes(llvm::Function& function, llvm::StringRef kind, unsigned lane_dimension) {
    const llvm::MDNode* sizes = function.getMetadata(kind);
    if (!sizes || sizes->getNumOperands() <= lane_dimension) return;
    llvm::SmallVector<llvm::Metadata*, 3> operands(sizes->operands());
    std::swap(operands[0], operands[lane_dimension]);
    function.setMetadata(kind, llvm::MDNode::get(function.getContext(), operands));
}

}  // namespace

llvm::PreservedAnalyses ExchangeDimensions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const auto lane_dimension = static_cast<unsigned>(number_fact(function, fact::lane_dimension));
    if (lane_dimension == 0) return llvm::PreservedAnalyses::all();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || !has_dimension(*call)) continue;
        llvm::IRBuilder<> builder(call);
        call->setArgOperand(0, exchanged(builder, call->getArgOperand(0), lane_dimension));
    }
    exchange_sizes(function, "reqd_work_group_size", lane_dimension);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
