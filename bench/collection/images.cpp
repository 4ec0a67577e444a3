// Kernels that filter images.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* grey = R"(
kernel void run(global const uchar4* in, global uchar* out) {
    int i = get_global_id(0);
    uchar4 p = in[i];
    out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
})";

constexpr const char* rgb_packed = R"(
kernel void run(global const uchar* in, global uchar* out, int count) {
    int i = get_global_id(0);
    if (i >= count) return;
    uchar r = in[i * 3], g = in[i * 3 + 1], b = in[i * 3 + 2];
    out[i] = (r * 77 + g * 150 + b * 29) >> 8;
})";

constexpr const char* gaussian_5x5 = R"(
kernel void run(global const float* in, global float* out, constant float* weights, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
            sum += in[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)] * weights[(j + 2) * 5 + i + 2];
    out[y * w + x] = sum;
})";

constexpr const char* box_columns = R"(
kernel void run(global const float* in, global float* out, int w, int h, int r) {
    int x = get_global_id(0);
    float sum = in[x] * r;
    for (int j = 0; j < r; ++j) sum += in[j * w + x];
    for (int y = 0; y < h; ++y) {
        sum += in[min(y + r, h - 1) * w + x] - in[max(y - r, 0) * w + x];
        out[y * w + x] = sum / (2 * r + 1);
    }
})";

constexpr const char* box_rows = R"(
kernel void run(global const float* in, global float* out, int w, int h, int r) {
    int y = get_global_id(0);
    float sum = in[y * w] * r;
    for (int i = 0; i < r; ++i) sum += in[y * w + i];
    for (int x = 0; x < w; ++x) {
        sum += in[y * w + min(x + r, w - 1)] - in[y * w + max(x - r, 0)];
        out[y * w + x] = sum / (2 * r + 1);
    }
})";

constexpr const char* bilateral = R"(
kernel void run(global const float* in, global float* out, int w, int h, float space, float range) {
    int x = get_global_id(0), y = get_global_id(1);
    float centre = in[y * w + x], sum = 0, weights = 0;
    for (int j = max(y - 3, 0); j <= min(y + 3, h - 1); ++j)
        for (int i = max(x - 3, 0); i <= min(x + 3, w - 1); ++i) {
            float v = in[j * w + i];
            float k = exp(-((i - x) * (i - x) + (j - y) * (j - y)) * space - (v - centre) * (v - centre) * range);
            sum += k * v;
            weights += k;
        }
    out[y * w + x] = sum / weights;
})";

constexpr const char* sobel_bytes = R"(
kernel void run(global const uchar* in, global uchar* out, int w) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * w + x;
    int gx = in[i - w + 1] - in[i - w - 1] + 2 * (in[i + 1] - in[i - 1]) + in[i + w + 1] - in[i + w - 1];
    int gy = in[i + w - 1] - in[i - w - 1] + 2 * (in[i + w] - in[i - w]) + in[i + w + 1] - in[i - w + 1];
    out[i] = min((int)sqrt((float)(gx * gx + gy * gy)), 255);
})";

constexpr const char* erode_bytes = R"(
kernel void run(global const uchar* in, global uchar* out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    uchar least = 255;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
            if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h) least = min(least, in[(y + j) * w + x + i]);
    out[y * w + x] = least;
})";

constexpr const char* rotate = R"(
kernel void run(global const float* in, global float* out, int w, int h, float sine, float cosine) {
    int x = get_global_id(0), y = get_global_id(1);
    float cx = x - w * .5f, cy = y - h * .5f;
    float sx = cx * cosine + cy * sine + w * .5f, sy = cy * cosine - cx * sine + h * .5f;
    int x0 = (int)floor(sx), y0 = (int)floor(sy);
    float fx = sx - x0, fy = sy - y0, value = 0;
    if (x0 >= 0 && y0 >= 0 && x0 < w - 1 && y0 < h - 1) {
        float a = in[y0 * w + x0], b = in[y0 * w + x0 + 1], c = in[(y0 + 1) * w + x0], d = in[(y0 + 1) * w + x0 + 1];
        value = mix(mix(a, b, fx), mix(c, d, fx), fy);
    }
    out[y * w + x] = value;
})";

