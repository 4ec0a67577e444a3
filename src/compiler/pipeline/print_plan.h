// Prints the results of plan/'s cost models for a kernel.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise::compiler {

/// Options of a printer (pipeline/print_analyses.h).
struct PrintOptions {
    unsigned lanes = 16;
    unsigned bits = 512;      // of the widest vector operation
    bool group = false;       // among a group's work-items, not a chunk's
    bool linearized = false;  // the kernel is linearized
};

void print_plan(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);
/// Sets the facts on the kernel that it prints.
void print_dimensions(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);

}  // namespace lanewise::compiler
