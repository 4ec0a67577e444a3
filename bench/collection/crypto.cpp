// Kernels for ciphers, hashes, checksums, and arithmetic on large integers.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* aes_bytes = R"(
uchar twice(uchar x) { return (x << 1) ^ (x >> 7) * 0x1b; }
kernel void run(global const uchar* in, global uchar* out, constant uchar* box, constant uchar* keys) {
    int i = get_global_id(0);
    uchar s[16], t[16];
    for (int k = 0; k < 16; ++k) s[k] = in[i * 16 + k] ^ keys[k];
    for (int round = 1; round <= 10; ++round) {
        for (int c = 0; c < 4; ++c) for (int r = 0; r < 4; ++r) t[c * 4 + r] = box[s[(c + r) % 4 * 4 + r]];
        if (round < 10)
            for (int c = 0; c < 4; ++c) {
                uchar a = t[c * 4], b = t[c * 4 + 1], d = t[c * 4 + 2], e = t[c * 4 + 3], all = a ^ b ^ d ^ e;
                t[c * 4] = a ^ all ^ twice(a ^ b);
                t[c * 4 + 1] = b ^ all ^ twice(b ^ d);
                t[c * 4 + 2] = d ^ all ^ twice(d ^ e);
                t[c * 4 + 3] = e ^ all ^ twice(e ^ a);
            }
        for (int k = 0; k < 16; ++k) s[k] = t[k] ^ keys[round * 16 + k];
    }
    for (int k = 0; k < 16; ++k) out[i * 16 + k] = s[k];
})";

constexpr const char* aes_tables = R"(
kernel void run(global const uint4* in, global uint4* out, constant uint* t0, constant uint* keys) {
    local uint table[256];
    for (int k = get_local_id(0); k < 256; k += get_local_size(0)) table[k] = t0[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = get_global_id(0);
    uint4 s = in[i];
    uint a = s.x ^ keys[0], b = s.y ^ keys[1], c = s.z ^ keys[2], d = s.w ^ keys[3];
    for (int round = 1; round < 10; ++round) {
        uint e = table[a & 255] ^ rotate(table[b >> 8 & 255], 8u) ^ rotate(table[c >> 16 & 255], 16u) ^ rotate(table[d >> 24], 24u);
        uint f = table[b & 255] ^ rotate(table[c >> 8 & 255], 8u) ^ rotate(table[d >> 16 & 255], 16u) ^ rotate(table[a >> 24], 24u);
        uint g = table[c & 255] ^ rotate(table[d >> 8 & 255], 8u) ^ rotate(table[a >> 16 & 255], 16u) ^ rotate(table[b >> 24], 24u);
        uint h = table[d & 255] ^ rotate(table[a >> 8 & 255], 8u) ^ rotate(table[b >> 16 & 255], 16u) ^ rotate(table[c >> 24], 24u);
        a = e ^ keys[round * 4]; b = f ^ keys[round * 4 + 1]; c = g ^ keys[round * 4 + 2]; d = h ^ keys[round * 4 + 3];
    }
    out[i] = (uint4)(a, b, c, d);
})";

constexpr const char* sha1 = R"(
kernel void run(global const uint* words, global uint* digests, int count) {
    int i = get_global_id(0);
    uint w[80], a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
    for (int k = 0; k < 16; ++k) w[k] = words[i * 16 + k];
    for (int k = 16; k < 80; ++k) w[k] = rotate(w[k - 3] ^ w[k - 8] ^ w[k - 14] ^ w[k - 16], 1u);
    for (int k = 0; k < 80; ++k) {
        uint f, q;
        if (k < 20) { f = (b & c) | (~b & d); q = 0x5a827999; }
        else if (k < 40) { f = b ^ c ^ d; q = 0x6ed9eba1; }
        else if (k < 60) { f = (b & c) | (b & d) | (c & d); q = 0x8f1bbcdc; }
        else { f = b ^ c ^ d; q = 0xca62c1d6; }
        uint t = rotate(a, 5u) + f + e + q + w[k];
        e = d; d = c; c = rotate(b, 30u); b = a; a = t;
    }
    digests[i] = a; digests[count + i] = b; digests[2 * count + i] = c; digests[3 * count + i] = d;
    digests[4 * count + i] = e;
})";

constexpr const char* chacha = R"(
#define QUARTER(a, b, c, d) a += b; d = rotate(d ^ a, 16u); c += d; b = rotate(b ^ c, 12u); \
                            a += b; d = rotate(d ^ a, 8u);  c += d; b = rotate(b ^ c, 7u);
