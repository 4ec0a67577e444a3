// Kernels like those of GEGL for RGBA floats: blurs, neighbourhood filters, colour changes and blends.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* gaussian_rows = R"(
kernel void run(global const float4* in, global float4* out, global const float* taps, int radius, int size) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), from = y * (w + 2 * radius) + x;
    float4 sum = 0;
    for (int k = 0; k < size; ++k) sum += in[from + k] * taps[k];
    out[y * w + x] = sum;
})";

constexpr const char* gaussian_columns = R"(
kernel void run(global const float4* in, global float4* out, global const float* taps, int radius, int size) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    float4 sum = 0;
    for (int k = 0; k < size; ++k) sum += in[(y + k) * w + x] * taps[k];
    out[y * w + x] = sum;
})";

constexpr const char* nearest_of_pairs = R"(
kernel void run(global const float4* in, int stride, global float4* out, int radius, int pairs) {
    int x = get_global_id(0), y = get_global_id(1), at = (radius + y) * stride + radius + x, limit;
    global const float4* centre = in + at;
    float4 own = *centre, sum = pairs == 2 ? own : (float4)0;
    int count = pairs == 2;
    limit = pairs == 2 ? 0 : radius;
    for (int j = -radius; j <= limit; ++j)
        for (int i = -radius; i <= (pairs == 2 && j == 0 ? -1 : radius); ++i) {
            float4 best = centre[j * stride + i];
            float3 d = own.xyz - best.xyz;
            float near = dot(d, d);
            if (pairs == 2) {
                float4 other = centre[-j * stride - i];
                d = own.xyz - other.xyz;
                float far = dot(d, d);
                if (far < near) best = other;
            }
            sum += best;
            ++count;
        }
    out[y * get_global_size(0) + x] = sum / count;
})";

constexpr const char* oil = R"(
#define LEVELS 256
kernel void run(global const float4* in, global float4* out, int radius, int levels, float sharpness,
        int by_intensity) {
    int x = get_global_id(0), y = get_global_id(1), stride = get_global_size(0) + 2 * radius;
    float4 sums[LEVELS];
    int counts[LEVELS];
    for (int k = 0; k < levels; ++k) { sums[k] = 0; counts[k] = 0; }
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            float4 p = in[(y + radius + j) * stride + x + radius + i];
            int level = clamp((int)(sqrt(fmax(p.x * .2126f + p.y * .7152f + p.z * .0722f, 0.f)) * (levels - 1)), 0,
                    levels - 1);
            sums[level] += p;
            ++counts[level];
        }
    int most = 1;
    for (int k = 0; k < levels; ++k) most = max(most, counts[k]);
    float4 made = 0;
    float all = 0;
    for (int k = 0; k < levels; ++k) {
        if (!counts[k]) continue;
        float weight = native_powr((float)counts[k] / most, sharpness);
        made += weight * sums[k] / (float)counts[k];
        all += weight;
    }
    out[y * get_global_size(0) + x] = made / all;
})";

constexpr const char* motion_along_line = R"(
kernel void run(global const float4* in, int in_w, int in_h, int in_x, int in_y, global float4* out, int out_x,
        int out_y,
                int steps, float dx, float dy) {
    int gx = get_global_id(0), gy = get_global_id(1);
    float4 sum = 0;
    for (int k = 0; k < steps; ++k) {
        float t = steps == 1 ? 0.f : k / (float)(steps - 1) - .5f, u = gx + out_x + t * dx - in_x, v = gy + out_y
                + t * dy - in_y;
        int x = floor(u), y = floor(v);
        float fx = u - x, fy = v - y;
        int x0 = clamp(x, 0, in_w - 1), x1 = clamp(x + 1, 0, in_w - 1), y0 = clamp(y, 0, in_h - 1), y1 = clamp(y + 1,
                0, in_h - 1);
        sum += mix(mix(in[y0 * in_w + x0], in[y0 * in_w + x1], fx), mix(in[y1 * in_w + x0], in[y1 * in_w + x1], fx),
                fy);
    }
    out[gy * get_global_size(0) + gx] = sum / steps;
})";

constexpr const char* hue_and_chroma = R"(
kernel void run(global const float4* in, global float4* out, float hue, float chroma, float lightness) {
    int i = get_global_id(0);
    float4 p = in[i];
    float c = hypot(p.y, p.z), h = atan2(p.z, p.y) + hue * M_PI_F / 180;
    c = fmax(c + chroma, 0.f);
    out[i] = (float4)(p.x + lightness, c * cos(h), c * sin(h), p.w);
})";

