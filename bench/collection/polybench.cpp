// PolyBench's kernels, written anew for this project.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* gemm = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n, float alpha, float beta) {
    int j = get_global_id(0), i = get_global_id(1);
    c[i * n + j] *= beta;
    for (int k = 0; k < n; ++k) c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
})";

constexpr const char* gemm_rows_first = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n) {
    int i = get_global_id(0), j = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
})";

constexpr const char* atax_rows = R"(
kernel void run(global const float* a, global const float* x, global float* y, int n) {
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * x[k];
    y[i] = sum;
})";

constexpr const char* atax_columns = R"(
kernel void run(global const float* a, global const float* x, global float* y, int n) {
    int i = get_global_id(0);
    y[i] = 0;
    for (int k = 0; k < n; ++k) y[i] += a[k * n + i] * x[k];
})";

constexpr const char* gesummv = R"(
kernel void run(global const float* a, global const float* b, global const float* x, global float* y, int n) {
    int i = get_global_id(0);
    float s = 0, t = 0;
    for (int j = 0; j < n; ++j) { s += a[i * n + j] * x[j]; t += b[i * n + j] * x[j]; }
    y[i] = 1.5f * s + 1.2f * t;
})";

constexpr const char* syrk = R"(
kernel void run(global const float* a, global float* c, int n, int m, float alpha, float beta) {
    int j = get_global_id(0), i = get_global_id(1);
    c[i * n + j] *= beta;
    for (int k = 0; k < m; ++k) c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
})";

constexpr const char* syr2k = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n, int m, float alpha, float beta) {
    int j = get_global_id(0), i = get_global_id(1);
    c[i * n + j] *= beta;
    for (int k = 0; k < m; ++k)
        c[i * n + j] += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
})";

constexpr const char* correlation = R"(
kernel void run(global float* c, global const float* data, int m, int n) {
    int i = get_global_id(0);
    if (i >= m - 1) return;
    c[i * m + i] = 1;
    for (int j = i + 1; j < m; ++j) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += data[k * m + i] * data[k * m + j];
        c[i * m + j] = sum;
        c[j * m + i] = sum;
    }
})";

constexpr const char* column_means = R"(
kernel void run(global const float* data, global float* mean, global float* deviation, int m, int n) {
    int j = get_global_id(0);
    float sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) sum += data[i * m + j];
    sum /= n;
    for (int i = 0; i < n; ++i) { float d = data[i * m + j] - sum; squares += d * d; }
    mean[j] = sum;
    deviation[j] = sqrt(squares / n) <= .005f ? 1 : sqrt(squares / n);
})";

constexpr const char* gram_schmidt = R"(
kernel void run(global float* a, global float* r, global const float* q, int k, int m, int n) {
    int j = get_global_id(0);
    if (j <= k || j >= n) return;
    float sum = 0;
    for (int i = 0; i < m; ++i) sum += q[i * n + k] * a[i * n + j];
    r[k * n + j] = sum;
    for (int i = 0; i < m; ++i) a[i * n + j] -= q[i * n + k] * sum;
})";

constexpr const char* fdtd = R"(
kernel void run(global float* ex, global const float* hz, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h && x > 0) ex[y * (w + 1) + x] -= .5f * (hz[y * w + x] - hz[y * w + x - 1]);
})";

constexpr const char* convolution_3d = R"(
kernel void run(global const float* a, global float* b, int w, int h, int z) {
    int x = get_global_id(0), y = get_global_id(1), p = w * h, i = z * p + y * w + x;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    b[i] = 2 * a[i - p - w - 1] + 4 * a[i - p + w - 1] + 5 * a[i - p - w + 1] + 7 * a[i - w + 1] - 8 * a[i + p - w + 1]
         - 3 * a[i - 1] + 6 * a[i + p] - 9 * a[i + p + w - 1] + 2 * a[i + p + w + 1] + a[i];
})";

constexpr const char* doitgen = R"(
kernel void run(global const float* a, global const float* c, global float* sum, int r, int q, int p) {
    int k = get_global_id(0), j = get_global_id(1), i = get_global_id(2);
    float s = 0;
    for (int l = 0; l < p; ++l) s += a[(i * q + j) * p + l] * c[l * p + k];
    sum[(i * q + j) * p + k] = s;
})";

constexpr const char* trisolv_batched = R"(
kernel void run(global const float* l, global float* x, int n, int systems) {
    int s = get_global_id(0);
    for (int i = 0; i < n; ++i) {
        float sum = x[i * systems + s];
        for (int j = 0; j < i; ++j) sum -= l[(i * n + j)] * x[j * systems + s];
        x[i * systems + s] = sum / l[i * n + i];
    }
})";

