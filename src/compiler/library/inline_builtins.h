// Inlines late builtins (docs/ir.md), which are linked by now (late_builtins.h), into the chunk functions.
//
// Inlines the smallest first until a budget for added code is used up. The others stay functions that the chunks call,
// so that code grows with the number of different builtins and not with the number of calls. `k.tail` runs rarely and
// gets a smaller budget. A first compilation (LargeBuiltins::called) gives all chunk functions small budgets. Its code
// then calls the machine code that the process compiles once for all kernels (pipeline/builtin_store.h).
//
// Needs: every function that is no part of the kernel comes from the builtin library and is whole
// (complete_builtins.h).
//
//   %a = call <16 x float> @_Z3sinDv16_f(<16 x float> %x)      ; one or two of these: inlined
//   ...
//   %z = call <16 x float> @_Z3sinDv16_f(<16 x float> %y)      ; dozens: all are calls of
//   define internal <16 x float> @_Z3sinDv16_f(...) noinline
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Treatment of the larger builtin functions that a kernel calls.
enum class LargeBuiltins : std::uint8_t {
    inlined,  // as many as pay
    called,   // most of them (KernelCode::provisional)
};

/// Whether some chunk function may get a copy of `builtin`, which it calls and whose body has `size` (code_size()). The
/// body is needed only then.
bool may_be_inlined(const llvm::Function& builtin, std::uint64_t size, LargeBuiltins large);

class InlineBuiltins : public llvm::PassInfoMixin<InlineBuiltins> {
public:
    /// `register_bits` is the width of vector registers, which code sizes depend on.
    explicit InlineBuiltins(unsigned register_bits = 512, LargeBuiltins large = LargeBuiltins::inlined)
        : register_bits_(register_bits), large_(large) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    unsigned register_bits_;
    LargeBuiltins large_;
};

}  // namespace lanewise::compiler
