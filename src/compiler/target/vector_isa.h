// The levels of x86's vector instructions that decisions depend on, from LLVM's list of features.
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise::compiler {

struct VectorIsa {
    bool avx2 = false;  // or AVX-512, which has all of it
    bool avx512f = false;
    bool avx512bw = false;  // with AVX-512 VL
    bool avx512dq = false;
    bool fast_gather = false;

    /// Whether masked loads and stores of elements of so many bytes exist.
    bool has_masked_memory(unsigned bytes) const { return bytes >= 4 ? avx2 : avx512bw; }
    /// Whether vectors have 512 bits: as with Target::vector_bits, code generation requires all three.
    bool has_wide_registers() const { return avx512f && avx512bw && avx512dq; }
    /// Whether the loads exist that widen/memory/nearness.h needs beside permutations, for elements of so many bytes.
    bool has_window_loads(unsigned bytes) const {
        return has_masked_memory(bytes) && (bytes <= 4 || has_wide_registers());
    }
    /// Whether gathers are faster than scalar loads, and scatters exist: 32- and 64-bit elements.
    bool has_gathers() const { return avx512f; }
    bool has_scatters() const { return avx512f; }
    /// Whether look-ups in trees and tables of words are faster by gathers than by code of one lane. On other
    /// processors they are slower.
    bool has_fast_gathers() const { return avx512f && fast_gather; }
    /// Whether 64-bit integers can be converted to and from doubles.
    bool converts_64_bits() const { return avx512dq; }

    static VectorIsa of_features(llvm::StringRef features);
};

}  // namespace lanewise::compiler
