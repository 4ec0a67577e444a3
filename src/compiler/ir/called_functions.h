// Functions that stay functions of their own because a kernel would become too large with copies of them
// (prepare/kept/kept_functions.h): the kernel's one-lane chunk function and others of them call them.
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
/// On a called function.
inline constexpr llvm::StringLiteral called = "lanewise-called";
/// On a called function: work-items may tell each other something in it (analysis/communication.h).
inline constexpr llvm::StringLiteral communicates = "lanewise-communicates";
}  // namespace fact

/// Is it one of them?
bool is_called_function(const llvm::Function& function);

/// The called functions of `module`.
std::vector<llvm::Function*> called_functions(llvm::Module& module);

/// The group function and those that it may call: what is left of a kernel once chunks are looped over. Empty where
/// there is no group function.
std::vector<llvm::Function*> group_and_called_functions(llvm::Module& module);

/// The defined function that `instruction` calls directly, or null.
llvm::Function* called_body(const llvm::Instruction& instruction);

/// Whether every use of `function` is a direct call of it.
bool is_only_called(const llvm::Function& function);

/// `root` and the defined functions that it reaches by direct calls, callees before their callers. Needs: no recursion.
std::vector<llvm::Function*> callees_first(llvm::Function& root);

/// The largest sum of sizes along a chain of calls that begins at `root`, which is counted. Needs: no recursion.
std::uint64_t deepest_chain(llvm::Function& root, llvm::function_ref<std::uint64_t(const llvm::Function&)> size);

/// Gives `function` parameters of `types` behind its own, under its name: the returned function takes its place, and
/// its body. Calls of the old one are left to `pass_hidden`, and the old one to the caller.
llvm::Function& add_parameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types);

/// Makes `call` one of `made`, which add_parameters() returned, with `hidden` as the last arguments.
void pass_hidden(llvm::CallInst& call, llvm::Function& made, llvm::ArrayRef<llvm::Value*> hidden);

/// Marks `parameter` as a hidden one that brings what `name` says: an operation's result, or `launch` or `worker`.
void mark_hidden(llvm::Argument& parameter, llvm::StringRef name);

/// What the hidden parameter brings; empty for all other parameters.
llvm::StringRef hidden_meaning(const llvm::Argument& parameter);

namespace hidden {
inline constexpr llvm::StringLiteral launch = "launch", worker = "worker";
}

/// The launch (abi::Launch) and the worker (abi::Worker) that `function` runs for: parameters of group functions, and
/// of called functions that need them (lower/launch_arguments.h).
llvm::Value* launch_of(llvm::Function& function);
llvm::Value* worker_of(llvm::Function& function);

}  // namespace lanewise::compiler
