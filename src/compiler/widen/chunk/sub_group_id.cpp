#include "compiler/widen/chunk/sub_group_id.h"

#include <llvm/Support/MathExtras.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {

llvm::Value* create_sub_group_id(llvm::IRBuilderBase& builder, const llvm::Function& kernel, unsigned lanes) {
    llvm::Value* linear = create_id(builder, op::local_id, 0);
    if (!kernel.hasFnAttribute(fact::flat_groups)) {
        llvm::Value* row =
            builder.CreateMul(create_id(builder, op::local_id, 2), create_id(builder, op::local_size, 1));
        row = builder.CreateAdd(row, create_id(builder, op::local_id, 1));
        linear = builder.CreateAdd(linear, builder.CreateMul(row, create_id(builder, op::local_size, 0)));
    }
    return builder.CreateTrunc(builder.CreateLShr(linear, llvm::Log2_32(lanes)), builder.getInt32Ty());
}

}  // namespace lanewise::compiler
