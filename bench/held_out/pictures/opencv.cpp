// Kernels like those of OpenCV for images: filters, edges, integrals, warps, pyramids, colours and template matching.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* filter_2d = R"(
#define KX 5
#define KY 5
#define BLOCK 256
#define TALL 8
int inside_again(int at, int n) { return at < 0 ? -at : at >= n ? 2 * n - 2 - at : at; }
kernel void run(global const uchar* src, int src_step, int src_offset, int bottom, int right, global uchar* dst,
        int dst_step,
                int dst_offset, int rows, int cols, float delta, constant float* taps) {
    int l = get_local_id(0), x = l + (BLOCK - (KX - 1)) * (int)get_group_id(0) - KX / 2, y = TALL * get_global_id(1);
    local float line[BLOCK];
    float column[KY];
    int sx = inside_again(x, right);
    sx = clamp(sx, 0, right - 1);
    for (int k = 0; k < KY; ++k)
        column[k] = src[mad24(clamp(inside_again(y + k - KY / 2, bottom), 0, bottom - 1), src_step, sx + src_offset)];
    for (int end = min(y + TALL, rows); y < end; ++y) {
        float sum = 0;
        for (int k = 0; k < KY; ++k) {
            line[l] = column[k];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l >= KX / 2 && l < BLOCK - KX / 2)
                for (int i = 0; i < KX; ++i) sum = mad(line[l - KX / 2 + i], taps[k * KX + i], sum);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (l >= KX / 2 && l < BLOCK - KX / 2 && x >= 0 && x < cols)
            dst[mad24(y, dst_step, x + dst_offset)] = convert_uchar_sat_rte(sum + delta);
        for (int k = 0; k < KY - 1; ++k) column[k] = column[k + 1];
        column[KY - 1] = src[mad24(clamp(inside_again(y + 1 + KY / 2, bottom), 0, bottom - 1), src_step, sx
                + src_offset)];
    }
})";

constexpr const char* median_3x3 = R"(
#define SWAP(a, b) { uchar4 t = a; a = min(a, b); b = max(t, b); }
kernel void run(global const uchar4* src, int src_step, global uchar4* dst, int dst_step, int rows, int cols) {
    local uchar4 tile[18][18];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    int dx = x - lx - 1, dy = y - ly - 1, id = min(mad24(ly, 16, lx), 9 * 18 - 1);
    int ty = id / 18, tx = id % 18;
    int from = clamp(dx + tx, 0, cols - 1);
    tile[ty][tx] = src[mad24(clamp(dy + ty, 0, rows - 1), src_step, from)];
    tile[ty + 9][tx] = src[mad24(clamp(dy + ty + 9, 0, rows - 1), src_step, from)];
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar4 a = tile[ly][lx], b = tile[ly][lx + 1], c = tile[ly][lx + 2], d = tile[ly + 1][lx], e = tile[ly + 1][lx + 1],
           f = tile[ly + 1][lx + 2], g = tile[ly + 2][lx], h = tile[ly + 2][lx + 1], i = tile[ly + 2][lx + 2];
    SWAP(b, c) SWAP(e, f) SWAP(h, i) SWAP(a, b) SWAP(d, e) SWAP(g, h) SWAP(b, c) SWAP(e, f) SWAP(h, i) SWAP(a, d)
    SWAP(f, i) SWAP(e, h) SWAP(d, g) SWAP(b, e) SWAP(c, f) SWAP(e, h) SWAP(e, c) SWAP(g, e) SWAP(e, c)
    if (x < cols && y < rows) dst[mad24(y, dst_step, x)] = e;
})";

