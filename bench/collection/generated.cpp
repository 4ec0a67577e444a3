// Kernels in the style of the code generators tinygrad, loopy and xobjects, and kernels with large bodies.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

// A matrix product in tinygrad's style: each work-item computes 4x4 results, in float4s.
constexpr const char* tiny_matmul = R"(
kernel void run(global float* data0, const global float* data1, const global float* data2) {
    int gidx0 = get_group_id(1); int gidx1 = get_group_id(0); int lidx0 = get_local_id(1); int lidx1 = get_local_id(0);
    float4 acc0 = (float4)(0), acc1 = (float4)(0), acc2 = (float4)(0), acc3 = (float4)(0);
    int alu0 = ((gidx0 << 11) + (lidx0 << 9)); int alu1 = ((gidx1 << 5) + (lidx1 << 2));
    for (int ridx0 = 0; ridx0 < 32; ridx0++) {
        int alu2 = (alu0 + (ridx0 << 2)); int alu3 = ((ridx0 << 9) + alu1);
        float4 val0 = *((global float4*)(data1 + alu2)), val1 = *((global float4*)(data1 + alu2 + 128));
        float4 val2 = *((global float4*)(data1 + alu2 + 256)), val3 = *((global float4*)(data1 + alu2 + 384));
        float4 val4 = *((global float4*)(data2 + alu3)), val5 = *((global float4*)(data2 + alu3 + 128));
        float4 val6 = *((global float4*)(data2 + alu3 + 256)), val7 = *((global float4*)(data2 + alu3 + 384));
        acc0 = acc0 + val0.x * val4 + val0.y * val5 + val0.z * val6 + val0.w * val7;
        acc1 = acc1 + val1.x * val4 + val1.y * val5 + val1.z * val6 + val1.w * val7;
        acc2 = acc2 + val2.x * val4 + val2.y * val5 + val2.z * val6 + val2.w * val7;
        acc3 = acc3 + val3.x * val4 + val3.y * val5 + val3.z * val6 + val3.w * val7;
    }
    int alu4 = (alu0 + alu1);
    *((global float4*)(data0 + alu4)) = acc0; *((global float4*)(data0 + alu4 + 128)) = acc1;
    *((global float4*)(data0 + alu4 + 256)) = acc2; *((global float4*)(data0 + alu4 + 384)) = acc3;
})";

constexpr const char* tiny_reduce = R"(
kernel void run(global float* data0, const global float* data1) {
    local float temp1[16];
    int gidx0 = get_group_id(0); int lidx0 = get_local_id(0);
    float acc0 = 0.0f;
    for (int ridx0 = 0; ridx0 < 16; ridx0++) {
        float4 val0 = *((const global float4*)(data1 + ((gidx0 << 10) + (lidx0 << 6) + (ridx0 << 2))));
        acc0 = (acc0 + val0.x + val0.y + val0.z + val0.w);
    }
    temp1[lidx0] = acc0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lidx0 == 0) {
        float acc1 = 0.0f;
        for (int ridx1 = 0; ridx1 < 16; ridx1++) acc1 = (acc1 + temp1[ridx1]);
        data0[gidx0] = acc1;
    }
})";

constexpr const char* tiny_elementwise = R"(
kernel void run(global float* data0, const global float* data1, const global float* data2) {
    int gidx0 = get_group_id(0); int lidx0 = get_local_id(0); int alu0 = ((gidx0 * 128) + (lidx0 * 4));
    float4 val0 = *((const global float4*)(data1 + alu0)); float4 val1 = *((const global float4*)(data2 + (alu0 & 255)));
    float alu1 = (val0.x + val1.x); float alu2 = (val0.y + val1.y); float alu3 = (val0.z + val1.z); float alu4 = (val0.w + val1.w);
    *((global float4*)(data0 + alu0)) = (float4)(((0.0f < alu1) ? alu1 : 0.0f), ((0.0f < alu2) ? alu2 : 0.0f),
                                                 ((0.0f < alu3) ? alu3 : 0.0f), ((0.0f < alu4) ? alu4 : 0.0f));
})";

