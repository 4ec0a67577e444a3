// Describes kernels by the metadata that ir/signature.h reads (docs/design/front_end.md).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/functions.h"

namespace lanewise::compiler::il {

/// Describes the parameters and execution modes of a kernel by metadata and attributes of its function. All functions
/// that the kernel calls must be translated already, since pipe instructions in their bodies contain the packet sizes.
void describe_kernel(Translation& all, llvm::Function& kernel, const EntryPoint& entry);

}  // namespace lanewise::compiler::il
