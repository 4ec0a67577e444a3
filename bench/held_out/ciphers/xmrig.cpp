// Kernels of XMRig and ethminer: Keccak, scratchpads of CryptoNight, random reads of the data set of Ethash, KawPow and
// RandomX.
#include <string>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* keccak = R"(
constant ulong keccak_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
constant uchar keccak_turns[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39,
    61, 20, 44};
constant uchar keccak_lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9,
    6, 1};
void keccak_f(ulong* s, int rounds) {
    for (int r = 0; r < rounds; ++r) {
        ulong c[5];
        for (int i = 0; i < 5; ++i) c[i] = s[i] ^ s[i + 5] ^ s[i + 10] ^ s[i + 15] ^ s[i + 20];
        for (int i = 0; i < 5; ++i) {
            ulong d = c[(i + 4) % 5] ^ rotate(c[(i + 1) % 5], 1ul);
            for (int k = 0; k < 25; k += 5) s[k + i] ^= d;
        }
        ulong moved = s[1];
#pragma unroll
        for (int i = 0; i < 24; ++i) {
            ulong kept = s[keccak_lanes[i]];
            s[keccak_lanes[i]] = rotate(moved, (ulong)keccak_turns[i]);
            moved = kept;
        }
        for (int k = 0; k < 25; k += 5) {
            for (int i = 0; i < 5; ++i) c[i] = s[k + i];
            for (int i = 0; i < 5; ++i) s[k + i] = bitselect(c[i] ^ c[(i + 2) % 5], c[i], c[(i + 1) % 5]);
        }
        s[0] ^= keccak_constants[r];
    }
}
)";

constexpr const char* job_hash = R"(
kernel void run(constant ulong* job, global ulong* states, uint first, int words, int threads) {
    uint i = get_global_id(0);
    ulong s[25];
    for (int k = 0; k < 25; ++k) s[k] = 0;
    for (int k = 0; k < words; ++k) s[k] = job[k];
    ulong nonce = first + i;
    s[4] = (s[4] & 0x00ffffffffffffff) | nonce << 56;
    s[5] = (s[5] & 0xffffffffff000000) | (nonce >> 8 & 0xffffff);
    s[words] = 1;
    s[16] ^= 0x8000000000000000;
    keccak_f(s, 24);
    for (int k = 0; k < 25; ++k) states[k * threads + i] = s[k];
})";

// Ethash: eight work-items compute eight hashes together, and read 128 bytes of the data set for one hash at a time.
constexpr const char* ethash = R"(
#define FNV(x, y) ((x) * 0x01000193 ^ (y))
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(constant ulong* header, global const uint4* data, global ulong* results, volatile global uint* found,
    uint rows,
         ulong first, ulong target) {
    local uint4 shares[64 / 8 * 4];
    local uint heads[64 / 8];
    uint t = get_local_id(0), lane = t & 7, group = t >> 3;
    ulong s[25], digest[4];
    for (int k = 0; k < 25; ++k) s[k] = 0;
    for (int k = 0; k < 4; ++k) s[k] = header[k];
    s[4] = first + get_global_id(0);
    s[5] = 1;
    s[8] = 0x8000000000000000;
    keccak_f(s, 24);
    for (uint turn = 0; turn < 8; ++turn) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == turn)
            for (int k = 0; k < 4; ++k)
                shares[group * 4 + k] = (uint4)(as_uint2(s[2 * k]), as_uint2(s[2 * k + 1]));
        barrier(CLK_LOCAL_MEM_FENCE);
        uint4 mix = shares[group * 4 + (lane & 3)];
        uint start = shares[group * 4].x;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint a = 0; a < 64; a += 4) {
            for (uint k = 0; k < 4; ++k) {
                if (lane == (a >> 2 & 7)) {
                    uint word = k == 0 ? mix.x : k == 1 ? mix.y : k == 2 ? mix.z : mix.w;
                    heads[group] = FNV(start ^ (a + k), word) % rows;
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                mix = FNV(mix, data[heads[group] * 8 + lane]);
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
        ((local uint*)shares)[group * 16 + lane] = FNV(FNV(FNV(mix.x, mix.y), mix.z), mix.w);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == turn)
            for (int k = 0; k < 4; ++k) digest[k] = ((local ulong*)shares)[group * 8 + k];
    }
    for (int k = 0; k < 4; ++k) s[8 + k] = digest[k];
    for (int k = 13; k < 25; ++k) s[k] = 0;
    s[12] = 1;
    s[16] = 0x8000000000000000;
    keccak_f(s, 24);
    if (s[0] <= target) atomic_inc(found);
    results[get_global_id(0)] = s[0];
})";

