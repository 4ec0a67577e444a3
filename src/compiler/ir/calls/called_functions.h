// Functions that are not inlined because copies of them would make a kernel too large (prepare/kept/kept_functions.h).
// These functions call each other, and are called by the kernel's chunk function, which then has only one lane.
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

namespace lanewise::compiler {

namespace fact {
/// Attribute of a called function.
inline constexpr llvm::StringLiteral called = "lanewise-called";
/// Attribute of a called function in which work-items may communicate (analysis/communication.h).
inline constexpr llvm::StringLiteral communicates = "lanewise-communicates";
}  // namespace fact

/// True if `function` is a called function.
bool is_called_function(const llvm::Function& function);

/// Returns the called functions of `module`.
std::vector<llvm::Function*> called_functions(llvm::Module& module);

/// Returns the group function and the called functions. A kernel has no other functions once the loop over its chunks
/// is made. The result is empty if there is no group function.
std::vector<llvm::Function*> group_and_called_functions(llvm::Module& module);

/// Returns the function with a body that `instruction` calls directly; null if there is none.
llvm::Function* called_body(const llvm::Instruction& instruction);

/// True if all uses of `function` are direct calls.
bool is_only_called(const llvm::Function& function);

/// Returns `root` and all functions with bodies that `root` calls directly or through other functions, callees before
/// callers. Needs: no recursion.
std::vector<llvm::Function*> callees_first(llvm::Function& root);

/// Returns the largest total size of the functions in a chain of calls that begins with `root`; the total includes
/// `root`. Needs: no recursion.
std::uint64_t deepest_chain(llvm::Function& root, llvm::function_ref<std::uint64_t(const llvm::Function&)> size);

/// Returns a new function with the parameters of `function` and additional parameters of `types`. The new function
/// takes over the name and the body of `function`. The caller must redirect all calls by pass_hidden() and delete
/// `function`.
llvm::Function& add_parameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types);

/// Redirects `call` to `made`, a result of add_parameters(), and appends `hidden` to the arguments.
void pass_hidden(llvm::CallInst& call, llvm::Function& made, llvm::ArrayRef<llvm::Value*> hidden);

/// Marks `parameter` as hidden: each caller passes the result of the operation `name` for this parameter. If `name` is
/// `launch` or `worker`, each caller passes its abi::Launch or abi::Worker.
void mark_hidden(llvm::Argument& parameter, llvm::StringRef name);

/// Returns the name with which mark_hidden() marked `parameter`; empty for parameters that are not hidden.
llvm::StringRef hidden_meaning(const llvm::Argument& parameter);

namespace hidden {
inline constexpr llvm::StringLiteral launch = "launch", worker = "worker";
}

/// Return the parameter of `function` that is the launch (abi::Launch), or the worker (abi::Worker). Group functions
/// have both parameters; a called function has only the parameters that it needs (lower/launch_arguments.h).
llvm::Value* launch_of(llvm::Function& function);
llvm::Value* worker_of(llvm::Function& function);

}  // namespace lanewise::compiler
