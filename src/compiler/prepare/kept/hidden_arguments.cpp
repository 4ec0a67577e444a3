#include "compiler/prepare/kept/hidden_arguments.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/analysis/communication.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

// Whether the variable is a local or program-scope variable, whose address only the kernel knows.
bool is_placed_by_kernel(const llvm::GlobalVariable& variable) {
    return variable.getAddressSpace() == local_space || program_variable_offset(variable);
}

// Adds hidden parameters to a function, and the corresponding arguments to its calls. Each hidden argument is the
// result of an operation or the address of a variable, so these operations and variables move from the function to its
// callers.
class Hider {
public:
    explicit Hider(llvm::Function& function) : function_(function) {}

    llvm::Function& run() {
        find_wanted();
        if (wanted_.empty()) return function_;
        llvm::SmallVector<llvm::Type*, 8> types;
        for (const auto& [key, wanted] : wanted_)
            types.push_back(wanted.sample ? wanted.sample->getType() : key.first->getType());
        auto next = static_cast<unsigned>(function_.arg_size());
        llvm::Function& made = add_parameters(function_, types);
        for (auto& [key, wanted] : wanted_) replace(key, wanted, *made.getArg(next++));
        for (llvm::User* user : llvm::make_early_inc_range(function_.users()))
            pass_on(llvm::cast<llvm::CallInst>(*user), made);
        for (auto& [key, wanted] : wanted_)
            if (wanted.sample) wanted.sample->deleteValue();
        function_.eraseFromParent();
        return made;
    }

private:
    // Key of an operation (its declaration and dimension) or of a variable.
    using Key = std::pair<llvm::GlobalValue*, unsigned>;
    struct Wanted {
        llvm::Instruction* sample = nullptr;               // copy of a call of the operation; the copy is in no block
        llvm::SmallVector<llvm::CallInst*, 4> operations;  // calls of the operation in the function
        llvm::SmallVector<llvm::Use*, 4> uses;             // uses of the variable in the function
    };

    void find_wanted();
    void want(llvm::CallInst& operation);
    static void replace(const Key& key, const Wanted& wanted, llvm::Argument& parameter);
    void pass_on(llvm::CallInst& call, llvm::Function& made);

    llvm::Function& function_;
    llvm::MapVector<Key, Wanted> wanted_;
};

void Hider::want(llvm::CallInst& operation) {
    Wanted& wanted = wanted_[{operation.getCalledFunction(), operation.arg_empty() ? 0 : dimension_of(operation)}];
    if (!wanted.sample) wanted.sample = operation.clone();
    wanted.operations.push_back(&operation);
}

void Hider::find_wanted() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
        if (is_pure_operation(&instruction)) want(llvm::cast<llvm::CallInst>(instruction));
        for (llvm::Use& operand : instruction.operands())
            if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand);
                variable && is_placed_by_kernel(*variable))
                wanted_[{variable, 0}].uses.push_back(&operand);
    }
}

void Hider::replace(const Key& key, const Wanted& wanted, llvm::Argument& parameter) {
    if (wanted.sample) mark_hidden(parameter, key.first->getName());
    parameter.setName(wanted.sample ? key.first->getName().drop_front(4) + "." + llvm::Twine(key.second)
                                    : llvm::Twine(key.first->getName()));
    for (llvm::Use* use : wanted.uses) use->set(&parameter);
    for (llvm::CallInst* operation : wanted.operations) {
        operation->replaceAllUsesWith(&parameter);
        operation->eraseFromParent();
    }
}

void Hider::pass_on(llvm::CallInst& call, llvm::Function& made) {
    llvm::IRBuilder<> builder(&call);
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (const auto& [key, wanted] : wanted_)
        arguments.push_back(wanted.sample ? static_cast<llvm::Value*>(builder.Insert(wanted.sample->clone()))
                                          : key.first);
    pass_hidden(call, made, arguments);
}

// Replaces constant expressions that contain a local or program-scope variable by instructions.
void open_addresses(llvm::Module& module) {
    llvm::SmallVector<llvm::Constant*, 8> variables;
    for (llvm::GlobalVariable& variable : module.globals())
        if (is_placed_by_kernel(variable)) variables.push_back(&variable);
    if (!variables.empty()) llvm::convertUsersOfConstantsToInstructions(variables);
}

}  // namespace

llvm::PreservedAnalyses HiddenArguments::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel || called_functions(module).empty()) return llvm::PreservedAnalyses::all();
    open_addresses(module);
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function* function : callees_first(*kernel)) {
        if (!is_called_function(*function)) continue;
        functions.clear(*function, function->getName());
        llvm::Function& made = Hider(*function).run();
        if (may_communicate(made)) made.addFnAttr(fact::communicates);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
