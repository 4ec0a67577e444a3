// Links the modules of a program's objects, and links the bodies of builtins into a module. Also extracts a kernel and
// its callees from a program.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns a module with the kernel and all functions and variables of `program` that the kernel needs, for the host's
/// `layout` and `triple`. Returns null and appends a message to `log` if there is no such kernel. Consumes `program`,
/// which may be a module that is read lazily.
std::unique_ptr<llvm::Module> extract_kernel(std::unique_ptr<llvm::Module> program, std::string_view kernel,
                                             const llvm::DataLayout& layout, const llvm::Triple& triple,
                                             std::string& log);

/// Returns a module with several kernels and the functions and variables that they need. The returned module is for the
/// target spir64 and has the initial values of variables, so that extract_kernel() can extract each kernel from it.
std::unique_ptr<llvm::Module> extract_kernels(std::unique_ptr<llvm::Module> program,
                                              std::span<const std::string_view> kernels, std::string& log);

enum class BuiltinStage : bool { early, late };

/// Links the bodies of the builtins that `module` calls directly or through other builtins. Returns false and appends a
/// message to `log` if a builtin and its use in `module` do not match.
bool link_builtins(llvm::Module& module, BuiltinStage stage, std::string& log);

/// Returns a module with the late builtin `name` and its callees; on failure, returns null and appends a message to
/// `log`.
std::unique_ptr<llvm::Module> extract_builtin(std::string_view name, llvm::LLVMContext& context,
                                              const llvm::DataLayout& layout, const llvm::Triple& triple,
                                              std::string& log);

/// Links definitions from `source` into `module`, but only the definitions that `module` declares and uses. Consumes
/// `source`. Returns false and appends a message to `log` if a definition does not match its declaration.
bool link_definitions(llvm::Module& module, std::unique_ptr<llvm::Module> source, std::string& log);

/// Lists the functions that `module` calls but that neither `module` nor the builtin library defines, one per line.
std::string undefined_functions(const llvm::Module& module);

/// Adds `source` to `program`. Returns false and appends a message to `log` if both modules define the same symbol.
bool link_object(llvm::Module& program, std::unique_ptr<llvm::Module> source, std::string& log);

}  // namespace lanewise::compiler
