// Counts loads of a row of work-items that the next row makes as well. In stencils, a[i + w] of one is a[i] of the
// other.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

struct RowLoads {
    unsigned loads = 0;   // of two rows, next to each other along dimension 1
    unsigned places = 0;  // different addresses of these
};

/// Counts loads whose addresses depend on the row. An estimate: addresses are computed with some numbers as their
/// inputs, and are taken for the same if the results are.
RowLoads loads_of_two_rows(const llvm::Function& kernel);

}  // namespace lanewise::compiler
