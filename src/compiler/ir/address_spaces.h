// Names of the address spaces of spir64 IR. Pointers have these address spaces until code generation (docs/ir.md).
#pragma once

namespace lanewise::compiler {

enum AddressSpace : unsigned { private_space, global_space, constant_space, local_space, generic_space };

}  // namespace lanewise::compiler
