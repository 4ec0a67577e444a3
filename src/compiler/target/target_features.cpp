#include "compiler/target/target_features.h"

#include <llvm/ADT/StringExtras.h>

namespace lanewise::compiler {

bool lists_feature(llvm::StringRef features, llvm::StringRef name) {
    return llvm::any_of(llvm::split(features, ','),
                        [&](llvm::StringRef feature) { return feature.consume_front("+") && feature == name; });
}

bool has_feature(const llvm::Function& function, llvm::StringRef name) {
    return lists_feature(function.getFnAttribute("target-features").getValueAsString(), name);
}

}  // namespace lanewise::compiler
