#include "compiler/ir/calls/called_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cassert>

#include "compiler/ir/group_function.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral hidden_attribute = "lanewise-hidden";

llvm::Value* hidden_parameter(llvm::Function& function, llvm::StringRef name) {
    auto* found =
        llvm::find_if(function.args(), [&](const llvm::Argument& one) { return hidden_meaning(one) == name; });
    assert(found != function.arg_end());
    return found;
}

}  // namespace

bool is_called_function(const llvm::Function& function) { return function.hasFnAttribute(fact::called); }

std::vector<llvm::Function*> called_functions(llvm::Module& module) {
    std::vector<llvm::Function*> functions;
    for (llvm::Function& function : module)
        if (is_called_function(function)) functions.push_back(&function);
    return functions;
}

std::vector<llvm::Function*> group_and_called_functions(llvm::Module& module) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group) return {};
    std::vector<llvm::Function*> functions = called_functions(module);
    functions.insert(functions.begin(), group);
    return functions;
}

llvm::Function* called_body(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() ? callee : nullptr;
}

bool is_only_called(const llvm::Function& function) {
    return llvm::all_of(function.uses(), [](const llvm::Use& use) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
        return call && call->isCallee(&use);
    });
}

std::vector<llvm::Function*> callees_first(llvm::Function& root) {
    std::vector<llvm::Function*> order;
    llvm::SmallPtrSet<llvm::Function*, 16> seen{&root};
    std::vector<std::pair<llvm::Function*, llvm::inst_iterator>> path{{&root, llvm::inst_begin(root)}};
    while (!path.empty()) {
        auto& [function, position] = path.back();
        if (position == llvm::inst_end(*function)) {
            order.push_back(function);
            path.pop_back();
            continue;
        }
        llvm::Function* callee = called_body(*position++);
        if (callee && seen.insert(callee).second) path.emplace_back(callee, llvm::inst_begin(*callee));
    }
    return order;
}

std::uint64_t deepest_chain(llvm::Function& root, llvm::function_ref<std::uint64_t(const llvm::Function&)> size) {
    llvm::DenseMap<const llvm::Function*, std::uint64_t> chains;
    for (llvm::Function* function : callees_first(root)) {
        std::uint64_t deepest = 0;
        for (const llvm::Instruction& instruction : llvm::instructions(*function))
            if (const llvm::Function* callee = called_body(instruction))
                deepest = std::max(deepest, chains.lookup(callee));
        chains[function] = llvm::SaturatingAdd(deepest, size(*function));
    }
    return chains.lookup(&root);
}

llvm::Function& add_parameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types) {
    llvm::SmallVector<llvm::Type*, 16> all(function.getFunctionType()->params());
    all.append(types.begin(), types.end());
    auto* type = llvm::FunctionType::get(function.getReturnType(), all, /*isVarArg=*/false);
    auto* made = llvm::Function::Create(type, function.getLinkage(), "");
    function.getParent()->getFunctionList().insert(function.getIterator(), made);
    made->takeName(&function);
    made->copyAttributesFrom(&function);
    made->setDSOLocal(true);
    made->copyMetadata(&function, 0);
    made->splice(made->begin(), &function);
    for (unsigned i = 0; i < function.arg_size(); ++i) {
        made->getArg(i)->takeName(function.getArg(i));
        function.getArg(i)->replaceAllUsesWith(made->getArg(i));
    }
    return *made;
}

void pass_hidden(llvm::CallInst& call, llvm::Function& made, llvm::ArrayRef<llvm::Value*> hidden) {
    llvm::IRBuilder<> builder(&call);
    llvm::SmallVector<llvm::Value*, 16> arguments(call.args());
    arguments.append(hidden.begin(), hidden.end());
    llvm::CallInst* passing = builder.CreateCall(&made, arguments);
    passing->setCallingConv(call.getCallingConv());
    passing->setAttributes(call.getAttributes());
    passing->copyMetadata(call);
    passing->takeName(&call);
    if (llvm::isa<llvm::FPMathOperator>(passing)) passing->copyFastMathFlags(&call);
    call.replaceAllUsesWith(passing);
    call.eraseFromParent();
}

void mark_hidden(llvm::Argument& parameter, llvm::StringRef name) {
    parameter.addAttr(llvm::Attribute::get(parameter.getContext(), hidden_attribute, name));
}

llvm::StringRef hidden_meaning(const llvm::Argument& parameter) {
    const llvm::AttributeList attributes = parameter.getParent()->getAttributes();
    return attributes.getParamAttr(parameter.getArgNo(), hidden_attribute).getValueAsString();
}

llvm::Value* launch_of(llvm::Function& function) {
    return is_called_function(function) ? hidden_parameter(function, hidden::launch) : GroupParameters(function).launch;
}

llvm::Value* worker_of(llvm::Function& function) {
    return is_called_function(function) ? hidden_parameter(function, hidden::worker) : GroupParameters(function).worker;
}

}  // namespace lanewise::compiler
