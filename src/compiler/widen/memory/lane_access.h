// Makes loads and stores of W lanes in the way that access/access_kind.h decides. Accesses with a known stride become
// accesses of whole vectors (spans.h). Other accesses become gathers, scatters or one access for each lane
// (scattered.h). If the stride depends on a condition (Shape::checked), a run-time test chooses between an access with
// this stride and a scattered access.
//
//   %v = load float, ptr %a    %a strided by 4     load <W x float>, ptr %a (masked where lanes may be off)
//                              %a strided by -4    the same from the last lane's address, reversed
//                              %a varying          llvm.masked.gather
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/access/access_kind.h"
#include "compiler/widen/memory/contiguity.h"
#include "compiler/widen/memory/exchanges.h"
#include "compiler/widen/memory/nearness.h"
#include "compiler/widen/memory/scattered.h"
#include "compiler/widen/memory/spans.h"

namespace lanewise::compiler {

class LaneAccess {
public:
    explicit LaneAccess(Chunk& chunk) : chunk_(chunk) {}

    /// Returns one vector for each element of a lane. `pointer` is a value of the kernel.
    Parts load(const Access& access, const llvm::Value* pointer);
    void store(const Access& access, const llvm::Value* pointer, const Parts& values);

private:
    /// Whether the target has masked loads and stores for the elements. If it lacks them (for 8 and 16 bits), LLVM
    /// would make a branch for each lane, so other code is made.
    bool has_native_mask(const Access& access) const { return chunk_.options.isa.has_masked_memory(access.bytes); }
    llvm::Value* place_of(const Access& access, const llvm::Value* pointer);
    Parts load_as(AccessKind kind, const Access& access, const llvm::Value* pointer);
    Parts load_interleaved(const Access& access, llvm::Value* base);
    Parts load_steps(const Access& access, llvm::Value* base, std::int64_t stride);
    void store_as(AccessKind kind, const Access& access, const llvm::Value* pointer, const Parts& values);
    void store_interleaved(const Access& access, llvm::Value* base, const Parts& values);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    const AccessKinds kinds_{chunk_.shapes, chunk_.options.isa};
    Spans spans_{chunk_};
    Exchanges exchanges_{chunk_};
    Scattered scattered_{chunk_};
    Contiguity contiguity_{chunk_};
    Nearness nearness_{chunk_};
};

}  // namespace lanewise::compiler
