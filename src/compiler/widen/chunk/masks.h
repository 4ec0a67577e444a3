// Contains the current row and the mask of its active lanes while a chunk function is made. A chunk function has W
// lanes and one or several rows; code that is made for each row gets the row's mask from this class. A null mask means
// that all lanes are active.
//
//   %r = sdiv i32 %a, %b                     rows 0 and 1, in a block that starts with `ocl.mask`:
//                                              start_row(0): current() is %mask.0, %r.0 is made
//                                              start_row(1): current() is %mask.1, %r.1 is made
//   %f = fdiv float %x, %y  (shared by rows)   start_all_rows(): current() is %mask.0 | %mask.1
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/widen/chunk/lane_values.h"

namespace lanewise::compiler {

class Masks {
public:
    Masks(llvm::IRBuilder<>& builder, LaneValues& values, unsigned lanes, unsigned rows)
        : builder_(builder), values_(values), lanes_(lanes), rows_(rows), masks_(rows) {}

    /// Sets the live lanes of a tail chunk, for all code that is made from now on.
    void set_live(llvm::Value* live) { live_ = live; }

    /// Starts a block, in which all live lanes of all rows are active.
    void start_block();
    /// Starts code for the row `row` alone.
    void start_row(unsigned row);
    /// Starts code that is made once for all rows; its mask contains the lanes that are active in at least one row.
    void start_all_rows();
    /// Restricts the current row to `lanes` for the rest of the block. `guarded`: whether at least one lane of some row
    /// is known to be active.
    void enter(llvm::Value* lanes, bool guarded);

    unsigned row() const { return row_; }
    /// Returns the mask of the active lanes; null if all lanes are active.
    llvm::Value* current() const { return mask_; }
    llvm::Value* current_or_ones() const { return mask_ ? mask_ : ones(); }
    llvm::Value* ones() const;
    /// Whether the block has an `ocl.mask`, so that lane 0 may be inactive.
    bool in_masked_block() const { return masked_; }
    /// Whether at least one lane of the current row is known to be active.
    bool some_lane_on() const { return some_lane_on_; }

    llvm::Value* with_live(llvm::Value* mask) { return live_ ? builder_.CreateAnd(mask, live_) : mask; }
    /// Returns the mask as an integer of W bits.
    llvm::Value* bits(llvm::Value* mask);
    llvm::Value* any_lane(llvm::Value* mask);
    llvm::Value* all_lanes(llvm::Value* mask);
    /// Return the number (i32) of the first or the last active lane of `mask`, a vector of any length. If no lane is
    /// active, the result is the number of an arbitrary lane.
    llvm::Value* first_lane(llvm::Value* mask);
    llvm::Value* last_lane(llvm::Value* mask);

private:
    llvm::IRBuilder<>& builder_;
    LaneValues& values_;
    const unsigned lanes_;
    const unsigned rows_;
    unsigned row_ = 0;
    std::vector<llvm::Value*> masks_;  // for each row, the mask of the current block
    llvm::Value* live_ = nullptr;      // live lanes of a tail chunk; null for full chunks
    llvm::Value* mask_ = nullptr;      // mask of the current block and row
    bool guarded_ = false;             // whether some row has an active lane in the current block
    bool masked_ = false;
    bool some_lane_on_ = true;
};

}  // namespace lanewise::compiler
