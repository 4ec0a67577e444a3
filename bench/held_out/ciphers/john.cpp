// Kernels of John the Ripper: key derivations with SHA-1 and SHA-512, md5crypt, phpass, and NT hashes.
#include <string>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* pbkdf2_sha1 = R"(
#define ROTL(x, n) rotate(x, (uint)n)
void sha1_block(uint* s, uint* w) {
    uint a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
#pragma unroll
    for (int i = 0; i < 80; ++i) {
        if (i >= 16) w[i & 15] = ROTL(w[(i + 13) & 15] ^ w[(i + 8) & 15] ^ w[(i + 2) & 15] ^ w[i & 15], 1);
        uint f = i < 20 ? bitselect(d, c, b) : i < 40 || i >= 60 ? b ^ c ^ d : bitselect(b, c, d ^ b);
        uint k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        uint t = ROTL(a, 5) + f + e + k + w[i & 15];
        e = d; d = c; c = ROTL(b, 30); b = a; a = t;
    }
    s[0] += a; s[1] += b; s[2] += c; s[3] += d; s[4] += e;
}
typedef struct { uint w[5], inner[5], outer[5], out[5]; } State;
kernel void run(global State* states, uint rounds) {
    uint i = get_global_id(0), w[16], in[5], out[5], inner[5], outer[5], s[5];
    for (int k = 0; k < 5; ++k) {
        in[k] = states[i].w[k];
        out[k] = states[i].out[k];
        inner[k] = states[i].inner[k];
        outer[k] = states[i].outer[k];
    }
    for (uint r = 0; r < rounds; ++r) {
        for (int side = 0; side < 2; ++side) {
            for (int k = 0; k < 5; ++k) { s[k] = side ? outer[k] : inner[k]; w[k] = in[k]; }
            w[5] = 0x80000000;
            for (int k = 6; k < 15; ++k) w[k] = 0;
            w[15] = 0x2a0;
            sha1_block(s, w);
            for (int k = 0; k < 5; ++k) in[k] = s[k];
        }
        for (int k = 0; k < 5; ++k) out[k] ^= in[k];
    }
    for (int k = 0; k < 5; ++k) { states[i].w[k] = in[k]; states[i].out[k] = out[k]; }
})";

// The rounds of SHA-512. The kernel gets the 80 constants of SHA-512 in an argument.
constexpr const char* sha512_block = R"(
#define ROTR(x, n) rotate(x, (ulong)(64 - n))
void sha512_block(ulong* s, ulong* w, constant ulong* k) {
    ulong a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    for (int base = 0; base < 80; base += 16) {
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            if (base) {
                ulong x = w[(i + 1) & 15], y = w[(i + 14) & 15];
                w[i] += w[(i + 9) & 15] + (ROTR(x, 1) ^ ROTR(x, 8) ^ x >> 7) + (ROTR(y, 19) ^ ROTR(y, 61) ^ y >> 6);
            }
            ulong t = h + (ROTR(e, 14) ^ ROTR(e, 18) ^ ROTR(e, 41)) + bitselect(g, f, e) + k[base + i] + w[i];
            ulong m = (ROTR(a, 28) ^ ROTR(a, 34) ^ ROTR(a, 39)) + bitselect(a, b, c ^ a);
            h = g; g = f; f = e; e = d + t; d = c; c = b; b = a; a = t + m;
        }
    }
    s[0] += a; s[1] += b; s[2] += c; s[3] += d; s[4] += e; s[5] += f; s[6] += g; s[7] += h;
}
void sha512_start(ulong* s) {
    s[0] = 0x6a09e667f3bcc908; s[1] = 0xbb67ae8584caa73b; s[2] = 0x3c6ef372fe94f82b; s[3] = 0xa54ff53a5f1d36f1;
    s[4] = 0x510e527fade682d1; s[5] = 0x9b05688c2b3e6c1f; s[6] = 0x1f83d9abfb41bd6b; s[7] = 0x5be0cd19137e2179;
}
)";

