// Kernels like those of darktable for raw photographs: demosaicing, highlights and denoising.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr int columns = 640, rows = 400, pixels = columns * rows;

constexpr const char* rcd_directions = R"(
kernel void run(global const float* raw, global float* up, global float* across, int w, int h) {
    int x = get_global_id(0) + 3, y = get_global_id(1) + 3;
    if (y >= h - 3 || x >= w - 3) return;
    global const float* p = raw + mad24(y, w, x);
    float a = p[-3 * w] + p[3 * w] - 3 * (p[-2 * w] + p[2 * w]) - p[-w] - p[w] + 6 * p[0];
    float b = p[-3] + p[3] - 3 * (p[-2] + p[2]) - p[-1] - p[1] + 6 * p[0];
    up[mad24(y, w, x)] = a * a;
    across[mad24(y, w, x)] = b * b;
})";

constexpr const char* rcd_green = R"(
int colour_at(int y, int x, uint pattern) { return pattern >> (((y << 1 & 14) + (x & 1)) << 1) & 3; }
kernel void run(global const float* low, global const float* raw, global float* green, global const float* turn, int w,
                int h, uint pattern) {
    int y = get_global_id(1) + 4, x = 4 + (colour_at(y, 0, pattern) & 1) + 2 * get_global_id(0);
    if (x >= w - 4 || y >= h - 4) return;
    int i = mad24(y, w, x), k = i / 2;
    float here = turn[i], around = .25f * (turn[i - w - 1] + turn[i - w + 1] + turn[i + w - 1] + turn[i + w + 1]);
    float way = fabs(.5f - here) < fabs(.5f - around) ? around : here, c = raw[i], tiny = 1e-5f;
    float gn = tiny + fabs(raw[i - w] - raw[i + w]) + fabs(c - raw[i - 2 * w]) + fabs(raw[i - w] - raw[i - 3 * w])
             + fabs(raw[i - 2 * w] - raw[i - 4 * w]);
    float gs = tiny + fabs(raw[i - w] - raw[i + w]) + fabs(c - raw[i + 2 * w]) + fabs(raw[i + w] - raw[i + 3 * w])
             + fabs(raw[i + 2 * w] - raw[i + 4 * w]);
    float gw = tiny + fabs(raw[i - 1] - raw[i + 1]) + fabs(c - raw[i - 2]) + fabs(raw[i - 1] - raw[i - 3])
             + fabs(raw[i - 2] - raw[i - 4]);
    float ge = tiny + fabs(raw[i - 1] - raw[i + 1]) + fabs(c - raw[i + 2]) + fabs(raw[i + 1] - raw[i + 3])
             + fabs(raw[i + 2] - raw[i + 4]);
    float l = low[k], twice = l + l;
    float n = raw[i - w] * twice / (tiny + l + low[k - w]), s = raw[i + w] * twice / (tiny + l + low[k + w]);
    float west = raw[i - 1] * twice / (tiny + l + low[k - 1]), east = raw[i + 1] * twice / (tiny + l + low[k + 1]);
    green[i] = mix((gs * n + gn * s) / (gn + gs), (gw * east + ge * west) / (gw + ge), way);
})";

constexpr const char* ppg_green = R"(
kernel void run(global const float* in, global float4* out, int w, int h, uint pattern, local float* tile) {
    int x = get_global_id(0), y = get_global_id(1), sx = get_local_size(0), sy = get_local_size(1);
    int lx = get_local_id(0), ly = get_local_id(1), own = mad24(ly, sx, lx), stride = sx + 6, need = stride * (sy + 6);
    int left = mul24((int)get_group_id(0), sx) - 3, top = mul24((int)get_group_id(1), sy) - 3;
    for (int n = 0; n <= need / (sx * sy); ++n) {
        int at = mad24(n, sx * sy, own);
        if (at >= need) continue;
        int cx = left + at % stride, cy = top + at / stride;
        tile[at] = cx >= 0 && cy >= 0 && cx < w && cy < h ? in[mad24(cy, w, cx)] : 0.f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= w || y >= h) return;
    local const float* p = tile + mad24(ly + 3, stride, lx + 3);
    int c = pattern >> (((y << 1 & 14) + (x & 1)) << 1) & 3;
    float4 colour = 0;
    if (x < 3 || x >= w - 3 || y < 3 || y >= h - 3) {
        colour.y = p[0];
    } else if (c == 0 || c == 2) {
        float pc = p[0], pym = p[-stride], pym3 = p[-3 * stride], pyp = p[stride], pyp3 = p[3 * stride], pxm = p[-1],
              pxm3 = p[-3], pxp = p[1], pxp3 = p[3];
        float gx = (pxm + pc + pxp) * 2 - p[2] - p[-2], gy = (pym + pc + pyp) * 2 - p[2 * stride] - p[-2 * stride];
        float dx = (fabs(p[-2] - pc) + fabs(p[2] - pc) + fabs(pxm - pxp)) * 3 + (fabs(pxp3 - pxp)
                + fabs(pxm3 - pxm)) * 2;
        float dy = (fabs(p[-2 * stride] - pc) + fabs(p[2 * stride] - pc) + fabs(pym - pyp)) * 3
                 + (fabs(pyp3 - pyp) + fabs(pym3 - pym)) * 2;
        if (dx > dy) colour.y = fmax(fmin(gy * .25f, fmax(pym, pyp)), fmin(pym, pyp));
        else colour.y = fmax(fmin(gx * .25f, fmax(pxm, pxp)), fmin(pxm, pxp));
        if (c == 0) colour.x = pc; else colour.z = pc;
    } else {
        colour.y = p[0];
    }
    out[mad24(y, w, x)] = fmax(colour, 0.f);
})";

