// Kernels like those of darktable for tones and colours: bilateral grid, filmic, profiles, local Laplacian, blur.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr int columns = 640, rows = 400, pixels = columns * rows;

constexpr const char* bilateral_depth = R"(
kernel void run(global float* grid, int step1, int step2, int step3, int n1, int n2, int n3) {
    int k = get_global_id(0), j = get_global_id(1);
    if (k >= n1 || j >= n2) return;
    int at = k * step1 + j * step2;
    const float a = .25f, b = .125f;
    float old1 = grid[at];
    grid[at] = a * grid[at + step3] + b * grid[at + 2 * step3];
    at += step3;
    float old2 = grid[at];
    grid[at] = a * (grid[at + step3] - old1) + b * grid[at + 2 * step3];
    at += step3;
    for (int i = 2; i < n3 - 2; ++i) {
        float old3 = grid[at];
        grid[at] = a * (grid[at + step3] - old2) + b * (grid[at + 2 * step3] - old1);
        at += step3;
        old1 = old2;
        old2 = old3;
    }
    float last = grid[at];
    grid[at] = a * (grid[at + step3] - old2) - b * old1;
    at += step3;
    grid[at] = -a * last - b * old2;
})";

constexpr const char* bilateral_slice = R"(
kernel void run(global const float4* in, global float4* out, global const float* grid, int w, int h, int4 size,
        float sigma_s,
                float sigma_r, float detail) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float4 pixel = in[mad24(y, w, x)];
    float gx = clamp(x / sigma_s, 0.f, size.x - 1.f), gy = clamp(y / sigma_s, 0.f, size.y - 1.f);
    float gz = clamp(pixel.x / sigma_r, 0.f, size.z - 1.f);
    int cx = min((int)gx, size.x - 2), cy = min((int)gy, size.y - 2), cz = min((int)gz, size.z - 2);
    float fx = gx - cx, fy = gy - cy, fz = gz - cz;
    int row = size.x, slab = size.x * size.y, i = cx + size.x * (cy + size.y * cz);
    float near = (grid[i] * (1 - fx) + grid[i + 1] * fx) * (1 - fy) + (grid[i + row] * (1 - fx) + grid[i + row + 1]
            * fx) * fy;
    i += slab;
    float far = (grid[i] * (1 - fx) + grid[i + 1] * fx) * (1 - fy) + (grid[i + row] * (1 - fx) + grid[i + row + 1]
            * fx) * fy;
    pixel.x += -detail * sigma_r * .04f * (near * (1 - fz) + far * fz);
    out[mad24(y, w, x)] = pixel;
})";

constexpr const char* filmic = R"(
float curve(float x, float4 c1, float4 c2, float4 c3, float4 c4, float4 c5, float toe, float shoulder) {
    if (x < toe) return c1.x + x * (c2.x + x * (c3.x + x * (c4.x + x * c5.x)));
    if (x > shoulder) return c1.y + x * (c2.y + x * (c3.y + x * (c4.y + x * c5.y)));
    return c1.z + x * (c2.z + x * (c3.z + x * c4.z));
}
kernel void run(global const float4* in, global float4* out, int w, int h, float range, float black, float grey,
        float4 c1,
                float4 c2, float4 c3, float4 c4, float4 c5, float toe, float shoulder, float power, float limit) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float4 p = in[mad24(y, w, x)];
    float4 a = fmax(fabs(p), 1e-6f), s = a * a;
    float norm = fmax((a.x * s.x + a.y * s.y + a.z * s.z) / (s.x + s.y + s.z), 1.52587890625e-05f);
    float4 ratio = p / norm;
    float least = fmin(fmin(ratio.x, ratio.y), ratio.z);
    if (least < 0) ratio -= least;
    float tone = clamp((log2(norm / grey) - black) / range, 0.f, 1.f);
    float middle = (tone - .5f * (toe + shoulder)) / (shoulder - toe);
    float fade = clamp(1 - middle * middle / limit, 0.f, 1.f);
    tone = native_powr(clamp(curve(tone, c1, c2, c3, c4, c5, toe, shoulder), 0.f, 1.f), power);
    ratio = fmax(ratio + (1 - ratio) * (1 - fade), 0.f);
    float4 made = ratio * tone;
    float most = fmax(fmax(made.x, made.y), made.z);
    if (most > 1) made = fmax(ratio + (1 - most), 0.f) * tone;
    made.w = p.w;
    out[mad24(y, w, x)] = made;
})";

