// Kernels like those of CLBlast for products of matrices. The kernels are the direct and the indirect GEMM with tiles,
// a batched GEMM, a GEMM that keeps its tiles in registers, and the inversion of diagonal blocks. Matrices are stored
// in column-major order.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* gemm_direct = R"(
#define TILE 32
#define SIDE 8
#define PER (TILE / SIDE)
float product_of_edge(global const float* a, global const float* b, int lda, int ldb, int row, int column, int k) {
    float sum = 0;
    for (int p = 0; p < k; ++p) sum += a[p * lda + row] * b[column * ldb + p];
    return sum;
}
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void run(int m, int n, int k, float alpha, float beta, global const float* restrict a, int lda,
         global const float* restrict b, int ldb, global float* c, int ldc) {
    local float left[TILE * (TILE + 1)], right[TILE * (TILE + 1)];
    const int tx = get_local_id(0), ty = get_local_id(1), row0 = get_group_id(0) * TILE,
        column0 = get_group_id(1) * TILE;
    if (row0 + TILE <= m && column0 + TILE <= n) {
        float sums[PER * PER], x[PER], y[PER];
        for (int i = 0; i < PER * PER; ++i) sums[i] = 0;
        int from = 0;
        for (; from + TILE <= k; from += TILE) {
            for (int j = 0; j < PER; ++j)
                for (int i = 0; i < PER; ++i) {
                    const int u = i + tx * PER, v = j + ty * PER;
                    left[v * (TILE + 1) + u] = a[(from + v) * lda + row0 + u];
                    right[v * (TILE + 1) + u] = b[(column0 + v) * ldb + from + u];
                }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int p = 0; p < TILE; p += 2) {
#pragma unroll
                for (int q = 0; q < 2; ++q) {
                    for (int i = 0; i < PER; ++i) x[i] = left[(p + q) * (TILE + 1) + tx + i * SIDE];
                    for (int j = 0; j < PER; ++j) y[j] = right[(ty + j * SIDE) * (TILE + 1) + p + q];
                    for (int j = 0; j < PER; ++j)
                        for (int i = 0; i < PER; ++i) sums[j * PER + i] += x[i] * y[j];
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (; from < k; ++from) {
            for (int i = 0; i < PER; ++i) x[i] = a[from * lda + row0 + tx + i * SIDE];
            for (int j = 0; j < PER; ++j) y[j] = b[(column0 + ty + j * SIDE) * ldb + from];
            for (int j = 0; j < PER; ++j)
                for (int i = 0; i < PER; ++i) sums[j * PER + i] += x[i] * y[j];
        }
        for (int j = 0; j < PER; ++j)
            for (int i = 0; i < PER; ++i) {
                const int at = (column0 + ty + j * SIDE) * ldc + row0 + tx + i * SIDE;
                c[at] = alpha * sums[j * PER + i] + (beta == 0 ? 0.0f : beta * c[at]);
            }
    } else {
        for (int j = 0; j < PER; ++j)
            for (int i = 0; i < PER; ++i) {
                const int row = row0 + tx + i * SIDE, column = column0 + ty + j * SIDE;
                if (row < m && column < n) {
                    const float sum = product_of_edge(a, b, lda, ldb, row, column, k);
                    c[column * ldc + row] = alpha * sum + (beta == 0 ? 0.0f : beta * c[column * ldc + row]);
                }
            }
    }
})";

constexpr const char* gemm_batched = R"(
#define TILE 16
#define PER 2
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(int m, int n, int k, constant float* alphas, constant float* betas, global const float* a_all,
         constant int* a_starts, int lda, global const float* b_all, constant int* b_starts, int ldb,
             global float* c_all,
         constant int* c_starts, int ldc) {
    local float left[TILE][TILE + 1], right[TILE][TILE + 1];
    const int batch = get_group_id(2), tx = get_local_id(0), ty = get_local_id(1);
    global const float* a = a_all + a_starts[batch];
    global const float* b = b_all + b_starts[batch];
    global float* c = c_all + c_starts[batch];
    const int row0 = get_group_id(0) * TILE, column0 = get_group_id(1) * TILE;
    float sums[PER][PER] = {{0, 0}, {0, 0}};
    for (int from = 0; from < k; from += TILE) {
        for (int j = 0; j < PER; ++j)
            for (int i = 0; i < PER; ++i) {
                const int u = tx * PER + i, v = ty * PER + j;
                left[v][u] = row0 + u < m && from + v < k ? a[(from + v) * lda + row0 + u] : 0;
                right[v][u] = from + u < k && column0 + v < n ? b[(column0 + v) * ldb + from + u] : 0;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int p = 0; p < TILE; ++p)
            for (int j = 0; j < PER; ++j)
                for (int i = 0; i < PER; ++i) sums[j][i] += left[p][tx * PER + i] * right[ty * PER + j][p];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < PER; ++j)
        for (int i = 0; i < PER; ++i) {
            const int row = row0 + tx * PER + i, column = column0 + ty * PER + j;
            if (row < m && column < n)
                c[column * ldc + row] = alphas[batch] * sums[j][i] + betas[batch] * c[column * ldc + row];
        }
})";

