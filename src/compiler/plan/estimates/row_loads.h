// How much of what a row of work-items loads the next row loads as well, as stencils do: a[i + w] of one is a[i] of the
// other.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

struct RowLoads {
    unsigned loads = 0;   // of two rows, next to each other along dimension 1
    unsigned places = 0;  // that these are of
};

/// Of loads whose addresses turn on the row. An estimate: addresses are taken for the same that are as numbers, for
/// some numbers in place of everything that they are computed from.
RowLoads loads_of_two_rows(const llvm::Function& kernel);

}  // namespace lanewise::compiler
