// Counts loads of a row of work-items that the next row also makes. In a stencil, a[i + w] of one row is a[i] of the
// next.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

struct RowLoads {
    unsigned loads = 0;   // number of loads of two rows, adjacent along dimension 1
    unsigned places = 0;  // number of different addresses of these loads
};

/// Counts the loads whose addresses depend on the row. This is an estimate: addresses are computed with sample numbers
/// as inputs, and count as equal if the results are equal.
RowLoads loads_of_two_rows(const llvm::Function& kernel);

}  // namespace lanewise::compiler
