// Makes accesses whose lanes have arbitrary addresses. The accesses are gathers and scatters, or one scalar access for
// each lane. No branch skips inactive lanes: their scalar accesses go to a location on the stack.
//
//   %v = load i8, ptr %p    %places = select <4 x i1> %mask, <4 x ptr> %p.lanes, <a byte of the frame in all lanes>
//                           %p0 = extractelement %places, 0
//                           %v0 = load i8, ptr %p0
//                           %v.0 = insertelement poison, %v0, 0        and so on
//
// If each lane accesses a source vector (such as a float4) of 32- or 64-bit elements, the vector is mostly loaded or
// stored in blocks of 128 bits. Shuffles of two registers within 128-bit blocks are cheaper than shuffles across the
// blocks. On Zen 4 with AVX2, loads in blocks were faster than loads of whole vectors that are followed by one shuffle
// of the elements of all lanes. With AVX-512, blocks of 32-bit elements were mostly faster than loads of whole vectors
// and Shuffles::unzip.
//
// If gathers are fast, bytes are loaded by gathering the 32-bit words that contain them.
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include "compiler/access/access_kind.h"
#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/memory/place.h"

namespace lanewise::compiler {

class Scattered {
public:
    explicit Scattered(Chunk& chunk) : chunk_(chunk) {}

    Parts load(const Access& access, llvm::Value* pointers);
    void store(const Access& access, llvm::Value* pointers, const Parts& values);

private:
    llvm::Value* load_out_of_words(const Access& access, llvm::Value* pointers);
    Parts load_per_lane(const Access& access, llvm::Value* pointers);
    void store_per_lane(const Access& access, llvm::Value* pointers, const Parts& values);
    bool has_blocks(const Access& access) const;
    bool loads_blocks(const Access& access) const;
    bool stores_blocks(const Access& access) const;
    Parts load_blocks(const Access& access, llvm::Value* places);
    void store_blocks(const Access& access, llvm::Value* places, const Parts& values);
    Parts load_vectors(const Access& access, llvm::Value* places);
    Parts vectors_of_lanes(const Access& access, const Parts& values);
    llvm::Value* safe_addresses(llvm::Value* pointers, unsigned bytes, bool loads);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const unsigned lanes_ = chunk_.lanes;
    const AccessKinds kinds_{chunk_.shapes, chunk_.options.isa};
    Shuffles shuffles_{chunk_};
};

}  // namespace lanewise::compiler