constexpr const char* adi_rows = R"(
kernel void run(global float* x, global const float* a, global float* b, int n) {
    int i = get_global_id(0);
    for (int j = 1; j < n; ++j) {
        x[i * n + j] -= x[i * n + j - 1] * a[i * n + j] / b[i * n + j - 1];
        b[i * n + j] -= a[i * n + j] * a[i * n + j] / b[i * n + j - 1];
    }
})";

Arguments square(int n) {
    const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    return {reals(count), reals(count), result<float>(count), scalar(n)};
}

Family products() {
    return {
        {"poly_gemm",
         gemm,
         {128, 128},
         {32, 8},
         [] {
             return Arguments{reals(128 * 128), reals(128 * 128), changed(reals(128 * 128)),
                              scalar(128),      scalar(1.5f),     scalar(1.2f)};
         }},
        {"poly_gemm_rows_first", gemm_rows_first, {128, 128}, {}, [] { return square(128); }},
        {"poly_gemm_rows_first_16x16", gemm_rows_first, {128, 128}, {16, 16}, [] { return square(128); }},
        {"poly_atax_rows",
         atax_rows,
         {512},
         {256},
         [] { return Arguments{reals(512 * 512), reals(512), result<float>(512), scalar(512)}; }},
        {"poly_atax_columns",
         atax_columns,
         {512},
         {256},
         [] { return Arguments{reals(512 * 512), reals(512), result<float>(512), scalar(512)}; }},
        {"poly_gesummv",
         gesummv,
         {512},
         {},
         [] { return Arguments{reals(512 * 512), reals(512 * 512), reals(512), result<float>(512), scalar(512)}; }},
        {"poly_syrk",
         syrk,
         {128, 128},
         {32, 8},
         [] {
             return Arguments{reals(128 * 128), changed(reals(128 * 128)), scalar(128), scalar(128), scalar(1.5f),
                              scalar(1.2f)};
         }},
        {"poly_syr2k",
         syr2k,
         {128, 128},
         {32, 8},
         [] {
             return Arguments{reals(128 * 128), reals(128 * 128), changed(reals(128 * 128)), scalar(128), scalar(128),
                              scalar(1.5f),     scalar(1.2f)};
         }},
    };
}

Family statistics_grids_and_solvers() {
    return {
        {"poly_correlation",
         correlation,
         {128},
         {},
         [] { return Arguments{result<float>(128 * 128), reals(128 * 128), scalar(128), scalar(128)}; }},
        {"poly_column_means",
         column_means,
         {512},
         {256},
         [] { return Arguments{reals(512 * 512), result<float>(512), result<float>(512), scalar(512), scalar(512)}; }},
        {"poly_gram_schmidt",
         gram_schmidt,
         {256},
         {256},
         [] {
             return Arguments{changed(reals(256 * 256)),
                              result<float>(256 * 256),
                              reals(256 * 256),
                              scalar(9),
                              scalar(256),
                              scalar(256)};
         }},
        {"poly_fdtd",
         fdtd,
         {512, 256},
         {32, 8},
         [] { return Arguments{changed(reals(513 * 257)), reals(512 * 256), scalar(512), scalar(256)}; }},
        {"poly_convolution_3d",
         convolution_3d,
         {256, 256},
         {32, 8},
         [] {
             return Arguments{reals(256 * 256 * 3), result<float>(256 * 256 * 3), scalar(256), scalar(256), scalar(1)};
         }},
        {"poly_doitgen",
         doitgen,
         {32, 32, 32},
         {},
         [] { return Arguments{reals(32768), reals(1024), result<float>(32768), scalar(32), scalar(32), scalar(32)}; }},
        {"poly_trisolv_batched",
         trisolv_batched,
         {1024},
         {64},
         [] { return Arguments{reals(32 * 32, 1, 2), changed(reals(32 * 1024)), scalar(32), scalar(1024)}; }},
        {"poly_adi_rows",
         adi_rows,
         {256},
         {},
         [] {
             return Arguments{changed(reals(256 * 256)), reals(256 * 256, 0, .1f), changed(reals(256 * 256, 1, 2)),
                              scalar(256)};
         }},
    };
}

}  // namespace

Family polybench_kernels() { return joined({products(), statistics_grids_and_solvers()}); }

}  // namespace bench
