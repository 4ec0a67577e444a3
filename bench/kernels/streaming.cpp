// Kernels that pass over memory once, with little arithmetic. Some measure bandwidth, others bounds checks, vectors of
// OpenCL C, or tiles in local memory.
#include "case.h"
#include "vector.h"

namespace bench {

namespace {

void add_saxpy(const char* name, std::size_t count, std::size_t local, unsigned launches) {
    const auto x = random_reals(count, -1, 1), y = random_reals(count, -1, 1);
    // The kernel writes its results to z instead of y, so that every run gets the same input.
    const auto z = zeros<float>(count);
    add({.name = name,
         .source = R"(
kernel void run(global float* z, global const float* x, global const float* y, float a) {
    size_t i = get_global_id(0);
    z[i] = a * x[i] + y[i];
})",
         .global = {count},
         .local = {local},
         .arguments = {HostArray(z), HostArray(x), HostArray(y), 2.0f},
         .launches = launches,
         .reference =
             [x, y, z](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes)
                     store(&(*z)[i], 2.0f * load(&(*x)[i]) + load(&(*y)[i]));
             },
         .reference_parts = count / lanes});
}

void add_guard() {
    constexpr std::size_t count = 1 << 18;
    const auto in = random_reals(count, 0, 4);
    const auto out = zeros<float>(count);
    add({.name = "guard",
         .source = R"(
kernel void run(global float* o, global const float* a, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float v = a[i];
    o[i] = sqrt(v) * v + 1.0f / (v + 1.0f);
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(out), HostArray(in), static_cast<int>(count)},
         .launches = 10,
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes) {
                     const VectorF v = load(&(*in)[i]);
                     store(&(*out)[i], root(v) * v + 1.0f / (v + 1.0f));
                 }
             },
         .reference_parts = count / lanes});
}

/// Computes the float4 result of one work-item. The compiler may compute the four components together, as a vector.
void float4_item(float* out, const float* p, const float* q) {
    const float d = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    const float r0 = p[0] * q[3] + d, r1 = p[1] * q[2] + d, r2 = p[2] * q[1] + d, r3 = p[3] * q[0] + d;
    const float x = r1 * 2, y = r0 * 2;
    const float scale = 1 / std::sqrt(x * x + y * y + r2 * r2 + r3 * r3 + 1);
    out[0] = x * scale, out[1] = y * scale, out[2] = r2 * scale, out[3] = r3 * scale;
}

void add_float4() {
    constexpr std::size_t count = 1 << 16;
    const auto a = random_reals(count * 4, -1, 1), b = random_reals(count * 4, -2, 1);
    const auto out = zeros<float>(count * 4);
    add({.name = "float4",
         .source = R"(
kernel void run(global float4* o, global const float4* a, global const float4* b) {
    int i = get_global_id(0);
    float4 p = a[i], q = b[i];
    float d = dot(p, q);
    float4 r = p * q.wzyx + d;
    r.xy = r.yx * 2.0f;
    o[i] = r * native_rsqrt(dot(r, r) + 1.0f);
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(out), HostArray(a), HostArray(b)},
         .launches = 10,
         .reference =
             [a, b, out](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i) float4_item(&(*out)[i * 4], &(*a)[i * 4], &(*b)[i * 4]);
             },
         .reference_parts = count});
}

void add_transpose() {
    constexpr std::size_t size = 1024;
    add({.name = "transpose",
         .source = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* o, global const float* a, int n) {
    local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
    tile[ly][lx] = a[(gy + ly) * n + gx + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[(gx + ly) * n + gy + lx] = tile[lx][ly];
})",
         .global = {size, size},
         .local = {16, 16},
         .arguments = {HostArray(zeros<float>(size * size)), HostArray(random_reals(size * size, 0, 1)),
                       static_cast<int>(size)}});
}

}  // namespace

void add_streaming() {
    add_saxpy("saxpy", 1 << 20, 256, 4);
    add_saxpy("saxpy_small", 1 << 15, 1024, 100);
    add_guard();
    add_float4();
    add_transpose();
}

}  // namespace bench