// A stencil in loopy's style: 16x16 work-groups, a tile in local memory, and bounds checks on negated ids, such as -id
// + n - 1 >= 0.
constexpr const char* loopy_stencil = R"(
#define lid(N) ((int) get_local_id(N))
#define gid(N) ((int) get_group_id(N))
kernel void __attribute__((reqd_work_group_size(16, 16, 1))) run(int const n, global float const *restrict u, global float *restrict lap) {
    local float u_fetch[18 * 18];
    for (int j_prefetch = 0; j_prefetch <= 1; ++j_prefetch)
        if (17 + -1 * lid(1) + -16 * j_prefetch >= 0)
            for (int i_prefetch = 0; i_prefetch <= 1; ++i_prefetch)
                if (17 + -1 * lid(0) + -16 * i_prefetch >= 0)
                    u_fetch[18 * (16 * j_prefetch + lid(1)) + 16 * i_prefetch + lid(0)] =
                        u[(n + 2) * (16 * gid(1) + 16 * j_prefetch + lid(1)) + 16 * gid(0) + 16 * i_prefetch + lid(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (-1 + -16 * gid(0) + -1 * lid(0) + n >= 0)
        lap[n * (16 * gid(1) + lid(1)) + 16 * gid(0) + lid(0)] = -4.0f * u_fetch[18 * (lid(1) + 1) + lid(0) + 1]
            + u_fetch[18 * lid(1) + lid(0) + 1] + u_fetch[18 * (lid(1) + 2) + lid(0) + 1]
            + u_fetch[18 * (lid(1) + 1) + lid(0)] + u_fetch[18 * (lid(1) + 1) + lid(0) + 2];
})";

constexpr const char* loopy_elements = R"(
#define lid(N) ((int) get_local_id(N))
#define gid(N) ((int) get_group_id(N))
kernel void run(global float const *restrict diff, global float const *restrict u, global float const *restrict geo, global float *restrict out) {
    int const e = gid(0), i = lid(0);
    local float acc_u[16], grad[16];
    acc_u[i] = u[16 * e + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float acc_k = 0.0f;
    for (int k = 0; k <= 15; ++k) acc_k = acc_k + diff[16 * i + k] * acc_u[k];
    grad[i] = acc_k * geo[e];
    barrier(CLK_LOCAL_MEM_FENCE);
    float acc_j = 0.0f;
    for (int j = 0; j <= 15; ++j) acc_j = acc_j + diff[16 * j + i] * grad[j];
    out[16 * e + i] = acc_j;
})";

// A kernel in xobjects' style: structures in one buffer of bytes, at offsets that are read from the buffer. Each
// work-item moves one particle.
constexpr const char* xobjects_drift = R"(
inline double get_x(global const char* obj, long i) { return *(global const double*)(obj + *(global const long*)(obj + 8) + 16 + 8 * i); }
inline double get_px(global const char* obj, long i) { return *(global const double*)(obj + *(global const long*)(obj + 16) + 16 + 8 * i); }
inline double get_zeta(global const char* obj, long i) { return *(global const double*)(obj + *(global const long*)(obj + 24) + 16 + 8 * i); }
inline long get_count(global const char* obj) { return *(global const long*)obj; }
kernel void run(global char* particles, double length, double beta) {
    long i = get_global_id(0);
    if (i < get_count(particles)) {
        double x = get_x(particles, i), px = get_px(particles, i), z = get_zeta(particles, i);
        double pz = 1 / sqrt(1 - px * px);
        *(global double*)(particles + *(global const long*)(particles + 8) + 16 + 8 * i) = x + px * pz * length;
        *(global double*)(particles + *(global const long*)(particles + 24) + 16 + 8 * i) = z + length * (1 - pz / beta);
    }
})";