constexpr const char* canny = R"(
#define GX 32
#define GY 8
kernel void run(global const uchar* src, int step, int rows, int cols, global uchar* map, int map_step, float low,
        float high) {
    local int pixels[(GX + 4) * (GY + 4)], strength[(GX + 2) * (GY + 2)];
    local short2 slopes[(GX + 2) * (GY + 2)];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1), l = lx + ly * GX;
    int left = x - lx - 2, top = y - ly - 2;
    for (int k = l; k < (GX + 4) * (GY + 4); k += GX * GY)
        pixels[k] = src[mad24(clamp(top + k / (GX + 4), 0, rows - 1), step, clamp(left + k % (GX + 4), 0, cols - 1))];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < (GX + 2) * (GY + 2); k += GX * GY) {
        local const int* p = pixels + (k / (GX + 2) + 1) * (GX + 4) + k % (GX + 2) + 1;
        int dx = p[1 - GX - 4] + 2 * p[1] + p[GX + 5] - p[-GX - 5] - 2 * p[-1] - p[GX + 3];
        int dy = p[GX + 3] + 2 * p[GX + 4] + p[GX + 5] - p[-GX - 5] - 2 * p[-GX - 4] - p[-GX - 3];
        slopes[k] = (short2)(dx, dy);
        strength[k] = abs(dx) + abs(dy);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= cols || y >= rows) return;
    int k = (ly + 1) * (GX + 2) + lx + 1, m = strength[k], value = 1;
    if (m > low) {
        int dx = slopes[k].x, dy = slopes[k].y, ax = abs(dx), ay = abs(dy) << 15, tg22 = ax * 13573, other1, other2;
        if (ay < tg22) { other1 = strength[k - 1]; other2 = strength[k + 1]; }
        else if (ay > tg22 + (ax << 16)) { other1 = strength[k - GX - 2]; other2 = strength[k + GX + 2]; }
        else {
            int s = (dx ^ dy) < 0 ? -1 : 1;
            other1 = strength[k - GX - 2 - s];
            other2 = strength[k + GX + 2 + s];
        }
        if (m > other1 && m >= other2) value = m > high ? 2 : 0;
    }
    map[mad24(y + 1, map_step, x + 1)] = value;
})";

constexpr const char* integral_of_columns = R"(
kernel void run(global const uchar* src, int step, int offset, int rows, int cols, global int* sums, int sums_step) {
    local int tile[16 * 17];
    int l = get_local_id(0), x = get_global_id(0), first = x - l, total = 0;
    for (int y = 0; y < rows; y += 16) {
        for (int k = 0; k < 16; ++k) {
            if (x < cols && y + k < rows) total += src[mad24(y + k, step, x + offset)];
            tile[mad24(k, 17, l)] = total;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k)
            if (first + k < cols && y + l < rows) sums[mad24(first + k, sums_step, y + l)] = tile[mad24(l, 17, k)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* warp_affine = R"(
kernel void run(global const uchar* src, int src_step, int src_rows, int src_cols, global uchar* dst, int dst_step,
        int rows,
                int cols, constant float* m, uchar4 border) {
    int x = get_global_id(0), y0 = get_global_id(1);
    if (x >= cols) return;
    int ax = rint(m[0] * x * 1024), ay = rint(m[3] * x * 1024);
    for (int y = y0, end = min(rows, y0 + 1); y < end; ++y) {
        int px = (convert_int_sat_rte((m[1] * y + m[2]) * 1024) + ax + 16) >> 5;
        int py = (convert_int_sat_rte((m[4] * y + m[5]) * 1024) + ay + 16) >> 5;
        int sx = convert_short_sat(px >> 5), sy = convert_short_sat(py >> 5), fx = px & 31, fy = py & 31;
        int3 edge = (int3)(border.x, border.y, border.z);
        int3 v[4];
        for (int k = 0; k < 4; ++k) {
            int cx = sx + (k & 1), cy = sy + (k >> 1);
            v[k] = cx >= 0 && cx < src_cols && cy >= 0 && cy < src_rows
                 ? convert_int3(vload3(0, src + mad24(cy, src_step, cx * 3))) : edge;
        }
        int a = (32 - fx) * (32 - fy) * 32, b = fx * (32 - fy) * 32, c = (32 - fx) * fy * 32, d = fx * fy * 32;
        int3 made = (v[0] * a + v[1] * b + v[2] * c + v[3] * d + (1 << 14)) >> 15;
        vstore3(convert_uchar3_sat(made), 0, dst + mad24(y, dst_step, x * 3));
    }
})";

constexpr const char* pyramid_down = R"(
#define LANES 256
int mirrored(int at, int n) { return at < 0 ? -at : at >= n ? 2 * n - 2 - at : at; }
float vertical(global const uchar* src, int step, int rows, int x, int y) {
    float s = .375f * src[mad24(mirrored(y, rows), step, x)];
    s = mad(.25f, (float)src[mad24(mirrored(y - 1, rows), step, x)], s);
    s = mad(.25f, (float)src[mad24(mirrored(y + 1, rows), step, x)], s);
    s = mad(.0625f, (float)src[mad24(mirrored(y - 2, rows), step, x)], s);
    return mad(.0625f, (float)src[mad24(mirrored(y + 2, rows), step, x)], s);
}
kernel void run(global const uchar* src, int step, int rows, int cols, global uchar* dst, int dst_step, int dst_rows,
                int dst_cols) {
    local float line[2][LANES + 4];
    int l = get_local_id(0), x = get_global_id(0), y = get_global_id(1) * 2;
    for (int k = 0; k < 2; ++k) {
        int sy = 2 * min(y + k, dst_rows - 1);
        line[k][l + 2] = vertical(src, step, rows, min(mirrored(x, cols), cols - 1), sy);
        if (l < 2) line[k][l] = vertical(src, step, rows, clamp(mirrored(x - 2, cols), 0, cols - 1), sy);
        if (l > LANES - 3) line[k][l + 4] = vertical(src, step, rows, clamp(mirrored(x + 2, cols), 0, cols - 1), sy);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= LANES / 2) return;
    int dx = (get_group_id(0) * LANES + l * 2) / 2, k = l * 2;
    if (dx >= dst_cols) return;
    for (int j = 0; j < 2; ++j) {
        if (y + j >= dst_rows) break;
        float s = .375f * line[j][k + 2] + .25f * (line[j][k + 1] + line[j][k + 3]) + .0625f * (line[j][k]
                + line[j][k + 4]);
        dst[mad24(y + j, dst_step, dx)] = convert_uchar_sat_rte(s);
    }
})";

constexpr const char* nv12_to_rgb = R"(
constant float weights[4] = {1.163999557f, 2.017999649f, -.390999794f, 1.5959997177f};
kernel void run(global const uchar* src, int step, int offset, global uchar* dst, int dst_step, int dst_offset,
        int rows,
                int cols) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= cols / 2 || y >= rows / 2) return;
    global const uchar* luma = src + mad24(y << 1, step, (x << 1) + offset);
    global const uchar* chroma = src + mad24(rows + y, step, (x << 1) + offset);
    global uchar* upper = dst + mad24(y << 1, dst_step, x * 6 + dst_offset);
    global uchar* lower = upper + dst_step;
    float u = (float)chroma[0] - 128, v = (float)chroma[1] - 128;
    float r = fma(weights[3], v, .5f), g = fma(weights[2], u, fma(-.812999725f, v, .5f)), b = fma(weights[1], u, .5f);
    for (int k = 0; k < 4; ++k) {
        float l = max(0.f, (float)luma[(k & 1) + (k >> 1) * step] - 16) * weights[0];
        global uchar* to = (k >> 1 ? lower : upper) + 3 * (k & 1);
        to[2] = convert_uchar_sat(l + r);
        to[1] = convert_uchar_sat(l + g);
        to[0] = convert_uchar_sat(l + b);
    }
})";