constexpr const char* gemm_indirect = R"(
#define MW 64
#define NW 64
#define KW 16
#define SIDE 8
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void run(int m, int n, int k, float alpha, float beta, const global float4* restrict a, const global float4* restrict b,
         global float4* c) {
    local float4 left[KW * MW / 4], right[KW * NW / 4];
    const int tx = get_local_id(0), ty = get_local_id(1), id = ty * SIDE + tx;
    const int row0 = get_group_id(0) * MW / 4, column0 = get_group_id(1) * NW / 4;
    float4 sums[2][8];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sums[i][j] = 0;
    for (int from = 0; from < k; from += KW) {
        for (int q = id; q < KW * MW / 4; q += SIDE * SIDE) {
            const int p = q / (MW / 4), u = q % (MW / 4);
            left[q] = a[(from + p) * (m / 4) + row0 + u];
            right[q] = b[(from + p) * (n / 4) + column0 + u];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int p = 0; p < KW; ++p) {
            float4 x[2], y[2];
            for (int i = 0; i < 2; ++i) x[i] = left[p * (MW / 4) + tx + i * SIDE];
            for (int j = 0; j < 2; ++j) y[j] = right[p * (NW / 4) + ty + j * SIDE];
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    sums[i][4 * j] = fma(x[i], y[j].x, sums[i][4 * j]);
                    sums[i][4 * j + 1] = fma(x[i], y[j].y, sums[i][4 * j + 1]);
                    sums[i][4 * j + 2] = fma(x[i], y[j].z, sums[i][4 * j + 2]);
                    sums[i][4 * j + 3] = fma(x[i], y[j].w, sums[i][4 * j + 3]);
                }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < 8; ++j)
        for (int i = 0; i < 2; ++i) {
            const int column = 4 * (column0 + ty + j / 4 * SIDE) + j % 4, at = column * (m / 4) + row0 + tx + i * SIDE;
            c[at] = beta == 0 ? alpha * sums[i][j] : alpha * sums[i][j] + beta * c[at];
        }
})";

constexpr const char* gemm_registers = R"(
#define MI 8
#define NI 4
kernel void run(int m, int n, int k, double alpha, double beta, const global double* restrict a,
                const global double* restrict b, global double* c) {
    const int row0 = get_global_id(0) * MI, column0 = get_global_id(1) * NI;
    double4 sums[NI][MI / 4];
    for (int j = 0; j < NI; ++j)
        for (int i = 0; i < MI / 4; ++i) sums[j][i] = 0;
    for (int from = 0; from < k; from += 4) {
        double4 y[NI];
#pragma unroll
        for (int j = 0; j < NI; ++j) y[j] = vload4(0, b + (column0 + j) * k + from);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            double4 x[MI / 4];
            for (int i = 0; i < MI / 4; ++i) x[i] = vload4(i, a + (from + q) * m + row0);
            for (int j = 0; j < NI; ++j) {
                const double s = q == 0 ? y[j].s0 : q == 1 ? y[j].s1 : q == 2 ? y[j].s2 : y[j].s3;
                for (int i = 0; i < MI / 4; ++i) sums[j][i] += x[i] * s;
            }
        }
    }
    for (int j = 0; j < NI; ++j)
        for (int i = 0; i < MI / 4; ++i) {
            global double* to = c + (column0 + j) * m + row0;
            vstore4(alpha * sums[j][i] + beta * vload4(i, to), i, to);
        }
})";

constexpr const char* invert_blocks = R"(
#define BLOCK 16
kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void run(int n, global const float* restrict a, int lda, global float* restrict inverse, int outer, int unit) {
    local float block[BLOCK][BLOCK];
    const int me = get_local_id(0), at = get_group_id(0) * BLOCK, per = outer / BLOCK;
    const int rows_left = n - at;
    for (int j = 0; j < BLOCK; ++j)
        block[j][me] = j <= me && me < rows_left && j < rows_left ? a[(at + j) * lda + at + me] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    float pivot = 1;
    if (!unit) {
        const float d = block[me][me];
        pivot = d != 0 ? 1 / d : 1;
    }
    block[me][me] = pivot;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = BLOCK - 2; j >= 0; --j) {
        float sum = 0;
        if (me > j)
            for (int k = j + 1; k < BLOCK; ++k) sum += block[k][me] * block[j][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me > j) block[j][me] = -block[j][j] * sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int base = get_group_id(0) / per * outer * outer + get_group_id(0) % per * (outer * BLOCK + BLOCK);
    for (int j = 0; j < BLOCK; ++j) inverse[base + j * outer + me] = block[j][me];
})";

