#include "compiler/prepare/kept/kept_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/ir/called_functions.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Sizes of functions in instructions once calls are inlined, but for those of `kept`.
class InlinedSizes {
public:
    explicit InlinedSizes(const KeptFunctions& kept) : kept_(kept) {}

    std::uint64_t add(llvm::Function& function) {
        std::uint64_t size = 0;
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            llvm::Function* callee = called_body(instruction);
            size = llvm::SaturatingAdd(size, callee && !kept_.contains(callee) ? sizes_.lookup(callee) : 1);
        }
        return sizes_[&function] = size;
    }

private:
    const KeptFunctions& kept_;
    llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes_;
};

}  // namespace

std::uint64_t inlined_size(llvm::Function& kernel) {
    const KeptFunctions none;
    InlinedSizes sizes(none);
    std::uint64_t size = 0;
    for (llvm::Function* function : callees_first(kernel)) size = sizes.add(*function);
    return size;
}

KeptFunctions choose_kept_functions(llvm::Function& kernel, const KeptFunctions& convergent, KeptCalls calls) {
    KeptFunctions kept;
    const bool is_large = inlined_size(kernel) > budget::inlined_instructions;
    // Kernels with calls have no lanes, which are what sub-groups are made of.
    const bool forces = calls == KeptCalls::where_possible && read_kernel(kernel).reqd_sub_group_size == 0;
    if (!is_large && !forces) return kept;
    InlinedSizes sizes(kept);
    for (llvm::Function* function : callees_first(kernel)) {
        const bool is_costly =
            sizes.add(*function) > budget::copied_instructions && function->hasNUsesOrMore(2) && is_large;
        const bool is_forced = forces && !convergent.contains(function);
        if ((is_costly || is_forced) && function != &kernel && is_only_called(*function)) kept.insert(function);
    }
    return kept;
}

}  // namespace lanewise::compiler
