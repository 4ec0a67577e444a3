// Kernels of ArrayFire: convolutions, dilation, medians and other filters of images, corners, regions, histograms,
// interpolation, transposition and reductions along dimensions. Arrays have four dimensions; dimension 0 is contiguous.
#include <cmath>

#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* convolution = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* out, global const float* in, constant float* weights, int w, int h, int blocks_x, int taps) {
    local float tile[16 * 32 + 15 * 32];
    int image = get_group_id(0) / blocks_x, bx = get_group_id(0) % blocks_x, pad = taps - 1, side = 16 + pad;
    int lx = get_local_id(0), ly = get_local_id(1), gx = bx * 16 + lx, gy = get_global_id(1), start = taps / 2;
    in += image * w * h;
    out += image * w * h;
    for (int b = ly, y = gy; b < side; b += 16, y += 16)
        for (int a = lx, x = gx; a < side; a += 16, x += 16) {
            int sx = x - start, sy = y - start;
            tile[b * side + a] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= w || gy >= h) return;
    float sum = 0;
    for (int j = 0; j < taps; ++j)
        for (int i = 0; i < taps; ++i) sum += tile[(ly + pad - j) * side + lx + pad - i] * weights[j * taps + i];
    out[gy * w + gx] = sum;
})";

constexpr const char* separable_columns = R"(
kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void run(global float* out, global const float* in, constant float* weights, int w, int h, int taps) {
    local float tile[32 * 32];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1), radius = taps - 1;
    for (int b = ly, y = gy; b < 8 + 2 * radius; b += 8, y += 8) {
        int from = y - radius;
        tile[b * 32 + lx] = gx < w && from >= 0 && from < h ? in[from * w + gx] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= w || gy >= h) return;
    int at = ly + radius + (taps >> 1);
    float sum = 0;
    for (int f = 0; f < taps; ++f) sum += weights[f] * tile[(at - f) * 32 + lx];
    out[gy * w + gx] = sum;
})";

constexpr const char* dilation = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global uchar* out, global const uchar* in, constant uchar* mask, int w, int h, int window) {
    local uchar tile[32 * 32];
    int half_window = window / 2, side = 16 + 2 * half_window, lx = get_local_id(0), ly = get_local_id(1);
    int gx = get_global_id(0), gy = get_global_id(1);
    for (int b = ly, y = gy; b < side; b += 16, y += 16)
        for (int a = lx, x = gx; a < side; a += 16, x += 16) {
            int sx = x - half_window, sy = y - half_window;
            bool inside = sx >= 0 && sx < w && sy >= 0 && sy < h;
            tile[b * side + a] = inside ? in[sy * w + sx] : 0;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar best = 0;
    for (int j = 0; j < window; ++j)
        for (int i = 0; i < window; ++i)
            if (mask[j * window + i]) best = max(best, tile[(ly + j) * side + lx + i]);
    if (gx < w && gy < h) out[gy * w + gx] = best;
})";

constexpr const char* median = R"(
void order(float* a, float* b) { float low = fmin(*a, *b), high = fmax(*a, *b); *a = low; *b = high; }
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* out, global const float* in, int w, int h) {
    local float tile[20 * 21];
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
    for (int b = ly, y = gy - 2; b < 20; b += 16, y += 16)
        for (int a = lx, x = gx - 2; a < 20; a += 16, x += 16)
            tile[b * 21 + a] = in[clamp(y < 0 ? -y : y >= h ? 2 * h - 2 - y : y, 0, h - 1) * w
                                  + clamp(x < 0 ? -x : x >= w ? 2 * w - 2 - x : x, 0, w - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= w || gy >= h) return;
    float v[14];
    int next = 14;
    for (int k = 0; k < 14; ++k) v[k] = tile[(ly + k / 5) * 21 + lx + k % 5];
    for (int size = 14; size > 3; --size) {
        int pairs = size / 2;
        for (int k = 0; k < pairs; ++k) order(&v[k], &v[size - 1 - k]);
        for (int k = 1; k < (size + 1) / 2; ++k) order(&v[0], &v[k]);
        for (int k = size / 2; k < size - 1; ++k) order(&v[k], &v[size - 1]);
        v[0] = v[size - 1 > 0 ? size - 2 : 0];
        if (next < 25) { v[size - 2] = tile[(ly + next / 5) * 21 + lx + next % 5]; ++next; }
    }
    order(&v[0], &v[1]);
    order(&v[1], &v[2]);
    order(&v[0], &v[1]);
    out[gy * w + gx] = v[1];
})";

