// Finds the values of a linearized kernel that are the same in all rows of a chunk. Rows follow each other along
// dimension 1, each W lanes wide, and run together (`k.rows`). A value is shared unless it depends on an id in
// dimension 1, or is a row's own by nature (private variables, results of atomics and calls). Loads from a shared
// address are shared: rows that disagree would race.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class RowSharing {
public:
    /// For chunks with one row: everything is shared.
    RowSharing() = default;
    explicit RowSharing(const llvm::Function& linearized);

    bool shares(const llvm::Value* value) const { return !own_.contains(value); }
    /// Whether all rows go the same way at every branch.
    bool shares_flow() const { return shares_flow_; }

private:
    llvm::SmallPtrSet<const llvm::Value*, 32> own_;  // values of a single row
    bool shares_flow_ = true;
};

}  // namespace lanewise::compiler
