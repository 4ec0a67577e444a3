// The signature of a group function (`k.group`): the kernel's parameters, then the parameters of a work-group.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Parameters that a group function has after the kernel's own.
struct GroupParameters {
    llvm::Value* launch;
    llvm::Value* worker;
    llvm::Value* group_id[3];

    explicit GroupParameters(llvm::Function& group);
    static constexpr unsigned count = 5;
};

}  // namespace lanewise::compiler