constexpr const char* xobjects_multipole = R"(
kernel void run(global double* x, global double* y, global double* px, global double* py, global const double* knl,
                global const double* ksl, long order, long count) {
    long i = get_global_id(0);
    if (i >= count) return;
    double a = knl[order], b = ksl[order];
    for (long k = order - 1; k >= 0; --k) {
        double zr = a * x[i] - b * y[i], zi = a * y[i] + b * x[i];
        a = knl[k] + zr / (k + 1);
        b = ksl[k] + zi / (k + 1);
    }
    px[i] -= a;
    py[i] += b;
})";

// Kernels with many statements; macros repeat the statements.
constexpr const char* large_floats = R"(
#define STEP(n) a##n = a##n * .99f + s * .01f; if (a##n > 1.f) a##n -= floor(a##n); s += a##n * k##n;
#define ALL(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#define DECLARE(n) float a##n = in[(n * 37 + i) % count], k##n = .1f * n + .01f;
kernel void run(global const float* in, global float* out, int count, int rounds) {
    int i = get_global_id(0);
    float s = in[i];
    ALL(DECLARE)
    for (int r = 0; r < rounds; ++r) { ALL(STEP) ALL(STEP) ALL(STEP) ALL(STEP) ALL(STEP) ALL(STEP) }
    out[i] = s + a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
})";

constexpr const char* large_gathers = R"(
#define STEP(n) x = (x * 1103515245u + 12345u + n) % m; if (x & 1) s += in[x % count] * (n + 1); else s ^= x >> 3;
#define FOUR(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
kernel void run(global const uint* in, global uint* out, uint count, uint m) {
    uint i = get_global_id(0), x = in[i], s = i;
    FOUR(0) FOUR(4) FOUR(8) FOUR(12) FOUR(16) FOUR(20) FOUR(24) FOUR(28) FOUR(32) FOUR(36)
    out[i] = s;
})";

constexpr const char* large_divisions = R"(
#define STEP(n) x = x / (d + n) + x % (d + 2 * n + 1) * 77 + n;
#define FIVE(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4)
kernel void run(global const long* in, global long* out, long d) {
    int i = get_global_id(0);
    long x = in[i];
    FIVE(1) FIVE(6) FIVE(11) FIVE(16) FIVE(21) FIVE(26) FIVE(31) FIVE(36)
    out[i] = x;
})";

constexpr const char* large_math = R"(
#define STEP(n) v = sin(v + n) * exp(-v * v) + sqrt(fabs(v) + n) * .01f; w = log(fabs(w) + 1.5f) + v * pow(fabs(w) + .1f, .3f);
kernel void run(global const float* in, global float* out) {
    int i = get_global_id(0);
    float v = in[i], w = v * .5f;
    STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8)
    out[i] = v + w;
})";

constexpr const char* large_switch = R"(
kernel void run(global const uchar* code, global const int* in, global int* out, int length) {
    int i = get_global_id(0);
    int stack[16], top = 1;
    stack[0] = in[i];
    for (int p = 0; p < length; ++p) {
        int a = stack[top - 1], b = top > 1 ? stack[top - 2] : 1;
        switch (code[p] & 7) {
            case 0: if (top < 16) stack[top++] = in[i] + p; break;
            case 1: stack[top - 1] = a + b; break;
            case 2: stack[top - 1] = a * b; break;
            case 3: stack[top - 1] = a ^ b >> 3; break;
            case 4: if (top > 1) --top; break;
            case 5: stack[top - 1] = a > b ? a : b; break;
            case 6: stack[top - 1] = -a; break;
            default: stack[top - 1] = a - 1;
        }
    }
    out[i] = stack[top - 1];
})";