constexpr const char* vng = R"(
kernel void run(global const float4* in, global float4* out, int w, int h, uint pattern, global const int* programs,
                global const int* starts) {
    int x = get_global_id(0) + 2, y = get_global_id(1) + 2;
    if (x >= w - 2 || y >= h - 2) return;
    global const float* p = (global const float*)(in + mad24(y, w, x));
    global const int* ip = programs + starts[(y & 7) * 2 + (x & 1)];
    float g[8] = {0};
    for (; ip[0] != INT_MAX; ip += 4) {
        float d = fabs(p[ip[0]] - p[ip[1]]) * (1 << (ip[2] & 15));
        int mask = ip[3];
        for (int k = 0; k < 8; ++k)
            if (mask >> k & 1) g[k] += d;
    }
    ++ip;
    float low = g[0], high = g[0];
    for (int k = 1; k < 8; ++k) { low = fmin(low, g[k]); high = fmax(high, g[k]); }
    if (high == 0) { out[mad24(y, w, x)] = in[mad24(y, w, x)]; return; }
    float bound = low + high * .5f, sum[4] = {0};
    int colour = pattern >> (((y << 1 & 14) + (x & 1)) << 1) & 3, count = 0;
    for (int k = 0; k < 8; ++k, ip += 2) {
        if (g[k] > bound) continue;
        for (int c = 0; c < 4; ++c)
            if (c == colour && ip[1]) sum[c] += (p[c] + p[ip[1]]) * .5f;
            else sum[c] += p[ip[0] + c];
        ++count;
    }
    float4 made;
    float own = p[colour], t[4];
    for (int c = 0; c < 4; ++c) t[c] = c == colour ? own : own + (sum[c] - sum[colour]) / count;
    made = (float4)(t[0], t[1], t[2], t[3]);
    out[mad24(y, w, x)] = fmax(made, 0.f);
})";

constexpr const char* clipped_highlights = R"(
kernel void run(global const float* in, global float* out, int w, int h, float clip, uint pattern) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float own = in[mad24(y, w, x)];
    if (x > w - 2 || y > h - 2) { out[mad24(y, w, x)] = fmin(clip, own); return; }
    int clipped = 0;
    float r = 0, g0 = FLT_MAX, g1 = -FLT_MAX, b = 0;
    for (int j = 0; j <= 1; ++j)
        for (int i = 0; i <= 1; ++i) {
            float v = in[mad24(y + j, w, x + i)];
            clipped = clipped || v > clip;
            switch (pattern >> ((((y + j) << 1 & 14) + (x + i & 1)) << 1) & 3) {
                case 0: r = v; break;
                case 1: g0 = fmin(g0, v); g1 = fmax(g1, v); break;
                case 2: b = v; break;
            }
        }
    if (!clipped) { out[mad24(y, w, x)] = own; return; }
    float ro = fmin(r, clip), go = fmin(g0, clip), bo = fmin(b, clip), l = (r + g1 + b) / 3;
    float c = 1.7320508f * (r - g1), hue = 2 * b - g1 - r, co = 1.7320508f * (ro - go), ho = 2 * bo - go - ro;
    if (r != g1 && g1 != b) {
        float ratio = sqrt((co * co + ho * ho) / (c * c + hue * hue));
        c *= ratio;
        hue *= ratio;
    }
    switch (pattern >> (((y << 1 & 14) + (x & 1)) << 1) & 3) {
        case 0: own = l - hue / 6 + c / 3.4641016f; break;
        case 1: own = l - hue / 6 - c / 3.4641016f; break;
        case 2: own = l + hue / 3; break;
    }
    out[mad24(y, w, x)] = own;
})";

