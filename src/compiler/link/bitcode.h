// Converts modules to bitcode and back; programs hold their IR as bitcode.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

Ir write_bitcode(const llvm::Module& module);

/// Returns a module whose functions are read only when they are materialized. On failure, returns null and sets `error`
/// to a message. `bytes` must outlive the module.
std::unique_ptr<llvm::Module> read_bitcode_lazily(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                  std::string& error);

/// Reads and verifies a whole module, and returns the module. The bytes may be of unknown origin. On failure, returns
/// null and sets `error` to a message.
std::unique_ptr<llvm::Module> read_bitcode_checked(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                   std::string& error);

}  // namespace lanewise::compiler
