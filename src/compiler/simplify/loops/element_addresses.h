// Gives addresses with byte offsets the type of the elements that are accessed: `getelementptr i8, %p, (shl %i, 2)`
// becomes `getelementptr float, %p, %i`. The new address always equals the old one, since arithmetic on addresses wraps
// around.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Returns true if an address has changed.
bool type_element_addresses(llvm::Function& function);

}  // namespace lanewise::compiler