constexpr const char* ethash_rows = R"(
#define FNV(x, y) ((x) * 0x01000193 ^ (y))
kernel void run(uint start, global const uint* light, global uint* data, uint light_rows) {
    uint row = start + get_global_id(0);
    uint mix[16];
    for (int k = 0; k < 16; ++k) mix[k] = light[row % light_rows * 16 + k];
    mix[0] ^= row;
    ulong s[25];
    for (int pass = 0; pass < 2; ++pass) {
        for (int k = 0; k < 8; ++k) s[k] = mix[2 * k] | (ulong)mix[2 * k + 1] << 32;
        for (int k = 8; k < 25; ++k) s[k] = 0;
        s[8] = 0x8000000000000001;
        keccak_f(s, 24);
        for (int k = 0; k < 8; ++k) { mix[2 * k] = (uint)s[k]; mix[2 * k + 1] = (uint)(s[k] >> 32); }
        if (pass) break;
        for (uint p = 0; p < 256; ++p) {
            uint parent = FNV(row ^ p, mix[p & 15]) % light_rows;
            for (int k = 0; k < 16; ++k) mix[k] = FNV(mix[k], light[parent * 16 + k]);
        }
    }
    for (int k = 0; k < 16; ++k) data[get_global_id(0) * 16 + k] = mix[k];
})";

constexpr const char* scratchpad_loop = R"(
uint4 aes_round(local const uint* t0, uint4 x, uint4 key) {
    uint4 out;
    out.x = t0[x.x & 255] ^ rotate(t0[x.y >> 8 & 255], 8u) ^ rotate(t0[x.z >> 16 & 255],
        16u) ^ rotate(t0[x.w >> 24], 24u);
    out.y = t0[x.y & 255] ^ rotate(t0[x.z >> 8 & 255], 8u) ^ rotate(t0[x.w >> 16 & 255],
        16u) ^ rotate(t0[x.x >> 24], 24u);
    out.z = t0[x.z & 255] ^ rotate(t0[x.w >> 8 & 255], 8u) ^ rotate(t0[x.x >> 16 & 255],
        16u) ^ rotate(t0[x.y >> 24], 24u);
    out.w = t0[x.w & 255] ^ rotate(t0[x.x >> 8 & 255], 8u) ^ rotate(t0[x.y >> 16 & 255],
        16u) ^ rotate(t0[x.z >> 24], 24u);
    return out ^ key;
}
kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global uint4* pads, global ulong* states, constant uint* table, uint mask, int rounds, int threads) {
    local uint t0[256];
    uint i = get_global_id(0);
    for (int k = get_local_id(0); k < 256; k += 8) t0[k] = table[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong a[2], b[4];
    a[0] = states[i] ^ states[4 * threads + i];
    a[1] = states[threads + i] ^ states[5 * threads + i];
    b[0] = states[2 * threads + i] ^ states[6 * threads + i];
    b[1] = states[3 * threads + i] ^ states[7 * threads + i];
    b[2] = states[8 * threads + i] ^ states[10 * threads + i];
    b[3] = states[9 * threads + i] ^ states[11 * threads + i];
    uint4 last = (uint4)(as_uint2(b[0]), as_uint2(b[1]));
    global uint4* pad = pads + i;
#define PAD(at) pad[((at) & mask) / 16 * threads]
    for (int r = 0; r < rounds; ++r) {
        uint at = a[0];
        uint4 own = (uint4)(as_uint2(a[0]), as_uint2(a[1])), c = aes_round(t0, PAD(at), own);
        for (int k = 1; k < 4; ++k) {
            uint4 chunk = PAD(at ^ k * 16);
            ulong2 add = as_ulong2(chunk) + (k == 1 ? (ulong2)(b[2],
                b[3]) : k == 2 ? as_ulong2(last) : (ulong2)(a[0], a[1]));
            PAD(at ^ (k % 3 + 1) * 16) = as_uint4(add);
        }
        PAD(at) = last ^ c;
        uint to = c.x;
        ulong2 d = as_ulong2(PAD(to));
        ulong divisor = (uint)(c.x + (uint)(b[2] << 1)) | 0x80000001, c0 = as_ulong(c.xy);
        d.x ^= (as_ulong(c.zw) / divisor) ^ (ulong)sqrt((double)(c0 >> 12)) << 32;
        ulong high = mul_hi(c0, d.x), low = c0 * d.x;
        a[0] += high;
        a[1] += low;
        PAD(to) = (uint4)(as_uint2(a[0]), as_uint2(a[1]));
        a[0] ^= d.x;
        a[1] ^= d.y;
        b[2] = as_ulong(last.xy);
        b[3] = as_ulong(last.zw);
        last = c;
    }
    states[i] = a[0];
    states[threads + i] = a[1];
})";

