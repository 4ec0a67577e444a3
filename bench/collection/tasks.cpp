// Kernels that loop over their data in one work-item, in one work-item per core, or in the first work-item of each
// group.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* task_sum = R"(
kernel void run(global const float* a, global const float* b, global float* c, int n) {
    for (int i = 0; i < n; ++i) c[i] = a[i] + .5f * b[i];
})";

constexpr const char* task_jacobi = R"(
kernel void run(global const float* restrict a, global float* restrict b, int w, int h) {
    for (int y = 1; y < h - 1; ++y)
        for (int x = 1; x < w - 1; ++x)
            b[y * w + x] = .25f * (a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
})";

constexpr const char* task_matmul = R"(
__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void run(global const float* a, global const float* b, global float* c, int n) {
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) c[i * n + j] = 0;
        for (int k = 0; k < n; ++k) {
            const float s = a[i * n + k];
            for (int j = 0; j < n; ++j) c[i * n + j] += s * b[k * n + j];
        }
    }
})";

constexpr const char* task_filter = R"(
kernel void run(global const float* restrict x, global const float* restrict h, global float* restrict y, int n) {
    float delayed[16];
    for (int j = 0; j < 16; ++j) delayed[j] = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 15; j > 0; --j) delayed[j] = delayed[j - 1];
        delayed[0] = x[i];
        float sum = 0;
        for (int j = 0; j < 16; ++j) sum += delayed[j] * h[j];
        y[i] = sum;
    }
})";

constexpr const char* task_gray = R"(
kernel void run(global const uchar* rgb, global uchar* gray, int n) {
    for (int i = 0; i < n; ++i) gray[i] = (rgb[3 * i] * 77 + rgb[3 * i + 1] * 150 + rgb[3 * i + 2] * 29) >> 8;
})";

constexpr const char* task_words = R"(
kernel void run(global const uchar* text, global int* counts, int n) {
    int words = 0, lines = 0;
    uchar last = ' ';
    for (int i = 0; i < n; ++i) {
        words += text[i] > ' ' && last <= ' ';
        lines += text[i] == '\n';
        last = text[i];
    }
    counts[0] = words;
    counts[1] = lines;
})";

constexpr const char* task_exponentials = R"(
kernel void run(global const float* a, global float* b, int n) {
    for (int i = 0; i < n; ++i) b[i] = exp(a[i]) * native_recip(1 + fabs(a[i]));
})";

constexpr const char* task_histogram = R"(
kernel void run(global const uchar* a, global int* counts, int n) {
    local int bins[256];
    for (int i = 0; i < 256; ++i) bins[i] = 0;
    for (int i = 0; i < n; ++i) ++bins[a[i]];
    for (int i = 0; i < 256; ++i) counts[i] = bins[i];
})";

constexpr const char* task_pathfinder = R"(
kernel void run(global const int* wall, global int* row, global int* next, int columns, int rows) {
    for (int r = 0; r < rows; ++r) {
        for (int x = 0; x < columns; ++x) {
            int best = row[x];
            if (x > 0) best = min(best, row[x - 1]);
            if (x < columns - 1) best = min(best, row[x + 1]);
            next[x] = best + wall[r * columns + x];
        }
        for (int x = 0; x < columns; ++x) row[x] = next[x];
    }
})";

