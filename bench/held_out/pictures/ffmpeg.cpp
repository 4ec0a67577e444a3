// Kernels like those of FFmpeg's video filters: unsharp, non-local means, deshake, tone mapping and transposition.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* unsharp = R"(
float4 texel(global const uchar4* src, int w, int h, int x, int y) {
    return convert_float4(src[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)]) / 255;
}
kernel void run(global uchar4* dst, global const uchar4* src, int w, int h, int size_x, int size_y, float amount,
                constant float* across, constant float* down) {
    local float4 tile[32][32];
    int bx = get_group_id(0) * 16, by = get_group_id(1) * 16, px = get_local_id(0), py = get_local_id(1);
    int rx = size_x / 2, ry = size_y / 2;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i)
            tile[py + 16 * j][px + 16 * i] = texel(src, w, h, bx + px + 16 * i - 8, by + py + 16 * j - 8);
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 own = tile[py + 8][px + 8], sums[2];
    for (int j = 0; j < 2; ++j) {
        sums[j] = 0;
        for (int i = 0; i < size_x; ++i) sums[j] += across[i] * tile[py + j * 16][px + 8 + i - rx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 2; ++j) tile[py + j * 16][px + 8] = sums[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = 0;
    for (int j = 0; j < size_y; ++j) sum += down[j] * tile[py + 8 + j - ry][px + 8];
    if (bx + px < w && by + py < h)
        dst[(by + py) * w + bx + px] = convert_uchar4_sat_rte((own + (own - sum) * amount) * 255);
})";

constexpr const char* nlmeans_rows = R"(
float texel(global const uchar* src, int w, int h, int x, int y) {
    return src[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)] / 255.f;
}
kernel void run(global uint4* integral, global const uchar* src, int w, int h, int4 dx, int4 dy) {
    int y = get_global_id(0);
    uint4 sum = 0;
    for (int x = 0; x < w; ++x) {
        float own = texel(src, w, h, x, y);
        float4 other = (float4)(texel(src, w, h, x + dx.x, y + dy.x), texel(src, w, h, x + dx.y, y + dy.y),
                                texel(src, w, h, x + dx.z, y + dy.z), texel(src, w, h, x + dx.w, y + dy.w));
        sum += convert_uint4((own - other) * (own - other) * 65025);
        integral[y * w + x] = sum;
    }
})";

constexpr const char* nlmeans_columns = R"(
kernel void run(global uint4* integral, global int* overflow, int w, int h) {
    int x = get_global_id(0);
    uint4 sum = 0;
    for (int y = 0; y < h; ++y) {
        uint4 v = integral[y * w + x];
        if (any(UINT_MAX - v < sum)) atomic_inc(overflow);
        sum += v;
        integral[y * w + x] = sum;
    }
})";

constexpr const char* nlmeans_weights = R"(
int texel(global const uchar* src, int w, int h, int x, int y) {
    return src[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)];
}
kernel void run(global float* sum, global float* weight, global const uint4* integral, global const uchar* src,
        int w, int h,
                int p, float strength, int4 dx, int4 dy) {
    int x = get_global_id(0), y = get_global_id(1);
    int4 ox = x + dx, oy = y + dy;
    uint4 a = 0, b = 0, c = 0, d = 0;
    float4 pixels = (float4)(texel(src, w, h, ox.x, oy.x), texel(src, w, h, ox.y, oy.y), texel(src, w, h, ox.z, oy.z),
                             texel(src, w, h, ox.w, oy.w));
    if (x >= p && y >= p && y + p < h && x + p < w) {
        a = integral[(y - p) * w + x - p];
        b = integral[(y + p) * w + x - p];
        c = integral[(y - p) * w + x + p];
        d = integral[(y + p) * w + x + p];
    }
    float4 far = convert_float4(d + a - c - b), weights = native_exp(-far / (strength * strength));
    weight[y * w + x] += weights.x + weights.y + weights.z + weights.w;
    sum[y * w + x] += dot(weights, pixels);
})";

