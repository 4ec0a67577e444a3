#include "compiler/widen/chunk/shuffles.h"

#include <numeric>

namespace lanewise::compiler {
namespace {

using llvm::cast;

using Order = llvm::SmallVector<int, 64>;

}  // namespace

// Concatenates vectors in pairs, so that code generation gets shuffles of two whole vectors.
llvm::Value* Shuffles::concatenate(llvm::ArrayRef<llvm::Value*> vectors) {
    Parts row(vectors.begin(), vectors.end());
    while (row.size() > 1) {
        if (row.size() % 2 != 0) row.push_back(llvm::PoisonValue::get(row.back()->getType()));
        Parts half;
        for (unsigned i = 0; i < row.size(); i += 2) {
            const unsigned width = cast<llvm::FixedVectorType>(row[i]->getType())->getNumElements();
            llvm::SmallVector<int, 64> both(2 * width);
            std::iota(both.begin(), both.end(), 0);
            half.push_back(builder_.CreateShuffleVector(row[i], row[i + 1], both));
        }
        row = half;
    }
    return row.front();
}

Parts Shuffles::in_pieces(llvm::Value* elements, unsigned count) {
    Parts pieces;
    for (unsigned piece = 0; piece < count; ++piece) {
        llvm::SmallVector<int, 64> order(lanes_);
        std::iota(order.begin(), order.end(), static_cast<int>(piece * lanes_));
        pieces.push_back(builder_.CreateShuffleVector(elements, order));
    }
    return pieces;
}

// Returns one vector: all elements of lane 0, then all elements of lane 1, and so on.
llvm::Value* Shuffles::interleave(llvm::ArrayRef<llvm::Value*> parts) {
    if (parts.size() == 1) return parts.front();
    llvm::SmallVector<int, 64> order;
    for (unsigned lane = 0; lane < lanes_; ++lane)
        for (unsigned part = 0; part < parts.size(); ++part) order.push_back(part * lanes_ + lane);
    return builder_.CreateShuffleVector(concatenate(parts), order);
}

Parts Shuffles::deinterleave(llvm::Value* wide, unsigned count) {
    if (count == 1) return {wide};
    Parts parts;
    for (unsigned part = 0; part < count; ++part) {
        llvm::SmallVector<int, 64> order;
        for (unsigned lane = 0; lane < lanes_; ++lane) order.push_back(lane * count + part);
        parts.push_back(builder_.CreateShuffleVector(wide, order));
    }
    return parts;
}

Parts Shuffles::unzip(const Parts& pieces, bool interleaved) {
    const unsigned count = pieces.size(), lanes = lanes_ / count;  // number of lanes in a piece
    if (count == 1) return pieces;
    Parts halves[2];
    for (unsigned pair = 0; pair < count; pair += 2)
        for (unsigned half = 0; half < 2; ++half) {
            Order order;
            for (unsigned element = half * count / 2; element < (half + 1) * count / 2; ++element)
                for (unsigned lane = 0; lane < 2 * lanes; ++lane) {
                    const unsigned place =
                        interleaved ? lane % lanes * count + element : element * lanes + lane % lanes;
                    order.push_back(static_cast<int>(lane / lanes * lanes_ + place));
                }
            halves[half].push_back(builder_.CreateShuffleVector(pieces[pair], pieces[pair + 1], order));
        }
    Parts result = unzip(halves[0], false);
    result.append(unzip(halves[1], false));
    return result;
}

// Divides two vectors into blocks of `block` elements, and interleaves the lower or the upper halves of their blocks:
// `unit` elements of the first vector, then `unit` elements of the second vector, and so on.
llvm::Value* Shuffles::unpack(llvm::Value* first, llvm::Value* second, unsigned block, unsigned unit, bool is_high) {
    Order order;
    for (unsigned i = 0; i < lanes_; ++i) {
        const unsigned in_block = i % block, turn = in_block / unit;
        const unsigned from = i - in_block + (is_high ? block / 2 : 0) + turn / 2 * unit + in_block % unit;
        order.push_back(static_cast<int>(turn % 2 * lanes_ + from));
    }
    return builder_.CreateShuffleVector(first, second, order);
}

Parts Shuffles::transpose_blocks(const Parts& rows) {
    const unsigned block = rows.size();
    const auto both_halves = [&](llvm::Value* first, llvm::Value* second, unsigned unit) -> Parts {
        return {unpack(first, second, block, unit, false), unpack(first, second, block, unit, true)};
    };
    if (block == 2) return both_halves(rows[0], rows[1], 1);
    const Parts even = both_halves(rows[0], rows[1], 1), odd = both_halves(rows[2], rows[3], 1);
    Parts parts = both_halves(even[0], odd[0], 2);
    parts.append(both_halves(even[1], odd[1], 2));
    return parts;
}

Parts Shuffles::zip(llvm::ArrayRef<llvm::Value*> parts, bool interleaved) {
    const unsigned count = parts.size(), lanes = lanes_ / count;  // number of lanes in a piece
    if (count == 1) return {parts.front()};
    if (interleaved && llvm::all_equal(parts)) return spread(parts.front(), count);
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

Parts Shuffles::spread(llvm::Value* lanes, unsigned count) {
    Parts pieces;
    for (unsigned piece = 0; piece < count; ++piece) {
        Order order;
        for (unsigned i = 0; i < lanes_; ++i) order.push_back(static_cast<int>((piece * lanes_ + i) / count));
        pieces.push_back(builder_.CreateShuffleVector(lanes, order));
    }
    return pieces;
}

}  // namespace lanewise::compiler