constexpr const char* bilateral = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float* out, global const uchar* in, int w, int h, float space, float color, local float* tile,
         local float* gauss) {
    int radius = max((int)(space * 1.5f), 1), window = 2 * radius + 1, side = 16 + 2 * radius;
    int lx = get_local_id(0), ly = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
    float variance = color * color;
    if (lx < window && ly < window) {
        int x = lx - radius, y = ly - radius;
        gauss[ly * window + lx] = exp((x * x + y * y) / (-2.f * space * space));
    }
    for (int b = ly, y = gy; b < side; b += 16, y += 16)
        for (int a = lx, x = gx; a < side; a += 16, x += 16)
            tile[b * side + a] = in[clamp(y - radius, 0, h - 1) * w + clamp(x - radius, 0, w - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= w || gy >= h) return;
    float centre = tile[(ly + radius) * side + lx + radius], sum = 0, norm = 0;
    for (int j = 0; j < window; ++j)
        for (int i = 0; i < window; ++i) {
            float value = tile[(ly + j) * side + lx + i], d = centre - value;
            float weight = gauss[j * window + i] * exp(d * d / (-2.f * variance));
            norm += weight;
            sum += value * weight;
        }
    out[gy * w + gx] = sum / norm;
})";

constexpr const char* corners = R"(
constant char ring_x[16] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
constant char ring_y[16] = {3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1, 0, 1, 2, 3};
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global const float* in, global float* score, global int* count, int w, int h, float threshold, int arc) {
    local float tile[22 * 22];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0) + 3, y = get_global_id(1) + 3;
    for (int b = ly; b < 22; b += 16)
        for (int a = lx; a < 22; a += 16)
            tile[b * 22 + a] = in[min(y - 3 + b - ly, h - 1) * w + min(x - 3 + a - lx, w - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= w - 3 || y >= h - 3) return;
    float p = tile[(ly + 3) * 22 + lx + 3], best = 0;
    uint bright = 0, dark = 0;
    for (int k = 0; k < 16; k += 8) {
        float q = tile[(ly + 3 + ring_y[k]) * 22 + lx + 3 + ring_x[k]];
        bright |= (q > p + threshold) << k;
        dark |= (q < p - threshold) << k;
    }
    if (!bright && !dark) { score[y * w + x] = 0; return; }
    float sum_bright = 0, sum_dark = 0;
    for (int k = 0; k < 16; ++k) {
        float q = tile[(ly + 3 + ring_y[k]) * 22 + lx + 3 + ring_x[k]];
        if (q > p + threshold) { bright |= 1u << k; sum_bright += q - p - threshold; }
        if (q < p - threshold) { dark |= 1u << k; sum_dark += p - q - threshold; }
    }
    bright |= bright << 16;
    dark |= dark << 16;
    for (int k = 1; k < arc; ++k) {
        bright &= bright >> 1 | (bright & 1) << 31;
        dark &= dark >> 1 | (dark & 1) << 31;
    }
    if (bright || dark) {
        best = fmax(sum_bright, sum_dark);
        atomic_inc(count);
    }
    score[y * w + x] = best;
})";