constexpr const char* patch_distance = R"(
kernel void run(global const float4* in, global float* distances, int w, int h, int2 q) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    int ox = x + q.x, oy = y + q.y, inside = ox < w && ox >= 0 && oy < h && oy >= 0;
    float4 d = in[mad24(y, w, x)] - in[mad24(oy * (oy < h && oy >= 0), w, ox * (ox < w && ox >= 0))];
    d *= d;
    distances[mad24(y, w, x)] = (d.x + d.y + d.z) * inside;
})";

constexpr const char* patch_rows = R"(
kernel void run(global const float* in, global float* out, int w, int h, int radius, local float* line) {
    int l = get_local_id(0), n = get_local_size(0), x = get_global_id(0), y = get_global_id(1);
    int first = mul24((int)get_group_id(0), n), at = mad24(min(y, h - 1), w, min(x, w - 1));
    if (y < h) {
        line[radius + l] = in[at];
        for (int k = 0; k <= radius / n; ++k) {
            int back = mad24(k, n, l + 1);
            if (back <= radius) line[radius - back] = in[mad24(y, w, max(first - back, 0))];
        }
        for (int k = 0; k <= radius / n; ++k) {
            int ahead = mad24(k, n, n - l);
            if (ahead <= radius) line[radius + n - 1 + ahead] = in[mad24(y, w, min(first + n - 1 + ahead, w - 1))];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += line[l + k];
    out[at] = sum;
})";

constexpr const char* patch_columns = R"(
float quick_power(float x) {
    float k = 1065353216.f + x * (1056964608.f - 1065353216.f);
    return as_float(k >= 8388608.f ? (uint)k : 0u);
}
kernel void run(global const float* in, global float* out, int w, int h, int radius, float norm, local float* line) {
    int l = get_local_id(1), n = get_local_size(1), x = get_global_id(0), y = get_global_id(1);
    int first = mul24((int)get_group_id(1), n), at = mad24(min(y, h - 1), w, min(x, w - 1));
    if (x < w) {
        line[radius + l] = in[at];
        for (int k = 0; k <= radius / n; ++k) {
            int back = mad24(k, n, l + 1);
            if (back <= radius) line[radius - back] = in[mad24(max(first - back, 0), w, x)];
        }
        for (int k = 0; k <= radius / n; ++k) {
            int ahead = mad24(k, n, n - l);
            if (ahead <= radius) line[radius + n - 1 + ahead] = in[mad24(min(first + n - 1 + ahead, h - 1), w, x)];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += line[l + radius + k];
    out[at] = quick_power(fmax(0.f, sum * norm - 2));
})";

constexpr const char* patch_sum = R"(
kernel void run(global const float4* in, global float4* total, global const float* weights, int w, int h, int2 q) {
    int x = get_global_id(0), y = get_global_id(1), at = mad24(y, w, x);
    if (x >= w || y >= h) return;
    int plus = 1, minus = 1;
    plus *= (x + q.x < w) * (x + q.x >= 0) * (y + q.y >= 0) * (y + q.y < h);
    minus *= (x - q.x < w) * (x - q.x >= 0) * (y - q.y >= 0) * (y - q.y < h);
    float4 a = plus ? in[mad24(y + q.y, w, x + q.x)] : (float4)0, b = minus ? in[mad24(y - q.y, w, x - q.x)]
            : (float4)0;
    float u = weights[at], v = weights[mad24(clamp(y - q.y, 0, h - 1), w, clamp(x - q.x, 0, w - 1))] * (q.x || q.y);
    float4 sum = u * a + v * b;
    sum.w = plus * u + minus * v;
    total[at] += sum;
})";

constexpr const char* wavelet_of_holes = R"(
float4 alike(float4 a, float4 b, float scale) {
    float4 d = (a - b) * (a - b);
    float k = 1065353216.f - 8388608.f * fmax(0.f, (d.x + d.y + d.z) * scale * .02f - 9);
    return (float4)as_float(k >= 8388608.f ? (uint)k : 0u);
}
kernel void run(global const float4* in, global float4* coarse, global float4* fine, int w, int h, uint scale,
        float sharp,
                global const float* taps) {
    int x = get_global_id(0), y = get_global_id(1), step = 1 << scale;
    if (x >= w || y >= h) return;
    float4 own = in[mad24(y, w, x)], sum = 0, all = 0;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
            int sx = clamp(mad24(step, i - 2, x), 0, w - 1), sy = clamp(mad24(step, j - 2, y), 0, h - 1);
            float4 p = in[mad24(sy, w, sx)], weight = taps[mad24(j, 5, i)] * alike(own, p, sharp);
            sum += weight * p;
            all += weight;
        }
    sum /= all;
    sum.w = own.w;
    fine[mad24(y, w, x)] = own - sum;
    coarse[mad24(y, w, x)] = sum;
})";

