// Turns a linearized kernel (docs/ir.md, "Between linearize and widen") into two chunk functions: `k.full` computes W
// consecutive work-items along dimension 0, and `k.tail` the first `ocl.chunk_lanes()` of them. The shape of a value
// (analysis/shapes/shape.h) determines its type in the chunk functions. A uniform or strided value becomes a scalar,
// the value of lane 0. A varying value becomes a vector of W lanes; a varying source vector becomes one such vector for
// each component. Control flow stays unchanged, since linearize has made all branches uniform. Calls of `ocl.mask`,
// `ocl.any`, `ocl.all` and `ocl.uniform` are replaced.
//
//   define spir_kernel void @k(ptr addrspace(1) %p, float %x) {
//     %i = call i64 @ocl.global_id(i32 0)
//     %a = getelementptr float, ptr addrspace(1) %p, i64 %i
//     %v = load float, ptr addrspace(1) %a
//     %w = fmul float %v, %x
//     store float %w, ptr addrspace(1) %a
//     ret void }
// becomes, for 16 lanes,
//   define spir_kernel void @k.full(ptr addrspace(1) %p, float %x) {
//     %x.lanes = <splat of %x>
//     %i = call i64 @ocl.global_id(i32 0)           ; of the first lane
//     %a = getelementptr float, ptr addrspace(1) %p, i64 %i
//     %v = load <16 x float>, ptr addrspace(1) %a, align 4
//     %w = fmul <16 x float> %v, %x.lanes
//     store <16 x float> %w, ptr addrspace(1) %a, align 4
//     ret void }
// and @k.tail, the same with masked loads and stores.
//
// If an instruction cannot be widened, widen() returns the reason instead of asserting, and the caller uses code of one
// lane. Thread-safety: one call per LLVM context at a time.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <string>

#include "compiler/widen/chunk/widen_options.h"

namespace lanewise::compiler {

struct WidenResult {
    llvm::Function* full = nullptr;
    llvm::Function* tail = nullptr;
    std::string reason;  // reason for which no function was made; empty on success
};

/// Adds `kernel`.full and `kernel`.tail to the kernel's module; `kernel` stays unchanged.
WidenResult widen(llvm::Function& kernel, const WidenOptions& options);

/// Adds `kernel`.rows, which computes W work-items of each of `options.rows` rows together; returns null if that is
/// impossible. The kernel must have been linearized with fact::for_rows.
llvm::Function* widen_rows(llvm::Function& kernel, const WidenOptions& options);

/// Pass for tests: widens each kernel with the options in its attributes "lanewise-lanes" (default 16),
/// "target-features" and, if present, "lanewise-rows". Erases the kernel, or adds "lanewise-scalar"="reason" if it
/// cannot be widened.
struct Widen : llvm::PassInfoMixin<Widen> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
