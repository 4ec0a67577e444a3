// Builds run-time tests of whether a row can be accessed a block at a time instead of one element at a time
// (strided_streams/transpose_streams.h). A load that is moved forward must not miss a store in between. A store that is
// delayed must not be missed by a read, or reordered with a write, in between. The counters in the addresses must not
// wrap around.
//
// Thread-safety: none needed; IR belongs to a compilation.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/analysis/copy_value.h"
#include "compiler/linearize/strided_streams/stream_finder.h"

namespace lanewise::compiler {

class BlockTest {
public:
    /// Tests `access`, a load that runs early or a store that runs late, against `others` of its loop; `others` may
    /// contain `access`.
    BlockTest(const StreamedPlace& access, llvm::ArrayRef<StreamedPlace> others, const llvm::DominatorTree& dominators)
        : access_(access), others_(others), dominators_(dominators) {}

    /// Computes the addresses and counters to compare, before the loop is changed. False if that is impossible.
    bool prepare();

    bool is_needed() const { return !counters_.empty() || !met_.empty(); }

    /// Returns an i1 of each lane: true if accessing the block that begins in this iteration at once may behave
    /// differently.
    llvm::Value* build(llvm::IRBuilder<>& builder) const;

private:
    struct Met {
        const StreamedPlace* other;
        llvm::Value* place;  // the address in this iteration
    };
    // The two accesses conflict if the distance in bytes from `access_` to the other access lies between `low` and
    // `high`.
    struct Reach {
        std::int64_t low, high;
    };

    llvm::Value* early(llvm::Value& value);
    llvm::Value* wraps(llvm::IRBuilder<>& builder, const Counter& counter) const;
    Reach reach_in_step(const StreamedPlace& other) const;
    Reach reach(const StreamedPlace& other) const;
    llvm::Value* meets(llvm::IRBuilder<>& builder, const Met& met) const;

    const StreamedPlace& access_;
    const llvm::ArrayRef<StreamedPlace> others_;
    const llvm::DominatorTree& dominators_;
    CopiedValues made_;
    Counters counters_;
    std::vector<Met> met_;
};

}  // namespace lanewise::compiler
