// The levels of x86's vector instructions that decisions turn on, from LLVM's list of features.
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

    /// Masked loads and stores of elements of so many bytes.
    bool has_masked_memory(unsigned bytes) const { return bytes >= 4 ? avx2 : avx512bw; }
    /// Vectors of 512 bits: as Target::vector_bits, code generation has none without all of these.
    bool has_wide_registers() const { return avx512f && avx512bw && avx512dq; }
    /// What widen/memory/nearness.h needs beside permutations, for elements of so many bytes.
    bool has_window_loads(unsigned bytes) const {
        return has_masked_memory(bytes) && (bytes <= 4 || has_wide_registers());
    }
    /// Gathers that beat scalar loads, and scatters: 32- and 64-bit elements.
    bool has_gathers() const { return avx512f; }
    bool has_scatters() const { return avx512f; }
    /// Gathers about as fast as the loads that they are made of elsewhere: look-ups in trees and tables of words take
    /// .26 to .39 of one lane's time on Emerald Rapids, which elsewhere is half of theirs.
    bool has_fast_gathers() const { return avx512f && fast_gather; }
    /// Conversions of 64-bit integers to and from doubles.
    bool converts_64_bits() const { return avx512dq; }

    static VectorIsa of_features(llvm::StringRef features);
};

}  // namespace lanewise::compiler