constexpr const char* match_squares = R"(
kernel void run(global const uchar* image, int step, int offset, global const uchar* wanted, int wanted_step,
        int wanted_rows,
                int wanted_cols, global float* out, int out_step, int rows, int cols) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= cols || y >= rows) return;
    image += mad24(y, step, x + offset);
    int sum = 0;
    for (int j = 0; j < wanted_rows; ++j) {
        for (int i = 0; i < wanted_cols; ++i) {
            int d = image[i] - wanted[i];
            sum += d * d;
        }
        image += step;
        wanted += wanted_step;
    }
    out[mad24(y, out_step, x)] = sum;
})";

constexpr const char* hough_votes = R"(
kernel void run(global const uint* points, global int* votes, int votes_step, int count, float irho, float theta,
        int rhos,
                int angles, local int* bins) {
    int angle = get_group_id(1), l = get_local_id(0), n = get_local_size(0);
    for (int i = l; i < rhos + 2; i += n) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    float c, s = sincos(theta * angle, &c);
    c *= irho;
    s *= irho;
    int half_of = (rhos - 1) / 2;
    for (int i = l; i < count; i += n) {
        int x = points[i] & 0xffff, y = points[i] >> 16;
        atomic_inc(bins + convert_int_rte(x * c + y * s) + half_of + 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < rhos + 2; i += n) votes[mad24(angle + 1, votes_step, i)] = bins[i];
})";

constexpr int w = 640, h = 480;
constexpr std::size_t n = std::size_t{w} * h;

Arguments filter_data() {
    return {array(photograph_bytes(w, h, 1)),
            scalar(w),
            scalar(0),
            scalar(h),
            scalar(w),
            result<std::uint8_t>(n),
            scalar(w),
            scalar(0),
            scalar(h),
            scalar(w),
            scalar(.5f),
            reals(25, 0, .08f)};
}

