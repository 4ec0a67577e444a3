// Kernels like those of OpenCV for features: HOG, FAST, ORB, brute-force matching and optical flow.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* hog_histograms = R"(
kernel void run(global const float2* grad, global const uchar2* bins, global const float* gauss,
        global const float* across,
                global float* out, int step, int blocks_across, local float* hists) {
    int l = get_local_id(0), cell = l / 12, t = l % 12, cx = cell & 1, cy = cell >> 1;
    int bx = get_group_id(0), by = get_group_id(1), x = bx * 8 + cx * 4 + t, y = by * 8 + cy * 4;
    local float* own = hists + cell * 108 + t;
    for (int b = 0; b < 9; ++b) own[b * 12] = 0;
    for (int k = 0; k < 12; ++k) {
        float2 v = grad[(y + k) * step + x];
        uchar2 bin = bins[(y + k) * step + x];
        float weight = gauss[(cy * 4 + k) * 16 + cx * 4 + t] * across[(cy * 4 + k) * 64 + cell * 16 + cx * 4 + t];
        own[bin.x * 12] += weight * v.x;
        own[bin.y * 12] += weight * v.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 6)
        for (int b = 0; b < 9; ++b) own[b * 12] += own[b * 12 + 6];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 3)
        for (int b = 0; b < 9; ++b) own[b * 12] += own[b * 12 + 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
        for (int b = 0; b < 9; ++b)
            out[(by * blocks_across + bx) * 36 + cell * 9 + b] = own[b * 12] + own[b * 12 + 1] + own[b * 12 + 2];
})";

constexpr const char* hog_normalize = R"(
kernel void run(global float* hists, int per, float threshold, local float* sums) {
    int l = get_local_id(0);
    global float* own = hists + (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * per;
    float v = l < per ? own[l] : 0.f;
    sums[l] = v * v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 32; k > 0; k >>= 1) {
        if (l < k) sums[l] += sums[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    v = fmin(v / (sqrt(sums[0]) + .1f * per), threshold);
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[l] = v * v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 32; k > 0; k >>= 1) {
        if (l < k) sums[l] += sums[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l < per) own[l] = v / (sqrt(sums[0]) + 1e-3f);
})";

constexpr const char* fast_corners = R"(
constant char ring_x[16] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
constant char ring_y[16] = {3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1, 0, 1, 2, 3};
int score(global const uchar* p, int step) {
    int v = p[0], d[25], best = 0, worst = 0;
    for (int k = 0; k < 25; ++k) d[k] = v - p[ring_y[k & 15] * step + ring_x[k & 15]];
    for (int k = 0; k < 16; k += 2) {
        int a = min(d[k + 1], d[k + 2]), b = max(d[k + 1], d[k + 2]);
        for (int i = 3; i <= 8; ++i) { a = min(a, d[k + i]); b = max(b, d[k + i]); }
        best = max(best, max(min(a, d[k]), min(a, d[k + 9])));
        worst = min(worst, min(max(b, d[k]), max(b, d[k + 9])));
    }
    return max(best, -worst) - 1;
}
kernel void run(global const uchar* image, int step, int rows, int cols, global uchar* scores, global int* count,
        int bound) {
    int x = get_global_id(0) + 3, y = get_global_id(1) + 3;
    if (y >= rows - 3 || x >= cols - 3) return;
    global const uchar* p = image + mad24(y, step, x);
    int v = p[0], dark = 0, light = 0;
    for (int k = 0; k < 4; ++k) {
        int at = k * 4, q = p[ring_y[at] * step + ring_x[at]];
        dark |= (q < v - bound) << at;
        light |= (q > v + bound) << at;
    }
    if (popcount(dark) < 2 && popcount(light) < 2) return;
    for (int k = 0; k < 16; ++k) {
        if (!(k & 3)) continue;
        int q = p[ring_y[k] * step + ring_x[k]];
        dark |= (q < v - bound) << k;
        light |= (q > v + bound) << k;
    }
    int runs = 0;
    for (int side = 0; side < 2; ++side) {
        uint bits = side ? light : dark;
        bits |= bits << 16;
        for (int k = 0; k < 16; ++k) runs |= (bits >> k & 511) == 511;
    }
    if (!runs) return;
    atomic_inc(count);
    scores[mad24(y, step, x)] = score(p, step);
})";