constexpr const char* colour_profile = R"(
float looked_up(global const float* table, float x) {
    float at = clamp(x * 65535.f, 0.f, 65535.f);
    int i = min((int)at, 65534);
    return mix(table[i], table[i + 1], at - i);
}
float4 lab_curve(float4 x) {
    float4 t = as_float4(as_int4(x) / 3 + 709921077), cube = t * t * t;
    t *= (cube + x + x) / (cube + cube + x);
    return x > 216.f / 24389.f ? t : (24389.f / 27.f * x + 16) / 116;
}
kernel void run(global const float4* in, global float4* out, int w, int h, constant float* m, global const float* red,
                global const float* green, global const float* blue, int blue_fix, constant float* beyond) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float4 p = in[mad24(y, w, x)];
    float r = p.x < 1 ? looked_up(red, p.x) : beyond[1] * native_powr(p.x * beyond[0], beyond[2]);
    float g = p.y < 1 ? looked_up(green, p.y) : beyond[4] * native_powr(p.y * beyond[3], beyond[5]);
    float b = p.z < 1 ? looked_up(blue, p.z) : beyond[7] * native_powr(p.z * beyond[6], beyond[8]);
    float sum = r + g + b;
    if (blue_fix && sum > 0 && b / sum > .5f && g / sum < .25f) { b *= .9f; g += .1f * b; }
    float4 xyz = (float4)(m[0] * r + m[1] * g + m[2] * b, m[3] * r + m[4] * g + m[5] * b, m[6] * r + m[7] * g
            + m[8] * b, 0);
    float4 f = lab_curve(xyz * (float4)(1 / .9642f, 1, 1 / .8249f, 0));
    out[mad24(y, w, x)] = (float4)(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z), p.w);
})";

constexpr const char* laplacian_levels = R"(
float grown(global const float* coarse, int i, int j, int w) {
    const float a = 4, b = 24, c = 16, d = 4 / 256.f;
    int at = (j >> 1) * w + (i >> 1);
    float sum = 0;
    switch ((i & 1) + 2 * (j & 1)) {
        case 0:
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x) sum += coarse[at + y * w + x] * (y ? x ? 1 : 6 : x ? 6 : 36);
            return d * sum;
        case 1:
            for (int y = -1; y <= 1; ++y) sum += (coarse[at + y * w] + coarse[at + y * w + 1]) * (y ? a : b);
            return d * sum;
        case 2:
            for (int x = -1; x <= 1; ++x) sum += (coarse[at + x] + coarse[at + w + x]) * (x ? a : b);
            return d * sum;
        default: return d * c * (coarse[at] + coarse[at + 1] + coarse[at + w] + coarse[at + w + 1]);
    }
}
kernel void run(global const float* in, global const float* coarse, global const float* f0, global const float* f1,
                global const float* f2, global const float* f3, global const float* f4, global const float* f5,
                global const float* c0, global const float* c1, global const float* c2, global const float* c3,
                global const float* c4, global const float* c5, global float* out, int w, int h, int cw, int ch) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    int i = clamp(x, 2, 2 * (cw - 2)), j = clamp(y, 2, 2 * (ch - 2));
    float sum = grown(coarse, i, j, cw), v = in[y * w + x];
    int high = 1;
    for (; high < 5 && v > (high + .5f) / 6; ++high) ;
    float t = clamp((v - (high - .5f) / 6) * 6, 0.f, 1.f), l0 = 0, l1 = 0;
    switch (high) {
        case 1: l0 = f0[y * w + x] - grown(c0, i, j, cw); l1 = f1[y * w + x] - grown(c1, i, j, cw); break;
        case 2: l0 = f1[y * w + x] - grown(c1, i, j, cw); l1 = f2[y * w + x] - grown(c2, i, j, cw); break;
        case 3: l0 = f2[y * w + x] - grown(c2, i, j, cw); l1 = f3[y * w + x] - grown(c3, i, j, cw); break;
        case 4: l0 = f3[y * w + x] - grown(c3, i, j, cw); l1 = f4[y * w + x] - grown(c4, i, j, cw); break;
        default: l0 = f4[y * w + x] - grown(c4, i, j, cw); l1 = f5[y * w + x] - grown(c5, i, j, cw); break;
    }
    out[y * w + x] = sum + l0 * (1 - t) + l1 * t;
})";

