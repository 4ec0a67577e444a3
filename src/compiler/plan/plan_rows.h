// Chooses how many rows of work-items, along dimension 1, run together (unroll-and-jam). This pays if rows share loads
// of an inner loop that differ between lanes, such as the columns of a matrix product. The loop must also carry sums,
// so that a single row waits for its own results. Two rows also pay if most of an inner loop's work is uniform:
// counting, conditions and addresses of a window, coefficients of a filter.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether rows of `kernel` may run together: it reads ids of dimension 1, and nothing depends on the order of rows.
bool can_run_in_rows(const llvm::Function& kernel);

/// Whether `kernel` should be linearized for rows together at all, which takes compile time.
bool may_pay_in_rows(const llvm::Function& kernel, const Target& target);

struct RowPlan {
    unsigned rows = 1;  // 1: each row by itself
    unsigned lanes = 1;
};

/// Chooses rows for a kernel linearized with fact::rows, for which choose_plan chose `lanes`. If `fixed`, the caller
/// keeps `lanes` and uses only the result's rows; blocks of matrix products then have as many rows as registers hold.
RowPlan choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
