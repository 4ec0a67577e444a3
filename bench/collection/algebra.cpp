// Kernels of sparse and dense linear algebra, and of transforms.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* csr = R"(
kernel void run(global const int* starts, global const int* columns, global const float* values, global const float* x,
                global float* y) {
    int row = get_global_id(0);
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
    y[row] = sum;
})";

constexpr const char* csr_vector = R"(
kernel void run(global const int* starts, global const int* columns, global const float* values, global const float* x,
                global float* y) {
    local float sums[128];
    int t = get_local_id(0), lane = t & 31, row = get_global_id(0) / 32;
    float sum = 0;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 16; d > 0; d /= 2) {
        if (lane < d) sums[t] += sums[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) y[row] = sums[t];
})";

constexpr const char* ell = R"(
kernel void run(global const int* columns, global const float* values, global const float* x, global float* y, int rows,
                int width) {
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < width; ++k) {
        int column = columns[k * rows + row];
        if (column >= 0) sum += values[k * rows + row] * x[column];
    }
    y[row] = sum;
})";

constexpr const char* diagonals = R"(
kernel void run(global const float* values, global const int* offsets, global const float* x, global float* y, int rows,
                int count) {
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < count; ++k) {
        int column = row + offsets[k];
        if (column >= 0 && column < rows) sum += values[k * rows + row] * x[column];
    }
    y[row] = sum;
})";

constexpr const char* transpose = R"(
kernel void run(global const float* a, global float* b, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    b[x * h + y] = a[y * w + x];
})";

constexpr const char* transpose_tiled = R"(
kernel void run(global const float* a, global float* b, int w, int h) {
    local float tile[16][17];
    int u = get_local_id(0), v = get_local_id(1), x = get_group_id(0) * 16, y = get_group_id(1) * 16;
    tile[v][u] = a[(y + v) * w + x + u];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[(x + v) * h + y + u] = tile[u][v];
})";

constexpr const char* matmul_tiled_rows_first = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n) {
    local float p[16][16], q[16][16];
    int v = get_local_id(0), u = get_local_id(1), y = get_global_id(0), x = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        p[v][u] = a[y * n + k + u];
        q[v][u] = b[(k + v) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; ++i) sum += p[v][i] * q[i][u];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
})";

constexpr const char* matmul_blocked = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n) {
    int x = get_global_id(0) * 4, y = get_global_id(1) * 4;
    float sums[4][4];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) sums[i][j] = 0;
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) sums[i][j] += a[(y + i) * n + k] * b[k * n + x + j];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) c[(y + i) * n + x + j] = sums[i][j];
})";

constexpr const char* matrix_vector_group = R"(
kernel void run(global const float* a, global const float* x, global float* y, int n) {
    local float sums[64];
    int t = get_local_id(0), row = get_group_id(0);
    float sum = 0;
    for (int k = t; k < n; k += 64) sum += a[row * n + k] * x[k];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) sums[t] += sums[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) y[row] = sums[0];
})";

constexpr const char* inverse_4x4 = R"(
kernel void run(global const float* in, global float* out) {
    int i = get_global_id(0);
    float a[4][8];
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) { a[r][c] = in[i * 16 + r * 4 + c]; a[r][c + 4] = r == c; }
    for (int p = 0; p < 4; ++p) {
        float d = 1 / a[p][p];
        for (int c = 0; c < 8; ++c) a[p][c] *= d;
        for (int r = 0; r < 4; ++r) {
            if (r == p) continue;
            float f = a[r][p];
            for (int c = 0; c < 8; ++c) a[r][c] -= f * a[p][c];
        }
    }
    for (int r = 0; r < 4; ++r) for (int c = 0; c < 4; ++c) out[i * 16 + r * 4 + c] = a[r][c + 4];
})";

