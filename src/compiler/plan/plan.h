// Cost model that chooses how many work-items of a kernel run at a time. Comments of plan/ name kernels by their
// results: "prefix sums are slower" speaks of a kernel that computes prefix sums.
//
// By default the lanes fill the widest vector with 32-bit values, or with 64-bit values if most floating-point
// arithmetic is in double precision. Some kernels are faster scalar, above all three kinds. First: lanes leave a loop
// at different times, and the loop does little but gather; a gather costs as much as its loads, and the chunk waits for
// its slowest lane. Second: look-ups in private tables that overflow the cache if all lanes have such tables. Third:
// all work-items enqueue kernels and do little else.
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
    unsigned rows = 1;         // number of rows that run together (plan/plan_rows.h)
    bool same_loops = false;   // loops, and so the order of sums, are the same in all plans
    bool fixed = false;        // the kernel can observe its number of lanes, as a sub-group
    bool required = false;     // the source requires this number of lanes
    std::string reason{};      // why the kernel is scalar; empty otherwise
    bool in_pairs = false;     // scalar, two work-items at a time
    std::uint32_t others = 0;  // bits of plans that may be faster (lanewise/other_plans.h)
};

/// Returns the bytes of a work-item's private arrays.
std::uint64_t private_bytes(const llvm::Function& function);

/// Chooses lanes for a kernel in the form that NormalizeFlow makes. `forced`: number of lanes as in
/// CodeOptions::vector_width.
Plan choose_plan(llvm::Function& kernel, const Target& target, std::uint32_t forced);

/// Returns the final number of lanes of a linearized kernel for which choose_plan chose `lanes`. Twice as many lanes
/// hide the latency of the kernel's arithmetic, if the registers hold their values. Up to eight times as many hide it
/// if dependence chains take most of the time (plan/estimates/latency.h). Only such chains justify more lanes than
/// small work-groups may fill. Lanes whose rows evict each other's cache lines are halved.
unsigned widest_fit(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked);

struct ScalarReason {
    std::string text{};  // empty: lanes are better
    bool in_pairs = false;
};

/// Returns why a linearized kernel is faster scalar, and whether it runs two work-items at a time.
ScalarReason reason_for_scalar(llvm::Function& linearized, const Target& target, unsigned lanes,
                               const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
