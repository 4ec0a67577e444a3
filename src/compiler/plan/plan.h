// Cost model that chooses how many work-items of a kernel run at a time. Comments in plan/ call kernels by their
// results: "prefix sums are slower" means a kernel that computes prefix sums.
//
// By default the lanes fill the widest vector with 32-bit values, or with 64-bit values if most floating-point
// arithmetic is in double precision. Mainly three kinds of kernels are faster as scalar code. First: lanes leave a loop
// at different times, and the loop mostly gathers. A gather costs as much as single loads, and the chunk waits for its
// slowest lane. Second: lanes look up values in private tables, and the tables of all lanes do not fit into the cache.
// Third: all work-items enqueue kernels and do little other work.
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
    unsigned lanes = 1;        // number of lanes; 1 for scalar code
    unsigned rows = 1;         // number of rows that run together (plan/plan_rows.h)
    bool same_loops = false;   // all plans compute each sum in the same order
    bool fixed = false;        // the kernel can observe the number of lanes as its sub-group size
    bool required = false;     // the source requires this number of lanes
    std::string reason{};      // why the kernel is scalar; empty otherwise
    bool in_pairs = false;     // scalar code that interleaves two work-items
    std::uint32_t others = 0;  // bit set of plans that may be faster (lanewise/code_variant.h)
};

/// Returns the bytes of a work-item's private arrays.
std::uint64_t private_bytes(const llvm::Function& function);

/// Chooses the plan of a kernel in the form that NormalizeFlow makes. `forced`: number of lanes as in
/// CodeOptions::vector_width.
Plan choose_plan(llvm::Function& kernel, const Target& target, std::uint32_t forced);

/// Returns the final number of lanes of a linearized kernel for which choose_plan chose `lanes`. The result is mostly
/// `lanes` or twice as many: twice as many lanes hide the latency of the kernel's arithmetic, if registers hold the
/// values. The result is up to eight times `lanes` if dependence chains take most of the time
/// (plan/estimates/latency.h). The result exceeds the width of small work-groups only if dependence chains take most of
/// the time. The result is half of `lanes` if rows of different lanes would evict each other's cache lines.
unsigned widest_fit(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked);

struct ScalarReason {
    std::string text{};  // reason; empty if lanes are better
    bool in_pairs = false;
};

/// Returns the reason why scalar code is faster for a linearized kernel, and whether the code interleaves two
/// work-items.
ScalarReason reason_for_scalar(llvm::Function& linearized, const Target& target, unsigned lanes,
                               const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
