// Decides how code for W lanes makes a load or a store. Both widen, which makes the access
// (widen/memory/lane_access.h), and the planner, which estimates its cost, ask this class, so that the two agree. Two
// kinds of accesses are cheaper than this class says: source vectors that keep the order of their elements
// (widen/chunk/element_order.h) need no shuffles, and volatile rows of private arrays are one vector access.
//
//   a[i], a[3 - i]         contiguous, reversed
//   a[2 * i], float4 a[i]  strided
//   a[i ^ d]               exchange
//   a[clamp(i + d)]        likely_contiguous
//   a[i / 2]               likely_window
//   a[b[i]]                gathered, gathered_words or one_by_one, depending on the target and the element's size
//
// Thread-safety: immutable once built.
#pragma once

#include <cstdint>

#include "compiler/access/access.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

enum class AccessKind : std::uint8_t {
    uniform,            // one scalar access for all lanes
    contiguous,         // one vector access
    reversed,           // one vector access in descending order of lanes
    strided,            // vector accesses to all elements between the lanes' elements, and shuffles (access/span.h)
    private_rows,       // one vector access for each element of an interleaved private array
    stepped,            // one access for each lane, at constant distances that are too large for vector accesses
    exchange,           // permuted blocks, if a test at run time succeeds (access/exchange.h)
    likely_contiguous,  // one vector access, if a test at run time succeeds
    likely_window,      // a vector load and a permutation, if a test at run time succeeds
    gathered,           // a gather or scatter instruction
    gathered_words,     // a gather of the 32-bit words that contain the bytes
    one_by_one,         // one access for each lane, at any address
};

/// Whether each lane accesses memory at an arbitrary address, by a gather, a scatter or a scalar access.
bool is_scattered(AccessKind kind);

/// Whether a test at run time decides whether vector accesses can make the access.
bool is_likely(AccessKind kind);

/// Whether vector accesses with shuffles, or loads at constant distances, make the access.
bool needs_shuffles(AccessKind kind);

/// Whether each lane makes an access of its own: a scattered access, or one at constant distances (stepped).
bool is_made_lane_by_lane(AccessKind kind);

class AccessKinds {
public:
    /// For code with as many lanes as `shapes` was computed for.
    AccessKinds(const ShapeInfo& shapes, const VectorIsa& isa) : shapes_(shapes), isa_(isa), lanes_(shapes.lanes()) {}

    /// `masked`: whether some lanes may be inactive. If the address has a checked stride, the kind holds if the check
    /// at run time succeeds; otherwise the access is scattered.
    AccessKind of_load(const Access& access, const llvm::Value& pointer, bool masked) const;
    AccessKind of_store(const Access& access, const llvm::Value& pointer, bool masked) const;

    /// The kinds of accesses at arbitrary addresses.
    AccessKind of_scattered_load(const Access& access) const;
    AccessKind of_scattered_store(const Access& access) const;

    /// Returns the kind of `access`, a load or store. Small source vectors count as one integer of each lane. An
    /// atomic or volatile access is made one by one, but counts as uniform if its address is uniform.
    AccessKind of(const llvm::Instruction& access, bool masked) const;

private:
    bool is_exchange(const Access& access, const llvm::Value& pointer) const;
    bool is_likely_contiguous(const Access& access, const llvm::Value& pointer, bool masked) const;
    bool is_likely_window(const Access& access, const llvm::Value& pointer) const;
    bool is_reversed(const Access& access, std::int64_t stride, bool masked) const;
    AccessKind of_strided_load(const Access& access, std::int64_t stride, bool masked) const;
    AccessKind of_strided_store(const Access& access, std::int64_t stride, bool masked) const;

    const ShapeInfo& shapes_;
    VectorIsa isa_;
    unsigned lanes_;
};

}  // namespace lanewise::compiler
