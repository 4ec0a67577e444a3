// Searches a CPU's list of features, such as "+avx2,+fma" (Target::features), for a feature. Compares whole names,
// since several names begin with "avx512f". The function attribute "target-features" has the same form as the list.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// True if the list `features` contains `name`, which is given without a plus sign.
bool lists_feature(llvm::StringRef features, llvm::StringRef name);
bool has_feature(const llvm::Function& function, llvm::StringRef name);

}  // namespace lanewise::compiler
