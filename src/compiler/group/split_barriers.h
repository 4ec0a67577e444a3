// Makes the group function of a kernel; each call of the group function runs one work-group. Chunks run one after
// another in a loop. At barriers the chunk function is split into regions, each with a loop over all chunks, so that
// every chunk has reached the barrier before any chunk continues. All chunks continue with the same region, as OpenCL C
// 3.0, section 6.15.8, demands.
//
// Needs the pass spill_live_values, since only values in Worker::context live across a barrier. The group function
// still calls group_id, num_groups, global_size, ..., and group_context, and lower_ids lowers these calls. No calls of
// `local_id`, `global_id` and `chunk_lanes` are left. analysis/barrier_regions.h finds regions, and region_flow.h emits
// the flow between them.
//
//   define void @k.full(ptr addrspace(1) %p) { A; call void @ocl.barrier(i32 1); B; ret void }
// becomes
//   define void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, ...) {
//     for z, y, x: A
//     for z, y, x: B
//     ret void }
//
// If full and partial chunks are compiled separately (fact::whole_lanes), the module contains only one of the two chunk
// functions. The group function then skips all chunks for which this chunk function was not compiled.
//
// Without barriers and with W > 1 lanes, the loop over a row runs `k.full` for full chunks and `k.tail` for the rest.
// With barriers, either `k.full` or `k.tail` runs the whole group (docs/ir.md). Without barriers, `k.rows` runs several
// rows together as far as possible. With barriers, `k.rows` replaces `k.full` in work-groups of suitable sizes.
//
// In kernels whose sub-groups may wait for each other (fact::waits), the group function runs one chunk, whose number is
// in abi::TurnWorker.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitBarriers : llvm::PassInfoMixin<SplitBarriers> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