constexpr const char* resize = R"(
kernel void run(global const uchar4* in, global uchar4* out, int w, int h, int to_w, int to_h) {
    int x = get_global_id(0), y = get_global_id(1);
    float sx = (x + .5f) * w / to_w - .5f, sy = (y + .5f) * h / to_h - .5f;
    int x0 = max((int)sx, 0), y0 = max((int)sy, 0), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float fx = clamp(sx - x0, 0.f, 1.f), fy = clamp(sy - y0, 0.f, 1.f);
    float4 top = mix(convert_float4(in[y0 * w + x0]), convert_float4(in[y0 * w + x1]), fx);
    float4 bottom = mix(convert_float4(in[y1 * w + x0]), convert_float4(in[y1 * w + x1]), fx);
    out[y * to_w + x] = convert_uchar4_sat(mix(top, bottom, fy));
})";

constexpr const char* yuv = R"(
kernel void run(global const uchar* luma, global const uchar2* chroma, global uchar4* out, int w) {
    int x = get_global_id(0), y = get_global_id(1);
    int l = (luma[y * w + x] - 16) * 298;
    uchar2 c = chroma[y / 2 * (w / 2) + x / 2];
    int u = c.x - 128, v = c.y - 128;
    out[y * w + x] = convert_uchar4_sat((int4)((l + 409 * v + 128) >> 8, (l - 100 * u - 208 * v + 128) >> 8,
                                               (l + 516 * u + 128) >> 8, 255));
})";

constexpr const char* hsv = R"(
kernel void run(global const float* r, global const float* g, global const float* b, global float* h, global float* s,
                global float* v) {
    int i = get_global_id(0);
    float most = fmax(r[i], fmax(g[i], b[i])), least = fmin(r[i], fmin(g[i], b[i])), d = most - least, hue = 0;
    if (d > 0) {
        if (most == r[i]) hue = (g[i] - b[i]) / d + (g[i] < b[i] ? 6 : 0);
        else if (most == g[i]) hue = (b[i] - r[i]) / d + 2;
        else hue = (r[i] - g[i]) / d + 4;
    }
    h[i] = hue / 6;
    s[i] = most > 0 ? d / most : 0;
    v[i] = most;
})";

constexpr const char* integral_rows = R"(
kernel void run(global const uchar* in, global uint* out, int w) {
    int y = get_global_id(0);
    uint sum = 0;
    for (int x = 0; x < w; ++x) { sum += in[y * w + x]; out[y * w + x] = sum; }
})";

constexpr const char* motion_search = R"(
kernel void run(global const uchar* now, global const uchar* before, global int* best, int w, int blocks) {
    int bx = get_global_id(0), by = get_global_id(1), dx = get_global_id(2) % 8, dy = get_global_id(2) / 8;
    int sum = 0;
    for (int j = 0; j < 8; ++j)
        for (int i = 0; i < 8; ++i)
            sum += abs(now[(by * 8 + j + 4) * w + bx * 8 + i + 4] - before[(by * 8 + j + dy) * w + bx * 8 + i + dx]);
    best[(get_global_id(2) * get_global_size(1) + by) * blocks + bx] = sum;
})";

constexpr const char* lookup_table = R"(
kernel void run(global const uchar* in, global uchar* out, constant uchar* table) {
    int i = get_global_id(0);
    out[i] = table[in[i]];
})";

constexpr const char* julia = R"(
kernel void run(global uchar4* out, int w, int h, float cr, float ci) {
    int x = get_global_id(0), y = get_global_id(1);
    float a = 3.f * x / w - 1.5f, b = 2.f * y / h - 1;
    int n = 0;
    while (n < 100 && a * a + b * b < 4) { float t = a * a - b * b + cr; b = 2 * a * b + ci; a = t; ++n; }
    out[y * w + x] = (uchar4)(n * 2, n * 5, 255 - n, 255);
})";

