// Prints the results of the cost models in plan/ for a kernel, and the counts on which the models depend.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Options of a printer (pipeline/print_analyses.h).
struct PrintOptions {
    unsigned lanes = 16;
    unsigned bits = 512;      // bits of the widest vector operation
    std::string features{};   // the processor's features, as in Target; if empty, defaults for `bits`
    bool group = false;       // true to analyse divergence within a group instead of a chunk
    bool linearized = false;  // true if the kernel is already linearized
    llvm::FunctionAnalysisManager* analyses = nullptr;
};

/// Returns the target processor that `options` describe.
Target target_of(const PrintOptions& options);

void print_plan(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);
/// Prints the costs of the dimensions, and sets them as facts on the kernel.
void print_dimensions(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);

}  // namespace lanewise::compiler
