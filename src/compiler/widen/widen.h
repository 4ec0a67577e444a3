// Turns a linearized kernel (docs/ir.md, "Between linearize and widen") into chunk functions: `k.full`
// computes W consecutive work-items along dimension 0, `k.tail` the first `ocl.chunk_lanes()` of them.
// Every value is kept as its shape allows (analysis/shapes/shape.h): uniform and strided ones as the scalar of
// lane 0, others as vectors; a source vector becomes one W-lane vector per component. Control flow stays
// as it is, since all lanes share it; `ocl.mask`, `ocl.any`, `ocl.all` and `ocl.uniform` are gone afterwards.
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
// An instruction that cannot be widened is reported and fails no assertion; the caller then takes the scalar plan.
// Thread-safety: one call per LLVM context at a time.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <string>

#include "compiler/widen/chunk/widen_options.h"

namespace lanewise::compiler {

struct WidenResult {
    llvm::Function* full = nullptr;
    llvm::Function* tail = nullptr;
    std::string reason;  // why nothing was made; empty on success
};

/// Adds `kernel`.full and `kernel`.tail to the kernel's module; `kernel` stays.
WidenResult widen(llvm::Function& kernel, const WidenOptions& options);

/// Adds `kernel`.rows, which computes `options.rows` rows of W lanes together, all of them live; null if that is
/// impossible. Needs: linearized with fact::for_rows.
llvm::Function* widen_rows(llvm::Function& kernel, const WidenOptions& options);

/// The pass for tests: widens each kernel by its attributes "lanewise-lanes" (default 16), "target-features" and, if
/// given, "lanewise-rows". Erases the kernel, or attaches "lanewise-scalar"="reason" if it cannot be widened.
struct Widen : llvm::PassInfoMixin<Widen> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