constexpr const char* orb_angles = R"(
kernel void run(global const uchar* image, int step, global const int2* places, global float* angles, int count,
        int half_k,
                constant int* last) {
    int i = get_global_id(0);
    if (i >= count) return;
    global const uchar* p = image + mad24(places[i].y, step, places[i].x);
    int m01 = 0, m10 = 0;
    for (int u = -half_k; u <= half_k; ++u) m10 += u * p[u];
    for (int v = 1; v <= half_k; ++v) {
        int sum = 0, d = last[v];
        for (int u = -d; u <= d; ++u) {
            int below = p[u + v * step], above = p[u - v * step];
            sum += below - above;
            m10 += u * (below + above);
        }
        m01 += v * sum;
    }
    float a = atan2((float)m01, (float)m10) * (180 / M_PI_F);
    angles[i] = a < 0 ? a + 360 : a;
})";

constexpr const char* orb_descriptors = R"(
kernel void run(global const uchar* image, int step, global const int2* places, global const float* angles,
                global const int* pattern, global uchar* out, int count, int size) {
    int i = get_global_id(0);
    if (i >= count) return;
    global const uchar* p = image + mad24(places[i].y, step, places[i].x);
    float turn = angles[i] * .01745329252f, a = native_cos(turn), b = native_sin(turn);
    for (int k = 0; k < size; ++k) {
        int bits = 0;
        for (int t = 0; t < 8; ++t) {
            float x0 = pattern[0], y0 = pattern[1], x1 = pattern[2], y1 = pattern[3];
            int q0 = p[mad24(convert_int_rte(x0 * b + y0 * a), step, convert_int_rte(x0 * a - y0 * b))];
            int q1 = p[mad24(convert_int_rte(x1 * b + y1 * a), step, convert_int_rte(x1 * a - y1 * b))];
            bits |= (q0 < q1) << t;
            pattern += 4;
        }
        out[i * size + k] = bits;
    }
})";

constexpr const char* nearest_descriptors = R"(
#define B 16
kernel void run(global const float* query, global const float* train, global int* best_index,
        global float* best_distance,
                int queries, int trains, int length, local float* store) {
    int lx = get_local_id(0), ly = get_local_id(1), q = B * get_group_id(0) + ly;
    local float* a = store;
    local float* b = store + B * length;
    for (int k = 0; k < length / B; ++k) a[mad24(ly, length, lx + k * B)] = query[min(q, queries - 1) * length + lx
            + k * B];
    float best = FLT_MAX;
    int index = -1;
    for (int t = 0; t < (trains + B - 1) / B; ++t) {
        float sum = 0;
        for (int k = 0; k < length / B; ++k) {
            b[mad24(lx, B, ly)] = train[min(t * B + ly, trains - 1) * length + lx + k * B];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int j = 0; j < B; ++j) {
                float d = a[mad24(ly, length, j + k * B)] - b[mad24(j, B, lx)];
                sum += d * d;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        int at = t * B + lx;
        if (q < queries && at < trains && sum < best) { best = sum; index = at; }
    }
    local int* indices = (local int*)(store + B * B);
    store[ly * B + lx] = best;
    indices[ly * B + lx] = index;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lx || q >= queries) return;
    for (int k = 1; k < B; ++k)
        if (store[ly * B + k] < best) { best = store[ly * B + k]; index = indices[ly * B + k]; }
    best_index[q] = index;
    best_distance[q] = sqrt(best);
})";

