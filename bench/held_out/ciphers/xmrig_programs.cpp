// Kernels of XMRig that run random programs: KawPow, whose program is a part of the kernel, and RandomX, whose programs
// an interpreter runs.
#include <string>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* kawpow_begin = R"(
uint mixed(uint a, uint b, uint kind) {
    uint turn = (kind >> 16) % 31 + 1;
    switch (kind & 3) {
    case 0: return a * 33 + b;
    case 1: return (a ^ b) * 33;
    case 2: return rotate(a, turn) ^ b;
    default: return rotate(a, 32 - turn) ^ b;
    }
}
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global const uint4* data, constant uint* header, global uint* results, volatile global uint* found, uint rows,
         uint first, uint target) {
    local uint cache[4096];
    local uint shared[16];
    uint t = get_local_id(0), lane = t & 15, group = t >> 4, digest = 0;
    for (uint k = t * 4; k < 4096; k += 1024) {
        uint4 loaded = data[k >> 2];
        cache[k] = loaded.x; cache[k + 1] = loaded.y; cache[k + 2] = loaded.z; cache[k + 3] = loaded.w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint seed = header[lane & 7] ^ (first + get_global_id(0)) * 0x9e3779b1;
    for (uint h = 0; h < 4; ++h) {
        if (lane == h) shared[group] = seed;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint own = shared[group] ^ lane * 0x85ebca6b, r[32];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 32; ++k) {
            own ^= own << 13; own ^= own >> 17; own ^= own << 5;
            r[k] = own;
        }
        for (uint loop = 0; loop < 64; ++loop) {
            if (lane == (loop & 15)) shared[group] = r[0] % rows;
            barrier(CLK_LOCAL_MEM_FENCE);
            uint4 read = data[shared[group] * 16 + (lane ^ loop & 15)];
            barrier(CLK_LOCAL_MEM_FENCE);
)";

constexpr const char* kawpow_end = R"(
            r[0] = mixed(r[0], read.x, 0x50000);
            r[7] = mixed(r[7], read.y, 0x90001);
            r[19] = mixed(r[19], read.z, 0x110002);
            r[26] = mixed(r[26], read.w, 0x30003);
        }
        uint hash = 0x811c9dc5;
        for (int k = 0; k < 32; ++k) hash = (hash ^ r[k]) * 0x01000193;
        for (uint k = 0, sum = 0; k < 16; ++k) {
            if (lane == k) shared[group] = hash;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum = (sum ^ shared[group]) * 0x01000193;
            if (lane == h) digest = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    if (lane < 4) results[get_global_id(0) / 16 * 4 + lane] = digest;
    if (lane < 4 && digest < target) atomic_inc(found);
}
)";