BufferData photo(int channels, float most = 1) { return array(photograph(columns, rows, channels, most)); }

constexpr std::size_t plane = pixels;
BufferData blank(std::size_t count) { return result<float>(count); }
Scalar wide() { return scalar(columns); }
Scalar high() { return scalar(rows); }

constexpr std::uint32_t bayer = 0x94949494u;

/// Returns the steps of a VNG interpolation for each pixel of a Bayer pattern with eight rows and two columns.
Arguments vng_data() {
    std::vector<int> programs, starts;
    const int dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 2; ++x) {
            starts.push_back(static_cast<int>(programs.size()));
            Dice dice(static_cast<std::uint32_t>(y % 2 * 2 + x + 3));
            for (int k = 0; k < 38 + 6 * ((x + y) % 2); ++k) {
                const auto place = [&] {
                    const int ox = static_cast<int>(dice.below(5)) - 2, oy = static_cast<int>(dice.below(5)) - 2;
                    const int colour =
                        static_cast<int>(bayer >> ((((y + oy + 8) << 1 & 14) + ((x + ox + 2) & 1)) << 1)) & 3;
                    return 4 * (oy * columns + ox) + colour;
                };
                programs.insert(programs.end(), {place(), place(), static_cast<int>(dice.below(3)),
                                                 1 << dice.below(8) | 1 << dice.below(8)});
            }
            programs.push_back(0x7fffffff);
            for (int k = 0; k < 8; ++k) {
                const int colour = static_cast<int>(bayer >> (((y << 1 & 14) + x) << 1)) & 3;
                programs.push_back(4 * (dy[k] * columns + dx[k]));
                programs.push_back(dx[k] && dy[k] ? 8 * (dy[k] * columns + dx[k]) + colour : 0);
            }
        }
    return {photo(4), blank(4 * plane), wide(), high(), scalar(bayer), array(programs), array(starts)};
}

Family raw_kernels() {
    return {
        {"darktable_rcd_directions",
         rcd_directions,
         {columns, rows},
         {},
         [] { return Arguments{photo(1), blank(plane), blank(plane), wide(), high()}; }},
        {"darktable_rcd_green",
         rcd_green,
         {columns / 2, rows},
         {},
         [] {
             return Arguments{reals(plane / 2, 0, 1), photo(1), blank(plane), reals(plane, 0, 1), wide(), high(),
                              scalar(bayer)};
         }},
        {"darktable_ppg_green",
         ppg_green,
         {columns, rows},
         {16, 16},
         [] { return Arguments{photo(1), blank(4 * plane), wide(), high(), scalar(bayer), local_bytes(4 * 22 * 22)}; }},
        {"darktable_vng", vng, {columns, rows / 4}, {}, vng_data},
        {"darktable_clipped_highlights",
         clipped_highlights,
         {columns, rows},
         {},
         [] { return Arguments{photo(1), blank(plane), wide(), high(), scalar(.8f), scalar(bayer)}; }},
    };
}

Family denoising_kernels() {
    return {
        {"darktable_patch_distance",
         patch_distance,
         {columns, rows},
         {},
         [] { return Arguments{photo(4), blank(plane), wide(), high(), scalar(std::array<int, 2>{-5, -3})}; }},
        {"darktable_patch_rows",
         patch_rows,
         {768, rows},
         {256, 1},
         [] { return Arguments{reals(plane, 0, 1), blank(plane), wide(), high(), scalar(2), local_bytes(4 * 260)}; }},
        {"darktable_patch_columns",
         patch_columns,
         {columns, 512},
         {1, 256},
         [] {
             return Arguments{reals(plane, 0, 1), blank(plane),        wide(), high(), scalar(2),
                              scalar(.9f),        local_bytes(4 * 260)};
         }},
        {"darktable_patch_sum",
         patch_sum,
         {columns, rows},
         {},
         [] {
             return Arguments{photo(4), changed(reals(4 * plane, 0, 1)),   reals(plane, 0, 1), wide(),
                              high(),   scalar(std::array<int, 2>{-5, -3})};
         }},
        {"darktable_wavelet_of_holes",
         wavelet_of_holes,
         {320, 200},
         {},
         [] {
             return Arguments{photo(4), blank(4 * plane), blank(4 * plane), wide(),
                              high(),   scalar(2u),       scalar(900.f),    reals(25, 0, 1)};
         }},
    };
}

}  // namespace

Family darktable_kernels() { return joined({raw_kernels(), denoising_kernels()}); }

}  // namespace bench
