// The cost model: how many work-items of a kernel run at a time.
//
// A lane count fills the widest vector with the kernel's 32-bit values, or with its 64-bit ones when
// those are most of the arithmetic. A kernel is better off scalar when lanes leave a loop at different
// times and the loop does little but load from scattered addresses: a gather costs as much as
// its loads, and the chunk waits for its slowest lane. So is one that looks up in private tables, which for all lanes
// overflow the cache; and one of which all work-items enqueue, and do little else.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <string>

#include "compiler/plan/row_walks.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct Plan {
    unsigned lanes = 1;        // 1: scalar
    unsigned rows = 1;         // that run together (plan/plan_rows.h)
    bool same_loops = false;   // whatever the plan
    bool fixed = false;        // the kernel can tell: its lanes are its sub-group
    bool required = false;     // and the source says how many
    std::string reason{};      // why scalar; empty otherwise
    bool in_pairs = false;     // of work-items, where scalar
    std::uint32_t others = 0;  // that may well be faster (lanewise/other_plans.h)
};

/// Work in the sense of the cost model: neither address arithmetic nor what masks are made of.
bool is_work(const llvm::Instruction& instruction);

/// Lanes for a kernel in the form that NormalizeFlow makes; `forced` as in CodeOptions::vector_width.
Plan choose_plan(llvm::Function& kernel, const Target& target, std::uint32_t forced);

/// Lanes for a linearized kernel that choose_plan gave `lanes`: twice as many hide the latency of its arithmetic
/// where the registers hold them, and up to four times as many, eight without AVX-512, where chains of dependent
/// operations are all it does (plan/estimates/latency.h). The latter alone where work-groups may be too small to fill
/// them.
unsigned widest_fit(llvm::Function& linearized, const Target& target, unsigned lanes, const BlockedAccesses& blocked);

struct ScalarReason {
    std::string text{};  // empty: lanes are better
    bool in_pairs = false;
};

/// Why a linearized kernel had better stay scalar, and whether two work-items at a time.
ScalarReason reason_for_scalar(llvm::Function& linearized, const Target& target, unsigned lanes,
                               const BlockedAccesses& blocked);

}  // namespace lanewise::compiler