constexpr const char* sparse_flow = R"(
float pixel(global const float* p, int w, int h, float x, float y) {
    float bx = floor(x), by = floor(y), fx = x - bx, fy = y - by;
    int x0 = clamp((int)bx, 0, w - 1), x1 = clamp((int)bx + 1, 0, w - 1), y0 = clamp((int)by, 0, h - 1),
        y1 = clamp((int)by + 1, 0, h - 1);
    return (p[y0 * w + x0] * (1 - fx) + p[y0 * w + x1] * fx) * (1 - fy) + (p[y1 * w + x0] * (1 - fx) + p[y1 * w
            + x1] * fx) * fy;
}
float total(local float* s, int l, float v) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 32; k > 0; k >>= 1) {
        if (l < k) s[l] += s[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return s[0];
}
kernel void run(global const float* one, global const float* two, global const float2* from, global float2* to,
                global uchar* found, int w, int h, int most) {
    local float s[64];
    int lx = get_local_id(0), ly = get_local_id(1), l = ly * 8 + lx, g = get_group_id(0);
    float2 p = from[g] - 10, next = p;
    float patch[3][3], gx[3][3], gy[3][3], a11 = 0, a12 = 0, a22 = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            float x = p.x + lx + 8 * i, y = p.y + ly + 8 * j;
            int in = lx + 8 * i < 21 && ly + 8 * j < 21;
            patch[j][i] = pixel(one, w, h, x, y);
            float dx = 3 * (pixel(one, w, h, x + 1, y - 1) - pixel(one, w, h, x - 1, y - 1)
                            + pixel(one, w, h, x + 1, y + 1) - pixel(one, w, h, x - 1, y + 1))
                     + 10 * (pixel(one, w, h, x + 1, y) - pixel(one, w, h, x - 1, y));
            float dy = 3 * (pixel(one, w, h, x - 1, y + 1) - pixel(one, w, h, x - 1, y - 1)
                            + pixel(one, w, h, x + 1, y + 1) - pixel(one, w, h, x + 1, y - 1))
                     + 10 * (pixel(one, w, h, x, y + 1) - pixel(one, w, h, x, y - 1));
            gx[j][i] = in ? dx : 0;
            gy[j][i] = in ? dy : 0;
            a11 += gx[j][i] * gx[j][i];
            a12 += gx[j][i] * gy[j][i];
            a22 += gy[j][i] * gy[j][i];
        }
    a11 = total(s, l, a11);
    a12 = total(s, l, a12);
    a22 = total(s, l, a22);
    float det = a11 * a22 - a12 * a12;
    int status = det > 1e-3f;
    if (status) {
        det = 1 / det;
        for (int k = 0; k < most; ++k) {
            if (next.x < -10 || next.x >= w || next.y < -10 || next.y >= h) { status = 0; break; }
            float b1 = 0, b2 = 0;
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 3; ++i) {
                    float d = (pixel(two, w, h, next.x + lx + 8 * i, next.y + ly + 8 * j) - patch[j][i]) * 32;
                    b1 += d * gx[j][i];
                    b2 += d * gy[j][i];
                }
            b1 = total(s, l, b1);
            b2 = total(s, l, b2);
            float2 move = (float2)((a12 * b2 - a22 * b1) * det, (a12 * b1 - a11 * b2) * det);
            next += move;
            if (fabs(move.x) < .01f && fabs(move.y) < .01f) break;
        }
    }
    if (l == 0) {
        to[g] = next + 10;
        found[g] = status;
    }
})";

constexpr const char* polynomial_expansion = R"(
#define N 5
#define LANES 256
kernel void run(global const float* src, int step, int rows, int cols, global float* dst, constant float* g,
        constant float* xg,
                constant float* xxg, float i11, float i03, float i33, float i55) {
    local float line[3 * LANES];
    int l = get_local_id(0), x = (int)get_group_id(0) * (LANES - 2 * N) + l - N, y = get_group_id(1);
    int sx = clamp(x, 0, cols - 1);
    float a = src[mad24(y, step, sx)] * g[0], b = 0, c = 0;
    for (int k = 1; k <= N; ++k) {
        float up = src[mad24(max(y - k, 0), step, sx)], down = src[mad24(min(y + k, rows - 1), step, sx)];
        a += g[k] * (up + down);
        b += xg[k] * (down - up);
        c += xxg[k] * (up + down);
    }
    line[l] = a;
    line[LANES + l] = b;
    line[2 * LANES + l] = c;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < N || l >= LANES - N || x >= cols) return;
    float b1 = g[0] * line[l], b2 = 0, b3 = g[0] * line[LANES + l], b4 = 0, b5 = g[0] * line[2 * LANES + l], b6 = 0;
    for (int k = 1; k <= N; ++k) {
        b1 += (line[l + k] + line[l - k]) * g[k];
        b4 += (line[l + k] + line[l - k]) * xxg[k];
        b2 += (line[l + k] - line[l - k]) * xg[k];
        b3 += (line[LANES + l + k] + line[LANES + l - k]) * g[k];
        b6 += (line[LANES + l + k] - line[LANES + l - k]) * xg[k];
        b5 += (line[2 * LANES + l + k] + line[2 * LANES + l - k]) * g[k];
    }
    dst[mad24(y, step, x)] = b3 * i11;
    dst[mad24(rows + y, step, x)] = b2 * i11;
    dst[mad24(2 * rows + y, step, x)] = b1 * i03 + b5 * i33;
    dst[mad24(3 * rows + y, step, x)] = b1 * i03 + b4 * i33;
    dst[mad24(4 * rows + y, step, x)] = b6 * i55;
})";

