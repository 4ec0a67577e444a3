// Counts the load addresses that two adjacent rows of work-items have in common. In a stencil, a[i + w] of one row is
// a[i] of the next row.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

struct RowLoads {
    unsigned loads = 0;   // number of loads in two rows that are adjacent along dimension 1
    unsigned places = 0;  // number of different addresses among these loads
};

/// Counts the loads whose addresses depend on the row. The result is an estimate: addresses are computed from sample
/// numbers, and are treated as equal if the results are equal.
RowLoads loads_of_two_rows(const llvm::Function& kernel);

}  // namespace lanewise::compiler
