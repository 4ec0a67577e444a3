// Builds run-time tests that check whether a row can be accessed by blocks instead of by single elements
// (strided_streams/transpose_streams.h). A block's loads run early: between the early and the original place of a load,
// no store may write to the loaded address. A block's stores run late: between the original and the late place of a
// store, no load or store may access the stored address. The counters in the addresses must not wrap around.
//
// Not thread-safe, since it changes the IR of one compilation.
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
    /// Tests `access` for conflicts with `others`, the accesses of the same loop. `access` is a load that runs early or
    /// a store that runs late; `others` may contain `access`.
    BlockTest(const StreamedPlace& access, llvm::ArrayRef<StreamedPlace> others, const llvm::DominatorTree& dominators)
        : access_(access), others_(others), dominators_(dominators) {}

    /// Computes the addresses and counters that build() compares; must be called before the loop is changed. Returns
    /// false if the addresses or counters cannot be computed.
    bool prepare();

    bool is_needed() const { return !counters_.empty() || !met_.empty(); }

    /// Returns an i1 for each lane. The i1 is true if the program may behave differently when the block that begins in
    /// this iteration is accessed as a whole.
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
