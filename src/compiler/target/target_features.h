// Asks the CPU's features, a list like "+avx2,+fma" (Target::features), for one of them: by its whole name, since
// "avx512f" starts others as well. Functions carry the list as "target-features".
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// `name`: without the plus.
bool lists_feature(llvm::StringRef features, llvm::StringRef name);
bool has_feature(const llvm::Function& function, llvm::StringRef name);

}  // namespace lanewise::compiler