constexpr const char* recursive_columns = R"(
kernel void run(global const float4* in, global float4* out, int w, int h, float a0, float a1, float a2, float a3,
        float b1,
                float b2, float forth, float back, float4 least, float4 most) {
    int x = get_global_id(0);
    if (x >= w) return;
    float4 xp = clamp(in[x], least, most), yb = xp * forth, yp = yb;
    for (int y = 0; y < h; ++y) {
        float4 xc = clamp(in[mad24(y, w, x)], least, most), yc = a0 * xc + a1 * xp - b1 * yp - b2 * yb;
        xp = xc;
        yb = yp;
        yp = yc;
        out[mad24(y, w, x)] = yc;
    }
    float4 xn = clamp(in[mad24(h - 1, w, x)], least, most), xa = xn, yn = xn * back, ya = yn;
    for (int y = h - 1; y >= 0; --y) {
        float4 xc = clamp(in[mad24(y, w, x)], least, most), yc = a2 * xn + a3 * xa - b1 * yn - b2 * ya;
        xa = xn;
        xn = xc;
        ya = yn;
        yn = yc;
        out[mad24(y, w, x)] += yc;
    }
})";

constexpr const char* cube_lookup = R"(
kernel void run(global const float4* in, global float4* out, int w, int h, global const float* cube, int level) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    float4 p = in[mad24(y, w, x)], v = clamp(p, 0.f, 1.f) * (level - 1);
    int4 c = clamp(convert_int4(v), 0, level - 2);
    float4 f = v - convert_float4(c);
    int green = level, blue = level * level, i = c.x + c.y * green + c.z * blue;
    int i000 = i * 3, i100 = (i + 1) * 3, i010 = (i + green) * 3, i110 = (i + green + 1) * 3, i001 = (i + blue) * 3,
        i101 = (i + blue + 1) * 3, i011 = (i + green + blue) * 3, i111 = (i + green + blue + 1) * 3;
    float4 made;
    float3 a = vload3(0, cube + i000), e = vload3(0, cube + i111), b, d;
    if (f.x > f.y) {
        if (f.y > f.z) { b = vload3(0, cube + i100); d = vload3(0, cube + i110);
            made.xyz = (1 - f.x) * a + (f.x - f.y) * b + (f.y - f.z) * d + f.z * e;
        } else if (f.x > f.z) { b = vload3(0, cube + i100); d = vload3(0, cube + i101);
            made.xyz = (1 - f.x) * a + (f.x - f.z) * b + (f.z - f.y) * d + f.y * e;
        } else { b = vload3(0, cube + i001); d = vload3(0, cube + i101);
            made.xyz = (1 - f.z) * a + (f.z - f.x) * b + (f.x - f.y) * d + f.y * e;
        }
    } else {
        if (f.z > f.y) { b = vload3(0, cube + i001); d = vload3(0, cube + i011);
            made.xyz = (1 - f.z) * a + (f.z - f.y) * b + (f.y - f.x) * d + f.x * e;
        } else if (f.z > f.x) { b = vload3(0, cube + i010); d = vload3(0, cube + i011);
            made.xyz = (1 - f.y) * a + (f.y - f.z) * b + (f.z - f.x) * d + f.x * e;
        } else { b = vload3(0, cube + i010); d = vload3(0, cube + i110);
            made.xyz = (1 - f.y) * a + (f.y - f.x) * b + (f.x - f.z) * d + f.z * e;
        }
    }
    made.w = p.w;
    out[mad24(y, w, x)] = made;
})";