kernel void run(global const uint* in, global uint* out, constant uint* key) {
    int i = get_global_id(0);
    uint s[16], v[16];
    for (int k = 0; k < 16; ++k) s[k] = key[k];
    s[12] = i;
    for (int k = 0; k < 16; ++k) v[k] = s[k];
    for (int r = 0; r < 10; ++r) {
        QUARTER(v[0], v[4], v[8], v[12]) QUARTER(v[1], v[5], v[9], v[13])
        QUARTER(v[2], v[6], v[10], v[14]) QUARTER(v[3], v[7], v[11], v[15])
        QUARTER(v[0], v[5], v[10], v[15]) QUARTER(v[1], v[6], v[11], v[12])
        QUARTER(v[2], v[7], v[8], v[13]) QUARTER(v[3], v[4], v[9], v[14])
    }
    for (int k = 0; k < 16; ++k) out[i * 16 + k] = in[i * 16 + k] ^ (v[k] + s[k]);
})";

constexpr const char* sip_hash = R"(
kernel void run(global const ulong* messages, global ulong* hashes, ulong k0, ulong k1) {
    int i = get_global_id(0);
    ulong a = k0 ^ 0x736f6d6570736575ul, b = k1 ^ 0x646f72616e646f6dul, c = k0 ^ 0x6c7967656e657261ul,
          d = k1 ^ 0x7465646279746573ul;
    for (int k = 0; k < 8; ++k) {
        ulong m = messages[i * 8 + k];
        d ^= m;
        for (int r = 0; r < 2; ++r) {
            a += b; b = rotate(b, 13ul) ^ a; a = rotate(a, 32ul); c += d; d = rotate(d, 16ul) ^ c;
            a += d; d = rotate(d, 21ul) ^ a; c += b; b = rotate(b, 17ul) ^ c; c = rotate(c, 32ul);
        }
        a ^= m;
    }
    hashes[i] = a ^ b ^ c ^ d;
})";

constexpr const char* crc_table = R"(
kernel void run(global const uchar* data, global uint* sums, global const uint* table, int length) {
    int i = get_global_id(0);
    uint crc = ~0u;
    for (int k = 0; k < length; ++k) crc = table[(crc ^ data[i * length + k]) & 255] ^ crc >> 8;
    sums[i] = ~crc;
})";

constexpr const char* crc_bits = R"(
kernel void run(global const uint* data, global uint* sums, int length, int count) {
    int i = get_global_id(0);
    uint crc = ~0u;
    for (int k = 0; k < length; ++k) {
        crc ^= data[k * count + i];
        for (int b = 0; b < 32; ++b) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    sums[i] = ~crc;
})";

constexpr const char* rc4 = R"(
kernel void run(global const uchar* keys, global uchar* out) {
    int i = get_global_id(0);
    uchar s[256];
    for (int k = 0; k < 256; ++k) s[k] = k;
    uchar j = 0;
    for (int k = 0; k < 256; ++k) {
        j += s[k] + keys[i * 16 + (k & 15)];
        uchar t = s[k]; s[k] = s[j]; s[j] = t;
    }
    j = 0;
    for (int k = 0; k < 32; ++k) {
        uchar a = k + 1;
        j += s[a];
        uchar t = s[a]; s[a] = s[j]; s[j] = t;
        out[i * 32 + k] = s[(uchar)(s[a] + s[j])];
    }
})";

constexpr const char* power_modulo = R"(
kernel void run(global const uint* bases, global const uint* exponents, global uint* out, uint modulus) {
    int i = get_global_id(0);
    ulong base = bases[i] % modulus, result = 1;
    for (uint e = exponents[i]; e; e >>= 1) {
        if (e & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    out[i] = (uint)result;
})";

constexpr const char* montgomery = R"(
kernel void run(global const uint* a, global const uint* b, constant uint* m, global uint* out, uint inverse, int count) {
    int i = get_global_id(0);
    uint t[10];
    for (int k = 0; k < 10; ++k) t[k] = 0;
    for (int x = 0; x < 8; ++x) {
        ulong carry = 0;
        uint u = a[x * count + i];
        for (int y = 0; y < 8; ++y) {
            carry += (ulong)u * b[y * count + i] + t[y];
            t[y] = (uint)carry; carry >>= 32;
        }
        carry += t[8]; t[8] = (uint)carry; t[9] = (uint)(carry >> 32);
        uint q = t[0] * inverse;
        carry = (ulong)q * m[0] + t[0];
        carry >>= 32;
        for (int y = 1; y < 8; ++y) {
            carry += (ulong)q * m[y] + t[y];
            t[y - 1] = (uint)carry; carry >>= 32;
        }
        carry += t[8]; t[7] = (uint)carry; t[8] = t[9] + (uint)(carry >> 32);
    }
    for (int k = 0; k < 8; ++k) out[k * count + i] = t[k];
})";

constexpr const char* keccak = R"(
constant ulong rounds[24] = {1, 0x8082, 0x800000000000808a, 0x8000000080008000, 0x808b, 0x80000001, 0x8000000080008081,
    0x8000000000008009, 0x8a, 0x88, 0x80008009, 0x8000000a, 0x8000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x800a, 0x800000008000000a, 0x8000000080008081,
    0x8000000000008080, 0x80000001, 0x8000000080008008};
