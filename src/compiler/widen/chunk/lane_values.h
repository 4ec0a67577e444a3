// Maps each value of the kernel to its form in a chunk function. If the value's shape is uniform or strided, the form
// is lane 0's scalar. Otherwise, the form consists of parts: one W-lane vector for each scalar element of the value's
// type. A float4 has four scalar elements, and a struct has the scalar elements of all its members. If a value has the
// scalar form but a user needs parts, the parts are computed next to the scalar's definition.
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

using Parts = llvm::SmallVector<llvm::Value*, 4>;

/// Returns the scalar types of which `type` consists, in memory order.
llvm::SmallVector<llvm::Type*, 4> leaf_types(llvm::Type* type);
/// Returns the scalar element of `value` with number `index` in leaf_types().
llvm::Value* extract_leaf(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned index);
/// Returns a value of `type` made of its scalar elements.
llvm::Value* assemble_leaves(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::ArrayRef<llvm::Value*> leaves);

class LaneValues {
public:
    LaneValues(llvm::Function& chunk, unsigned lanes, const ShapeInfo& shapes, const RowSharing& sharing,
               unsigned rows);

    /// Selects the row for which values are set and read from now on. A value that all rows share is stored once, and
    /// read for any row.
    void set_row(unsigned row) { row_ = row; }

    /// Sets the scalar form of a value. `valid`: an i1 that is true if a checked stride holds; null if the stride
    /// always holds.
    void set_scalar(const llvm::Value* original, llvm::Value* lane0, llvm::Value* valid = nullptr);
    void set_parts(const llvm::Value* original, Parts parts);
    /// Sets a value's elements in memory's order (element_order.h), as vectors of the same length as parts.
    void set_pieces(const llvm::Value* original, Parts pieces);

    bool has_scalar(const llvm::Value* original) const { return shapes_.of(original).is_scalar(); }
    /// Returns lane 0's value of a uniform or strided value.
    llvm::Value* scalar(const llvm::Value* original);
    llvm::Value* valid(const llvm::Value* original);
    /// Returns the value in all lanes, as one vector for each element.
    Parts parts(const llvm::Value* original);
    /// Returns the only part of a value whose type has one element.
    llvm::Value* part(const llvm::Value* original) { return parts(original).front(); }
    /// Returns the pieces that set_pieces() has set.
    Parts pieces(const llvm::Value* original) { return values_of(original)[original].pieces; }

    llvm::FixedVectorType* lanes_of(llvm::Type* element) const;
    /// Returns <0, stride, 2 * stride, ...>.
    llvm::Constant* progression(llvm::Type* integer, std::int64_t stride) const;

private:
    struct LaneValue {
        llvm::Value* scalar = nullptr;
        llvm::Value* valid = nullptr;
        Parts parts, pieces;
    };

    llvm::DenseMap<const llvm::Value*, LaneValue>& values_of(const llvm::Value* original) {
        return values_[sharing_.shares(original) ? 0 : row_];
    }
    void materialize(const llvm::Value* original, LaneValue& value);
    llvm::BasicBlock::iterator after_definition(llvm::Value* scalar) const;

    llvm::Function& chunk_;
    unsigned lanes_;
    const ShapeInfo& shapes_;
    const RowSharing& sharing_;
    unsigned row_ = 0;
    std::vector<llvm::DenseMap<const llvm::Value*, LaneValue>> values_;  // one map for each row
};

}  // namespace lanewise::compiler
