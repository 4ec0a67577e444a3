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

/// Returns the module with its functions not yet read (they are materialized when needed), or null and a sentence in
/// `error`. `bytes` must outlive the module.
std::unique_ptr<llvm::Module> read_bitcode_lazily(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                  std::string& error);

/// Returns the module, completely read and verified, or null and a sentence in `error`. For bytes of unknown origin.
std::unique_ptr<llvm::Module> read_bitcode_checked(std::span<const std::uint8_t> bytes, llvm::LLVMContext& context,
                                                   std::string& error);

}  // namespace lanewise::compiler
