// Kernels of ArrayFire on arrays of four dimensions: interpolation, transposition, reductions that also return an
// index, recursive filters, and edges found by a mean shift.
#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* cubic_places = R"(
float cubic(float4 v, float t) {
    float a = -.5f * v.x + 1.5f * v.y - 1.5f * v.z + .5f * v.w, b = v.x - 2.5f * v.y + 2 * v.z - .5f * v.w;
    return ((a * t + b) * t - .5f * v.x + .5f * v.z) * t + v.y;
}
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* out, global const float* in, global const float* xs, global const float* ys, int w, int h,
    int ow,
         int oh, float outside) {
    int i = get_global_id(0), j = get_global_id(1);
    if (i >= ow || j >= oh) return;
    float x = xs[j * ow + i], y = ys[j * ow + i];
    if (x < 0 || y < 0 || x > w - 1 || y > h - 1) { out[j * ow + i] = outside; return; }
    int gx = floor(x), gy = floor(y);
    float fx = x - gx, fy = y - gy, rows[4];
    for (int k = 0; k < 4; ++k) {
        int row = clamp(gy + k - 1, 0, h - 1) * w;
        float4 v = (float4)(in[row + max(gx - 1, 0)], in[row + gx], in[row + min(gx + 1, w - 1)],
                            in[row + min(gx + 2, w - 1)]);
        rows[k] = cubic(v, fx);
    }
    out[j * ow + i] = cubic((float4)(rows[0], rows[1], rows[2], rows[3]), fy);
})";

constexpr const char* transposed = R"(
kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void run(global double* out, global const double* in, int w, int h, int blocks_x) {
    local double tile[32 * 33];
    int batch = get_group_id(0) / blocks_x, bx = get_group_id(0) % blocks_x, lx = get_local_id(0), ly = get_local_id(1);
    int x = bx * 32 + lx, y0 = get_group_id(1) * 32;
    in += batch * w * h;
    out += batch * w * h;
    for (int k = ly; k < 32; k += 8)
        if (x < w && y0 + k < h) tile[k * 33 + lx] = in[(y0 + k) * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = ly; k < 32; k += 8)
        if (y0 + lx < h && bx * 32 + k < w) out[(bx * 32 + k) * h + y0 + lx] = tile[lx * 33 + k];
})";

constexpr const char* largest_of_first = R"(
kernel __attribute__((reqd_work_group_size(64, 4, 1)))
void run(global float* out, global uint* places, global const float* in, int n, int rows) {
    local float best[256];
    local uint at[256];
    int lx = get_local_id(0), ly = get_local_id(1), row = get_global_id(1), t = ly * 64 + lx;
    float value = -MAXFLOAT;
    uint place = lx;
    if (row < rows)
        for (int k = lx; k < n; k += 64) {
            float v = in[row * n + k];
            if (v > value) { value = v; place = k; }
        }
    best[t] = value;
    at[t] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 32; step > 0; step >>= 1) {
        if (lx < step) {
            float v = best[t + step];
            if (v > best[t] || (v == best[t] && at[t + step] < at[t])) { best[t] = v; at[t] = at[t + step]; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lx == 0 && row < rows) { out[row] = best[t]; places[row] = at[t]; }
})";

constexpr const char* sums_of_second = R"(
kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void run(global double* out, global const float* in, int w, int h, int per) {
    local double room[256];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), start = get_group_id(1) * per,
        t = ly * 32 + lx;
    double sum = 0;
    if (x < w)
        for (int y = start + ly; y < min(start + per, h); y += 8) {
            float v = in[y * w + x];
            sum += isnan(v) ? 0. : (double)v;
        }
    room[t] = sum;
    for (int step = 4; step > 0; step >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (ly < step) room[t] += room[t + step * 32];
    }
    if (ly == 0 && x < w) out[get_group_id(1) * w + x] = room[t];
})";

