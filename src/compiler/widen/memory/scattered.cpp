#include "compiler/widen/memory/scattered.h"

#include <numeric>

#include "compiler/limits/costs.h"
#include "compiler/widen/chunk/extract_lane.h"

namespace lanewise::compiler {
namespace {

// Returns the number of elements in a block of 128 bits; shuffles within these blocks are fast.
unsigned block_elements(const Access& access) { return 16 / access.bytes; }

}  // namespace

Parts Scattered::load(const Access& access, llvm::Value* pointers) {
    const AccessKind kind = kinds_.of_scattered_load(access);
    if (kind == AccessKind::gathered_words) return {load_out_of_words(access, pointers)};
    if (kind == AccessKind::one_by_one) return load_per_lane(access, pointers);
    auto* type = values_.lanes_of(access.element);
    Parts parts;
    for (unsigned i = 0; i < access.count; ++i)
        parts.push_back(
            builder_.CreateMaskedGather(type, offset(builder_, pointers, static_cast<std::int64_t>(i * access.step)),
                                        access.align, masks_.current_or_ones(), llvm::Constant::getNullValue(type)));
    return parts;
}

// Gathers the 32-bit words that contain the bytes. A word lies in the same page as its bytes, so the gather does not
// fault if the bytes are accessible.
llvm::Value* Scattered::load_out_of_words(const Access& access, llvm::Value* pointers) {
    constexpr std::uint64_t word = 4;
    llvm::Type* address = chunk_.function.getDataLayout().getIndexType(pointers->getType());
    auto* words = values_.lanes_of(builder_.getInt32Ty());
    llvm::Value* bytes = builder_.CreateAnd(builder_.CreatePtrToInt(pointers, address), word - 1);
    // A subtraction replaces llvm.ptrmask, because LLVM 22 gives llvm.ptrmask of vectors some attributes that LLVM's
    // verifier rejects.
    llvm::Value* places = builder_.CreatePtrAdd(pointers, builder_.CreateNeg(bytes));
    llvm::Value* loaded = builder_.CreateMaskedGather(words, places, llvm::Align(word), masks_.current_or_ones(),
                                                      llvm::Constant::getNullValue(words));
    llvm::Value* bits = builder_.CreateShl(builder_.CreateTrunc(bytes, words), 3);
    llvm::Value* shifted = builder_.CreateLShr(loaded, bits);
    return builder_.CreateTrunc(shifted, values_.lanes_of(access.element));
}

void Scattered::store(const Access& access, llvm::Value* pointers, const Parts& values) {
    if (kinds_.of_scattered_store(access) == AccessKind::one_by_one) return store_per_lane(access, pointers, values);
    builder_.CreateMaskedScatter(values.front(), pointers, access.align, masks_.current_or_ones());
}

// Returns the lanes' addresses. For inactive lanes, returns the address of a buffer of `bytes` bytes on the stack. For
// loads, the buffer contains zeros: other contents might be subnormal numbers, with which arithmetic is very slow.
llvm::Value* Scattered::safe_addresses(llvm::Value* pointers, unsigned bytes, bool loads) {
    if (!masks_.current()) return pointers;
    llvm::AllocaInst* room = chunk_.scratch(llvm::ArrayType::get(builder_.getInt8Ty(), bytes), llvm::Align(64));
    if (loads) {
        llvm::IRBuilder<> after(room->getParent(), std::next(room->getIterator()));
        after.CreateMemSet(room, after.getInt8(0), bytes, room->getAlign());
    }
    llvm::Value* nowhere = room;
    llvm::Type* pointer = pointers->getType()->getScalarType();
    if (nowhere->getType() != pointer) nowhere = builder_.CreateAddrSpaceCast(nowhere, pointer);
    return builder_.CreateSelect(masks_.current(), pointers, builder_.CreateVectorSplat(lanes_, nowhere));
}

bool Scattered::has_blocks(const Access& access) const {
    return access.bytes >= 4 && access.count % block_elements(access) == 0 && lanes_ > block_elements(access);
}

// Returns whether source vectors are loaded in blocks of 128 bits. Blocks of two doubles are not used if shuffles of
// two registers can transpose the vectors. On Zen 4, loads of double8 from random addresses were measured: with
// AVX-512, blocks were slower than whole vectors; with AVX2, blocks were faster.
bool Scattered::loads_blocks(const Access& access) const {
    return has_blocks(access) && (access.bytes == 4 || !transposes(access, chunk_.options.isa, lanes_));
}

// Returns whether source vectors are stored in blocks of 128 bits. Whole vectors are stored instead, by fewer stores,
// if shuffles of two registers can transpose them, or if a vector is longer than a cache line.
bool Scattered::stores_blocks(const Access& access) const {
    return has_blocks(access) && !transposes(access, chunk_.options.isa, lanes_) &&
           access.count * access.bytes <= costs::line_bytes;
}

// Loads a source vector for each lane in blocks of 128 bits. Each block is loaded into the 128-bit part of a register
// where the transposition needs it.
Parts Scattered::load_blocks(const Access& access, llvm::Value* places) {
    const unsigned width = block_elements(access);
    auto* type = llvm::FixedVectorType::get(access.element, width);
    Parts lanes, parts;
    for (unsigned lane = 0; lane < lanes_; ++lane) lanes.push_back(extract_lane(builder_, places, lane));
    for (unsigned first = 0; first < access.count; first += width) {
        const std::uint64_t bytes = std::uint64_t{first} * access.bytes;
        Parts rows;
        for (unsigned row = 0; row < width; ++row) {
            Parts blocks;
            for (unsigned lane = row; lane < lanes_; lane += width) {
                llvm::Value* place = offset(builder_, lanes[lane], static_cast<std::int64_t>(bytes));
                blocks.push_back(builder_.CreateAlignedLoad(type, place, llvm::commonAlignment(access.align, bytes)));
            }
            rows.push_back(shuffles_.concatenate(blocks));
        }
        parts.append(shuffles_.transpose_blocks(rows));
    }
    return parts;
}

// Stores a source vector for each lane in blocks of 128 bits. All blocks of one lane are stored before the blocks of
// the next lane, because the cache lines of different lanes may map to the same cache set and evict each other.
void Scattered::store_blocks(const Access& access, llvm::Value* places, const Parts& values) {
    const unsigned width = block_elements(access);
    Parts rows;
    for (unsigned first = 0; first < access.count; first += width)
        rows.append(shuffles_.transpose_blocks(Parts(values.begin() + first, values.begin() + first + width)));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* place = extract_lane(builder_, places, lane);
        llvm::SmallVector<int, 4> order(width);
        std::iota(order.begin(), order.end(), static_cast<int>(lane / width * width));
        for (unsigned first = 0; first < access.count; first += width) {
            const std::uint64_t bytes = std::uint64_t{first} * access.bytes;
            builder_.CreateAlignedStore(builder_.CreateShuffleVector(rows[first + lane % width], order),
                                        offset(builder_, place, static_cast<std::int64_t>(bytes)),
                                        llvm::commonAlignment(access.align, bytes));
        }
    }
}

