// Kernels like those with which clFFT computes Fourier transforms. Passes of radices 2 to 10 exchange values through
// local memory. There are kernels for rows, for columns, for several transforms in one work-group, and for blocks of
// columns of a large transform.
#include "../../collection/families.h"
#include "../projects.h"
#include "fft_tables.h"

namespace bench {

namespace {

// Each work-item holds E values. Between two passes, work-items exchange first the real and then the imaginary parts.
constexpr const char* stockham = R"(
#ifdef DOUBLE
typedef double T;
typedef double2 T2;
#define C(x) x
#else
typedef float T;
typedef float2 T2;
#define C(x) x##f
#endif
#define ALWAYS __attribute__((always_inline))
ALWAYS T2 times(T2 a, T2 b) { return (T2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
ALWAYS T2 quarter(T2 a) { return (T2)(a.y, -a.x); }
ALWAYS void fly2(T2* a, T2* b) { const T2 d = *a - *b; *a += *b; *b = d; }
ALWAYS void fly4(T2* a, T2* b, T2* c, T2* d) {
    fly2(a, c);
    fly2(b, d);
    *d = quarter(*d);
    fly2(a, b);
    fly2(c, d);
    const T2 kept = *b;
    *b = *c;
    *c = kept;
}
ALWAYS void fly5(T2* a, T2* b, T2* c, T2* d, T2* e) {
    const T2 s1 = *b + *e, s2 = *c + *d, d1 = quarter(*b - *e), d2 = quarter(*c - *d), start = *a;
    *a = start + s1 + s2;
    const T2 m1 = start + s1 * C(0.30901699437494742) - s2 * C(0.80901699437494742);
    const T2 m2 = start - s1 * C(0.80901699437494742) + s2 * C(0.30901699437494742);
    const T2 n1 = d1 * C(0.95105651629515357) + d2 * C(0.58778525229247313);
    const T2 n2 = d1 * C(0.58778525229247313) - d2 * C(0.95105651629515357);
    *b = m1 + n1;
    *c = m2 + n2;
    *d = m2 - n2;
    *e = m1 - n1;
}
ALWAYS void fly8(T2* r, int s) {
    fly4(r, r + 2 * s, r + 4 * s, r + 6 * s);
    fly4(r + s, r + 3 * s, r + 5 * s, r + 7 * s);
    r[3 * s] = times(r[3 * s], (T2)(C(0.70710678118654757), -C(0.70710678118654757)));
    r[5 * s] = quarter(r[5 * s]);
    r[7 * s] = times(r[7 * s], (T2)(-C(0.70710678118654757), -C(0.70710678118654757)));
    T2 out[8];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        out[k] = r[2 * k * s] + r[(2 * k + 1) * s];
        out[k + 4] = r[2 * k * s] - r[(2 * k + 1) * s];
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) r[k * s] = out[k];
}
ALWAYS void fly10(T2* r, int s) {
    fly5(r, r + 2 * s, r + 4 * s, r + 6 * s, r + 8 * s);
    fly5(r + s, r + 3 * s, r + 5 * s, r + 7 * s, r + 9 * s);
    r[3 * s] = times(r[3 * s], (T2)(C(0.80901699437494742), -C(0.58778525229247313)));
    r[5 * s] = times(r[5 * s], (T2)(C(0.30901699437494742), -C(0.95105651629515357)));
    r[7 * s] = times(r[7 * s], (T2)(-C(0.30901699437494742), -C(0.95105651629515357)));
    r[9 * s] = times(r[9 * s], (T2)(-C(0.80901699437494742), -C(0.58778525229247313)));
    T2 out[10];
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        out[k] = r[2 * k * s] + r[(2 * k + 1) * s];
        out[k + 5] = r[2 * k * s] - r[(2 * k + 1) * s];
    }
#pragma unroll
    for (int k = 0; k < 10; ++k) r[k * s] = out[k];
}
ALWAYS void compute(T2* r, global const T2* w, uint me, int radix, int l) {
    const int c = E / radix;
    if (l > 1) {
#pragma unroll
        for (int q = 0; q < c; ++q)
#pragma unroll
            for (int k = 1; k < radix; ++k)
                r[q + k * c] = times(r[q + k * c], w[l - 1 + (me * c + q) % l * (radix - 1) + k - 1]);
    }
#pragma unroll
    for (int q = 0; q < c; ++q) {
        if (radix == 2) fly2(r + q, r + q + c);
        if (radix == 4) fly4(r + q, r + q + c, r + q + 2 * c, r + q + 3 * c);
        if (radix == 5) fly5(r + q, r + q + c, r + q + 2 * c, r + q + 3 * c, r + q + 4 * c);
        if (radix == 8) fly8(r + q, c);
        if (radix == 10) fly10(r + q, c);
    }
}
ALWAYS uint place(uint me, int radix, int l, int q, int k) {
    const uint j = me * (E / radix) + q;
    return j / l * l * radix + j % l + k * l;
}
ALWAYS void exchange(T2* r, local T* part, uint me, int radix, int l, int next) {
    const int c = E / radix, d = E / next;
#pragma unroll
    for (int i = 0; i < E; ++i) part[place(me, radix, l, i % c, i / c)] = r[i].x;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < E; ++i) r[i].x = part[me * d + i % d + i / d * (N / next)];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < E; ++i) part[place(me, radix, l, i % c, i / c)] = r[i].y;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < E; ++i) r[i].y = part[me * d + i % d + i / d * (N / next)];
    barrier(CLK_LOCAL_MEM_FENCE);
}
#define PASS(radix, l, next) compute(r, w, me, radix, l); exchange(r, part, me, radix, l, next);
#define LAST(radix, l) \
    compute(r, w, me, radix, l); \
    if (active) for (int i = 0; i < E; ++i) STORE(place(me, radix, l, i % (E / radix), i / (E / radix)), r[i]);
