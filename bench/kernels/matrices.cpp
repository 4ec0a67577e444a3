// Matrix products as in tutorials, and an FFT.
#include "case.h"
#include "vector.h"

namespace bench {

namespace {

constexpr std::size_t size = 512;

/// Computes eight rows of C, one vector of columns at a time, so that each loaded vector of B is used for eight rows.
void multiply_rows(float* c, const float* a, const float* b, std::size_t row) {
    constexpr std::size_t rows = 8;
    for (std::size_t column = 0; column < size; column += lanes) {
        VectorF sums[rows] = {};
        for (std::size_t k = 0; k < size; ++k) {
            const VectorF v = load(&b[k * size + column]);
            for (std::size_t r = 0; r < rows; ++r) sums[r] += a[(row + r) * size + k] * v;
        }
        for (std::size_t r = 0; r < rows; ++r) store(&c[(row + r) * size + column], sums[r]);
    }
}

constexpr Figure flops{"GFLOPS", 2.0 * size};

/// Adds the case of a matrix product in which each work-item computes `columns` * `rows` elements.
void add_product(const char* name, const char* source, Figure figure, std::size_t columns = 1, std::size_t rows = 1) {
    const auto a = random_reals(size * size, -1, 1), b = random_reals(size * size, -1, 1);
    const auto c = zeros<float>(size * size);
    add({.name = name,
         .source = source,
         .global = {size / columns, size / rows},
         .local = {16, rows == 1 ? std::size_t{16} : std::size_t{1}},
         .arguments = {HostArray(c), HostArray(a), HostArray(b), static_cast<int>(size)},
         .figure = figure,
         .reference =
             [a, b, c](std::size_t begin, std::size_t end) {
                 for (std::size_t part = begin; part < end; ++part)
                     multiply_rows(c->data(), a->data(), b->data(), part * 8);
             },
         .reference_parts = size / 8,
         .options = rows == 1 ? "" : "-cl-std=CL3.0"});
}

constexpr const char* naive = R"(
kernel void run(global float* C, global const float* A, global const float* B, int N) {
    int c = get_global_id(0), r = get_global_id(1);
    float s = 0;
    for (int k = 0; k < N; k++) s += A[r * N + k] * B[k * N + c];
    C[r * N + c] = s;
})";

constexpr const char* tiled = R"(
#define TS 16
kernel void run(global float* C, global const float* A, global const float* B, int N) {
    local float As[TS][TS], Bs[TS][TS];
    int lx = get_local_id(0), ly = get_local_id(1), c = get_global_id(0), r = get_global_id(1);
    float s = 0;
    for (int t = 0; t < N / TS; t++) {
        As[ly][lx] = A[r * N + t * TS + lx];
        Bs[ly][lx] = B[(t * TS + ly) * N + c];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TS; k++) s += As[ly][k] * Bs[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[r * N + c] = s;
})";

// A matrix product in the style of GPU libraries: a sub-group computes 32 adjacent elements in each of eight rows. The
// sub-group uses block reads, and broadcasts each work-item's element of A.
constexpr const char* by_sub_groups = R"(
#define ROWS 8
__attribute__((intel_reqd_sub_group_size(16)))
kernel void run(global float* C, global const float* A, global const float* B, int N) {
    const int c = get_group_id(0) * 32, r = get_global_id(1) * ROWS;
    float left[ROWS] = {}, right[ROWS] = {}, a[ROWS];
    for (int k = 0; k < N; k += 16) {
        for (int i = 0; i < ROWS; ++i)
            a[i] = as_float(intel_sub_group_block_read((global const uint*)(A + (r + i) * N + k)));
        for (int j = 0; j < 16; ++j) {
            const float2 b = as_float2(intel_sub_group_block_read2((global const uint*)(B + (k + j) * N + c)));
            for (int i = 0; i < ROWS; ++i) {
                const float x = sub_group_broadcast(a[i], j);
                left[i] = fma(x, b.x, left[i]);
                right[i] = fma(x, b.y, right[i]);
            }
        }
    }
    for (int i = 0; i < ROWS; ++i)
        intel_sub_group_block_write2((global uint*)(C + (r + i) * N + c), as_uint2((float2)(left[i], right[i])));
})";

void add_fft() {
    constexpr std::size_t transforms = 1 << 14;
    add({.name = "fft_radix8",
         .source = R"(
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
void butterfly(float2* a, float2* b) { float2 t = *a - *b; *a += *b; *b = t; }
kernel void run(global float2* out, global const float2* in, int n) {
    int i = get_global_id(0);
    float2 v[8];
    for (int k = 0; k < 8; k++) v[k] = in[k * n + i];
    const float h = 0.70710678f;
    for (int k = 0; k < 4; k++) butterfly(&v[k], &v[k + 4]);
    v[5] = times(v[5], (float2)(h, -h));
    v[6] = (float2)(v[6].y, -v[6].x);
    v[7] = times(v[7], (float2)(-h, -h));
    for (int k = 0; k < 8; k += 4) {
        butterfly(&v[k], &v[k + 2]);
        butterfly(&v[k + 1], &v[k + 3]);
        v[k + 3] = (float2)(v[k + 3].y, -v[k + 3].x);
        butterfly(&v[k], &v[k + 1]);
        butterfly(&v[k + 2], &v[k + 3]);
    }
    float angle = -6.2831853f * i / (8 * n);
    const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
    for (int k = 0; k < 8; k++) {
        float c, s = sincos(angle * k, &c);
        out[k * n + i] = times(v[order[k]], (float2)(c, s));
    }
})",
         .global = {transforms},
         .local = {64},
         .arguments = {HostArray(zeros<float>(transforms * 16)), HostArray(random_reals(transforms * 16, -1, 1)),
                       static_cast<int>(transforms)},
         .launches = 4});
}

}  // namespace

void add_matrices() {
    add_product("matmul_naive", naive, {});
    add_product("matmul_tiled", tiled, {});
    add_product("sgemm_naive", naive, flops);
    add_product("sgemm_tiled", tiled, flops);
    add_product("sgemm_sub_groups", by_sub_groups, {"GFLOPS", 2.0 * size * 2 * 8}, 2, 8);
    add_fft();
}

}  // namespace bench
