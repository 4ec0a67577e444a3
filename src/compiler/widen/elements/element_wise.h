// Widens instructions without side effects: arithmetic, conversions, comparisons, selects and address computations.
// Depending on the shape of the result, an instruction becomes one scalar instruction for all lanes (scalars.h), or one
// vector instruction for each element.
//
//   %w = fmul <2 x float> %v, %x     %w.0 = fmul <W x float> %v.0, %x.0
//                                    %w.1 = fmul <W x float> %v.1, %x.1
//
// Some values have a stride only if an extension in their computation does not wrap around (Shape::checked). Each of
// these values is computed both as a scalar for lane 0 and as a vector. The scalar is valid only if this extension does
// not wrap around.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/elements/division.h"
#include "compiler/widen/elements/ramp_masks.h"
#include "compiler/widen/elements/scalars.h"
#include "compiler/widen/elements/source_vectors.h"

namespace lanewise::compiler {

class ElementWise {
public:
    explicit ElementWise(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    bool widen_checked(llvm::Instruction& original);
    Parts make_parts(llvm::Instruction& original);
    llvm::Value* make_element(llvm::Instruction& original, llvm::ArrayRef<llvm::Value*> operands);
    Parts select(llvm::SelectInst& choice);
    Parts address(llvm::GetElementPtrInst& address);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    Scalars scalars_{chunk_};
    Division division_{chunk_};
    RampMasks ramp_masks_{chunk_};
    SourceVectors source_vectors_{chunk_};
    PrivateArrays private_arrays_{chunk_};
};

}  // namespace lanewise::compiler