constexpr const char* harris = R"(
float slope(local const float* grey, int x, int y, float mask[3][3]) {
    float sum = 0;
    for (int j = 1, r = 0; j >= -1; --j, ++r)
        for (int i = -1, c = 0; i <= 1; ++i, ++c) sum += mask[r][c] * grey[x + 3 + i + (y + 3 + j) * 14];
    return sum;
}
float products(local const float* grey, float one[3][3], float two[3][3]) {
    float sum = 0;
    for (int j = 2; j >= -2; --j)
        for (int i = -2; i <= 2; ++i)
            sum += slope(grey, get_local_id(0) + i, get_local_id(1) + j, one)
                 * slope(grey, get_local_id(0) + i, get_local_id(1) + j, two);
    return sum;
}
kernel void run(global const float* grey, global float* response, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    float mx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, my[3][3] = {{1, 2, 1}, {0, 0, 0}, {-1, -2, -1}};
    local float tile[196];
    int left = get_group_id(0) * get_local_size(0), top = get_group_id(1) * get_local_size(1);
    for (int j = top - 3, r = 0; r < 14; ++j, ++r)
        for (int i = left - 3, c = 0; c < 14; ++i, ++c)
            tile[c + r * 14] = grey[clamp(j, 0, h - 1) * w + clamp(i, 0, w - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float xy = products(tile, mx, my), xx = products(tile, mx, mx), yy = products(tile, my, my), trace = xx + yy;
    float r = xx * yy - xy * xy - .04f * trace * trace * pown(1.f / 2040, 4);
    response[y * w + x] = r * step(3.f, r);
})";

constexpr const char* refined_corners = R"(
float smooth(global const float* p, int w, int h, float x, float y) {
    float bx = floor(x - .5f), by = floor(y - .5f), fx = x - .5f - bx, fy = y - .5f - by;
    int x0 = clamp((int)bx, 0, w - 1), x1 = clamp((int)bx + 1, 0, w - 1), y0 = clamp((int)by, 0, h - 1),
        y1 = clamp((int)by + 1, 0, h - 1);
    return mix(mix(p[y0 * w + x0], p[y0 * w + x1], fx), mix(p[y1 * w + x0], p[y1 * w + x1], fx), fy);
}
float2 refined(global const float* grey, int w, int h, float2 at, float* mask) {
    float2 first = at;
    float window[169], error = 0;
    int round = 0;
    do {
        float a = 0, b = 0, c = 0, u = 0, v = 0;
        for (int j = 0; j < 13; ++j)
            for (int i = 0; i < 13; ++i) window[j * 13 + i] = smooth(grey, w, h, i + at.x - 6, j + at.y - 6) * 255;
        for (int j = 0, k = 0; j < 11; ++j)
            for (int i = 0; i < 11; ++i, ++k) {
                float* p = window + (j + 1) * 13 + i + 1;
                float gx = p[1] - p[-1], gy = p[13] - p[-13], xx = gx * gx * mask[k], xy = gx * gy * mask[k],
                      yy = gy * gy * mask[k];
                a += xx;
                b += xy;
                c += yy;
                u += xx * (i - 5) + xy * (j - 5);
                v += xy * (i - 5) + yy * (j - 5);
            }
        float det = a * c - b * b;
        if (fabs(det) <= FLT_EPSILON * FLT_EPSILON) break;
        float2 next = (float2)(at.x + (c * u - b * v) / det, at.y + (a * v - b * u) / det);
        error = dot(next - at, next - at);
        at = next;
        if (at.x < 0 || at.x >= w || at.y < 0 || at.y >= h) break;
    } while (++round < 40 && error > 1e-6f);
    return fabs(at.x - first.x) > 5 || fabs(at.y - first.y) > 5 ? first : at;
}
kernel void run(global const float* grey, global const float* response, global float2* corners, int w, int h,
        int subpixel) {
    int gx = get_global_id(0), gy = get_global_id(1), left = gx * 32, top = gy * 32;
    float best = 0;
    float2 at = -1;
    for (int i = left; i < min(left + 32, w - 1); ++i)
        for (int j = top; j < min(top + 32, h - 1); ++j) {
            float v = response[i + j * w];
            if (v > best) { best = v; at = (float2)(i, j); }
        }
    if (best > 0 && subpixel) {
        float mask[121];
        for (int j = 0; j < 11; ++j)
            for (int i = 0; i < 11; ++i) {
                float y = (j - 5) / 5.f, x = (i - 5) / 5.f;
                mask[j * 11 + i] = exp(-y * y) * exp(-x * x);
            }
        at = refined(grey, w, h, at, mask);
    }
    corners[gx + gy * get_global_size(0)] = at;
})";

