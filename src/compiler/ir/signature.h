// Reads what the front end says about kernels (signature, attributes, metadata) out of a module for
// spir64, and lays out their argument blocks. The layout is what lower/kernel_entry compiles against.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// Is it a kernel with a body?
bool is_kernel(const llvm::Function& function);

/// Kernels in source order.
std::vector<KernelInfo> read_kernels(const llvm::Module& module);

KernelInfo read_kernel(const llvm::Function& function);

}  // namespace lanewise::compiler