constexpr const char* sha512_crypt = R"(
typedef struct { ulong p[2], s[1]; ulong c[8]; uint length, salt_length; } Work;
void put(ulong* w, uint at, ulong value) {
    uint word = at >> 3, bits = (at & 7) * 8;
    w[word] |= value >> bits;
    if (bits) w[word + 1] |= value << (64 - bits);
}
uint append(ulong* w, uint at, const ulong* from, uint bytes) {
    for (uint k = 0; k < bytes; k += 8) put(w, at + k, from[k >> 3]);
    return at + bytes;
}
kernel void run(global Work* works, constant ulong* constants, uint first, uint rounds) {
    uint id = get_global_id(0), length = works[id].length, salt_length = works[id].salt_length;
    ulong c[8], p[2], s[1], w[17], state[8];
    for (int k = 0; k < 8; ++k) c[k] = works[id].c[k];
    for (int k = 0; k < 2; ++k) p[k] = works[id].p[k];
    s[0] = works[id].s[0];
    for (uint r = first; r < first + rounds; ++r) {
        for (int k = 0; k < 17; ++k) w[k] = 0;
        uint at = r & 1 ? append(w, 0, p, length) : append(w, 0, c, 64);
        if (r % 3) at = append(w, at, s, salt_length);
        if (r % 7) at = append(w, at, p, length);
        at = r & 1 ? append(w, at, c, 64) : append(w, at, p, length);
        put(w, at, 0x8000000000000000);
        w[15] = at * 8;
        sha512_start(state);
        sha512_block(state, w, constants);
        for (int k = 0; k < 8; ++k) c[k] = state[k];
    }
    for (int k = 0; k < 8; ++k) works[id].c[k] = c[k];
})";

constexpr const char* office_loop = R"(
kernel void run(global ulong* hashes, constant ulong* constants, uint first, uint rounds, uint count) {
    uint i = get_global_id(0);
    ulong s[8], w[16], h[8];
    for (int k = 0; k < 8; ++k) h[k] = hashes[k * count + i];
    for (uint r = first; r < first + rounds; ++r) {
        uint little = r << 24 | (r & 0xff00) << 8 | (r >> 8 & 0xff00) | r >> 24;
        w[0] = (ulong)little << 32 | h[0] >> 32;
        for (int k = 1; k < 8; ++k) w[k] = h[k - 1] << 32 | h[k] >> 32;
        w[8] = h[7] << 32 | 0x80000000;
        for (int k = 9; k < 15; ++k) w[k] = 0;
        w[15] = 544;
        sha512_start(s);
        sha512_block(s, w, constants);
        for (int k = 0; k < 8; ++k) h[k] = s[k];
    }
    for (int k = 0; k < 8; ++k) hashes[k * count + i] = h[k];
})";

constexpr const char* md5_block = R"(
constant uchar turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
void md5_block(uint* s, const uint* w, constant uint* sines) {
    uint a = s[0], b = s[1], c = s[2], d = s[3];
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        uint f = i < 16 ? bitselect(d, c, b) : i < 32 ? bitselect(c, b, d) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
        int at = i < 16 ? i : i < 32 ? (5 * i + 1) & 15 : i < 48 ? (3 * i + 5) & 15 : (7 * i) & 15;
        uint t = a + f + w[at] + sines[i];
        a = d; d = c; c = b;
        b += rotate(t, (uint)turns[(i >> 4) * 4 + (i & 3)]);
    }
    s[0] += a; s[1] += b; s[2] += c; s[3] += d;
}
)";

constexpr const char* md5_crypt = R"(
typedef struct { uchar length; char text[15]; } Key;
kernel void run(global const Key* keys, global uint* hashes, constant uint* sines, constant uchar* salt,
    int salt_length,
                int rounds) {
    int id = get_global_id(0), length = keys[id].length;
    uint words[16], state[4], final[4];
    uchar* text = (uchar*)words;
    uchar key[16];
    for (int k = 0; k < length; ++k) key[k] = keys[id].text[k];
    for (int k = 0; k < 4; ++k) final[k] = key[k] * 0x01010101u;
    for (int r = 0; r < rounds; ++r) {
        int at = 0;
        for (int k = 0; k < 16; ++k) words[k] = 0;
        const uchar* last = (const uchar*)final;
        if (r & 1) for (int k = 0; k < length; ++k) text[at++] = key[k];
        else for (int k = 0; k < 16; ++k) text[at++] = last[k];
        if (r % 3) for (int k = 0; k < salt_length; ++k) text[at++] = salt[k];
        if (r % 7) for (int k = 0; k < length; ++k) text[at++] = key[k];
        if (r & 1) for (int k = 0; k < 16; ++k) text[at++] = last[k];
        else for (int k = 0; k < length; ++k) text[at++] = key[k];
        text[at] = 0x80;
        words[14] = at * 8;
        state[0] = 0x67452301; state[1] = 0xefcdab89; state[2] = 0x98badcfe; state[3] = 0x10325476;
        md5_block(state, words, sines);
        for (int k = 0; k < 4; ++k) final[k] = state[k];
    }
    for (int k = 0; k < 4; ++k) hashes[id * 4 + k] = final[k];
})";