constexpr const char* regions = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global const int* in, global int* labels, global int* again, int w, int h) {
    local int tile[32 * 32 + 4 * 33];
    local int changed;
    int lx = get_local_id(0), ly = get_local_id(1), x0 = get_group_id(0) * 32 - 1, y0 = get_group_id(1) * 32 - 1;
    for (int b = ly; b < 34; b += 16)
        for (int a = lx; a < 34; a += 16) {
            int x = x0 + a, y = y0 + b;
            tile[b * 34 + a] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    int any = 0;
    do {
        if (lx == 0 && ly == 0) changed = 0;
        int next[4];
        for (int k = 0; k < 4; ++k) {
            int at = (ly + 1 + (k >> 1) * 16) * 34 + lx + 1 + (k & 1) * 16, own = tile[at], least = own;
            if (own) {
                int others[4] = {tile[at - 1], tile[at + 1], tile[at - 34], tile[at + 34]};
                for (int o = 0; o < 4; ++o)
                    if (others[o] && others[o] < least) least = others[o];
            }
            next[k] = least;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k) {
            int at = (ly + 1 + (k >> 1) * 16) * 34 + lx + 1 + (k & 1) * 16;
            if (next[k] != tile[at]) { tile[at] = next[k]; atomic_or(&changed, 1); any = 1; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int go = changed;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!go) break;
    } while (true);
    for (int k = 0; k < 4; ++k) {
        int a = lx + 1 + (k & 1) * 16, b = ly + 1 + (k >> 1) * 16;
        if (x0 + a < w && y0 + b < h) labels[(y0 + b) * w + x0 + a] = tile[b * 34 + a];
    }
    if (any) atomic_or(again, 1);
})";

constexpr const char* histogram = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global const float* in, global uint* bins, int n, int count, float low, float high, local uint* room) {
    int t = get_local_id(0), start = get_group_id(0) * 256 * 20 + t, end = min((int)(get_group_id(0)
        + 1) * 256 * 20, n);
    float width = (high - low) / count;
    for (int k = t; k < count; k += 256) room[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = start; k < end; k += 256) atomic_inc(&room[clamp((int)((in[k] - low) / width), 0, count - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = t; k < count; k += 256)
        if (room[k]) atomic_add(&bins[k], room[k]);
})";

constexpr int width = 320, height = 240;

/// Returns an image with bright squares, shades and noise.
float brightness(std::size_t i, Dice& dice) {
    const std::size_t x = i % width, y = i / width;
    const bool square = (x / 20 + y / 15 * 7) % 5 == 0;
    return (square ? 180.f : 60.f) + 30 * std::sin(static_cast<float>(x + y) * .02f) + dice.real(0, 14);
}

BufferData picture() {
    Dice dice(409);
    return each(width * height, [&](std::size_t i) { return brightness(i, dice); });
}

BufferData byte_picture() {
    Dice dice(419);
    return each(width * height, [&](std::size_t i) { return static_cast<std::uint8_t>(brightness(i, dice)); });
}

/// Returns an image of blobs in which each pixel of a blob has a label of its own.
BufferData blobs() {
    return each(width * height, [](std::size_t i) {
        const auto x = static_cast<float>(i % width), y = static_cast<float>(i / width);
        return std::sin(x * .11f) + std::cos(y * .13f + x * .03f) > .3f ? static_cast<int>(i + 1) : 0;
    });
}

Arguments corner_arguments() {
    return {picture(),
            changed(result<float>(width * height)),
            changed(result<int>(1)),
            scalar(width),
            scalar(height),
            scalar(20.f),
            scalar(9)};
}

Family windows() {
    return {
        {"arrayfire_convolution",
         convolution,
         {20 * 16 * 2, 240},
         {16, 16},
         [] {
             return Arguments{result<float>(2 * width * height),
                              reals(2 * width * height, 0, 255),
                              reals(81),
                              scalar(width),
                              scalar(height),
                              scalar(20),
                              scalar(5)};
         }},
        {"arrayfire_separable_columns",
         separable_columns,
         {width, height},
         {32, 8},
         [] {
             return Arguments{
                 result<float>(width * height), picture(), reals(11), scalar(width), scalar(height), scalar(11)};
         }},
        {"arrayfire_dilation",
         dilation,
         {width, height},
         {16, 16},
         [] {
             return Arguments{result<std::uint8_t>(width * height),
                              byte_picture(),
                              bytes(49, 2),
                              scalar(width),
                              scalar(height),
                              scalar(7)};
         }},
        {"arrayfire_median",
         median,
         {width, height},
         {16, 16},
         [] { return Arguments{result<float>(width * height), picture(), scalar(width), scalar(height)}; }},
        {"arrayfire_bilateral",
         bilateral,
         {width, height},
         {16, 16},
         [] {
             return Arguments{result<float>(width * height),
                              byte_picture(),
                              scalar(width),
                              scalar(height),
                              scalar(2.5f),
                              scalar(30.f),
                              local_bytes(22 * 22 * 4),
                              local_bytes(49 * 4)};
         }},
    };
}

Family features() {
    return {
        {"arrayfire_corners", corners, {320, 240}, {16, 16}, corner_arguments},
        {"arrayfire_regions",
         regions,
         {10 * 16, 8 * 16},
         {16, 16},
         [] {
             return Arguments{blobs(), result<int>(width * height), changed(result<int>(1)), scalar(width),
                              scalar(height)};
         }},
        {"arrayfire_histogram",
         histogram,
         {256 * 60},
         {256},
         [] {
             return Arguments{reals(300000, 0, 255), changed(result<std::uint32_t>(256)),
                              scalar(300000),        scalar(256),
                              scalar(0.f),           scalar(255.f),
                              local_bytes(1024)};
         }},
    };
}

}  // namespace

Family arrayfire_kernels() { return joined({windows(), features()}); }

}  // namespace bench