constexpr const char* random_x = R"(
kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void run(global const uint2* programs, global ulong* pads, global ulong* registers, global const ulong* data, int loops,
         uint pad_mask, uint data_mask, uint threads) {
    local ulong integers[8 * 32];
    uint i = get_global_id(0), t = get_local_id(0), at0 = 0, at1 = 0, from = 0;
    local ulong* r = integers + t;
    double f[8], a[4];
    for (int k = 0; k < 8; ++k) r[k * 32] = registers[k * threads + i];
    for (int k = 0; k < 4; ++k) a[k] = 1 + (double)(registers[k * threads + i] >> 12) * 0x1p-52;
    global ulong* pad = pads + (ulong)i * (pad_mask + 1);
    for (int loop = 0; loop < loops; ++loop) {
        at0 = (at0 ^ (uint)r[0]) & pad_mask & ~7u;
        at1 = (at1 ^ (uint)(r[32] >> 32)) & pad_mask & ~7u;
        for (int k = 0; k < 8; ++k) r[k * 32] ^= pad[at0 + k];
        for (int k = 0; k < 8; ++k) f[k] = (double)(int)pad[at1 + k] + (k > 3 ? 0x1p33 : 0);
        for (int pc = 0; pc < 256; ++pc) {
            uint2 code = programs[i * 256 + pc];
            uint op = code.x & 255, to = (code.x >> 8 & 7) * 32, source = (code.x >> 16 & 7) * 32, kind = code.x >> 24;
            ulong x = r[to], y = source == to ? (ulong)(long)(int)code.y : r[source];
            uint place = (uint)(y + code.y) & pad_mask & (kind & 3 ? 0x7ff : 0x3fff);
            if (op < 16) r[to] = x + (y << (kind >> 2 & 3)) + (to == 160 ? (ulong)(long)(int)code.y : 0);
            else if (op < 23) r[to] = x + pad[place];
            else if (op < 39) r[to] = x - y;
            else if (op < 46) r[to] = x - pad[place];
            else if (op < 62) r[to] = x * y;
            else if (op < 66) r[to] = x * pad[place];
            else if (op < 70) r[to] = mul_hi(x, y);
            else if (op < 74) r[to] = mul_hi((long)x, (long)y);
            else if (op < 82) r[to] = x * (0x8000000000000000 / (code.y | 3));
            else if (op < 84) r[to] = -x;
            else if (op < 99) r[to] = x ^ y;
            else if (op < 104) r[to] = x ^ pad[place];
            else if (op < 114) r[to] = rotate(x, (ulong)(64 - (y & 63)));
            else if (op < 118) { r[to] = y; r[source] = x; }
            else if (op < 122) { uint k = code.x >> 8 & 6; double kept = f[k]; f[k] = f[k + 1]; f[k + 1] = kept; }
            else if (op < 138) { uint k = code.x >> 8 & 2; f[k] += a[k]; f[k + 1] += a[k + 1]; }
            else if (op < 143) { uint k = code.x >> 8 & 2; f[k] += (int)pad[place]; f[k
                + 1] += (int)(pad[place] >> 32); }
            else if (op < 159) { uint k = code.x >> 8 & 2; f[k] -= a[k]; f[k + 1] -= a[k + 1]; }
            else if (op < 170) f[code.x >> 8 & 3] = as_double(as_ulong(f[code.x >> 8 & 3]) ^ 0x80f0000000000000);
            else if (op < 202) { uint k = 4 + (code.x >> 8 & 2); f[k] *= a[k & 3]; f[k + 1] *= a[(k & 3) + 1]; }
            else if (op < 206) { uint k = 4 + (code.x >> 8 & 2); f[k] /= 1.5 + (double)(uint)pad[place] * 0x1p-32; }
            else if (op < 212) { uint k = 4 + (code.x >> 8 & 2); f[k] = sqrt(fabs(f[k])); }
            else if (op < 237) {
                r[to] = x + (ulong)code.y;
                if (!(r[to] & 0xff00) && pc > 8 && from < 64) { pc -= 8; ++from; }
            } else {
                pad[(uint)(x + code.y) & pad_mask & 0x7ff] = y;
            }
        }
        from = 0;
        for (int k = 0; k < 8; ++k) r[k * 32] ^= data[((uint)(r[0] ^ r[64]) & data_mask & ~7u) + k];
        for (int k = 0; k < 8; ++k) pad[at1 + k] = r[k * 32];
        for (int k = 0; k < 4; ++k) pad[at0 + k] = as_ulong(f[k]) ^ as_ulong(f[k + 4]);
    }
    for (int k = 0; k < 8; ++k) registers[k * threads + i] = r[k * 32];
})";

/// Returns a kernel with one random program: reads of the cache, arithmetic on two registers, and mixing.
std::string kawpow() {
    Dice dice(311);
    std::string text = kawpow_begin;
    const auto reg = [&] { return "r[" + std::to_string(dice.below(32)) + "]"; };
    const auto mix = [&](const std::string& value) {
        const std::string to = reg();
        text += "            " + to + " = mixed(" + to + ", " + value + ", " + std::to_string(dice.word()) + "u);\n";
    };
    for (int step = 0; step < 18; ++step) {
        if (step < 11) mix("cache[" + reg() + " % 4096]");
        const std::string a = reg(), b = reg();
        const std::string sums[11] = {a + " + " + b,
                                      a + " * " + b,
                                      "mul_hi(" + a + ", " + b + ")",
                                      "min(" + a + ", " + b + ")",
                                      "rotate(" + a + ", " + b + ")",
                                      "rotate(" + a + ", 32 - " + b + " % 32)",
                                      a + " & " + b,
                                      a + " | " + b,
                                      a + " ^ " + b,
                                      "clz(" + a + ") + clz(" + b + ")",
                                      "popcount(" + a + ") + popcount(" + b + ")"};
        mix(sums[dice.below(11)]);
    }
    return text + kawpow_end;
}

}  // namespace

Family xmrig_program_kernels() {
    static const std::string program = kawpow();
    return {
        {"xmrig_kawpow",
         program.c_str(),
         {1024},
         {256},
         [] {
             return Arguments{words(std::size_t{1} << 22),
                              words(8),
                              result<std::uint32_t>(1024 / 4),
                              changed(result<std::uint32_t>(1)),
                              scalar((1u << 16) - 17),
                              scalar(99u),
                              scalar(1u << 24)};
         }},
        {"xmrig_random_x",
         random_x,
         {128},
         {32},
         [] {
             return Arguments{words(128 * 256 * 2),
                              changed(words(128 * 2048 * 2)),
                              changed(words(8 * 128 * 2)),
                              words(std::size_t{1} << 21),
                              scalar(24),
                              scalar(2047u),
                              scalar((1u << 20) - 1),
                              scalar(128u)};
         }},
    };
}

}  // namespace bench