constexpr const char* brief = R"(
typedef struct { float2 a, b; } Pair;
float smooth(global const float* p, int w, int h, float2 at) {
    float bx = floor(at.x - .5f), by = floor(at.y - .5f), fx = at.x - .5f - bx, fy = at.y - .5f - by;
    int x0 = clamp((int)bx, 0, w - 1), x1 = clamp((int)bx + 1, 0, w - 1), y0 = clamp((int)by, 0, h - 1),
        y1 = clamp((int)by + 1, 0, h - 1);
    return mix(mix(p[y0 * w + x0], p[y0 * w + x1], fx), mix(p[y1 * w + x0], p[y1 * w + x1], fx), fy);
}
kernel void run(global const float* grey, global const float2* corners, global ulong8* descriptors,
        global const Pair* pattern,
                int w, int h) {
    int at = get_global_id(0) + get_global_id(1) * get_global_size(0);
    float2 corner = corners[at];
    if (corner.x == -1) { descriptors[at] = 0; return; }
    ulong8 all = 0;
    ulong* part = (ulong*)&all;
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 64; ++k) {
            Pair pair = pattern[k * (i + 1)];
            if (smooth(grey, w, h, corner + pair.a) < smooth(grey, w, h, corner + pair.b)) part[i] |= 1UL << k;
        }
    descriptors[at] = all;
})";

constexpr const char* matches = R"(
typedef struct { float2 before, now; int good, spare; } Vector;
kernel void run(global const float2* before, global const float2* now, global const ulong8* codes,
                global const ulong8* codes_before, global Vector* vectors, int across, int down, int radius) {
    int gx = get_global_id(0), gy = get_global_id(1), at = gx + gy * across;
    ulong8 own = codes[at];
    Vector v;
    v.before = v.now = -1;
    v.good = v.spare = 0;
    if (now[at].x == -1) { vectors[at] = v; return; }
    int best = 80;
    float2 place = -1;
    for (int y = max(gy - radius, 0); y < min(gy + radius, down); ++y)
        for (int x = max(gx - radius, 0); x < min(gx + radius, across); ++x) {
            if (before[x + y * across].x == -1) continue;
            ulong8 bits = popcount(own ^ codes_before[x + y * across]);
            int far = bits.s0 + bits.s1 + bits.s2 + bits.s3 + bits.s4 + bits.s5 + bits.s6 + bits.s7;
            if (far < best) { best = far; place = before[x + y * across]; }
        }
    if (place.x != -1) {
        v.before = place;
        v.now = now[at];
        v.good = 1;
    }
    vectors[at] = v;
})";

