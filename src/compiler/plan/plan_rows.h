// How many rows (along dimension 1) of a kernel run together. It pays where rows
// share what they load, lane by lane, in an inner loop (the columns of a matrix product), and where that loop's
// sums follow from one another, so that one row alone waits for its own results; and for two rows, where most of an
// inner loop is the same for all lanes: counting, conditions and addresses of a window, coefficients of a filter.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether rows of `kernel` may run together: something tells them apart, and nothing asks for their order.
bool can_run_in_rows(const llvm::Function& kernel);

/// Whether it is worth the time to linearize `kernel` for rows at all.
bool may_pay_in_rows(const llvm::Function& kernel, const Target& target);

struct RowPlan {
    unsigned rows = 1;  // 1: each by itself
    unsigned lanes = 1;
};

/// For a kernel linearized with fact::rows that choose_plan gave `lanes`. Where they are `fixed`, the rows alone count
/// of the result, and blocks of matrix products have as many as those lanes leave room for.
RowPlan choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes, bool fixed);

}  // namespace lanewise::compiler
