// Kernels like those of x264's lookahead: half-resolution planes, motion search, intra costs and weights of 8x8 blocks.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* half_resolution = R"(
int average(int a, int b, int c, int d) { return ((a + b + 1 >> 1) + (c + d + 1 >> 1) + 1) >> 1; }
kernel void run(global const uchar* luma, int step, global uchar* plane, global uchar4* half_pixels, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    int sx = x * 2, sy = y * 2, a[3][3];
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) a[j][i] = luma[min(sy + j, 2 * h - 1) * step + min(sx + i, 2 * w - 1)];
    int full = average(a[0][0], a[1][0], a[0][1], a[1][1]), across = average(a[0][1], a[1][1], a[0][2], a[1][2]);
    int down = average(a[1][0], a[2][0], a[1][1], a[2][1]), both = average(a[1][1], a[2][1], a[1][2], a[2][2]);
    plane[y * w + x] = full;
    half_pixels[y * w + x] = (uchar4)(full, across, down, both);
})";

constexpr const char* motion_search = R"(
constant short2 diamond[4] = {(short2)(0, -1), (short2)(0, 1), (short2)(-1, 0), (short2)(1, 0)};
int differences(global const uchar* now, global const uchar* then, int step) {
    ushort8 sum = 0;
    for (int y = 0; y < 8; ++y)
        sum += convert_ushort8(abs_diff(vload8(0, now + y * step), vload8(0, then + y * step)));
    ushort4 half_of = sum.lo + sum.hi;
    return half_of.x + half_of.y + half_of.z + half_of.w;
}
int bits(short2 far, int scale) {
    int x = abs(far.x) << (2 + scale), y = abs(far.y) << (2 + scale);
    return round(log2((float)(x + 1)) * 2 + .718f + !!x) + round(log2((float)(y + 1)) * 2 + .718f + !!y);
}
short middle(short a, short b, short c) { return max(min(a, b), min(max(a, b), c)); }
kernel void run(global const uchar* now, global const uchar* then, int step, global const short2* vectors,
                global short2* out, global ushort* costs, local int* shared, int across, int lambda, int rounds,
                        int scale) {
    int bx = get_global_id(0) >> 2, part = get_global_id(0) & 3, by = get_global_id(1), down = get_global_size(1);
    local int* mine = shared + 4 * (get_local_id(0) >> 2);
    short2 seen[4];
    int count = 0;
    if (bx > 0) seen[count++] = vectors[by * across + bx - 1] >> (short2)scale;
    if (by > 0) {
        seen[count++] = vectors[(by - 1) * across + bx] >> (short2)scale;
        if (bx < across - 1) seen[count++] = vectors[(by - 1) * across + bx + 1] >> (short2)scale;
        if (bx > 0) seen[count++] = vectors[(by - 1) * across + bx - 1] >> (short2)scale;
    }
    short2 guess = 0;
    if (count == 1) guess = seen[0];
    if (count > 1) {
        short2 third = count > 2 ? seen[2] : (short2)0;
        guess = (short2)(middle(seen[0].x, seen[1].x, third.x), middle(seen[0].y, seen[1].y, third.y));
    }
    short2 least = (short2)(-8 * bx - 4, -8 * by - 4), most = (short2)(8 * (across - bx - 1) + 4, 8
            * (down - by - 1) + 4);
    global const uchar* own = now + (by * 8 + 8) * step + bx * 8 + 8;
    global const uchar* other = then + (by * 8 + 8) * step + bx * 8 + 8;
    short2 best = clamp(guess, least, most);
    int cost = differences(own, other + best.y * step + best.x, step) + lambda * bits(best - guess, scale), going = 1;
    for (int k = 0; k < rounds; ++k) {
        short2 tried = best + diamond[part];
        if (going)
            mine[part] = (differences(own, other + tried.y * step + tried.x, step) + lambda * bits(tried - guess,
                    scale)) << 2
                       | part;
        barrier(CLK_LOCAL_MEM_FENCE);
        int found = min(min(mine[0], mine[1]), min(mine[2], mine[3]));
        barrier(CLK_LOCAL_MEM_FENCE);
        if (going && found >> 2 < cost) {
            cost = found >> 2;
            best += diamond[found & 3];
            going = best.x < most.x && best.x > least.x && best.y < most.y && best.y > least.y;
        } else {
            going = 0;
        }
    }
    for (int k = -1; k < count; ++k) {
        short2 tried = clamp(k < 0 ? (short2)0 : seen[k], least, most);
        if (abs_diff(guess.x, tried.x) > 1 || abs_diff(guess.y, tried.y) > 1) {
            int other_cost = differences(own, other + tried.y * step + tried.x, step);
            if (k >= 0) other_cost += lambda * bits(tried - guess, scale);
            if (other_cost < cost) { cost = other_cost; best = tried; }
        }
    }
    if (part == 0) {
        out[by * across + bx] = best << (short2)scale;
        costs[by * across + bx] = min(cost, 16383);
    }
})";

