#include "compiler/prepare/kept/kept_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

std::uint64_t size_of(const llvm::Function& function,
                      const llvm::DenseMap<const llvm::Function*, std::uint64_t>& sizes) {
    std::uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::Function* callee = called_body(instruction);
        size = llvm::SaturatingAdd(size, callee ? sizes.lookup(callee) : 1);
    }
    return size;
}

// Chooses the functions that are not inlined, because the kernel would otherwise be too large. Visits callees before
// their callers.
class Chooser {
public:
    Chooser(const KeptFunctions& convergent, bool forces) : convergent_(convergent), forces_(forces) {}

    void look_at(llvm::Function& function, bool is_kernel) {
        bound_growth(function);
        const std::uint64_t size = size_of(function, sizes_);
        sizes_[&function] = size;
        if (is_kernel || !is_only_called(function)) return;
        const bool is_costly = size > budget::copied_instructions && function.hasNUsesOrMore(2);
        if (is_costly || (forces_ && !convergent_.contains(&function))) keep(function);
    }

    KeptFunctions take() { return std::move(kept_); }

private:
    void keep(llvm::Function& function) {
        kept_.insert(&function);
        sizes_[&function] = 1;
    }

    // Limits the growth of `function`. Visits the function's calls in order, and keeps a large callee if inlining the
    // callee would make `function` exceed the limit.
    void bound_growth(const llvm::Function& function) {
        std::uint64_t size = 0;
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            llvm::Function* callee = called_body(instruction);
            if (!callee || kept_.contains(callee)) continue;
            const std::uint64_t added = sizes_.lookup(callee);
            const std::uint64_t grown = llvm::SaturatingAdd(size, added);
            if (grown > budget::grown_instructions && added > budget::copied_instructions && is_only_called(*callee) &&
                !convergent_.contains(callee))
                keep(*callee);
            else
                size = grown;
        }
    }

    const KeptFunctions& convergent_;
    const bool forces_;
    KeptFunctions kept_;
    llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes_;  // instructions after inlining; 1 for a kept function
};

// Returns the kernel's number of instructions after inlining. `functions` are all functions that the kernel reaches,
// callees first.
std::uint64_t inlined_size(const llvm::Function& kernel, llvm::ArrayRef<llvm::Function*> functions) {
    llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes;
    for (llvm::Function* function : functions) sizes[function] = size_of(*function, sizes);
    return sizes.lookup(&kernel);
}

// Whether inlining makes a kernel too large, or makes it large mainly by repeated copies of functions.
bool grows_too_much(llvm::Function& kernel) {
    const auto functions = callees_first(kernel);
    const std::uint64_t inlined = inlined_size(kernel, functions);
    if (inlined <= budget::repeated_instructions) return false;
    std::uint64_t written = 0;
    for (const llvm::Function* function : functions) written += function->getInstructionCount();
    return inlined > budget::inlined_instructions || inlined / budget::most_copies > written;
}

}  // namespace

std::uint64_t inlined_size(llvm::Function& kernel) { return inlined_size(kernel, callees_first(kernel)); }

KeptFunctions choose_kept_functions(llvm::Function& kernel, const KeptFunctions& convergent, KeptCalls calls) {
    // Kernels with called functions are not vectorized. Kernels with a required sub-group size need vectorization, so
    // they are not forced to keep functions.
    const bool forces = calls == KeptCalls::where_possible && read_kernel(kernel).reqd_sub_group_size == 0;
    if (!forces && !grows_too_much(kernel)) return {};
    Chooser chooser(convergent, forces);
    for (llvm::Function* function : callees_first(kernel)) chooser.look_at(*function, function == &kernel);
    return chooser.take();
}

}  // namespace lanewise::compiler