#ifdef PLANAR
#define STORE(at, v) (re[start + (at)] = (v).x, im[start + (at)] = (v).y)
#else
#define STORE(at, v) out[start + (at) * STRIDE] = v
#endif
#ifndef STRIDE
#define STRIDE 1
#endif
kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
#ifdef PLANAR
void run(global const T2* restrict in, global T* restrict re, global T* restrict im, global const T2* w, uint batches) {
#else
void run(global const T2* restrict in, global T2* restrict out, global const T2* w, uint batches) {
#endif
    local T exchanged[N / E * E * (WG * E / N)];
    const uint me = get_local_id(0) % (N / E), in_group = get_local_id(0) / (N / E);
    const uint batch = get_group_id(0) * (WG * E / N) + in_group;
    const bool active = batch < batches;
    local T* part = exchanged + in_group * N;
    const uint start = STRIDE == 1 ? batch * N : batch / STRIDE * STRIDE * N + batch % STRIDE;
    T2 r[E];
    const int d = E / FIRST;
    for (int i = 0; i < E; ++i) r[i] = 0;
    if (active)
#pragma unroll
        for (int i = 0; i < E; ++i) r[i] = in[start + (me * d + i % d + i / d * (N / FIRST)) * STRIDE];
#if N == 1024
    PASS(8, 1, 8) PASS(8, 8, 4) PASS(4, 64, 4) LAST(4, 256)
#elif N == 512
    PASS(8, 1, 8) PASS(8, 8, 8) LAST(8, 64)
#elif N == 256
    PASS(4, 1, 4) PASS(4, 4, 4) PASS(4, 16, 4) LAST(4, 64)
#elif N == 1000
    PASS(10, 1, 10) PASS(10, 10, 10) LAST(10, 100)
#elif N == 64
    PASS(4, 1, 4) PASS(4, 4, 4) LAST(4, 16)
#else
    PASS(4, 1, 4) LAST(4, 4)
#endif
})";

// Transforms 8 neighbouring columns of 64 values, multiplies the results by the large transform's twiddle factors, and
// stores them as rows.
constexpr const char* blocks_of_columns = R"(
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 factor(global const float2* steps, uint u) {
    const uint a = u & 255, b = u >> 8 & 255, c = u >> 16 & 255;
    return times(steps[a], times(steps[256 + b], steps[512 + c]));
}
void fly4(float2* r) {
    const float2 a = r[0] + r[2], b = r[0] - r[2], c = r[1] + r[3], d = (float2)(r[1].y - r[3].y, r[3].x - r[1].x);
    r[0] = a + c;
    r[1] = b + d;
    r[2] = a - c;
    r[3] = b - d;
}
void pass(local float2* from, local float2* to, global const float2* w, uint me, uint l) {
    float2 r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) r[k] = from[me + k * 16];
    if (l > 1)
        for (int k = 1; k < 4; ++k) r[k] = times(r[k], w[l - 1 + me % l * 3 + k - 1]);
    fly4(r);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 4; ++k) to[me / l * l * 4 + me % l + k * l] = r[k];
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void run(global const float2* restrict in, global float2* restrict out, global const float2* w,
         global const float2* steps, uint columns) {
    local float2 tile[8 * 64];
    const uint me = get_local_id(0), across = columns / 8, batch = get_group_id(0) / across;
    const uint column0 = get_group_id(0) % across * 8, start = batch * columns * 64;
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 8, line = me / 8 + t * 16;
        tile[c * 64 + line] = in[start + line * columns + column0 + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    local float2* own = tile + me / 16 * 64;
    pass(own, own, w, me % 16, 1);
    pass(own, own, w, me % 16, 4);
    pass(own, own, w, me % 16, 16);
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 8, line = me / 8 + t * 16;
        out[start + line * columns + column0 + c] = times(tile[c * 64 + line], factor(steps, (column0 + c) * line));
    }
})";