constexpr const char* subpixel_satd = R"(
int hadamard(short d[16]) {
    int t[16], sum = 0;
    for (int i = 0; i < 4; ++i) {
        int a = d[i * 4] + d[i * 4 + 1], b = d[i * 4] - d[i * 4 + 1], c = d[i * 4 + 2] + d[i * 4 + 3],
            e = d[i * 4 + 2] - d[i * 4 + 3];
        t[i * 4] = a + c;
        t[i * 4 + 1] = b + e;
        t[i * 4 + 2] = a - c;
        t[i * 4 + 3] = b - e;
    }
    for (int i = 0; i < 4; ++i) {
        int a = t[i] + t[i + 4], b = t[i] - t[i + 4], c = t[i + 8] + t[i + 12], e = t[i + 8] - t[i + 12];
        sum += abs(a + c) + abs(b + e) + abs(a - c) + abs(b - e);
    }
    return sum >> 1;
}
int half_pixel(global const uchar4* p, int which) {
    uchar4 v = *p;
    return which == 0 ? v.x : which == 1 ? v.y : which == 2 ? v.z : v.w;
}
kernel void run(global const uchar* now, int now_step, global const uchar4* then, int step, global short2* vectors,
                global ushort* costs, local int* shared, int across, int lambda) {
    int bx = get_global_id(0) >> 3, part = get_global_id(0) & 7, by = get_global_id(1);
    local int* mine = shared + 8 * (get_local_id(0) >> 3);
    short2 v = vectors[by * across + bx];
    int qx = v.x * 2 + (part & 1 ? 0 : (part & 2 ? 1 : -1) * (1 + (part >> 2))),
        qy = v.y * 2 + (part & 1 ? (part & 2 ? 1 : -1) * (1 + (part >> 2)) : 0);
    int hx = qx >> 1, hy = qy >> 1, mixed = qx & 1 || qy & 1, sum = 0;
    int hx2 = hx + (qx & 1), hy2 = hy + (qy & 1);
    for (int block = 0; block < 4; ++block) {
        short d[16];
        for (int k = 0; k < 16; ++k) {
            int x = bx * 8 + (block & 1) * 4 + (k & 3), y = by * 8 + (block >> 1) * 4 + (k >> 2);
            int a = half_pixel(then + (y + 16 + (hy >> 1)) * step + x + 16 + (hx >> 1), (hx & 1) + 2 * (hy & 1));
            if (mixed) {
                int b = half_pixel(then + (y + 16 + (hy2 >> 1)) * step + x + 16 + (hx2 >> 1), (hx2 & 1) + 2
                        * (hy2 & 1));
                a = a + b + 1 >> 1;
            }
            d[k] = now[(y + 8) * now_step + x + 8] - a;
        }
        sum += hadamard(d);
    }
    mine[part] = (sum + lambda * (abs(qx & 3) + abs(qy & 3))) << 3 | part;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part == 0) {
        int best = mine[0];
        for (int k = 1; k < 8; ++k) best = min(best, mine[k]);
        costs[by * across + bx] = min(best >> 3, 16383);
        vectors[by * across + bx] = v * (short2)4 + (short)(best & 7);
    }
})";