constexpr int w = 640, h = 480;
constexpr std::size_t n = std::size_t{w} * h;

Arguments hog_data() {
    Dice dice(4);
    return {reals(2 * n, 0, 90),
            each(2 * n, [&](std::size_t) { return static_cast<std::uint8_t>(dice.below(9)); }),
            reals(256, 0, 1),
            reals(16 * 64, 0, 1),
            result<float>(79 * 59 * 36),
            scalar(w),
            scalar(79),
            local_bytes(4 * 4 * 108)};
}

BufferData key_points(std::size_t count) {
    Dice dice(9);
    return each(2 * count, [&](std::size_t i) { return static_cast<int>(24 + dice.below(i % 2 ? h - 48 : w - 48)); });
}

Arguments flow_data() {
    Dice dice(8);
    const int half_w = w / 2, half_h = h / 2;
    std::vector<float> one = photograph(half_w, half_h, 1, 1), two = one;
    for (std::size_t i = two.size() - 1; i >= 2; --i) two[i] = .7f * two[i - 2] + .3f * two[i - 1];
    return {array(one),
            array(two),
            each(256,
                 [&](std::size_t i) {
                     return static_cast<float>(dice.below(static_cast<std::uint32_t>(i % 2 ? half_h : half_w)));
                 }),
            result<float>(256),
            result<std::uint8_t>(128),
            scalar(half_w),
            scalar(half_h),
            scalar(30)};
}

Family windows_and_corners() {
    return {
        {"opencv_hog_histograms", hog_histograms, {79 * 48, 59}, {48, 1}, hog_data},
        {"opencv_hog_normalize",
         hog_normalize,
         {79 * 64, 59},
         {64, 1},
         [] { return Arguments{changed(reals(79 * 59 * 36, 0, 300)), scalar(36), scalar(.2f), local_bytes(256)}; }},
        {"opencv_fast_corners",
         fast_corners,
         {w - 6, h - 6},
         {},
         [] {
             return Arguments{
                 array(photograph_bytes(w, h, 1)), scalar(w), scalar(h), scalar(w), result<std::uint8_t>(n),
                 changed(ints(1, 0, 1)),           scalar(10)};
         }},
    };
}

Family features_and_flow() {
    return {
        {"opencv_orb_angles",
         orb_angles,
         {2000},
         {},
         [] {
             return Arguments{array(photograph_bytes(w, h, 1)),
                              scalar(w),
                              key_points(2000),
                              result<float>(2000),
                              scalar(2000),
                              scalar(15),
                              array(std::vector<int>{15, 15, 15, 15, 14, 14, 14, 13, 13, 12, 11, 10, 9, 8, 6, 3})};
         }},
        {"opencv_orb_descriptors",
         orb_descriptors,
         {2000},
         {},
         [] {
             return Arguments{array(photograph_bytes(w, h, 1)),
                              scalar(w),
                              key_points(2000),
                              reals(2000, 0, 360),
                              ints(1024, -12, 13),
                              result<std::uint8_t>(64000),
                              scalar(2000),
                              scalar(32)};
         }},
        {"opencv_nearest_descriptors",
         nearest_descriptors,
         {304, 16},
         {16, 16},
         [] {
             return Arguments{reals(300 * 64),  reals(500 * 64, -1.1f, .8f),
                              result<int>(300), result<float>(300),
                              scalar(300),      scalar(500),
                              scalar(64),       local_bytes(4 * (16 * 64 + 256))};
         }},
        {"opencv_sparse_flow", sparse_flow, {64 * 8, 8}, {8, 8}, flow_data},
        {"opencv_polynomial_expansion",
         polynomial_expansion,
         {256 * 3, h},
         {256, 1},
         [] {
             return Arguments{array(photograph(w, h, 1)),
                              scalar(w),
                              scalar(h),
                              scalar(w),
                              result<float>(5 * n),
                              reals(6, 0, .2f),
                              reals(6, 0, .2f),
                              reals(6, 0, .2f),
                              scalar(.9f),
                              scalar(-.4f),
                              scalar(.3f),
                              scalar(.7f)};
         }},
    };
}

}  // namespace

Family opencv_features_kernels() { return joined({windows_and_corners(), features_and_flow()}); }

}  // namespace bench
