// Widens calls of LLVM's intrinsics.
//
//   %f = call float @llvm.fma.f32(float %a, float %b, float %c)    call <W x float> @llvm.fma.vWf32(...)
//   %s = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %v)      add <W x i32> %v.0, %v.1
//   call void @llvm.memcpy(...)                                    lane after lane
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/elements/scalars.h"

namespace lanewise::compiler {

class Intrinsics {
public:
    explicit Intrinsics(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    Parts make_parts(llvm::IntrinsicInst& call);
    Parts make_elements(llvm::IntrinsicInst& call);
    llvm::Value* reduce(llvm::IntrinsicInst& call);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    const ShapeInfo& shapes_ = chunk_.shapes;
    Scalars scalars_{chunk_};
    LaneLoop serial_{chunk_};
};

}  // namespace lanewise::compiler
