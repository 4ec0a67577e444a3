// Reads kernels' signatures, attributes and metadata from the front end's spir64 module, and lays out their argument
// blocks. The code of lower/kernel_entry uses this layout.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// True if `function` is a kernel with a body.
bool is_kernel(const llvm::Function& function);

/// Returns the kernels in source order.
std::vector<KernelInfo> read_kernels(const llvm::Module& module);

KernelInfo read_kernel(const llvm::Function& function);

}  // namespace lanewise::compiler