constexpr const char* phpass = R"(
kernel void run(global const uchar* texts, global const uchar* lengths, global uint* hashes, constant uint* sines,
                uint rounds) {
    uint i = get_global_id(0), count = get_global_size(0), w[16], s[4];
    int length = lengths[i];
    for (int k = 0; k < 16; ++k) w[k] = 0;
    for (int k = 0; k < 4; ++k) w[k] = hashes[k * count + i];
    for (int k = 0; k < length; ++k) w[4 + (k >> 2)] |= (uint)texts[i * 16 + k] << (k & 3) * 8;
    w[4 + (length >> 2)] |= 0x80u << (length & 3) * 8;
    w[14] = (length + 16) * 8;
    for (uint r = 0; r < rounds; ++r) {
        s[0] = 0x67452301; s[1] = 0xefcdab89; s[2] = 0x98badcfe; s[3] = 0x10325476;
        md5_block(s, w, sines);
        for (int k = 0; k < 4; ++k) w[k] = s[k];
    }
    for (int k = 0; k < 4; ++k) hashes[k * count + i] = w[k];
})";

constexpr const char* nt_hash = R"(
kernel void run(global const uchar* texts, global const uint* index, global const uint* masks,
    global const uint* bitmap,
                global const uint* loaded, volatile global uint* found, global uint* matches, uint mask_count,
                uint bits) {
    uint i = get_global_id(0), base = index[i], from = base >> 6, length = base & 63, w[16];
    for (uint m = 0; m < mask_count; ++m) {
        for (int k = 0; k < 16; ++k) w[k] = 0;
        for (uint k = 0; k < length; ++k) w[k >> 1] |= (uint)texts[from + k] << (k & 1) * 16;
        uint chosen = masks[m];
        w[0] = (w[0] & 0xffff0000) | (chosen & 255);
        w[1] = (w[1] & 0xffff0000) | (chosen >> 8 & 255);
        w[length >> 1] |= 0x80u << (length & 1) * 16;
        w[14] = length * 16;
        uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
#pragma unroll
        for (int k = 0; k < 48; ++k) {
            uint f = k < 16 ? bitselect(d, c, b) : k < 32 ? bitselect(b, c, d ^ b) : b ^ c ^ d;
            int j = k & 15, at = k < 16 ? j : k < 32 ? (j & 3) * 4 + (j >> 2)
                                            : (j & 1) * 8 + (j & 2) * 2 + (j >> 1 & 2) + (j >> 3 & 1);
            uint turn = k < 16 ? (k & 3) * 4 + 3 : k < 32 ? ((k & 3) == 0 ? 3 : (k & 3) * 4 + 1)
                                                  : ((k & 3) == 0 ? 3 : (k & 3) == 1 ? 9 : (k & 3) == 2 ? 11 : 15);
            uint t = a + f + w[at] + (k < 16 ? 0 : k < 32 ? 0x5a827999 : 0x6ed9eba1);
            a = d; d = c; c = b;
            b = rotate(t, turn);
        }
        uint seen = b & ((1u << bits) - 1);
        if (bitmap[seen >> 5] >> (seen & 31) & 1) {
            for (uint k = 0; k < 4; ++k)
                if (loaded[k * 4 + 1] == b && loaded[k * 4] == a) atomic_or(&matches[i], 1u << k);
            atomic_inc(found);
        }
    }
})";

BufferData constants64() {
    Dice dice(257);
    return each(80, [&](std::size_t) { return std::uint64_t{dice.word()} << 32 | dice.word(); });
}