constexpr const char* tone_map = R"(
float pq_to_light(float x) {
    float p = powr(x, 1 / 78.84375f), a = max(p - .8359375f, 0.f), b = max(18.8515625f - 18.6875f * p, 1e-6f);
    return x > 0 ? powr(a / b, 1 / .1593017578125f) * 100 : 0.f;
}
float hable(float x) { return (x * (x * .15f + .05f) + .004f) / (x * (x * .15f + .5f) + .06f) - .06666667f; }
float to_709(float x) { return x < .018053969f ? 4.5f * x : 1.0992968f * powr(x, .45f) - .0992968f; }
float3 mapped(float3 c, float peak) {
    float sig = max(max(c.x, max(c.y, c.z)), 1e-6f), old = sig;
    float3 grey = dot(c, (float3)(.2627f, .678f, .0593f));
    c = mix(c, grey, .5f * max(sig - 1, 0.f) / sig);
    sig = max(c.x, max(c.y, c.z));
    sig = hable(min(sig, peak)) / hable(peak);
    c *= sig / old;
    float3 to = (float3)(1.6605f * c.x - .5876f * c.y - .0728f * c.z, -.1246f * c.x + 1.1329f * c.y - .0083f * c.z,
                         -.0182f * c.x - .1006f * c.y + 1.1187f * c.z);
    to = clamp(to, 0.f, 1.f);
    return (float3)(to_709(to.x), to_709(to.y), to_709(to.z));
}
kernel void run(global const ushort* luma, global const ushort2* chroma, global uchar* out,
        global uchar2* out_chroma, int w,
                int h, float peak) {
    int x = get_global_id(0), y = get_global_id(1);
    if (2 * x >= w || 2 * y >= h) return;
    float2 uv = convert_float2(chroma[y * (w / 2) + x]) / 65535 * 1.142f - .571f;
    float3 sum = 0;
    for (int k = 0; k < 4; ++k) {
        int at = (2 * y + k / 2) * w + 2 * x + k % 2;
        float l = luma[at] / 65535.f * 1.1689f - .0731f;
        float3 c = (float3)(l + 1.4746f * uv.y, l - .16455f * uv.x - .57135f * uv.y, l + 1.8814f * uv.x);
        c = mapped((float3)(pq_to_light(c.x), pq_to_light(c.y), pq_to_light(c.z)), peak);
        out[at] = convert_uchar_sat_rte((.2126f * c.x + .7152f * c.y + .0722f * c.z) * 219 + 16);
        sum += c;
    }
    sum *= .25f;
    float l = .2126f * sum.x + .7152f * sum.y + .0722f * sum.z;
    out_chroma[y * (w / 2) + x] = convert_uchar2_sat_rte((float2)(sum.z - l, sum.x - l) * (float2)(120.7f, 142.2f)
            + 128);
})";

constexpr const char* transposed = R"(
kernel void run(global uchar4* dst, global const uchar4* src, int w, int h, int direction) {
    int x = get_global_id(0), y = get_global_id(1);
    int sx = direction & 2 ? h - 1 - y : y, sy = direction & 1 ? w - 1 - x : x;
    if (x < w && y < h) dst[y * w + x] = src[sy * h + sx];
})";

constexpr int w = 640, h = 360;
constexpr std::size_t n = std::size_t{w} * h;
using Four = std::array<int, 4>;

BufferData grey(int width, int height) { return array(photograph_bytes(width, height, 1)); }

