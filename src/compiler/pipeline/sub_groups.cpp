#include "compiler/pipeline/sub_groups.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/ir/facts.h"
#include "compiler/ir/signature.h"
#include "lanewise/sub_group_sizes.h"

namespace lanewise::compiler {

unsigned sub_group_size_of(const llvm::Function& kernel, const CodeOptions& options) {
    if (const unsigned required = read_kernel(kernel).reqd_sub_group_size) return required;
    if (options.sub_groups == SubGroupPlan::single) return 1;
    if (options.vector_width != 0) return options.vector_width;
    constexpr unsigned word_bits = 32;
    return std::clamp(options.target.vector_bits / word_bits, sub_group_sizes[0], sub_group_sizes[1]);
}

bool requires_impossible_sub_groups(const llvm::Function& kernel) {
    const unsigned size = required_sub_group_size(kernel);
    return size != 0 && !llvm::is_contained(sub_group_sizes, size);
}

std::string impossible_sub_groups(const llvm::Module& module) {
    std::string names;
    for (const llvm::Function& kernel : module)
        if (is_kernel(kernel) && requires_impossible_sub_groups(kernel) &&
            !kernel.hasFnAttribute(tolerates_sub_group_size))
            names += "  " + kernel.getName().str() + ": " + std::to_string(required_sub_group_size(kernel)) + "\n";
    return names;
}

bool lacks_sub_groups(const llvm::Function& chunk) {
    return chunk.hasFnAttribute(fact::uses_sub_groups) &&
           number_fact(chunk, fact::lanes, 1) != number_fact(chunk, fact::sub_group_size);
}

}  // namespace lanewise::compiler