constexpr const char* task_prices = R"(
float below(float x) {
    const float k = 1 / (1 + .2316419f * fabs(x));
    const float tail = .39894228f * exp(-x * x / 2) *
                       (k * (.31938153f + k * (-.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return x < 0 ? tail : 1 - tail;
}
kernel void run(global const float* price, global const float* strike, global const float* years, global float* call,
                int n) {
    for (int i = 0; i < n; ++i) {
        const float root = sqrt(years[i]);
        const float d = (log(price[i] / strike[i]) + (.02f + .5f * .09f) * years[i]) / (.3f * root);
        call[i] = price[i] * below(d) - strike[i] * exp(-.02f * years[i]) * below(d - .3f * root);
    }
})";

constexpr const char* parts_of_all = R"(
kernel void run(global const int* a, global int* b, global int* sums, int n) {
    const int part = get_global_id(0), size = n / get_global_size(0);
    int sum = 0;
    for (int i = part * size; i < part * size + size; ++i) {
        b[i] = a[i] * 3 + 1;
        sum += a[i];
    }
    sums[part] = sum;
})";

constexpr const char* leader_adds_up = R"(
kernel void run(global const int* a, global int* sums) {
    local int row[256];
    const int l = get_local_id(0);
    row[l] = a[get_global_id(0)] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l != 0) return;
    int sum = 0;
    for (int i = 0; i < 256; ++i) sum += row[i];
    sums[get_group_id(0)] = sum;
})";

constexpr const char* leader_reads = R"(
kernel void run(global const float* a, global float* b, int n) {
    local float row[512];
    const int l = get_local_id(0), g = get_group_id(0);
    if (l == 0)
        for (int i = 0; i < n; ++i) row[i] = a[g * n + i] * .5f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < n; i += get_local_size(0)) b[g * n + i] = row[n - 1 - i];
})";

Family tasks_of_one_work_item() {
    return {
        {"task_sum",
         task_sum,
         {1},
         {1},
         [] { return Arguments{reals(65536), reals(65536), result<float>(65536), scalar(65536)}; }},
        {"task_jacobi",
         task_jacobi,
         {1},
         {1},
         [] { return Arguments{reals(256 * 256), result<float>(256 * 256), scalar(256), scalar(256)}; }},
        {"task_matmul",
         task_matmul,
         {1},
         {1},
         [] { return Arguments{reals(96 * 96), reals(96 * 96), result<float>(96 * 96), scalar(96)}; }},
        {"task_filter",
         task_filter,
         {1},
         {1},
         [] { return Arguments{reals(32768), reals(16), result<float>(32768), scalar(32768)}; }},
        {"task_gray",
         task_gray,
         {1},
         {1},
         [] { return Arguments{bytes(3 * 65536), result<std::uint8_t>(65536), scalar(65536)}; }},
        {"task_words", task_words, {1}, {1}, [] { return Arguments{bytes(65536), result<int>(2), scalar(65536)}; }},
        {"task_exponentials",
         task_exponentials,
         {1},
         {1},
         [] { return Arguments{reals(65536, -4, 4), result<float>(65536), scalar(65536)}; }},
    };
}

Family tasks_of_cores_and_groups() {
    return {
        {"task_histogram",
         task_histogram,
         {1},
         {1},
         [] { return Arguments{bytes(65536), result<int>(256), scalar(65536)}; }},
        {"task_pathfinder",
         task_pathfinder,
         {1},
         {1},
         [] {
             return Arguments{ints(1024 * 64, 0, 10), changed(ints(1024, 0, 10)), changed(ints(1024, 0, 10)),
                              scalar(1024), scalar(64)};
         }},
        {"task_prices",
         task_prices,
         {1},
         {1},
         [] {
             return Arguments{reals(16384, 10, 100), reals(16384, 10, 100), reals(16384, .1f, 3), result<float>(16384),
                              scalar(16384)};
         }},
        {"parts_of_all",
         parts_of_all,
         {8},
         {1},
         [] { return Arguments{ints(262144, -100, 100), result<int>(262144), result<int>(8), scalar(262144)}; }},
        {"leader_adds_up",
         leader_adds_up,
         {65536},
         {256},
         [] { return Arguments{ints(65536, -100, 100), result<int>(256)}; }},
        {"leader_reads",
         leader_reads,
         {64 * 128},
         {64},
         [] { return Arguments{reals(128 * 512), result<float>(128 * 512), scalar(512)}; }},
    };
}

}  // namespace

Family task_kernels() { return joined({tasks_of_one_work_item(), tasks_of_cores_and_groups()}); }

}  // namespace bench