BufferData photo(int channels, float most = 1) { return array(photograph(columns, rows, channels, most)); }

constexpr std::size_t plane = pixels;
BufferData blank(std::size_t count) { return result<float>(count); }
Scalar wide() { return scalar(columns); }
Scalar high() { return scalar(rows); }

using Four = std::array<float, 4>;

Arguments laplacian_data() {
    Arguments all{photo(1), reals(320 * 200, 0, 1)};
    for (int k = 0; k < 6; ++k) all.emplace_back(reals(plane, 0, 1));
    for (int k = 0; k < 6; ++k) all.emplace_back(reals(320 * 200, 0, 1));
    for (CollectionArgument last :
         {CollectionArgument(blank(plane)), CollectionArgument(wide()), CollectionArgument(high()),
          CollectionArgument(scalar(320)), CollectionArgument(scalar(200))})
        all.push_back(last);
    return all;
}

BufferData tone_curve(float bend) {
    return each(65536, [=](std::size_t i) {
        const float x = static_cast<float>(i) / 65535;
        return x * (1 - bend) + bend * x * x;
    });
}

Family tone_kernels() {
    return {
        {"darktable_bilateral_depth",
         bilateral_depth,
         {160, 104},
         {},
         [] {
             return Arguments{changed(reals(160 * 104 * 26)),
                              scalar(1),
                              scalar(160),
                              scalar(160 * 104),
                              scalar(160),
                              scalar(103),
                              scalar(26)};
         }},
        {"darktable_bilateral_slice",
         bilateral_slice,
         {columns, rows},
         {},
         [] {
             return Arguments{photo(4, 100), blank(4 * plane), reals(82 * 52 * 26),
                              wide(),        high(),           scalar(std::array<int, 4>{82, 52, 26, 0}),
                              scalar(8.f),   scalar(4.f),      scalar(-1.f)};
         }},
        {"darktable_filmic",
         filmic,
         {columns, rows},
         {},
         [] {
             return Arguments{photo(4),
                              blank(4 * plane),
                              wide(),
                              high(),
                              scalar(12.f),
                              scalar(-8.f),
                              scalar(.1845f),
                              scalar(Four{0, .3f, .02f, 0}),
                              scalar(Four{.1f, 1.2f, .8f, 0}),
                              scalar(Four{1, -.4f, .3f, 0}),
                              scalar(Four{.4f, -.1f, -.2f, 0}),
                              scalar(Four{.2f, .1f, 0, 0}),
                              scalar(.35f),
                              scalar(.75f),
                              scalar(2.2f),
                              scalar(.4f)};
         }},
    };
}

Family colour_kernels() {
    return {
        {"darktable_cube_lookup",
         cube_lookup,
         {columns, rows},
         {},
         [] {
             return Arguments{photo(4), blank(4 * plane), wide(), high(), reals(33 * 33 * 33 * 3, 0, 1), scalar(33)};
         }},
        {"darktable_colour_profile",
         colour_profile,
         {columns, rows},
         {},
         [] {
             return Arguments{photo(4, 1.1f),  blank(4 * plane), wide(),          high(),    reals(9, .1f, .6f),
                              tone_curve(.3f), tone_curve(.4f),  tone_curve(.5f), scalar(1), reals(9, .9f, 1.1f)};
         }},
        {"darktable_laplacian_levels", laplacian_levels, {columns, rows}, {}, laplacian_data},
        {"darktable_recursive_columns",
         recursive_columns,
         {columns},
         {},
         [] {
             return Arguments{photo(4),
                              blank(4 * plane),
                              wide(),
                              high(),
                              scalar(.05f),
                              scalar(.03f),
                              scalar(.06f),
                              scalar(-.02f),
                              scalar(-1.5f),
                              scalar(.56f),
                              scalar(.8f),
                              scalar(.7f),
                              scalar(Four{0, 0, 0, 0}),
                              scalar(Four{1, 1, 1, 1})};
         }},
    };
}

}  // namespace

Family darktable_tones_kernels() { return joined({tone_kernels(), colour_kernels()}); }

}  // namespace bench