constexpr const char* intra_costs = R"(
int satd_rows(local const uchar* from, int step, short p[32]) {
    int sum = 0;
    for (int half_of = 0; half_of < 8; half_of += 4) {
        int t[16];
        for (int y = 0; y < 4; ++y) {
            int d0 = from[y * step + half_of] - p[y * 8 + half_of], d1 = from[y * step + half_of + 1] - p[y * 8
                    + half_of + 1],
                d2 = from[y * step + half_of + 2] - p[y * 8 + half_of + 2],
                d3 = from[y * step + half_of + 3] - p[y * 8 + half_of + 3];
            t[y * 4] = d0 + d1 + d2 + d3;
            t[y * 4 + 1] = d0 - d1 + d2 - d3;
            t[y * 4 + 2] = d0 + d1 - d2 - d3;
            t[y * 4 + 3] = d0 - d1 - d2 + d3;
        }
        for (int x = 0; x < 4; ++x) {
            int a = t[x] + t[x + 4], b = t[x] - t[x + 4], c = t[x + 8] + t[x + 12], d = t[x + 8] - t[x + 12];
            sum += abs(a + c) + abs(b + d) + abs(a - c) + abs(b - d);
        }
    }
    return sum >> 1;
}
kernel void run(global const uchar* plane, int step, global ushort* costs, int across, int lambda) {
    local uchar tile[9][32 * 8 + 16];
    local int found[8][32];
    int lx = get_local_id(0), mode = get_local_id(1), bx = get_global_id(0), by = get_group_id(1);
    int left = get_group_id(0) * 256 - 8;
    for (int k = lx + 32 * mode; k < 9 * 272; k += 256)
        tile[k / 272][k % 272] = plane[(by * 8 + 7 + k / 272) * step + clamp(left + 8 + k % 272, 0, step - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uchar* own = &tile[1][lx * 8 + 8];
    short top[16], side[8], corner = own[-273];
    for (int k = 0; k < 16; ++k) top[k] = own[min(k, 15) - 272];
    for (int k = 0; k < 8; ++k) side[k] = own[k * 272 - 1];
    int cost = 0;
    for (int y0 = 0; y0 < 8; y0 += 4) {
        short p[32];
        if (mode == 0) {
            int sum = 8;
            for (int k = 0; k < 8; ++k) sum += top[k] + side[k];
            for (int k = 0; k < 32; ++k) p[k] = sum >> 4;
        } else if (mode == 1) {
            for (int k = 0; k < 32; ++k) p[k] = side[y0 + (k >> 3)];
        } else if (mode == 2) {
            for (int k = 0; k < 32; ++k) p[k] = top[k & 7];
        } else if (mode == 3) {
            for (int k = 0; k < 32; ++k) {
                int i = (k & 7) + (k >> 3) + y0;
                p[k] = top[i] + 2 * top[min(i + 1, 15)] + top[min(i + 2, 15)] + 2 >> 2;
            }
        } else if (mode == 4) {
            short edge[17];
            for (int k = 0; k < 8; ++k) { edge[7 - k] = side[k]; edge[9 + k] = top[k]; }
            edge[8] = corner;
            for (int k = 0; k < 32; ++k) {
                int i = 8 + (k & 7) - (k >> 3) - y0;
                p[k] = edge[i - 1] + 2 * edge[i] + edge[min(i + 1, 16)] + 2 >> 2;
            }
        } else if (mode == 5) {
            int gx = 0, gy = 0;
            for (int k = 1; k < 5; ++k) {
                gx += k * (top[3 + k] - (k == 4 ? corner : top[3 - k]));
                gy += k * (side[3 + k] - (k == 4 ? corner : side[3 - k]));
            }
            gx = 17 * gx + 16 >> 5;
            gy = 17 * gy + 16 >> 5;
            for (int k = 0; k < 32; ++k)
                p[k] = clamp((16 * (top[7] + side[7] + 1) + gx * ((k & 7) - 3) + gy * ((k >> 3) + y0 - 3)) >> 5, 0,
                        255);
        } else if (mode == 6) {
            for (int k = 0; k < 32; ++k) {
                int y = (k >> 3) + y0, i = (k & 7) + (y >> 1);
                p[k] = y & 1 ? top[i] + 2 * top[i + 1] + top[i + 2] + 2 >> 2 : rhadd(top[i], top[i + 1]);
            }
        } else {
            for (int k = 0; k < 32; ++k) {
                int x = k & 7, i = (k >> 3) + y0 + (x >> 1), a = side[min(i, 7)], b = side[min(i + 1, 7)];
                p[k] = x & 1 ? a + 2 * b + side[min(i + 2, 7)] + 2 >> 2 : a + b + 1 >> 1;
            }
        }
        cost += satd_rows(own + y0 * 272, 272, p);
    }
    found[mode][lx] = cost;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mode || bx >= across) return;
    for (int k = 1; k < 8; ++k) cost = min(cost, found[k][lx]);
    costs[by * across + bx] = min(cost + 5 * lambda, 16383);
})";

constexpr const char* row_costs = R"(
kernel void run(global const ushort* inter, global const ushort* intra, global const ushort* quality, global int* sums,
                global int* rows, int across, int down, int threshold) {
    local int shared[4][64];
    int l = get_local_id(0), y = get_group_id(1), edge = y > 0 && y < down - 1, v[4] = {0, 0, 0, 0};
    for (int x = l; x < across; x += 64) {
        int cost = inter[y * across + x] & 16383, flat = intra[y * across + x];
        if (flat < cost) { cost = flat; ++v[3]; }
        int weighted = (cost * quality[y * across + x] + 128) >> 8;
        v[0] += weighted;
        if (edge && x > 0 && x < across - 1) { v[1] += cost; v[2] += weighted; }
    }
    for (int k = 0; k < 4; ++k) shared[k][l] = v[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 32; n > 0; n >>= 1) {
        if (l < n)
            for (int k = 0; k < 4; ++k) shared[k][l] += shared[k][l + n];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) {
        rows[y] = shared[0][0] + threshold;
        for (int k = 0; k < 3; ++k) atomic_add(sums + k, shared[k + 1][0]);
    }
})";