constexpr const char* cholesky_batched = R"(
kernel void run(global float* matrices, int n, int count) {
    int s = get_global_id(0);
    for (int j = 0; j < n; ++j) {
        float d = matrices[(j * n + j) * count + s];
        for (int k = 0; k < j; ++k) { float v = matrices[(j * n + k) * count + s]; d -= v * v; }
        d = sqrt(d);
        matrices[(j * n + j) * count + s] = d;
        for (int i = j + 1; i < n; ++i) {
            float v = matrices[(i * n + j) * count + s];
            for (int k = 0; k < j; ++k) v -= matrices[(i * n + k) * count + s] * matrices[(j * n + k) * count + s];
            matrices[(i * n + j) * count + s] = v / d;
        }
    }
})";

constexpr const char* butterfly = R"(
kernel void run(global const float2* in, global float2* out, int half_size, int p) {
    int i = get_global_id(0), k = i & (p - 1), j = ((i - k) << 1) + k;
    float angle = -M_PI_F * k / p;
    float c = native_cos(angle), s = native_sin(angle);
    float2 a = in[i], b = in[i + half_size];
    float2 t = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
    out[j] = a + t;
    out[j + p] = a - t;
})";

constexpr const char* fft_16 = R"(
kernel void run(global float2* data, int stride) {
    int i = get_global_id(0);
    float2 v[16];
    for (int k = 0; k < 16; ++k) {
        int r = (k & 1) << 3 | (k & 2) << 1 | (k & 4) >> 1 | (k & 8) >> 3;
        v[r] = data[k * stride + i];
    }
    for (int size = 1; size < 16; size *= 2)
        for (int start = 0; start < 16; start += 2 * size)
            for (int k = 0; k < size; ++k) {
                float s, c;
                s = sin(-M_PI_F * k / size); c = cos(-M_PI_F * k / size);
                float2 a = v[start + k], b = v[start + k + size];
                float2 t = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
                v[start + k] = a + t;
                v[start + k + size] = a - t;
            }
    for (int k = 0; k < 16; ++k) data[k * stride + i] = v[k];
})";

constexpr const char* dct_8x8 = R"(
kernel void run(global const float* in, global float* out, constant float* table, int w) {
    local float tile[8][8], half_done[8][8];
    int u = get_local_id(0), v = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    tile[v][u] = in[y * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += tile[v][k] * table[u * 8 + k];
    half_done[v][u] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (int k = 0; k < 8; ++k) sum += half_done[k][u] * table[v * 8 + k];
    out[y * w + x] = sum;
})";

constexpr const char* complex_scale = R"(
kernel void run(global const float2* a, global const float2* b, global float2* c, float2 alpha) {
    int i = get_global_id(0);
    float2 t = (float2)(a[i].x * alpha.x - a[i].y * alpha.y, a[i].x * alpha.y + a[i].y * alpha.x);
    c[i] = (float2)(t.x * b[i].x - t.y * b[i].y, t.x * b[i].y + t.y * b[i].x);
})";

constexpr const char* givens = R"(
kernel void run(global float* a, global float* b, global const float* angles, int n, int rounds) {
    int i = get_global_id(0);
    float x = a[i], y = b[i];
    for (int k = 0; k < rounds; ++k) {
        float c = cos(angles[k]), s = sin(angles[k]);
        float t = c * x - s * y;
        y = s * x + c * y;
        x = t;
    }
    a[i] = x;
    b[i] = y;
})";

constexpr const char* haar = R"(
kernel void run(global const float* in, global float* out, int n, local float* line) {
    int t = get_local_id(0), base = get_group_id(0) * n;
    for (int i = t; i < n; i += get_local_size(0)) line[i] = in[base + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = n / 2; size > 0; size /= 2) {
        float sum = 0, difference = 0;
        if (t < size) { sum = (line[2 * t] + line[2 * t + 1]) * .7071f; difference = (line[2 * t] - line[2 * t + 1]) * .7071f; }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < size) { line[t] = sum; out[base + size + t] = difference; }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[base] = line[0];
})";

Arguments csr_data(std::size_t rows, std::uint32_t least, std::uint32_t spread) {
    Dice dice(41);
    std::vector<int> starts(rows + 1);
    for (std::size_t i = 0; i < rows; ++i) starts[i + 1] = starts[i] + static_cast<int>(least + dice.below(spread));
    const auto entries = static_cast<std::size_t>(starts.back());
    return {array(starts), ints(entries, 0, static_cast<int>(rows)), reals(entries), reals(rows), result<float>(rows)};
}

