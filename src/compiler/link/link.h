// Links modules: objects to a program, a kernel and its callees out of a program, and the builtin library's bodies into
// a module.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns a module with the kernel and all functions and variables of `program` that it needs, for the host's `layout`
/// and triple. Null and a sentence in `log` if there is no such kernel. `program` may be lazily read; it is consumed.
std::unique_ptr<llvm::Module> extract_kernel(std::unique_ptr<llvm::Module> program, std::string_view kernel,
                                             const llvm::DataLayout& layout, const llvm::Triple& triple,
                                             std::string& log);

/// Does the same for several kernels, still for spir64 and with initial values, so that each can be read from the
/// result.
std::unique_ptr<llvm::Module> extract_kernels(std::unique_ptr<llvm::Module> program,
                                              std::span<const std::string_view> kernels, std::string& log);

enum class BuiltinStage : bool { early, late };

/// Links the bodies of the builtins that `module` calls, and of the builtins that these call, until none is missing.
/// False and a sentence in `log` if library and module do not fit.
bool link_builtins(llvm::Module& module, BuiltinStage stage, std::string& log);

/// Returns a module with the late builtin `name` and its callees; null and a sentence in `log` if the library does not
/// fit.
std::unique_ptr<llvm::Module> extract_builtin(std::string_view name, llvm::LLVMContext& context,
                                              const llvm::DataLayout& layout, const llvm::Triple& triple,
                                              std::string& log);

/// Links those definitions of `source`, which is consumed, that `module` lacks. False and a sentence in `log` if they
/// do not fit.
bool link_definitions(llvm::Module& module, std::unique_ptr<llvm::Module> source, std::string& log);

/// Lists the functions that `module` calls but neither it nor the library defines, one a line.
std::string undefined_functions(const llvm::Module& module);

/// Adds `source` to `program`. False and a message in `log` if both define a symbol.
bool link_object(llvm::Module& program, std::unique_ptr<llvm::Module> source, std::string& log);

}  // namespace lanewise::compiler
