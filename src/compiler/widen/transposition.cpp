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

using Order = llvm::SmallVector<int, 64>;

// Where shuffles of two vectors are one instruction: AVX-512, elements of 32 and 64 bits.
bool Widener::transposes(const Access& access) const {
    return options_.isa.avx512f && access.bytes >= 4 && access.count >= 4 && access.count <= lanes_ &&
           access.step == access.bytes && llvm::isPowerOf2_32(access.count);
}

// `pieces` hold as many elements of all lanes, interleaved or one element behind the other.
Parts Widener::unzip(const Parts& pieces, bool interleaved) {
    const unsigned count = pieces.size(), lanes = lanes_ / count;  // of a piece
    if (count == 1) return pieces;
    Parts halves[2];
    for (unsigned pair = 0; pair < count; pair += 2)
        for (unsigned half = 0; half < 2; ++half) {
            Order order;
            for (unsigned element = half * count / 2; element < (half + 1) * count / 2; ++element)
                for (unsigned lane = 0; lane < 2 * lanes; ++lane) {
                    const unsigned place = interleaved ? lane % lanes * count + element : element * lanes + lane % lanes;
                    order.push_back(static_cast<int>(lane / lanes * lanes_ + place));
                }
            halves[half].push_back(builder_.CreateShuffleVector(pieces[pair], pieces[pair + 1], order));
        }
    Parts result = unzip(halves[0], false);
    result.append(unzip(halves[1], false));
    return result;
}

// The same backwards.
Parts Widener::zip(llvm::ArrayRef<llvm::Value*> parts, bool interleaved) {
    const unsigned count = parts.size(), lanes = lanes_ / count;  // of a piece
    if (count == 1) return {parts.front()};
    const Parts low = zip(parts.take_front(count / 2), false), high = zip(parts.drop_front(count / 2), false);
    Parts pieces;
    for (unsigned piece = 0; piece < count; ++piece) {
        Order order(lanes_);
        for (unsigned element = 0; element < count; ++element)
            for (unsigned lane = 0; lane < lanes; ++lane) {
                const unsigned from = element % (count / 2) * 2 * lanes + piece % 2 * lanes + lane;
                order[interleaved ? lane * count + element : element * lanes + lane] =
                    static_cast<int>(element / (count / 2) * lanes_ + from);
            }
        pieces.push_back(builder_.CreateShuffleVector(low[piece / 2], high[piece / 2], order));
    }
    return pieces;
}

}  // namespace lanewise::compiler
