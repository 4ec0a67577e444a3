// Constants for the address spaces of LLVM IR for the target spir64. Pointers have these address spaces until code
// generation (docs/ir.md).
#pragma once

namespace lanewise::compiler {

enum AddressSpace : unsigned { private_space, global_space, constant_space, local_space, generic_space };

}  // namespace lanewise::compiler