constexpr const char* join_inverses = R"(
#define T 16
kernel __attribute__((reqd_work_group_size(T, 4, 1)))
void run(int n, global const float* a, int lda, global const float* inverse, global float* product, int size, int outer,
         int pages) {
    local float tile[T * T];
    const int tx = get_local_id(0), ty = get_local_id(1), id = ty * T + tx, half_size = size / 2;
    const int page = get_group_id(1) % pages, row0 = get_group_id(0) * 64, column0 = get_group_id(1) / pages * T;
    const int per = outer / size, base = page / per * outer * outer + page % per * (outer * size + size);
    const int at_row = page * size + half_size, at_column = page * size;
    float sums[T];
    for (int j = 0; j < T; ++j) sums[j] = 0;
    for (int k = 0; k < half_size; k += T) {
        for (int j = ty; j < T; j += 4) tile[j * T + tx] = inverse[base + (column0 + j) * outer + k + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
        const int row = at_row + row0 + id;
        if (row0 + id < half_size && row < n)
            for (int p = 0; p < T; ++p) {
                const float x = at_column + k + p < n ? a[(at_column + k + p) * lda + row] : 0;
                for (int j = 0; j < T; ++j) sums[j] += x * tile[j * T + p];
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row0 + id < half_size)
        for (int j = 0; j < T; ++j) product[base + (column0 + j) * outer + half_size + row0 + id] = sums[j];
})";

constexpr const char* mirror = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(int n, int ld, global const float* restrict from, int to_n, int to_ld, global float* restrict to) {
#pragma unroll
    for (int wy = 0; wy < 2; ++wy)
#pragma unroll
        for (int wx = 0; wx < 2; ++wx) {
            const int x = (get_group_id(0) * 2 + wx) * 8 + get_local_id(0);
            const int y = (get_group_id(1) * 2 + wy) * 8 + get_local_id(1);
            if (x < to_n && y < to_n) {
                float v = 0;
                if (x < n && y < n) v = y <= x ? from[y * ld + x] : from[x * ld + y];
                to[y * to_ld + x] = v;
            }
        }
})";

Arguments gemm_data(std::size_t m, std::size_t n, std::size_t k) {
    return {scalar(static_cast<int>(m)),
            scalar(static_cast<int>(n)),
            scalar(static_cast<int>(k)),
            scalar(1.5f),
            scalar(.5f),
            reals(m * k),
            scalar(static_cast<int>(m)),
            reals(k * n),
            scalar(static_cast<int>(k)),
            changed(reals(m * n)),
            scalar(static_cast<int>(m))};
}

Arguments batched_data() {
    constexpr int batches = 96, m = 40, n = 36, k = 48;
    const auto starts = [](int size) {
        return each(batches, [size](std::size_t i) { return static_cast<int>(i) * size; });
    };
    return {scalar(m),
            scalar(n),
            scalar(k),
            reals(batches, .5f, 2),
            reals(batches, 0, 1),
            reals(batches * m * k),
            starts(m * k),
            scalar(m),
            reals(batches * k * n),
            starts(k * n),
            scalar(k),
            changed(reals(batches * m * n)),
            starts(m * n),
            scalar(m)};
}

Family products() {
    return {
        {"clblast_gemm_direct", gemm_direct, {56, 48}, {8, 8}, [] { return gemm_data(200, 180, 150); }},
        {"clblast_gemm_direct_small", gemm_direct, {40, 40}, {8, 8}, [] { return gemm_data(160, 160, 64); }},
        {"clblast_gemm_batched", gemm_batched, {24, 24, 96}, {8, 8, 1}, batched_data},
        {"clblast_gemm_indirect",
         gemm_indirect,
         {32, 32},
         {8, 8},
         [] {
             return Arguments{scalar(256), scalar(256),      scalar(256),      scalar(1.5f),
                              scalar(.5f), reals(256 * 256), reals(256 * 256), changed(reals(256 * 256))};
         }},
        {"clblast_gemm_registers_double",
         gemm_registers,
         {24, 48},
         {8, 8},
         [] {
             return Arguments{scalar(192), scalar(192),        scalar(160),        scalar(1.5),
                              scalar(.5),  doubles(192 * 160), doubles(160 * 192), changed(doubles(192 * 192))};
         }},
    };
}

Family triangles() {
    return {
        {"clblast_invert_blocks",
         invert_blocks,
         {1024},
         {16},
         [] {
             return Arguments{scalar(1020), reals(1020 * 1020, .5f, 2),
                              scalar(1020), result<float>(8 * 128 * 128),
                              scalar(128),  scalar(0)};
         }},
        {"clblast_join_inverses",
         join_inverses,
         {16, 4 * 4 * 8},
         {16, 4},
         [] {
             return Arguments{scalar(1020),
                              reals(1020 * 1020),
                              scalar(1020),
                              reals(8 * 128 * 128, 0, .1f),
                              result<float>(8 * 128 * 128),
                              scalar(128),
                              scalar(128),
                              scalar(8)};
         }},
        {"clblast_mirror",
         mirror,
         {512, 512},
         {8, 8},
         [] {
             return Arguments{scalar(1000), scalar(1000), reals(1000 * 1000),
                              scalar(1024), scalar(1024), result<float>(1024 * 1024)};
         }},
    };
}

}  // namespace

Family clblast_kernels() { return joined({products(), triangles()}); }

}  // namespace bench
