// Between source vectors as memory holds them (all elements of lane 0, then of lane 1...) and one vector for each
// element: in steps that take two vectors each, log2(count) for each result. The code generator needs half as many
// again for one shuffle of everything.
//
//   4 elements, 4 of the 16 lanes in each piece, 0 to 3 the elements:
//   0123 0123 0123 0123 | 0123 ...   two pieces, four of them
//   0000 0000 1111 1111 | 2222 ...   half of the elements, twice the lanes
//   0000 0000 0000 0000 | 1111 ...   one element, all lanes
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

// Where shuffles of two vectors are one instruction: AVX-512, elements of 32 and 64 bits.
bool Widener::transposes(const Access& access) const {
    return chunk_.options.isa.avx512f && access.bytes >= 4 && access.count >= 4 && access.count <= lanes_ &&
           access.step == access.bytes && llvm::isPowerOf2_32(access.count);
}

}  // namespace lanewise::compiler
