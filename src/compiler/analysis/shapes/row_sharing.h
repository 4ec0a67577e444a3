// Finds the values of a linearized kernel that are the same in all rows of a chunk. Rows are adjacent along dimension
// 1, each has W lanes, and they run together (`k.rows`). A value is shared unless it depends on an id in dimension 1 or
// on a value that each row has for itself (private variables, results of atomics and calls). Loads from a shared
// address are shared: if rows loaded different values, the program would have a data race.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class RowSharing {
public:
    /// Makes an object for chunks with one row, in which all values are shared.
    RowSharing() = default;
    explicit RowSharing(const llvm::Function& linearized);

    bool shares(const llvm::Value* value) const { return !own_.contains(value); }
    /// True if all rows take the same direction at every branch.
    bool shares_flow() const { return shares_flow_; }

private:
    llvm::SmallPtrSet<const llvm::Value*, 32> own_;  // values that are not shared
    bool shares_flow_ = true;
};

}  // namespace lanewise::compiler
