// Joins modules: objects to a program, one kernel out of a program with what it calls, and the
// builtin library's bodies into it.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// A module that holds the kernel and every function and variable of `program` it needs, for the
/// host's `layout` and triple; null and a sentence in `log` when there is no such kernel. `program`
/// may be lazily read; it is consumed.
std::unique_ptr<llvm::Module> extract_kernel(std::unique_ptr<llvm::Module> program, std::string_view kernel,
                                             const llvm::DataLayout& layout, const llvm::Triple& triple,
                                             std::string& log);

/// The same of several kernels, still for spir64 and with initial values, to read each of them from.
std::unique_ptr<llvm::Module> extract_kernels(std::unique_ptr<llvm::Module> program,
                                              std::span<const std::string_view> kernels, std::string& log);

enum class BuiltinStage : bool { early, late };

/// Links the bodies of the builtins that `module` calls, and of those they call, until none is
/// missing. False and a sentence in `log` when library and module do not fit.
bool link_builtins(llvm::Module& module, BuiltinStage stage, std::string& log);

/// A module that holds the late builtin `name` and what it calls; null and a sentence in `log` when the library does
/// not fit.
std::unique_ptr<llvm::Module> extract_builtin(std::string_view name, llvm::LLVMContext& context,
                                              const llvm::DataLayout& layout, const llvm::Triple& triple,
                                              std::string& log);

/// Gives `module` the definitions that it lacks and `source`, which is consumed, has. False and a sentence in `log`
/// when they do not fit.
bool link_definitions(llvm::Module& module, std::unique_ptr<llvm::Module> source, std::string& log);

/// Names, one a line, of functions that `module` calls but neither it nor the library defines.
std::string undefined_functions(const llvm::Module& module);

/// Adds `source` to `program`. False and a log when both define a symbol.
bool link_object(llvm::Module& program, std::unique_ptr<llvm::Module> source, std::string& log);

}  // namespace lanewise::compiler
