// The levels of x86's vector instructions that decisions turn on, from LLVM's list of features.
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise::compiler {

struct VectorIsa {
    bool avx2 = false;  // or AVX-512, which has all of it
    bool fast_gather = false;
    bool avx512f = false;
    bool avx512bw = false;  // with AVX-512 VL
    bool avx512dq = false;

    /// Masked loads and stores of elements of so many bytes.
    bool has_masked_memory(unsigned bytes) const { return bytes >= 4 ? avx2 : avx512bw; }
    /// Gathers that beat scalar loads, and scatters: 32- and 64-bit elements.
    bool has_gathers() const { return avx512f; }
    /// Gathers that take little more than the loads of their lines.
    bool has_fast_gathers() const { return avx512f && fast_gather; }
    bool has_scatters() const { return avx512f; }
    /// Conversions of 64-bit integers to and from doubles.
    bool converts_64_bits() const { return avx512dq; }

    static VectorIsa of_features(llvm::StringRef features);
};

}  // namespace lanewise::compiler
