// Reads kernels' signatures, attributes and metadata from the front end's spir64 module, and lays out their argument
// blocks. The code that lower/kernel_entry generates reads arguments by this layout.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// Attribute of a kernel: its program can be built even if the kernel requires a sub-group size that the device does
/// not have. The kernel itself then cannot be created.
inline constexpr llvm::StringLiteral tolerates_sub_group_size = "lanewise-tolerates-sub-group-size";

/// True if `function` is a kernel with a body.
bool is_kernel(const llvm::Function& function);

/// Returns the kernels in source order.
std::vector<KernelInfo> read_kernels(const llvm::Module& module);

KernelInfo read_kernel(const llvm::Function& function);

/// Returns the sub-group size that a kernel requires; 0 if the kernel requires none.
std::uint32_t required_sub_group_size(const llvm::Function& function);

}  // namespace lanewise::compiler
