// Chooses how many rows of work-items (along dimension 1) run together: unroll-and-jam. It pays if rows share loads of
// an inner loop that differ between lanes (the columns of a matrix product), and if the loop carries sums, so that a
// single row waits for its own results. Two rows also pay if most of an inner loop is uniform: counting, conditions and
// addresses of a window, coefficients of a filter.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether rows of `kernel` may run together: it asks for ids of dimension 1, and nothing depends on the order of rows.
bool can_run_in_rows(const llvm::Function& kernel);

/// Whether it is worth the time to linearize `kernel` for rows at all.
bool may_pay_in_rows(const llvm::Function& kernel, const Target& target);

struct RowPlan {
    unsigned rows = 1;  // 1: each by itself
    unsigned lanes = 1;
};

/// Chooses rows for a kernel linearized with fact::rows that choose_plan gave `lanes`. If these are `fixed`, only the
/// rows of the result count, and blocks of matrix products have as many as those lanes leave room for.
RowPlan choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