Arguments weight_data() {
    Dice dice(2);
    std::vector<std::uint32_t> sums(4 * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            sums[i * 4 + k] = static_cast<std::uint32_t>((i % w) * (i / w)) * 40 + dice.below(200);
    return {changed(reals(n, 0, 20)),
            changed(reals(n, 0, 1)),
            array(sums),
            grey(w, h),
            scalar(w),
            scalar(h),
            scalar(3),
            scalar(25.f),
            scalar(Four{-3, -2, -1, 0}),
            scalar(Four{-5, -5, -5, -5})};
}

/// Returns one position for each square of 32 x 32 pixels: that of a corner (a feature point) in the square. A quarter
/// of the squares have no corner and get the position -1.
BufferData corners(std::uint32_t seed, int across, int down) {
    Dice dice(seed);
    std::vector<float> places;
    for (int y = 0; y < down; ++y)
        for (int x = 0; x < across; ++x) {
            const bool none = dice.below(4) == 0;
            places.push_back(none ? -1 : static_cast<float>(x) * 32 + dice.real(0, 32));
            places.push_back(none ? -1 : static_cast<float>(y) * 32 + dice.real(0, 32));
        }
    return array(places);
}

/// Returns `count` descriptors of 512 bits. Each call makes the same random descriptors, and then inverts `flips` of
/// their bits.
BufferData codes(std::uint32_t count, int flips) {
    Dice dice(12);
    std::vector<std::uint64_t> all(count * 8);
    for (auto& code : all) code = std::uint64_t{dice.word()} << 32 | dice.word();
    for (int k = 0; k < flips; ++k) all[dice.below(count * 8)] ^= std::uint64_t{1} << dice.below(64);
    return array(all);
}

Family denoising_and_sharpening() {
    return {
        {"ffmpeg_unsharp",
         unsharp,
         {w, 368},
         {16, 16},
         [] {
             return Arguments{result<std::uint8_t>(4 * n),
                              array(photograph_bytes(w, h, 4)),
                              scalar(w),
                              scalar(h),
                              scalar(5),
                              scalar(5),
                              scalar(1.f),
                              reals(5, 0, .4f),
                              reals(5, 0, .4f)};
         }},
        {"ffmpeg_nlmeans_rows",
         nlmeans_rows,
         {h},
         {},
         [] {
             return Arguments{
                 result<std::uint32_t>(4 * n), grey(w, h), scalar(w), scalar(h), scalar(Four{-3, -2, -1, 0}),
                 scalar(Four{-5, -5, -5, -5})};
         }},
        {"ffmpeg_nlmeans_columns",
         nlmeans_columns,
         {w},
         {},
         [] { return Arguments{changed(words(4 * n)), changed(ints(1, 0, 1)), scalar(w), scalar(h)}; }},
        {"ffmpeg_nlmeans_weights", nlmeans_weights, {w, h}, {}, weight_data},
    };
}

Family stabilisation() {
    return {
        {"ffmpeg_harris",
         harris,
         {160, 96},
         {8, 8},
         [] { return Arguments{array(photograph(160, 96, 1)), result<float>(160 * 96), scalar(160), scalar(96)}; }},
        {"ffmpeg_refined_corners",
         refined_corners,
         {20, 6},
         {},
         [] {
             return Arguments{
                 array(photograph(w, h, 1)), reals(n, -9, 1), result<float>(240), scalar(w), scalar(h), scalar(1)};
         }},
        {"ffmpeg_brief",
         brief,
         {20, 11},
         {},
         [] {
             return Arguments{array(photograph(w, h, 1)), corners(1, 20, 11), result<std::uint64_t>(1760),
                              reals(2048, -15, 15),       scalar(w),          scalar(h)};
         }},
        {"ffmpeg_matches",
         matches,
         {60, 33},
         {},
         [] {
             return Arguments{corners(1, 60, 33),         corners(2, 60, 33), codes(1980, 0), codes(1980, 36000),
                              result<float>(60 * 33 * 6), scalar(60),         scalar(33),     scalar(10)};
         }},
    };
}

Family tones_and_shapes() {
    return {
        {"ffmpeg_tone_map",
         tone_map,
         {w / 4, h / 4},
         {},
         [] {
             return Arguments{
                 each(n / 4,
                      [](std::size_t i) { return static_cast<std::uint16_t>(4000 + (i * 37 + i / w * 911) % 40000); }),
                 each(n / 8, [](std::size_t i) { return static_cast<std::uint16_t>(29000 + i * 91 % 7000); }),
                 result<std::uint8_t>(n / 4),
                 result<std::uint8_t>(n / 8),
                 scalar(w / 2),
                 scalar(h / 2),
                 scalar(10.f)};
         }},
        {"ffmpeg_transposed",
         transposed,
         {h, w},
         {},
         [] {
             return Arguments{result<std::uint8_t>(4 * n), array(photograph_bytes(w, h, 4)), scalar(h), scalar(w),
                              scalar(1)};
         }},
    };
}

}  // namespace

Family ffmpeg_kernels() { return joined({denoising_and_sharpening(), stabilisation(), tones_and_shapes()}); }

}  // namespace bench
