// Cost model that chooses how many work-items of a kernel run at a time.
//
// The lanes fill the widest vector with the kernel's 32-bit values, or with its 64-bit values if those are most of the
// arithmetic. A kernel is faster scalar when lanes leave a loop at different times and the loop does little but gather.
// A gather costs as much as its loads, and the chunk waits for its slowest lane. Two other kinds of kernels are scalar,
// too: those that look up in private tables which overflow the cache for all lanes, and those in which all work-items
// enqueue and do little else.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <string>

#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/strided_rows.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct Plan {
    unsigned lanes = 1;        // 1: scalar
    unsigned rows = 1;         // that run together (plan/plan_rows.h)
    bool same_loops = false;   // loops, and so the order of sums, do not depend on the plan
    bool fixed = false;        // the kernel can observe its lanes: they are its sub-group
    bool required = false;     // the source requires this number of lanes
    std::string reason{};      // why scalar; empty otherwise
    bool in_pairs = false;     // scalar, two work-items at a time
    std::uint32_t others = 0;  // bits of OtherPlan that may be faster (lanewise/other_plans.h)
};

/// Bytes of a work-item's private arrays.
std::uint64_t private_bytes(const llvm::Function& function);

/// Chooses lanes for a kernel in the form that NormalizeFlow makes; `forced` as in CodeOptions::vector_width.
Plan choose_plan(llvm::Function& kernel, const Target& target, std::uint32_t forced);

/// Chooses the final lanes of a linearized kernel that choose_plan gave `lanes`. Twice as many hide the latency of its
/// arithmetic if the registers hold them. Up to eight times as many do if chains of dependent operations are most of it
/// (plan/estimates/latency.h); only such chains allow more lanes than small work-groups may fill. Lanes that evict each
/// other's cache lines are halved.
unsigned widest_fit(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked);

struct ScalarReason {
    std::string text{};  // empty: lanes are better
    bool in_pairs = false;
};

/// Says why a linearized kernel is faster scalar, and whether two work-items at a time.
ScalarReason reason_for_scalar(llvm::Function& linearized, const Target& target, unsigned lanes,
                               const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
