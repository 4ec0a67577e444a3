// Widens calls of the texel functions (src/builtins/texel), which read or write one texel of an image. One call of a
// vector function reads or writes the texels of 8 or 16 lanes. Image and sampler are uniform in every valid program. If
// image or sampler are not uniform, the texel function is called for one lane after another. In chunks of few lanes,
// and for writes to mip levels, the texel function is also called for one lane after another.
//
//   %c = call <4 x float> @__lw_image_read_texel_float(ptr %image, i64 %sampler, i32 %x, i32 %y, i32 0)       W = 16:
//   %c = call <64 x float> @__lw_image_read_texel_float_v16(ptr %image, i64 %sampler, <16 x i32> %x.lanes, ...)
//   ; all lanes' red, then all green, ...
//
// Texels that are known to be adjacent, for example if the column is a global id, are read as a row. The coordinates of
// a row are scalars, and a scalar test checks whether the whole row is within the image.
//
//   %c = call <64 x float> @__lw_image_read_row_float_v16(ptr %image, i64 %sampler, i32 %x.lane0, i32 %y, i32 0)
//
// Functions that write texels get the mask as bits in their last argument. Functions that read texels need no mask,
// because they read nothing outside of the image, whatever the coordinates are.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/chunk/shuffles.h"

namespace lanewise::compiler {

class ImageCalls {
public:
    explicit ImageCalls(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    bool can_be_widened(const llvm::CallInst& call) const;
    bool reads_a_row(const llvm::CallInst& call) const;
    llvm::Value* slice(llvm::Value* lanes, unsigned first, unsigned piece);
    llvm::Value* bits_on(unsigned first, unsigned piece);
    Parts row_arguments(const llvm::CallInst& call, unsigned first);
    llvm::Value* argument_piece(const llvm::Value& original, unsigned first, unsigned piece);
    llvm::CallInst* call_piece(llvm::CallInst& call, unsigned first, unsigned piece);
    Parts join_results(const llvm::CallInst& call, llvm::ArrayRef<llvm::Value*> results, unsigned piece);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
    LaneLoop serial_{chunk_};
};

}  // namespace lanewise::compiler
