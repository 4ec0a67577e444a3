// Signature of a group function (`k.group`): the parameters of the kernel, followed by parameters that describe the
// work-group.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Parameters of a group function that follow the kernel's parameters.
struct GroupParameters {
    llvm::Value* launch;
    llvm::Value* worker;
    llvm::Value* group_id[3];

    explicit GroupParameters(llvm::Function& group);
    static constexpr unsigned count = 5;
};

}  // namespace lanewise::compiler
