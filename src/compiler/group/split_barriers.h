// Makes the group function of a kernel, which runs one work-group per call. Chunks run one after another in a loop. At
// barriers the chunk function is split into regions (continuation style), each in a loop over all chunks, so that every
// chunk has reached the barrier before one continues. The next region is the same for all chunks, as OpenCL C 3.0,
// section 6.15.8, demands.
//
// Needs: spill_live_values (only Worker::context lives across a barrier). Leaves: calls of group_id, num_groups,
// global_size, ..., and of group_context, which lower_ids lowers; `local_id`, `global_id` and `chunk_lanes` are gone.
// Regions are defined in analysis/barrier_regions.h, the flow between them in region_flow.h.
//
//   define void @k.full(ptr addrspace(1) %p) { A; call void @ocl.barrier(i32 1); B; ret void }
// becomes
//   define void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, ...) {
//     for z, y, x: A
//     for z, y, x: B
//     ret void }
//
// A kernel whose full and partial chunks are different code (fact::whole_lanes) has only one chunk function, and the
// group function skips the other chunks.
//
// Without barriers and with W > 1 lanes, the loop over a row runs `k.full` on full chunks and `k.tail` on the rest.
// With barriers, one of them runs the whole group (docs/ir.md). A `k.rows` runs several rows together as far as
// possible. With barriers, it replaces `k.full` in work-groups of suitable sizes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SplitBarriers : llvm::PassInfoMixin<SplitBarriers> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