Family filters() {
    return {
        {"grey", grey, {1 << 18}, {}, [] { return Arguments{bytes(1 << 20), result<std::uint8_t>(1 << 18)}; }},
        {"rgb_packed",
         rgb_packed,
         {1 << 17},
         {128},
         [] { return Arguments{bytes(3 << 17), result<std::uint8_t>(1 << 17), scalar(130000)}; }},
        {"gaussian_5x5",
         gaussian_5x5,
         {320, 240},
         {},
         [] { return Arguments{reals(320 * 240), result<float>(320 * 240), reals(25), scalar(320), scalar(240)}; }},
        {"box_columns",
         box_columns,
         {512},
         {64},
         [] { return Arguments{reals(512 * 256), result<float>(512 * 256), scalar(512), scalar(256), scalar(5)}; }},
        {"box_rows",
         box_rows,
         {256},
         {64},
         [] { return Arguments{reals(512 * 256), result<float>(512 * 256), scalar(512), scalar(256), scalar(5)}; }},
        {"bilateral",
         bilateral,
         {160, 120},
         {16, 8},
         [] {
             return Arguments{reals(160 * 120), result<float>(160 * 120), scalar(160), scalar(120), scalar(.1f),
                              scalar(2.f)};
         }},
        {"sobel_bytes",
         sobel_bytes,
         {510, 254},
         {},
         [] { return Arguments{bytes(512 * 256), result<std::uint8_t>(512 * 256), scalar(512)}; }},
        {"erode_bytes",
         erode_bytes,
         {512, 256},
         {16, 16},
         [] { return Arguments{bytes(512 * 256), result<std::uint8_t>(512 * 256), scalar(512), scalar(256)}; }},
    };
}

Family geometry_and_colours() {
    return {
        {"rotate",
         rotate,
         {384, 256},
         {},
         [] {
             return Arguments{reals(384 * 256), result<float>(384 * 256), scalar(384), scalar(256), scalar(.5f),
                              scalar(.866f)};
         }},
        {"resize",
         resize,
         {300, 200},
         {},
         [] {
             return Arguments{bytes(400 * 300 * 4), result<std::uint8_t>(300 * 200 * 4),
                              scalar(400),          scalar(300),
                              scalar(300),          scalar(200)};
         }},
        {"yuv",
         yuv,
         {512, 256},
         {32, 8},
         [] {
             return Arguments{bytes(512 * 256), bytes(512 * 128), result<std::uint8_t>(512 * 256 * 4), scalar(512)};
         }},
        {"hsv",
         hsv,
         {1 << 17},
         {256},
         [] {
             return Arguments{reals(1 << 17, 0, 1),   reals((1 << 17) + 3, 0, 1), reals(1 << 17, .1f, .9f),
                              result<float>(1 << 17), result<float>(1 << 17),     result<float>(1 << 17)};
         }},
    };
}

Family sums_searches_and_fractals() {
    return {
        {"integral_rows",
         integral_rows,
         {256},
         {},
         [] { return Arguments{bytes(512 * 256), result<std::uint32_t>(512 * 256), scalar(512)}; }},
        {"motion_search",
         motion_search,
         {32, 16, 64},
         {},
         [] {
             return Arguments{bytes(272 * 144), bytes(272 * 144), result<int>(32 * 16 * 64), scalar(272), scalar(32)};
         }},
        {"lookup_table",
         lookup_table,
         {1 << 18},
         {256},
         [] { return Arguments{bytes(1 << 18), result<std::uint8_t>(1 << 18), bytes(256)}; }},
        {"julia",
         julia,
         {256, 192},
         {16, 16},
         [] {
             return Arguments{result<std::uint8_t>(256 * 192 * 4), scalar(256), scalar(192), scalar(-.7f),
                              scalar(.27f)};
         }},
    };
}

}  // namespace

Family image_kernels() { return joined({filters(), geometry_and_colours(), sums_searches_and_fractals()}); }

}  // namespace bench