// Loads a source vector for each lane, and transposes the vectors into one vector for each element.
Parts Scattered::load_vectors(const Access& access, llvm::Value* places) {
    if (loads_blocks(access)) return load_blocks(access, places);
    auto* type = llvm::FixedVectorType::get(access.element, access.count);
    Parts vectors;
    for (unsigned lane = 0; lane < lanes_; ++lane)
        vectors.push_back(builder_.CreateAlignedLoad(type, extract_lane(builder_, places, lane), access.align));
    if (!transposes(access, chunk_.options.isa, lanes_))
        return shuffles_.deinterleave(shuffles_.concatenate(vectors), access.count);
    const unsigned lanes_of_piece = lanes_ / access.count;
    Parts pieces;
    for (unsigned first = 0; first < lanes_; first += lanes_of_piece)
        pieces.push_back(shuffles_.concatenate(llvm::ArrayRef(vectors).slice(first, lanes_of_piece)));
    return shuffles_.unzip(pieces);
}

Parts Scattered::load_per_lane(const Access& access, llvm::Value* pointers) {
    const bool whole = access.count > 1 && access.is_dense();
    const std::uint64_t reach = (access.count - 1) * access.step + access.bytes;
    llvm::Value* places = safe_addresses(pointers, static_cast<unsigned>(reach), true);
    if (whole) return load_vectors(access, places);
    Parts parts(access.count, llvm::PoisonValue::get(values_.lanes_of(access.element)));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* place = extract_lane(builder_, places, lane);
        for (unsigned i = 0; i < access.count; ++i) {
            llvm::Value* element = builder_.CreateAlignedLoad(
                access.element, offset(builder_, place, static_cast<std::int64_t>(i * access.step)), access.align);
            parts[i] = builder_.CreateInsertElement(parts[i], element, lane);
        }
    }
    return parts;
}

// Transposes `values` into a source vector for each lane.
Parts Scattered::vectors_of_lanes(const Access& access, const Parts& values) {
    const bool zips = transposes(access, chunk_.options.isa, lanes_);
    const Parts pieces = zips ? shuffles_.zip(values) : Parts{shuffles_.interleave(values)};
    const unsigned lanes_of_piece = zips ? lanes_ / access.count : lanes_;
    Parts vectors;
    for (llvm::Value* piece : pieces)
        for (unsigned lane = 0; lane < lanes_of_piece; ++lane) {
            llvm::SmallVector<int, 16> order(access.count);
            std::iota(order.begin(), order.end(), static_cast<int>(lane * access.count));
            vectors.push_back(lanes_of_piece == 1 ? piece : builder_.CreateShuffleVector(piece, order));
        }
    return vectors;
}

void Scattered::store_per_lane(const Access& access, llvm::Value* pointers, const Parts& values) {
    const bool whole = access.count > 1 && access.is_dense();
    const std::uint64_t reach = (access.count - 1) * access.step + access.bytes;
    llvm::Value* places = safe_addresses(pointers, static_cast<unsigned>(reach), false);
    if (whole && stores_blocks(access)) return store_blocks(access, places, values);
    const Parts vectors = whole ? vectors_of_lanes(access, values) : Parts();
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        llvm::Value* place = extract_lane(builder_, places, lane);
        if (whole) {
            builder_.CreateAlignedStore(vectors[lane], place, access.align);
            continue;
        }
        for (unsigned i = 0; i < access.count; ++i)
            builder_.CreateAlignedStore(builder_.CreateExtractElement(values[i], lane),
                                        offset(builder_, place, static_cast<std::int64_t>(i * access.step)),
                                        access.align);
    }
}

}  // namespace lanewise::compiler
