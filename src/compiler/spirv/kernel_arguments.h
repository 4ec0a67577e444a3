// Describes the arguments of kernels in metadata: names, types, address spaces, access qualifiers and type qualifiers.
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/functions.h"

namespace lanewise::compiler::il {

/// Adds the metadata kernel_arg_* and pipe_packet_size. The name of an unknown type is empty. Adds the arguments' names
/// only if the module contains the types of all arguments as text, or a name for each argument. Producers write these
/// texts and names with debug information.
void describe_arguments(Translation& all, llvm::Function& kernel, const EntryPoint& entry);

}  // namespace lanewise::compiler::il