constexpr const char* weighted_plane = R"(
kernel void run(global const uchar4* in, global uchar4* out, int offset, int scale, int denominator, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    int4 v = convert_int4(in[i]) * scale;
    v = denominator >= 1 ? ((v + (1 << (denominator - 1))) >> denominator) + offset : v + offset;
    out[i] = convert_uchar4_sat(v);
})";

// A frame of 1280x720 pixels. At half resolution, the frame has 640x360 pixels, in blocks of 8x8.
constexpr int w = 640, h = 360, blocks = 80, block_rows = 45;
constexpr std::size_t count = std::size_t{blocks} * block_rows;

/// Returns motion vectors: seven of every eight blocks move with the camera, and the other blocks move randomly.
BufferData motion(int most) {
    Dice dice(6);
    const auto any = [&] { return static_cast<int>(dice.below(static_cast<std::uint32_t>(2 * most + 1))) - most; };
    return each(2 * count,
                [&](std::size_t i) { return static_cast<std::int16_t>(dice.below(8) ? (i % 2 ? 0 : 4) : any()); });
}

/// Returns a plane with a border of `border` pixels on each side, so that motion vectors may point outside of the
/// frame.
BufferData bordered(int border, int shift, int channels = 1) {
    return array(photograph_bytes(w + 2 * border, h + 2 * border, channels, shift));
}

Family x264_searches() {
    return {
        {"x264_motion_search",
         motion_search,
         {blocks * 4, block_rows},
         {32, 1},
         [] {
             return Arguments{bordered(8, 0),
                              bordered(8, 4),
                              scalar(w + 16),
                              motion(3),
                              result<std::int16_t>(2 * count),
                              result<std::uint16_t>(count),
                              local_bytes(128),
                              scalar(blocks),
                              scalar(1),
                              scalar(16),
                              scalar(0)};
         }},
        {"x264_subpixel_satd",
         subpixel_satd,
         {blocks * 8, block_rows},
         {32, 1},
         [] {
             return Arguments{bordered(8, 0),   scalar(w + 16),     bordered(16, 4, 4),
                              scalar(w + 32),   changed(motion(8)), result<std::uint16_t>(count),
                              local_bytes(128), scalar(blocks),     scalar(1)};
         }},
        {"x264_intra_costs",
         intra_costs,
         {96, block_rows * 8},
         {32, 8},
         [] {
             return Arguments{bordered(8, 0), scalar(w + 16), result<std::uint16_t>(count), scalar(blocks), scalar(1)};
         }},
    };
}

Family x264_planes() {
    return {
        {"x264_half_resolution",
         half_resolution,
         {w, h},
         {},
         [] {
             return Arguments{array(photograph_bytes(2 * w, 2 * h, 1)), scalar(2 * w), result<std::uint8_t>(w * h),
                              result<std::uint8_t>(4 * w * h),          scalar(w),     scalar(h)};
         }},
        {"x264_row_costs",
         row_costs,
         {64, 270},
         {64, 1},
         [] {
             Dice dice(3);
             return Arguments{
                 each(480 * 270, [&](std::size_t) { return static_cast<std::uint16_t>(dice.below(1200)); }),
                 each(480 * 270, [&](std::size_t) { return static_cast<std::uint16_t>(500 + dice.below(1500)); }),
                 each(480 * 270, [&](std::size_t) { return static_cast<std::uint16_t>(200 + dice.below(120)); }),
                 changed(ints(3, 0, 1)),
                 result<int>(270),
                 scalar(480),
                 scalar(270),
                 scalar(4)};
         }},
        {"x264_weighted_plane",
         weighted_plane,
         {w * h},
         {},
         [] {
             return Arguments{array(photograph_bytes(2 * w, 2 * h, 1)),
                              result<std::uint8_t>(4 * w * h),
                              scalar(-3),
                              scalar(70),
                              scalar(6),
                              scalar(w * h)};
         }},
    };
}

}  // namespace

Family x264_kernels() { return joined({x264_searches(), x264_planes()}); }

}  // namespace bench
