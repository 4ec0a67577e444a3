// Prints the results of plan/'s cost models for a kernel, with the counts that decide.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace lanewise::compiler {

/// Options of a printer (pipeline/print_analyses.h).
struct PrintOptions {
    unsigned lanes = 16;
    unsigned bits = 512;      // of the widest vector operation
    std::string features{};   // of the processor, as in Target; empty: the usual ones of these bits
    bool group = false;       // among a group's work-items, not a chunk's
    bool linearized = false;  // the kernel is linearized
    llvm::FunctionAnalysisManager* analyses = nullptr;
};

void print_plan(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);
/// Sets the facts on the kernel that it prints.
void print_dimensions(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out);

}  // namespace lanewise::compiler
