#include "compiler/lower/launch_arguments.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

bool calls_device(const llvm::Instruction& instruction) {
    return as_operation(&instruction, op::printf) || as_operation(&instruction, op::address_space) ||
           (traits_of(&instruction) & trait::by_item);
}

// Returns the called functions that need the parameters launch and worker, because they use these parameters or pass
// them to other called functions. Callees come before callers.
llvm::SetVector<llvm::Function*> find_needy(llvm::Function& group) {
    llvm::SetVector<llvm::Function*> needy;
    for (llvm::Function* function : callees_first(group))
        if (is_called_function(*function) &&
            llvm::any_of(llvm::instructions(*function), [&](const llvm::Instruction& instruction) {
                return calls_device(instruction) || needy.contains(called_body(instruction));
            }))
            needy.insert(function);
    return needy;
}

llvm::Function& give_launch(llvm::Function& function) {
    const auto own = static_cast<unsigned>(function.arg_size());
    llvm::Type* pointer = llvm::PointerType::get(function.getContext(), 0);
    llvm::Function& made = add_parameters(function, {pointer, pointer});
    mark_hidden(*made.getArg(own), hidden::launch);
    mark_hidden(*made.getArg(own + 1), hidden::worker);
    made.getArg(own)->setName("launch");
    made.getArg(own + 1)->setName("worker");
    return made;
}

}  // namespace

llvm::PreservedAnalyses LaunchArguments::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group || called_functions(module).empty()) return llvm::PreservedAnalyses::all();
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    const auto needy = find_needy(*group);
    llvm::SmallVector<std::pair<llvm::Function*, llvm::Function*>, 8> replaced;
    for (llvm::Function* function : needy) {
        functions.clear(*function, function->getName());
        replaced.emplace_back(function, &give_launch(*function));
    }
    for (auto [function, made] : replaced) {
        for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
            auto& call = llvm::cast<llvm::CallInst>(*user);
            pass_hidden(call, *made, {launch_of(*call.getFunction()), worker_of(*call.getFunction())});
        }
        function->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
