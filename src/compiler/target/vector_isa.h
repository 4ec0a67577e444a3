// The x86 vector instruction sets on which decisions of passes depend, read from LLVM's list of features.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise::compiler {

struct VectorIsa {
    bool avx2 = false;  // also true for AVX-512, which includes AVX2
    bool avx512f = false;
    bool avx512bw = false;  // AVX-512 BW and VL
    bool avx512dq = false;
    bool fast_gather = false;

    /// True if masked loads and stores exist for elements of `bytes` bytes.
    bool has_masked_memory(unsigned bytes) const { return bytes >= 4 ? avx2 : avx512bw; }
    /// True if vectors have 512 bits. Such vectors require AVX-512 F, BW and DQ, as in
    /// Target::vector_bits.
    bool has_wide_registers() const { return avx512f && avx512bw && avx512dq; }
    /// Number of 32-bit elements that one instruction permutes in a vector of `lanes` elements; 0 without such an
    /// instruction.
    unsigned permuted_words(unsigned lanes) const { return has_wide_registers() && lanes >= 16 ? 16 : avx2 ? 8 : 0; }
    /// Number of lanes that are permuted together (widen/chunk/permute.h); 0 if the target cannot permute in pieces.
    unsigned piece_lanes(unsigned lanes) const { return lanes < 8 ? 0 : permuted_words(lanes); }
    /// True if the target has the masked loads and permutations that widen/memory/nearness.h needs for elements of
    /// `bytes` bytes.
    bool has_window_loads(unsigned bytes) const {
        return has_masked_memory(bytes) && (bytes <= 4 || has_wide_registers());
    }
    /// True if gathers of 32- and 64-bit elements are faster than scalar loads. has_scatters(): true if scatters exist.
    bool has_gathers() const { return avx512f; }
    bool has_scatters() const { return avx512f; }
    /// True if look-ups in trees, and in tables of 32-bit words, are faster with gathers than in scalar code. On other
    /// processors, such gathers are slower than scalar code.
    bool has_fast_gathers() const { return avx512f && fast_gather; }
    /// True if instructions convert 64-bit integers to and from doubles.
    bool converts_64_bits() const { return avx512dq; }

    static VectorIsa of_features(llvm::StringRef features);
};

}  // namespace lanewise::compiler
