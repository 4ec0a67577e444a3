#include "compiler/ir/group_function.h"

namespace lanewise::compiler {

GroupParameters::GroupParameters(llvm::Function& group) {
    const unsigned first = static_cast<unsigned>(group.arg_size()) - count;
    launch = group.getArg(first);
    worker = group.getArg(first + 1);
    for (unsigned d = 0; d < 3; ++d) group_id[d] = group.getArg(first + 2 + d);
}

}  // namespace lanewise::compiler