constexpr const char* recursive_filter = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global float* y, global const float* c, global const float* a, int n, int rows, int order) {
    local float kept[256];
    local float last;
    int t = get_local_id(0), row = get_group_id(0);
    kept[t] = 0;
    float first = a[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; ++k) {
        if (t == 0) {
            last = (c[row * n + k] + kept[0]) / first;
            y[row * n + k] = last;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float next = t + 1 < order ? kept[t + 1] - a[t + 1] * last : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        kept[t] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* mean_shift = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* out, global const float* in, int w, int h, int radius, float range2, int times) {
    int x = get_global_id(0), y = get_global_id(1), plane = w * h;
    if (x >= w || y >= h) return;
    int cx = x, cy = y;
    float mean[3];
    for (int k = 0; k < 3; ++k) mean[k] = in[k * plane + y * w + x];
    for (int t = 0; t < times; ++t) {
        float sums[3] = {0, 0, 0};
        int count = 0, sx = 0, sy = 0, before_x = cx, before_y = cy;
        for (int j = -radius; j <= radius; ++j)
            for (int i = -radius; i <= radius; ++i) {
                int px = cx + i, py = cy + j;
                if (px < 0 || px >= w || py < 0 || py >= h) continue;
                float norm = 0, v[3];
                for (int k = 0; k < 3; ++k) {
                    v[k] = in[k * plane + py * w + px];
                    norm += (mean[k] - v[k]) * (mean[k] - v[k]);
                }
                if (norm > range2) continue;
                for (int k = 0; k < 3; ++k) sums[k] += v[k];
                sx += px;
                sy += py;
                ++count;
            }
        if (count == 0) break;
        cx = rint((float)sx / count);
        cy = rint((float)sy / count);
        float moved = 0;
        for (int k = 0; k < 3; ++k) {
            float m = sums[k] / count;
            moved += (m - mean[k]) * (m - mean[k]);
            mean[k] = m;
        }
        if ((cx == before_x && cy == before_y) || moved + abs(cx - before_x) + abs(cy - before_y) <= 1) break;
    }
    for (int k = 0; k < 3; ++k) out[k * plane + y * w + x] = mean[k];
})";

/// Returns an image with flat patches and noise.
BufferData patches(std::size_t w, std::size_t h, std::size_t planes) {
    Dice dice(397);
    return each(w * h * planes, [&, w, h](std::size_t i) {
        const std::size_t x = i % w / 24, y = i / w % h / 18;
        return static_cast<float>((x * 37 + y * 59 + i / (w * h) * 11) % 200) + dice.real(0, 12);
    });
}

Arguments place_arguments() {
    Dice dice(401);
    const auto places = [&](std::size_t axis) {
        return each(400 * 300, [&, axis](std::size_t i) {
            const auto x = static_cast<float>(i % 400), y = static_cast<float>(i / 400);
            return axis ? .2f * x + .9f * y - 10 : .95f * x - .25f * y + 8;
        });
    };
    return {result<float>(400 * 300),
            patches(400, 300, 1),
            places(0),
            places(1),
            scalar(400),
            scalar(300),
            scalar(400),
            scalar(300),
            scalar(0.f)};
}

}  // namespace

Family arrayfire_array_kernels() {
    return {
        {"arrayfire_cubic_places", cubic_places, {400, 304}, {16, 16}, place_arguments},
        {"arrayfire_transposed",
         transposed,
         {4 * 10 * 32, 19 * 8},
         {32, 8},
         [] {
             return Arguments{result<double>(4 * 300 * 600), doubles(4 * 300 * 600), scalar(300), scalar(600),
                              scalar(10)};
         }},
        {"arrayfire_largest_of_first",
         largest_of_first,
         {64, 1000},
         {64, 4},
         [] {
             return Arguments{result<float>(1000), result<std::uint32_t>(1000), reals(1000 * 700), scalar(700),
                              scalar(1000)};
         }},
        {"arrayfire_sums_of_second",
         sums_of_second,
         {1024, 8 * 8},
         {32, 8},
         [] {
             return Arguments{result<double>(8 * 1000), reals(1000 * 1000), scalar(1000), scalar(1000), scalar(128)};
         }},
        {"arrayfire_recursive_filter",
         recursive_filter,
         {16 * 256},
         {256},
         [] {
             return Arguments{result<float>(16 * 512),
                              reals(16 * 512),
                              array(std::vector<float>{1, -.6f, .2f, .05f, -.02f, .01f}),
                              scalar(512),
                              scalar(16),
                              scalar(6)};
         }},
        {"arrayfire_mean_shift",
         mean_shift,
         {96, 80},
         {16, 16},
         [] {
             return Arguments{result<float>(96 * 80 * 3),
                              patches(96, 80, 3),
                              scalar(96),
                              scalar(80),
                              scalar(4),
                              scalar(900.f),
                              scalar(5)};
         }},
    };
}

}  // namespace bench