Family sparse_matrices() {
    return {
        {"csr", csr, {16384}, {64}, [] { return csr_data(16384, 1, 24); }},
        {"csr_uneven", csr, {8192}, {}, [] { return csr_data(8192, 0, 100); }},
        {"csr_vector", csr_vector, {32 * 1024}, {128}, [] { return csr_data(1024, 20, 100); }},
        {"ell",
         ell,
         {16384},
         {128},
         [] {
             return Arguments{ints(16384 * 16, -4096, 16384), reals(16384 * 16), reals(16384),
                              result<float>(16384),           scalar(16384),     scalar(16)};
         }},
        {"diagonals",
         diagonals,
         {32768},
         {128},
         [] {
             return Arguments{reals(32768 * 9),     ints(9, -300, 300), reals(32768),
                              result<float>(32768), scalar(32768),      scalar(9)};
         }},
    };
}

Family dense_matrices() {
    return {
        {"transpose",
         transpose,
         {512, 512},
         {},
         [] { return Arguments{reals(512 * 512), result<float>(512 * 512), scalar(512), scalar(512)}; }},
        {"transpose_tiled",
         transpose_tiled,
         {512, 512},
         {16, 16},
         [] { return Arguments{reals(512 * 512), result<float>(512 * 512), scalar(512), scalar(512)}; }},
        {"matmul_tiled_rows_first",
         matmul_tiled_rows_first,
         {128, 128},
         {16, 16},
         [] { return Arguments{reals(128 * 128), reals(128 * 128), result<float>(128 * 128), scalar(128)}; }},
        {"matmul_blocked",
         matmul_blocked,
         {48, 48},
         {8, 8},
         [] { return Arguments{reals(192 * 192), reals(192 * 192), result<float>(192 * 192), scalar(192)}; }},
        {"matrix_vector_group",
         matrix_vector_group,
         {64 * 256},
         {64},
         [] { return Arguments{reals(256 * 512), reals(512), result<float>(256), scalar(512)}; }},
        {"inverse_4x4",
         inverse_4x4,
         {8192},
         {64},
         [] { return Arguments{reals(8192 * 16, 1, 3), result<float>(8192 * 16)}; }},
        {"cholesky_batched",
         cholesky_batched,
         {1024},
         {64},
         [] {
             return Arguments{changed(each(64 * 1024, [](std::size_t i) { return i / 1024 % 9 == 0 ? 9.f : .5f; })),
                              scalar(8), scalar(1024)};
         }},
    };
}

Family transforms_and_rotations() {
    return {
        {"butterfly",
         butterfly,
         {32768},
         {64},
         [] { return Arguments{reals(131072), result<float>(131072), scalar(32768), scalar(64)}; }},
        {"butterfly_first",
         butterfly,
         {32768},
         {64},
         [] { return Arguments{reals(131072), result<float>(131072), scalar(32768), scalar(1)}; }},
        {"fft_16", fft_16, {4096}, {64}, [] { return Arguments{changed(reals(131072)), scalar(4096)}; }},
        {"dct_8x8",
         dct_8x8,
         {256, 128},
         {8, 8},
         [] { return Arguments{reals(32768), result<float>(32768), reals(64), scalar(256)}; }},
        {"complex_scale",
         complex_scale,
         {65536},
         {},
         [] { return Arguments{reals(131072), reals(131072), result<float>(131072), scalar(std::array{.6f, .8f})}; }},
        {"givens",
         givens,
         {8192},
         {64},
         [] { return Arguments{changed(reals(8192)), changed(reals(8192)), reals(16), scalar(8192), scalar(16)}; }},
        {"haar",
         haar,
         {64 * 64},
         {64},
         [] { return Arguments{reals(64 * 128), result<float>(64 * 128), scalar(128), local_bytes(4 * 128)}; }},
    };
}

}  // namespace

Family algebra_kernels() { return joined({sparse_matrices(), dense_matrices(), transforms_and_rotations()}); }

}  // namespace bench