constant uint turns[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
kernel void run(global const ulong* in, global ulong* out, int count) {
    int i = get_global_id(0);
    ulong a[25], b[25], c[5];
    for (int k = 0; k < 25; ++k) a[k] = k < 9 ? in[k * count + i] : 0;
    for (int r = 0; r < 24; ++r) {
        for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; ++x) {
            ulong d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1ul);
            for (int y = 0; y < 25; y += 5) a[y + x] ^= d;
        }
        for (int x = 0; x < 5; ++x)
            for (int y = 0; y < 5; ++y) b[y + (2 * x + 3 * y) % 5 * 5] = rotate(a[x + 5 * y], (ulong)turns[x + 5 * y]);
        for (int y = 0; y < 25; y += 5)
            for (int x = 0; x < 5; ++x) a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
        a[0] ^= rounds[r];
    }
    for (int k = 0; k < 4; ++k) out[k * count + i] = a[k];
})";

constexpr const char* base64 = R"(
kernel void run(global const uchar* in, global uchar* out, constant uchar* letters) {
    int i = get_global_id(0);
    uint v = in[i * 3] << 16 | in[i * 3 + 1] << 8 | in[i * 3 + 2];
    for (int k = 0; k < 4; ++k) out[i * 4 + k] = letters[v >> (18 - 6 * k) & 63];
})";

constexpr const char* xtea = R"(
kernel void run(global const uint2* in, global uint2* out, uint4 key) {
    int i = get_global_id(0);
    uint k[4] = {key.x, key.y, key.z, key.w}, a = in[i].x, b = in[i].y, sum = 0;
    for (int r = 0; r < 32; ++r) {
        a += ((b << 4 ^ b >> 5) + b) ^ (sum + k[sum & 3]);
        sum += 0x9e3779b9;
        b += ((a << 4 ^ a >> 5) + a) ^ (sum + k[sum >> 11 & 3]);
    }
    out[i] = (uint2)(a, b);
})";

Family block_ciphers_and_hashes() {
    return {
        {"aes_bytes",
         aes_bytes,
         {4096},
         {64},
         [] { return Arguments{bytes(65536), result<std::uint8_t>(65536), bytes(256), bytes(176)}; }},
        {"aes_tables",
         aes_tables,
         {8192},
         {128},
         [] { return Arguments{words(32768), result<std::uint32_t>(32768), words(256), words(44)}; }},
        {"sha1",
         sha1,
         {4096},
         {64},
         [] { return Arguments{words(65536), result<std::uint32_t>(4096 * 5), scalar(4096)}; }},
        {"chacha",
         chacha,
         {4096},
         {64},
         [] { return Arguments{words(65536), result<std::uint32_t>(65536), words(16)}; }},
        {"sip_hash",
         sip_hash,
         {8192},
         {},
         [] {
             return Arguments{words(131072), result<std::uint64_t>(8192), scalar<std::uint64_t>(77),
                              scalar<std::uint64_t>(99)};
         }},
    };
}

Family checksums_and_byte_ciphers() {
    return {
        {"crc_table",
         crc_table,
         {2048},
         {64},
         [] { return Arguments{bytes(2048 * 64), result<std::uint32_t>(2048), words(256), scalar(64)}; }},
        {"crc_bits",
         crc_bits,
         {8192},
         {64},
         [] { return Arguments{words(8192 * 8), result<std::uint32_t>(8192), scalar(8), scalar(8192)}; }},
        {"rc4", rc4, {512}, {64}, [] { return Arguments{bytes(512 * 16), result<std::uint8_t>(512 * 32)}; }},
    };
}

Family arithmetic_ciphers_and_encodings() {
    return {
        {"power_modulo",
         power_modulo,
         {4096},
         {64},
         [] { return Arguments{words(4096), words(4096), result<std::uint32_t>(4096), scalar(2147483647u)}; }},
        {"montgomery",
         montgomery,
         {4096},
         {64},
         [] {
             return Arguments{words(32768),        words(32768), words(8), result<std::uint32_t>(32768),
                              scalar(0xd2253531u), scalar(4096)};
         }},
        {"keccak",
         keccak,
         {2048},
         {64},
         [] { return Arguments{words(2048 * 18), result<std::uint64_t>(2048 * 4), scalar(2048)}; }},
        {"base64",
         base64,
         {32768},
         {},
         [] { return Arguments{bytes(98304), result<std::uint8_t>(131072), bytes(64)}; }},
        {"xtea",
         xtea,
         {16384},
         {64},
         [] { return Arguments{words(32768), result<std::uint32_t>(32768), scalar(std::array{1u, 2u, 3u, 4u})}; }},
    };
}

}  // namespace

Family crypto_kernels() {
    return joined({block_ciphers_and_hashes(), checksums_and_byte_ciphers(), arithmetic_ciphers_and_encodings()});
}

}  // namespace bench
