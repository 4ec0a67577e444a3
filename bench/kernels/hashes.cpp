// Kernels that hash one block of MD5 (RFC 1321) or SHA-256 (FIPS 180-4) per work-item: 32-bit arithmetic and rotates,
// no loads or stores except for the result.
#include "case.h"

namespace bench {

namespace {

constexpr std::size_t count = 1 << 16;

constexpr const char* md5 = R"(
constant uint shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
kernel void run(global uint4* digests, constant uint* sines) {
    uint i = get_global_id(0);
    uint m[16] = {i, i * 2654435761u, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0};
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
#pragma unroll
    for (int r = 0; r < 64; r++) {
        uint f, g;
        if (r < 16) { f = bitselect(d, c, b); g = r; }
        else if (r < 32) { f = bitselect(c, b, d); g = (5 * r + 1) & 15; }
        else if (r < 48) { f = b ^ c ^ d; g = (3 * r + 5) & 15; }
        else { f = c ^ (b | ~d); g = (7 * r) & 15; }
        f += a + sines[r] + m[g];
        a = d; d = c; c = b;
        b += rotate(f, shifts[(r >> 4) * 4 + (r & 3)]);
    }
    digests[i] = (uint4)(a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476);
})";

constexpr const char* sha256 = R"(
kernel void run(global uint8* digests, constant uint* constants) {
    uint i = get_global_id(0);
    uint w[16] = {i, i * 2654435761u, 0x80000000u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64};
    uint8 s = (uint8)(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
    uint a = s.s0, b = s.s1, c = s.s2, d = s.s3, e = s.s4, f = s.s5, g = s.s6, h = s.s7;
#pragma unroll
    for (int r = 0; r < 64; r++) {
        if (r >= 16) {
            uint x = w[(r + 1) & 15], y = w[(r + 14) & 15];
            w[r & 15] += (rotate(x, 25u) ^ rotate(x, 14u) ^ (x >> 3)) + w[(r + 9) & 15] +
                         (rotate(y, 15u) ^ rotate(y, 13u) ^ (y >> 10));
        }
        uint t = h + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) + bitselect(g, f, e) + constants[r] + w[r & 15];
        uint u = (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + bitselect(a, b, c ^ a);
        h = g; g = f; f = e; e = d + t; d = c; c = b; b = a; a = t + u;
    }
    digests[i] = s + (uint8)(a, b, c, d, e, f, g, h);
})";

void add_hash(const char* name, const char* source, std::size_t words) {
    add({.name = name,
         .source = source,
         .global = {count},
         .local = {64},
         .arguments = {HostArray(zeros<std::uint32_t>(count * words)), HostArray(random_words(64))},
         .element = Element::integer});
}

}  // namespace

void add_hashes() {
    add_hash("md5", md5, 4);
    add_hash("sha256", sha256, 8);
}

}  // namespace bench
