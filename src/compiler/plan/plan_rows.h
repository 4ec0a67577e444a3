// Chooses how many rows of work-items, along dimension 1, run together (unroll-and-jam). Running rows together pays if
// a load in an inner loop has the same address in all rows but not in all lanes, such as the load from the second
// matrix of a matrix product. The loop must also carry sums, so that a single row would wait for the latency of its
// additions. Running two rows together also pays if most of an inner loop's work is uniform: loop counters, conditions
// and addresses for a block of neighbours, coefficients of a filter.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether rows of `kernel` may run together: the kernel reads ids of dimension 1, and no result depends on the order
/// of rows.
bool can_run_in_rows(const llvm::Function& kernel);

/// Whether `kernel` may be faster with rows together. The kernel is linearized for rows only in this case, to save
/// compile time.
bool may_pay_in_rows(const llvm::Function& kernel, const Target& target);

struct RowPlan {
    unsigned rows = 1;  // 1 if each row runs by itself
    unsigned lanes = 1;
};

/// Chooses rows and lanes for a kernel linearized with fact::for_rows, for which choose_plan chose `lanes`. If `fixed`,
/// the caller keeps `lanes` and uses only the number of rows; for a matrix product, choose_rows() then returns as many
/// rows of `lanes` lanes as registers hold.
RowPlan choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
