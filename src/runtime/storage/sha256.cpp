#include "runtime/storage/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanewise::runtime {
namespace {

constexpr std::uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t load_big_endian(const std::uint8_t* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

void Sha256::compress(const std::uint8_t* block) {
    using std::rotr;
    std::uint32_t w[64];
    for (int i = 0; i < 16; ++i) w[i] = load_big_endian(block + 4 * i);
    for (int i = 16; i < 64; ++i) {
        const std::uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const std::uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (int i = 0; i < 64; ++i) {
        const std::uint32_t sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        const std::uint32_t choice = (e & f) ^ (~e & g);
        const std::uint32_t t1 = h + sum1 + choice + round_constants[i] + w[i];
        const std::uint32_t sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + sum0 + majority;
    }
    const std::uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i) state_[i] += sums[i];
}

void Sha256::add(std::span<const std::uint8_t> bytes) {
    bytes_ += bytes.size();
    while (!bytes.empty()) {
        if (used_ == 0 && bytes.size() >= block_.size()) {
            compress(bytes.data());
            bytes = bytes.subspan(block_.size());
            continue;
        }
        const std::size_t count = std::min(bytes.size(), block_.size() - used_);
        std::memcpy(block_.data() + used_, bytes.data(), count);
        bytes = bytes.subspan(count);
        used_ += count;
        if (used_ == block_.size()) {
            compress(block_.data());
            used_ = 0;
        }
    }
}

void Sha256::add_text(std::string_view text) {
    add_number(text.size());
    add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void Sha256::add_number(std::uint64_t number) {
    std::uint8_t bytes[8];
    std::memcpy(bytes, &number, sizeof number);
    add(bytes);
}

Digest Sha256::finish() {
    const std::uint64_t bits = bytes_ * 8;
    const std::uint8_t one = 0x80;
    const std::uint8_t zero = 0;
    add({&one, 1});
    while (used_ != 56) add({&zero, 1});
    std::uint8_t length[8];
    for (int i = 0; i < 8; ++i) length[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
    add(length);
    Digest digest;
    for (int i = 0; i < 32; ++i) {
        digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
}

Digest sha256(std::span<const std::uint8_t> bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::string to_hex(const Digest& digest) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

}  // namespace lanewise::runtime
