// Inlines late builtins (docs/ir.md) into the chunk functions, after the builtins were linked (late_builtins.h).
//
// Inlines the smallest builtins first, until a budget for added code is used up. Chunk functions call the remaining
// builtins, so that the size of code grows with the number of different builtins and not with the number of calls.
// `k.tail` runs rarely and gets a smaller budget. In a kernel's first compilation (LargeBuiltins::called), all chunk
// functions have small budgets. The chunk functions then call builtins whose machine code the process compiles once for
// all kernels (pipeline/builtin_store.h).
//
// Needs: all functions that are not part of the kernel come from the builtin library, and their callees were inlined
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

/// Treatment of the large builtins that a kernel calls.
enum class LargeBuiltins : std::uint8_t {
    inlined,  // inlined within a large budget
    called,   // inlined within a small budget, so that most are called (KernelCode::provisional)
};

/// True if a chunk function that calls `builtin` may inline it; `size` is the code_size() of the builtin's body. If the
/// result is false, the module does not need the builtin's body.
bool may_be_inlined(const llvm::Function& builtin, std::uint64_t size, LargeBuiltins large);

class InlineBuiltins : public llvm::PassInfoMixin<InlineBuiltins> {
public:
    /// `register_bits` is the width of vector registers; code_size() needs this width to estimate sizes.
    explicit InlineBuiltins(unsigned register_bits = 512, LargeBuiltins large = LargeBuiltins::inlined)
        : register_bits_(register_bits), large_(large) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    unsigned register_bits_;
    LargeBuiltins large_;
};

}  // namespace lanewise::compiler
