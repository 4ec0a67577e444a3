// Searches a CPU's list of features, such as "+avx2,+fma" (Target::features), for a feature. Compares whole names,
// since other names also begin with "avx512f". The attribute "target-features" of functions has the same form.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// True if `features` has the feature `name`, which is given without a plus sign.
bool lists_feature(llvm::StringRef features, llvm::StringRef name);
bool has_feature(const llvm::Function& function, llvm::StringRef name);

}  // namespace lanewise::compiler
