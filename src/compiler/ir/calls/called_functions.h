// Functions that are not inlined because copies of them would make a kernel too large (prepare/kept/kept_functions.h).
// They are called by the kernel's one-lane chunk function and by each other.
//
// Thread-safety: free of state.
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
/// Marks a called function.
inline constexpr llvm::StringLiteral called = "lanewise-called";
/// On a called function: work-items may communicate in it (analysis/communication.h).
inline constexpr llvm::StringLiteral communicates = "lanewise-communicates";
}  // namespace fact

/// Whether `function` is a called function.
bool is_called_function(const llvm::Function& function);

/// The called functions of `module`.
std::vector<llvm::Function*> called_functions(llvm::Module& module);

/// The group function and the functions that it may call: all that remains of a kernel once chunks are looped over.
/// Empty if there is no group function.
std::vector<llvm::Function*> group_and_called_functions(llvm::Module& module);

/// The defined function that `instruction` calls directly, or null.
llvm::Function* called_body(const llvm::Instruction& instruction);

/// Whether every use of `function` is a direct call of it.
bool is_only_called(const llvm::Function& function);

/// Returns `root` and the defined functions that it reaches by direct calls, callees before callers. Needs: no
/// recursion.
std::vector<llvm::Function*> callees_first(llvm::Function& root);

/// The largest sum of sizes along a chain of calls that begins with `root`, whose size counts, too. Needs: no
/// recursion.
std::uint64_t deepest_chain(llvm::Function& root, llvm::function_ref<std::uint64_t(const llvm::Function&)> size);

/// Appends parameters of `types` to those of `function`: the returned function takes its name and its body. Calls of
/// the old function are left to `pass_hidden`, and its deletion to the caller.
llvm::Function& add_parameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types);

/// Redirects `call` to `made`, which add_parameters() returned, with `hidden` as the last arguments.
void pass_hidden(llvm::CallInst& call, llvm::Function& made, llvm::ArrayRef<llvm::Value*> hidden);

/// Marks `parameter` as hidden: it receives the result of the operation `name`, or the `launch` or `worker`.
void mark_hidden(llvm::Argument& parameter, llvm::StringRef name);

/// The name of the value that a hidden parameter receives; empty for all other parameters.
llvm::StringRef hidden_meaning(const llvm::Argument& parameter);

namespace hidden {
inline constexpr llvm::StringLiteral launch = "launch", worker = "worker";
}

/// The launch (abi::Launch) and the worker (abi::Worker) of `function`. They are parameters of group functions, and of
/// called functions that need them (lower/launch_arguments.h).
llvm::Value* launch_of(llvm::Function& function);
llvm::Value* worker_of(llvm::Function& function);

}  // namespace lanewise::compiler
