// Widens operations on source vectors and aggregates. A source vector or aggregate becomes a list of W-lane vectors.
// Therefore extracting, inserting and swapping elements at constant indices needs no instructions.
//
//   %s = shufflevector <2 x i32> %v, poison, <1, 0>     parts of %s: those of %v in reverse order
//   %e = extractelement <2 x i32> %v, i32 1             part of %e: the second of %v
//   %e = extractelement <2 x i32> %v, i32 %n            %here = icmp eq <W x i32> %n.lanes, 1
//                                                       %e.lanes = select <W x i1> %here, %v.1, %v.0
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class SourceVectors {
public:
    explicit SourceVectors(Chunk& chunk) : chunk_(chunk) {}

    static bool is_own(const llvm::Instruction& original);
    /// Returns the parts of `original`; empty if `original` cannot be widened. `is_own(original)` must be true.
    Parts make(llvm::Instruction& original);

private:
    Parts convert_bits(llvm::CastInst& conversion);
    Parts split_part(llvm::Value* part, llvm::Type* element, unsigned count);
    llvm::Value* join_parts(llvm::ArrayRef<llvm::Value*> parts, llvm::Type* element);
    llvm::Value* element_number(const llvm::Value* index);
    Parts extract(llvm::ExtractElementInst& extraction);
    Parts insert(llvm::InsertElementInst& insertion);
    Parts shuffle(llvm::ShuffleVectorInst& permutation);
    Parts extract_value(llvm::ExtractValueInst& extraction);
    Parts insert_value(llvm::InsertValueInst& insertion);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const llvm::DataLayout& layout_ = chunk_.layout;
};

}  // namespace lanewise::compiler