Arguments affine_data() {
    return {array(photograph_bytes(w, h, 3)),
            scalar(w * 3),
            scalar(h),
            scalar(w),
            result<std::uint8_t>(3 * n),
            scalar(w * 3),
            scalar(h),
            scalar(w),
            array(std::vector<float>{.94f, .24f, -30, -.24f, .94f, 60}),
            scalar(std::uint32_t{0})};
}

Arguments pyramid_data() {
    return {array(photograph_bytes(w, h, 1)), scalar(w),     scalar(h),     scalar(w),
            result<std::uint8_t>(n / 4),      scalar(w / 2), scalar(h / 2), scalar(w / 2)};
}

/// Returns the edge points of a picture that contains some lines and some single points.
Arguments hough_data() {
    Dice dice(5);
    std::vector<std::uint32_t> points;
    for (int k = 0; k < 12; ++k) {
        const int x = static_cast<int>(dice.below(w)), y = static_cast<int>(dice.below(h));
        const int dx = static_cast<int>(dice.below(5)) - 2, dy = static_cast<int>(dice.below(3)) - 1;
        for (int i = 0; i < 300; ++i)
            if (const int px = x + dx * i, py = y + dy * i; px >= 0 && py >= 0 && px < w && py < h)
                points.push_back(static_cast<std::uint32_t>(px | py << 16));
    }
    for (int k = 0; k < 1500; ++k) points.push_back(dice.below(w) | dice.below(h) << 16);
    const int rhos = 2 * (w + h) + 1, count = static_cast<int>(points.size());
    return {array(points),
            result<int>(182 * (2 * (w + h) + 3)),
            scalar(rhos + 2),
            scalar(count),
            scalar(1.f),
            scalar(.017453292f),
            scalar(rhos),
            scalar(180),
            local_bytes(4 * (2 * (w + h) + 3))};
}

Family filters_and_edges() {
    return {
        {"opencv_filter_2d", filter_2d, {256 * 3, h / 8}, {256, 1}, filter_data},
        {"opencv_median_3x3",
         median_3x3,
         {w, h},
         {16, 16},
         [] {
             return Arguments{array(photograph_bytes(w, h, 4)),
                              scalar(w),
                              result<std::uint8_t>(4 * n),
                              scalar(w),
                              scalar(h),
                              scalar(w)};
         }},
        {"opencv_canny",
         canny,
         {w, h},
         {32, 8},
         [] {
             return Arguments{array(photograph_bytes(w, h, 1)),        scalar(w),     scalar(h),    scalar(w),
                              result<std::uint8_t>((w + 2) * (h + 2)), scalar(w + 2), scalar(50.f), scalar(100.f)};
         }},
        {"opencv_integral_of_columns",
         integral_of_columns,
         {w},
         {16},
         [] {
             return Arguments{array(photograph_bytes(w, h, 1)),
                              scalar(w),
                              scalar(0),
                              scalar(h),
                              scalar(w),
                              result<int>(n),
                              scalar(h)};
         }},
        {"opencv_hough_votes", hough_votes, {256, 180}, {256, 1}, hough_data},
    };
}

Family geometry_and_colour() {
    return {
        {"opencv_warp_affine", warp_affine, {w, h}, {}, affine_data},
        {"opencv_pyramid_down", pyramid_down, {768, h / 4}, {256, 1}, pyramid_data},
        {"opencv_nv12_to_rgb",
         nv12_to_rgb,
         {w / 2, h / 2},
         {},
         [] {
             return Arguments{array(photograph_bytes(w, h * 3 / 2, 1)),
                              scalar(w),
                              scalar(0),
                              result<std::uint8_t>(3 * n),
                              scalar(w * 3),
                              scalar(0),
                              scalar(h),
                              scalar(w)};
         }},
        {"opencv_match_squares",
         match_squares,
         {240, 180},
         {},
         [] {
             return Arguments{array(photograph_bytes(256, 196, 1)),
                              scalar(256),
                              scalar(0),
                              bytes(256),
                              scalar(16),
                              scalar(16),
                              scalar(16),
                              result<float>(240 * 180),
                              scalar(240),
                              scalar(180),
                              scalar(240)};
         }},
    };
}

}  // namespace

Family opencv_kernels() { return joined({filters_and_edges(), geometry_and_colour()}); }

}  // namespace bench