// Eight work-items along dimension 1 encrypt the eight blocks of one hash and mix them through local memory.
constexpr const char* fill_scratchpad = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(global uint4* pads, global const uint* states, constant uint* table, int steps, int threads) {
    local uint t0[256];
    local uint4 shared[8][8];
    int hash = get_global_id(0), lane = get_local_id(1), h = get_local_id(0), t = lane * 8 + h;
    for (int k = t; k < 256; k += 64) t0[k] = table[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 keys[10], x;
    for (int k = 0; k < 10; ++k)
        for (int w = 0; w < 4; ++w) ((uint*)&keys[k])[w] = states[(k * 4 + w) * threads + hash];
    for (int w = 0; w < 4; ++w) ((uint*)&x)[w] = states[(16 + lane * 4 + w) % 50 * threads + hash];
    for (int step = 0; step < steps; ++step) {
        for (int k = 0; k < 10; ++k) {
            uint4 y;
            y.x = t0[x.x & 255] ^ rotate(t0[x.y >> 8 & 255] ^ rotate(t0[x.z >> 16 & 255] ^ rotate(t0[x.w >> 24],
                8u), 8u), 8u);
            y.y = t0[x.y & 255] ^ rotate(t0[x.z >> 8 & 255] ^ rotate(t0[x.w >> 16 & 255] ^ rotate(t0[x.x >> 24],
                8u), 8u), 8u);
            y.z = t0[x.z & 255] ^ rotate(t0[x.w >> 8 & 255] ^ rotate(t0[x.x >> 16 & 255] ^ rotate(t0[x.y >> 24],
                8u), 8u), 8u);
            y.w = t0[x.w & 255] ^ rotate(t0[x.x >> 8 & 255] ^ rotate(t0[x.y >> 16 & 255] ^ rotate(t0[x.z >> 24],
                8u), 8u), 8u);
            x = y ^ keys[k];
        }
        shared[h][lane] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x ^= shared[h][(lane + 1) & 7];
        barrier(CLK_LOCAL_MEM_FENCE);
        pads[(step * 8 + lane) * threads + hash] = x;
    }
})";

BufferData words64(std::size_t count) {
    Dice dice(307);
    return each(count, [&](std::size_t) { return std::uint64_t{dice.word()} << 32 | dice.word(); });
}

}  // namespace

Family xmrig_kernels() {
    static const std::string job = std::string(keccak) + job_hash, search = std::string(keccak) + ethash;
    static const std::string rows = std::string(keccak) + ethash_rows;
    return {
        {"xmrig_job_hash",
         job.c_str(),
         {8192},
         {64},
         [] {
             return Arguments{words64(16), result<std::uint64_t>(25 * 8192), scalar(77u), scalar(10), scalar(8192)};
         }},
        {"xmrig_ethash",
         search.c_str(),
         {1024},
         {64},
         [] {
             return Arguments{words64(4),
                              words(std::size_t{1} << 23),
                              result<std::uint64_t>(1024),
                              changed(result<std::uint32_t>(1)),
                              scalar((1u << 18) - 5),
                              scalar(std::uint64_t{123456}),
                              scalar(std::uint64_t{1} << 58)};
         }},
        {"xmrig_ethash_rows",
         rows.c_str(),
         {2048},
         {64},
         [] { return Arguments{scalar(4096u), words(65521 * 16), result<std::uint32_t>(2048 * 16), scalar(65521u)}; }},
        {"xmrig_scratchpad_loop",
         scratchpad_loop,
         {64},
         {8},
         [] {
             return Arguments{changed(words(64 * 8192 * 4)),
                              changed(words64(64 * 12)),
                              words(256),
                              scalar(8191u * 16),
                              scalar(2048),
                              scalar(64)};
         }},
        {"xmrig_fill_scratchpad",
         fill_scratchpad,
         {64, 8},
         {8, 8},
         [] {
             return Arguments{result<std::uint32_t>(64 * 1024 * 8 * 4), words(64 * 50), words(256), scalar(256),
                              scalar(64)};
         }},
    };
}

}  // namespace bench
