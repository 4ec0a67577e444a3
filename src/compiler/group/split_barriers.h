// Makes the group function of a kernel: one call runs one work-group. Chunks follow each other in a
// loop; at barriers the chunk function is cut into regions (continuation style), each with a loop over
// all chunks of its own, so that every chunk has come to the barrier before one goes on. Which region
// follows is the same for all chunks, as OpenCL C 3.0, section 6.15.8, demands.
//
// Needs: spill_live_values (nothing but Worker::context lives across a barrier).
// Leaves: calls of group_id, num_groups, global_size, ..., and of group_context, which lower_ids lowers; `local_id`,
// `global_id` and `chunk_lanes` are gone. Where blocks are cut: analysis/barrier_regions.h; what follows which region:
// region_flow.h.
//
//   define void @k.full(ptr addrspace(1) %p) { A; call void @ocl.barrier(i32 1); B; ret void }
// becomes
//   define void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, ...) {
//     for z, y, x: A
//     for z, y, x: B
//     ret void }
//
// Of a kernel whose full and partial chunks are different code (fact::whole_lanes) there is one function alone, and the
// group function leaves out what that does not run.
//
// Without barriers and with W > 1 lanes, the loop over a row runs `k.full` on full chunks and `k.tail`
// on what is left; with barriers, the whole group runs by one of them (docs/ir.md).
//
// Where `k.rows` runs several rows together, it runs all that it can; a work-group with barriers whose sizes suit
// it runs by it in place of `k.full`.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitBarriers : llvm::PassInfoMixin<SplitBarriers> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