constexpr const char* shadows_and_highlights = R"(
kernel void run(global const float4* in, global const float* blurred, global float4* out, float shadows,
        float highlights,
                float compress, float shadow_colour, float highlight_colour, float white) {
    int i = get_global_id(0);
    float4 own = in[i];
    float ta = own.x / 100, tb = (100 - blurred[i]) / 100;
    ta = ta > 0 ? ta / white : ta;
    tb = tb > 0 ? tb / white : tb;
    float left = highlights * highlights, weight = clamp(1 - tb / (1 - compress), 0.f, 1.f), c1 = own.y, c2 = own.z;
    while (left > 0 && weight > 0) {
        float la = ta, other = 1 - la, sign = copysign(1.f, -highlights), tone = (tb - .5f) * sign * copysign(1.f,
                other) + .5f;
        float part = fmin(left, 1.f), mixing = part * weight;
        left -= 1;
        ta = la * (1 - mixing) + (la > .5f ? 1 - (1 - 2 * (la - .5f)) * (1 - tone) : 2 * la * tone) * mixing;
        float a = fabs(la) > 1e-6f ? 1 / la : 1e6f, b = fabs(1 - la) > 1e-6f ? 1 / (1 - la) : 1e6f;
        float f = ta * a * (1 - highlight_colour) + (1 - ta) * b * highlight_colour;
        c1 = c1 * (1 - mixing) + c1 * f * mixing;
        c2 = c2 * (1 - mixing) + c2 * f * mixing;
    }
    left = shadows * shadows;
    weight = clamp(tb / (1 - compress) - compress / (1 - compress), 0.f, 1.f);
    while (left > 0 && weight > 0) {
        float la = ta, other = 1 - la, sign = copysign(1.f, shadows), tone = (tb - .5f) * sign * copysign(1.f,
                other) + .5f;
        float part = fmin(left, 1.f), mixing = part * weight;
        left -= 1;
        ta = la * (1 - mixing) + (la > .5f ? 1 - (1 - 2 * (la - .5f)) * (1 - tone) : 2 * la * tone) * mixing;
        float a = fabs(la) > 1e-6f ? 1 / la : 1e6f, b = fabs(1 - la) > 1e-6f ? 1 / (1 - la) : 1e6f;
        float f = ta * a * shadow_colour + (1 - ta) * b * (1 - shadow_colour);
        c1 = c1 * (1 - mixing) + c1 * f * mixing;
        c2 = c2 * (1 - mixing) + c2 * f * mixing;
    }
    out[i] = (float4)(ta * 100, c1, c2, own.w);
})";

constexpr const char* weighted_blend = R"(
kernel void run(global const float4* below, global const float4* above, global float4* out) {
    int i = get_global_id(0);
    float4 a = below[i], b = above[i];
    float sum = a.w + b.w;
    if (sum < 1e-6f) { out[i] = 0; return; }
    float4 made = (a * a.w + b * b.w) / sum;
    made.w = clamp(sum, 0.f, 1.f);
    out[i] = made;
})";

constexpr int w = 480, h = 320;
constexpr std::size_t n = std::size_t{w} * h;

BufferData padded(int radius) { return array(photograph(w + 2 * radius, h + 2 * radius, 4)); }

/// Returns a picture in CIE Lab, with an alpha of 1.
BufferData lab() {
    Dice dice(21);
    std::vector<float> p = photograph(w, h, 4, 100);
    for (std::size_t i = 0; i < n; ++i) {
        p[4 * i + 1] = .4f * p[4 * i + 1] - 20 + dice.real(-2, 2);
        p[4 * i + 2] = .3f * p[4 * i + 2] - 15 + dice.real(-2, 2);
        p[4 * i + 3] = 1;
    }
    return array(p);
}

Arguments rows_data() { return {padded(12), result<float>(4 * n), reals(25, 0, .08f), scalar(12), scalar(25)}; }

Family gegl_filters() {
    return {
        {"gegl_gaussian_rows", gaussian_rows, {w, h}, {}, rows_data},
        {"gegl_gaussian_columns", gaussian_columns, {w, h}, {}, rows_data},
        {"gegl_nearest_of_pairs",
         nearest_of_pairs,
         {w / 2, h / 2},
         {},
         [] {
             return Arguments{array(photograph(w / 2 + 16, h / 2 + 16, 4)), scalar(w / 2 + 16), result<float>(n),
                              scalar(8), scalar(2)};
         }},
        {"gegl_oil",
         oil,
         {w / 4, h / 4},
         {},
         [] {
             return Arguments{array(photograph(w / 4 + 8, h / 4 + 8, 4)),
                              result<float>(n / 4),
                              scalar(4),
                              scalar(100),
                              scalar(8.f),
                              scalar(1)};
         }},
        {"gegl_motion_along_line",
         motion_along_line,
         {w, h / 2},
         {},
         [] {
             return Arguments{padded(10),  scalar(w + 20),       scalar(h + 20), scalar(-10),
                              scalar(-10), result<float>(4 * n), scalar(0),      scalar(0),
                              scalar(12),  scalar(9.4f),         scalar(5.2f)};
         }},
    };
}

Family gegl_points() {
    return {
        {"gegl_hue_and_chroma",
         hue_and_chroma,
         {n},
         {},
         [] { return Arguments{lab(), result<float>(4 * n), scalar(30.f), scalar(5.f), scalar(0.f)}; }},
        {"gegl_shadows_and_highlights",
         shadows_and_highlights,
         {n},
         {},
         [] {
             return Arguments{lab(),
                              array(photograph(w, h, 1, 100)),
                              result<float>(4 * n),
                              scalar(1.3f),
                              scalar(-1.1f),
                              scalar(.5f),
                              scalar(1.f),
                              scalar(.5f),
                              scalar(1.f)};
         }},
        {"gegl_weighted_blend",
         weighted_blend,
         {n},
         {},
         [] { return Arguments{array(photograph(w, h, 4)), reals(4 * n, 0, 1), result<float>(4 * n)}; }},
    };
}

}  // namespace

Family gegl_kernels() { return joined({gegl_filters(), gegl_points()}); }

}  // namespace bench