/// Returns candidate passwords of 5 to 11 letters. Each password begins at a multiple of 16 bytes.
std::vector<std::uint8_t> candidates(std::size_t count, std::vector<std::uint8_t>& lengths) {
    Dice dice(263);
    std::vector<std::uint8_t> texts(count * 16);
    for (std::size_t i = 0; i < count; ++i) {
        lengths.push_back(static_cast<std::uint8_t>(5 + dice.below(4) + dice.below(4)));
        for (std::size_t k = 0; k < lengths[i]; ++k)
            texts[i * 16 + k] = static_cast<std::uint8_t>(dice.below(5) ? 'a' + dice.below(26) : '0' + dice.below(10));
    }
    return texts;
}

Arguments crypt_arguments() {
    constexpr std::size_t count = 2048;
    Dice dice(269);
    std::vector<std::uint8_t> lengths;
    const auto texts = candidates(count, lengths);
    std::vector<std::uint64_t> works;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < 16; k += 8) {
            std::uint64_t word = 0;
            for (std::size_t b = 0; b < 8; ++b) word = word << 8 | texts[i * 16 + k + b];
            works.push_back(word);
        }
        works.push_back(0x6162636465666768);
        for (int k = 0; k < 8; ++k) works.push_back(std::uint64_t{dice.word()} << 32 | dice.word());
        works.push_back(lengths[i] | std::uint64_t{8} << 32);
    }
    return {changed(array(works)), constants64(), scalar(0u), scalar(42u)};
}

Arguments md5_crypt_arguments() {
    constexpr std::size_t count = 2048;
    std::vector<std::uint8_t> lengths, keys;
    const auto texts = candidates(count, lengths);
    for (std::size_t i = 0; i < count; ++i) {
        keys.push_back(lengths[i]);
        keys.insert(keys.end(), texts.begin() + static_cast<std::ptrdiff_t>(i * 16),
                    texts.begin() + static_cast<std::ptrdiff_t>(i * 16 + 15));
    }
    return {array(keys), result<std::uint32_t>(count * 4), words(64), bytes(8, 64), scalar(8), scalar(50)};
}

Arguments phpass_arguments() {
    constexpr std::size_t count = 8192;
    std::vector<std::uint8_t> lengths;
    const auto texts = candidates(count, lengths);
    return {array(texts), array(lengths), changed(words(count * 4)), words(64), scalar(32u)};
}

/// Returns candidate passwords and a mask with 100 entries. Each entry replaces two characters of a candidate.
Arguments nt_arguments() {
    constexpr std::size_t count = 4096;
    std::vector<std::uint8_t> lengths;
    const auto texts = candidates(count, lengths);
    Dice dice(271);
    std::vector<std::uint32_t> bitmap(2048);
    for (int k = 0; k < 500; ++k) bitmap[dice.below(2048)] |= 1u << dice.below(32);
    return {array(texts),
            each(count, [&](std::size_t i) { return static_cast<std::uint32_t>(i * 16 << 6 | lengths[i]); }),
            each(100, [](std::size_t i) { return static_cast<std::uint32_t>(('0' + i % 10) | ('0' + i / 10) << 8); }),
            array(bitmap),
            words(500 * 4),
            changed(result<std::uint32_t>(1)),
            changed(result<std::uint32_t>(count)),
            scalar(20u),
            scalar(16u)};
}

}  // namespace

Family john_kernels() {
    static const std::string crypt = std::string(sha512_block) + sha512_crypt;
    static const std::string office = std::string(sha512_block) + office_loop;
    static const std::string md5 = std::string(md5_block) + md5_crypt, portable = std::string(md5_block) + phpass;
    return {
        {"john_pbkdf2_sha1",
         pbkdf2_sha1,
         {4096},
         {64},
         [] { return Arguments{changed(words(4096 * 20)), scalar(12u)}; }},
        {"john_sha512_crypt", crypt.c_str(), {2048}, {64}, crypt_arguments},
        {"john_office_loop",
         office.c_str(),
         {2048},
         {},
         [] {
             Dice dice(277);
             return Arguments{
                 changed(each(8 * 2048, [&](std::size_t) { return std::uint64_t{dice.word()} << 32 | dice.word(); })),
                 constants64(), scalar(1000u), scalar(32u), scalar(2048u)};
         }},
        {"john_md5_crypt", md5.c_str(), {2048}, {64}, md5_crypt_arguments},
        {"john_phpass", portable.c_str(), {8192}, {64}, phpass_arguments},
        {"john_nt_hash", nt_hash, {4096}, {64}, nt_arguments},
    };
}

}  // namespace bench
