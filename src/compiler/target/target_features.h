// Looks for a feature in the CPU's list, such as "+avx2,+fma" (Target::features). The whole name counts, since
// "avx512f" begins other names as well. Functions carry the list as "target-features".
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `name` has no plus sign.
bool lists_feature(llvm::StringRef features, llvm::StringRef name);
bool has_feature(const llvm::Function& function, llvm::StringRef name);

}  // namespace lanewise::compiler