constexpr const char* chemistry = R"(
kernel void run(global const float* temperature, global const float* c, global float* rates, int cells) {
    int i = get_global_id(0);
    float t = temperature[i], it = 1 / t, lt = log(t);
    float h2 = c[i], o2 = c[cells + i], oh = c[2 * cells + i], h2o = c[3 * cells + i], h = c[4 * cells + i], o = c[5 * cells + i];
    float k1 = exp(30.2f - 8589 * it) * h * o2, k2 = exp(10.8f + 2.67f * lt - 3166 * it) * o * h2,
          k3 = exp(19.2f + 1.51f * lt - 1726 * it) * oh * h2, k4 = exp(14.9f + 2.02f * lt - 6743 * it) * o * h2o,
          k5 = exp(45.2f - 1.4f * lt - 52530 * it) * h2, k6 = exp(36.3f - .5f * lt) * o * o,
          k7 = exp(42.9f - lt) * o * h, k8 = exp(51.8f - 2 * lt) * h * oh;
    rates[i] = -k2 - k3 - k5;
    rates[cells + i] = -k1 + k6;
    rates[2 * cells + i] = k1 + k2 - k3 + 2 * k4 + k7 - k8;
    rates[3 * cells + i] = k3 - k4 + k8;
    rates[4 * cells + i] = -k1 + k2 + k3 + 2 * k5 - k7 - k8;
    rates[5 * cells + i] = k1 - k2 - k4 - 2 * k6 - k7;
})";

Arguments particle_buffer() {
    constexpr std::size_t count = 8192, field = 16 + 8 * count;
    std::vector<double> values(4 + 3 * field / 8);
    const std::int64_t head[4] = {count, 32, 32 + field, 32 + 2 * field};
    std::memcpy(values.data(), head, sizeof head);
    Dice dice(61);
    for (std::size_t i = 4; i < values.size(); ++i) values[i] = static_cast<double>(dice.real(-.1f, .1f));
    BufferData data = array(values);
    data.type = ElementType::u8;
    return {changed(data), scalar(.5), scalar(.99)};
}

Family code_of_generators() {
    return {
        {"tiny_matmul",
         tiny_matmul,
         {32, 32},
         {8, 4},
         [] { return Arguments{result<float>(16384), reals(16384), reals(16384)}; }},
        {"tiny_reduce", tiny_reduce, {16 * 128}, {16}, [] { return Arguments{result<float>(128), reals(131072)}; }},
        {"tiny_elementwise",
         tiny_elementwise,
         {32768},
         {32},
         [] { return Arguments{result<float>(131072), reals(131072), reals(256)}; }},
        {"loopy_stencil",
         loopy_stencil,
         {256, 256},
         {16, 16},
         [] { return Arguments{scalar(256), reals(258 * 258), result<float>(65536)}; }},
        {"loopy_elements",
         loopy_elements,
         {16 * 2048},
         {16},
         [] { return Arguments{reals(256), reals(32768), reals(2048), result<float>(32768)}; }},
        {"xobjects_drift", xobjects_drift, {8192}, {}, particle_buffer},
        {"xobjects_multipole",
         xobjects_multipole,
         {8192},
         {},
         [] {
             return Arguments{doubles(8192), doubles(8192), changed(doubles(8192)),  changed(doubles(8192)),
                              doubles(8),    doubles(8),    scalar<std::int64_t>(7), scalar<std::int64_t>(8192)};
         }},
    };
}

Family large_bodies() {
    return {
        {"large_floats",
         large_floats,
         {4096},
         {},
         [] { return Arguments{reals(4096), result<float>(4096), scalar(4096), scalar(4)}; }},
        {"large_gathers",
         large_gathers,
         {8192},
         {},
         [] { return Arguments{words(8192), result<std::uint32_t>(8192), scalar(8192u), scalar(2147483647u)}; }},
        {"large_divisions",
         large_divisions,
         {4096},
         {},
         [] { return Arguments{words(8192), result<std::int64_t>(4096), scalar<std::int64_t>(13)}; }},
        {"large_math", large_math, {8192}, {64}, [] { return Arguments{reals(8192), result<float>(8192)}; }},
        {"large_switch",
         large_switch,
         {4096},
         {64},
         [] { return Arguments{bytes(64), ints(4096, 0, 1000), result<int>(4096), scalar(64)}; }},
        {"chemistry",
         chemistry,
         {16384},
         {},
         [] {
             return Arguments{reals(16384, 800, 2000), reals(6 * 16384, 0, 1), result<float>(6 * 16384), scalar(16384)};
         }},
    };
}

}  // namespace

Family generated_kernels() { return joined({code_of_generators(), large_bodies()}); }

}  // namespace bench