// Transforms two real rows as one complex row and separates their spectra.
constexpr const char* pairs_of_real_rows = R"(
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
void fly4(float2* r) {
    const float2 a = r[0] + r[2], b = r[0] - r[2], c = r[1] + r[3], d = (float2)(r[1].y - r[3].y, r[3].x - r[1].x);
    r[0] = a + c;
    r[1] = b + d;
    r[2] = a - c;
    r[3] = b - d;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float* restrict in, global float2* restrict out, global const float2* w, uint rows) {
    local float2 line[256];
    const uint me = get_local_id(0), row = get_group_id(0) * 2;
    const bool second = row + 1 < rows;
    float2 r[4];
    for (int k = 0; k < 4; ++k)
        r[k] = (float2)(in[row * 256 + me + 64 * k], second ? in[(row + 1) * 256 + me + 64 * k] : 0);
#pragma unroll
    for (uint l = 1; l < 256; l *= 4) {
        if (l > 1)
            for (int k = 1; k < 4; ++k) r[k] = times(r[k], w[l - 1 + me % l * 3 + k - 1]);
        fly4(r);
        for (int k = 0; k < 4; ++k) line[me / l * l * 4 + me % l + k * l] = r[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < 64) {
            for (int k = 0; k < 4; ++k) r[k] = line[me + 64 * k];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    for (uint k = me; k <= 128; k += 64) {
        const float2 a = line[k], b = line[(256 - k) % 256];
        out[row * 129 + k] = (float2)((a.x + b.x) * .5f, (a.y - b.y) * .5f);
        if (second) out[(row + 1) * 129 + k] = (float2)((a.y + b.y) * .5f, (b.x - a.x) * .5f);
    }
})";

Arguments complex_rows(const std::vector<int>& radices, std::size_t values, std::uint32_t batches) {
    return {reals(2 * values), result<float>(2 * values), fft_factors<float>(radices), scalar(batches)};
}

Family rows() {
    return {
        {"clfft_1024",
         stockham,
         {96 * 128},
         {128},
         [] { return complex_rows({8, 8, 4, 4}, 96 * 1024, 96); },
         "-DN=1024 -DWG=128 -DE=8 -DFIRST=8"},
        {"clfft_512",
         stockham,
         {128 * 64},
         {64},
         [] { return complex_rows({8, 8, 8}, 128 * 512, 128); },
         "-DN=512 -DWG=64 -DE=8 -DFIRST=8"},
        {"clfft_256_double",
         stockham,
         {128 * 64},
         {64},
         [] {
             return Arguments{doubles(2 * 128 * 256), result<double>(2 * 128 * 256), fft_factors<double>({4, 4, 4, 4}),
                              scalar(128u)};
         },
         "-DN=256 -DWG=64 -DE=4 -DFIRST=4 -DDOUBLE"},
        {"clfft_1000",
         stockham,
         {64 * 100},
         {100},
         [] { return complex_rows({10, 10, 10}, 64 * 1000, 64); },
         "-DN=1000 -DWG=100 -DE=10 -DFIRST=10"},
        {"clfft_64_planar",
         stockham,
         {250 * 64},
         {64},
         [] {
             return Arguments{reals(2 * 998 * 64), result<float>(998 * 64), result<float>(998 * 64),
                              fft_factors<float>({4, 4, 4}), scalar(998u)};
         },
         "-DN=64 -DWG=64 -DE=4 -DFIRST=4 -DPLANAR"},
        {"clfft_16_many",
         stockham,
         {250 * 64},
         {64},
         [] { return complex_rows({4, 4}, 4000 * 16, 4000); },
         "-DN=16 -DWG=64 -DE=4 -DFIRST=4"},
    };
}

Family columns_and_pairs() {
    return {
        {"clfft_columns",
         stockham,
         {256 * 64},
         {64},
         [] { return complex_rows({4, 4, 4, 4}, 256 * 256, 256); },
         "-DN=256 -DWG=64 -DE=4 -DFIRST=4 -DSTRIDE=256"},
        {"clfft_blocks_of_columns",
         blocks_of_columns,
         {128 * 128},
         {128},
         [] {
             return Arguments{reals(2 * 1024 * 64), result<float>(2 * 1024 * 64), fft_factors<float>({4, 4, 4}),
                              fft_steps(1024 * 64), scalar(1024u)};
         }},
        {"clfft_pairs_of_real_rows",
         pairs_of_real_rows,
         {128 * 64},
         {64},
         [] {
             return Arguments{reals(255 * 256 + 256), result<float>(2 * 255 * 129), fft_factors<float>({4, 4, 4, 4}),
                              scalar(255u)};
         }},
    };
}

}  // namespace

Family clfft_kernels() { return joined({rows(), columns_and_pairs()}); }

}  // namespace bench
