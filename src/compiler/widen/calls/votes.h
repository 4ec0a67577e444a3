// Widens votes over all lanes of all rows: `ocl.any`, `ocl.all`, `ocl.uniform` (docs/ir.md). The result is a scalar.
//
//   %some = call i1 @ocl.any(i1 %c)     %on = and <W x i1> <freeze of %c.lanes>, %live
//                                       %bits = bitcast <W x i1> %on to iW
//                                       %some = icmp ne iW %bits, 0
//   %each = call i1 @ocl.all(i1 %c)     %last = <%i of lane 0 + W - 1>, without wrapping
//   (%c = icmp ult i32 %i, %n)          %each = icmp ult i32 %last, %n
//
// `ocl.all` of a comparison whose operands grow from lane to lane needs no vector: comparisons of the first and the
// last lane suffice. This result may be false although the condition is true for all lanes. If the condition is false
// for any lane, the result is always false.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class Votes {
public:
    explicit Votes(Chunk& chunk) : chunk_(chunk) {}

    /// Widens `call`, an operation with trait::vote.
    void widen(llvm::CallInst& call);

private:
    llvm::Value* over_rows(const llvm::Value* original, llvm::Instruction::BinaryOps combine,
                           llvm::function_ref<llvm::Value*()> of_row);
    llvm::Value* all(const llvm::Value* operand);
    llvm::Value* all_by_scalars(const llvm::Value* operand);
    llvm::Value* scalar_all(const llvm::Value* condition, bool inverted);
    llvm::Value* scalar_compare(const llvm::ICmpInst& comparison, bool inverted);
    llvm::Value* last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
};

}  // namespace lanewise::compiler
