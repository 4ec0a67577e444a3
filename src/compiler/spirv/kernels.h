// Describes kernels by the metadata that ir/signature.h reads (docs/design/front_end.md).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/functions.h"

namespace lanewise::compiler::il {

/// Adds metadata and attributes to a kernel that describe its parameters and execution modes. The functions that it
/// calls must have their bodies, since the pipe instructions in them name the packet sizes.
void describe_kernel(Translation& all, llvm::Function& kernel, const EntryPoint& entry);

}  // namespace lanewise::compiler::il
