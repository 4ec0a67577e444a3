// Kernels like ImageMagick's accelerated ones: blurs, resizing, wavelets, noise and colours, on interleaved floats.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* blur_rows = R"(
kernel void run(global const float* image, uint channels, constant float* taps, uint width, uint columns, uint rows,
                local float4* line, global float4* out) {
    int x = get_global_id(0), y = get_global_id(1), l = get_local_id(0), n = get_local_size(0);
    int first = n * get_group_id(0) - (int)(width - 1) / 2;
    for (int i = l; i < n + (int)width; i += n) {
        global const float* p = image + (y * columns + clamp(i + first, 0, (int)columns - 1)) * channels;
        line[i] = (float4)(p[0], p[1], p[2], channels == 4 ? p[3] : 0.f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= (int)columns) return;
    float4 sum = 0;
    int i = 0;
    for (; i + 7 < (int)width; i += 8)
        for (int j = 0; j < 8; ++j) sum += taps[i + j] * line[i + j + l];
    for (; i < (int)width; ++i) sum += taps[i] * line[i + l];
    out[y * columns + x] = sum;
})";

constexpr const char* blur_columns = R"(
kernel void run(global const float4* in, uint channels, constant float* taps, uint width, uint columns, uint rows,
                local float4* line, global float* out) {
    int x = get_group_id(0), y = get_global_id(1), l = get_local_id(1), n = get_local_size(1);
    int first = n * get_group_id(1) - (int)(width - 1) / 2;
    for (int i = l; i < n + (int)width; i += n) line[i] = in[clamp(i + first, 0, (int)rows - 1) * columns + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y >= (int)rows) return;
    float4 sum = 0;
    int i = 0;
    for (; i + 7 < (int)width; i += 8)
        for (int j = 0; j < 8; ++j) sum += taps[i + j] * line[i + j + l];
    for (; i < (int)width; ++i) sum += taps[i] * line[i + l];
    global float* to = out + (y * columns + x) * channels;
    to[0] = clamp(sum.x, 0.f, 65535.f);
    to[1] = clamp(sum.y, 0.f, 65535.f);
    to[2] = clamp(sum.z, 0.f, 65535.f);
    if (channels == 4) to[3] = clamp(sum.w, 0.f, 65535.f);
})";

constexpr const char* resize_rows = R"(
float lobe(int kind, float x, global const float* cubic) {
    switch (kind) {
        case 0: return 1;
        case 1: return x < 1 ? 1 - x : 0.f;
        case 2:
            if (x < 1) return cubic[0] + x * (x * (cubic[1] + x * cubic[2]));
            return x < 2 ? cubic[3] + x * (cubic[4] + x * (cubic[5] + x * cubic[6])) : 0.f;
        case 3: return x == 0 ? 1.f : sin(M_PI_F * x) / (M_PI_F * x);
        default: return exp(-2 * x * x);
    }
}
float weight_at(int kind, int window, float scale, float support, float blur, float x, global const float* cubic) {
    float far = fabs(x / blur), damp = support < 1e-6f || window == 0 ? 1.f : lobe(window, far * scale, cubic);
    return damp * lobe(kind, far, cubic);
}
kernel void run(global const float* image, uint channels, uint columns, uint rows, global float* out, uint new_columns,
                float factor, int kind, int window, global const float* cubic, float filter_scale, float filter_support,
                float window_support, float blur, local float* cache, int cached, uint per_group, uint chunk_size,
                local float4* pixels, local float* densities, local float* gammas) {
    uint start_x = get_group_id(0) * per_group, stop_x = min(start_x + per_group, new_columns), y = get_global_id(1);
    float scale = max(1 / factor + 1e-6f, 1.f), support = max(scale * filter_support, .5f);
    scale = 1 / scale;
    int from = max((int)((start_x + .5f) / factor + 1e-6f - support + .5f), 0), to = min(from + cached, (int)columns);
    event_t done = async_work_group_copy(cache, image + (y * columns + from) * channels, (to - from) * channels, 0);
    wait_group_events(1, &done);
    uint item = get_local_id(0), chunks = (stop_x - start_x + chunk_size - 1) / chunk_size;
    for (uint chunk = 0; chunk < chunks; ++chunk) {
        uint first = start_x + chunk * chunk_size, count = min(first + chunk_size, stop_x) - first;
        uint helpers = get_local_size(0) / count;
        int pixel = item / helpers;
        if (pixel >= (int)count) pixel = -1;
        float4 sum = 0;
        float density = 0, gamma = 0;
        if (pixel != -1) {
            float middle = (first + pixel + .5f) / factor + 1e-6f;
            uint start = max(middle - support + .5f, 0.f), stop = min(middle + support + .5f, (float)columns);
            uint n = stop - start, steps = (n + helpers - 1) / helpers, begin = (item % helpers) * steps;
            for (uint i = begin; i < min(begin + steps, n); ++i) {
                float w = weight_at(kind, window, filter_scale, window_support, blur, scale * (start + i - middle
                        + .5f), cubic);
                local const float* p = cache + (start + i - from) * channels;
                float4 c = (float4)(p[0], p[1], p[2], 0);
                if (channels == 4) {
                    c.w = p[3];
                    float alpha = w * c.w / 65535;
                    sum += (float4)(alpha * c.xyz, w * c.w);
                    gamma += alpha;
                } else {
                    sum += w * c;
                }
                density += w;
            }
        }
        if (item < count) { pixels[item] = 0; densities[item] = 0; gammas[item] = 0; }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < helpers; ++k) {
            if (pixel != -1 && item % helpers == k) {
                pixels[pixel] += sum;
                densities[pixel] += density;
                gammas[pixel] += gamma;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (item < count) {
            float4 made = pixels[item];
            float all = densities[item], g = gammas[item];
            if (all != 0 && all != 1) { made /= all; g /= all; }
            if (channels == 4) made.xyz /= fabs(g) < 1e-6f ? 1e-6f : g;
            global float* p = out + (y * new_columns + first + item) * channels;
            p[0] = made.x;
            p[1] = made.y;
            p[2] = made.z;
            if (channels == 4) p[3] = made.w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* motion_blur = R"(
kernel void run(global const float4* in, global float4* out, uint columns, uint rows, constant float* taps, uint width,
                constant int2* offsets, float4 bias, uint has_alpha) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= (int)columns || y >= (int)rows) return;
    float4 sum = bias;
    float gamma = 0;
    if (!has_alpha) {
        for (uint i = 0; i < width; ++i) {
            int sx = clamp(x + offsets[i].x, 0, (int)columns - 1), sy = clamp(y + offsets[i].y, 0, (int)rows - 1);
            sum += taps[i] * in[sy * columns + sx];
        }
    } else {
        for (uint i = 0; i < width; ++i) {
            int sx = clamp(x + offsets[i].x, 0, (int)columns - 1), sy = clamp(y + offsets[i].y, 0, (int)rows - 1);
            float4 p = in[sy * columns + sx];
            float alpha = p.w / 65535;
            sum += (float4)(taps[i] * alpha * p.xyz, taps[i] * p.w);
            gamma += taps[i] * alpha;
        }
        sum.xyz /= fabs(gamma) < 1e-6f ? 1e-6f : gamma;
    }
    out[y * columns + x] = clamp(sum, 0.f, 65535.f);
})";

constexpr const char* rotational_blur = R"(
kernel void run(global const float* image, uint channels, float4 bias, float2 centre, constant float* cosines,
                constant float* sines, uint count, global float* out) {
    int x = get_global_id(0), y = get_global_id(1);
    uint columns = get_global_size(0), rows = get_global_size(1), step = 1;
    float cx = x - centre.x, cy = y - centre.y, radius = hypot(cx, cy);
    if (radius > 0) {
        float far = hypot(centre.x, centre.y);
        step = clamp((uint)(far / radius), 1u, count - 1);
    }
    float4 sum = bias;
    float all = 0;
    for (uint i = 0; i < count; i += step) {
        int sx = clamp((int)(centre.x + cx * cosines[i] - cy * sines[i] + .5f), 0, (int)columns - 1);
        int sy = clamp((int)(centre.y + cx * sines[i] + cy * cosines[i] + .5f), 0, (int)rows - 1);
        global const float* p = image + (sy * columns + sx) * channels;
        sum += (float4)(p[0], p[1], p[2], channels == 4 ? p[3] : 0.f);
        all += 1;
    }
    sum /= all;
    global float* to = out + (y * columns + x) * channels;
    to[0] = sum.x;
    to[1] = sum.y;
    to[2] = sum.z;
    if (channels == 4) to[3] = sum.w;
})";

constexpr const char* wavelets = R"(
#define SIDE 64
#define PAD 5
kernel __attribute__((reqd_work_group_size(64, 4, 1))) void run(global const float* in, global float* out,
        uint channels,
                                                                float threshold, int passes, uint columns, uint rows) {
    local float tile[SIDE * SIDE];
    int l = get_local_id(0), ty = get_local_id(1), left = get_group_id(0) * (SIDE - 2 * PAD) - PAD,
        top = get_group_id(1) * (SIDE - 2 * PAD) - PAD;
    for (uint c = 0; c < channels; ++c) {
        float stage[16], total[16];
        int sx = clamp(left + l, 0, (int)columns - 1);
        for (int i = 0; i < 16; ++i) {
            int sy = clamp(top + ty + 4 * i, 0, (int)rows - 1);
            stage[i] = in[(sy * columns + sx) * channels + c];
            tile[(ty + 4 * i) * SIDE + l] = stage[i];
            total[i] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int pass = 0; pass < passes; ++pass) {
            int radius = 1 << pass;
            float limit = threshold * (pass == 0 ? .8002f : pass == 1 ? .2735f : pass == 2 ? .1202f : .0585f);
            float across[16];
            for (int i = 0; i < 16; ++i) {
                local const float* row = tile + (ty + 4 * i) * SIDE;
                across[i] = .25f * (2 * row[l] + row[max(l - radius, 0)] + row[min(l + radius, SIDE - 1)]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = 0; i < 16; ++i) tile[(ty + 4 * i) * SIDE + l] = across[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = 0; i < 16; ++i) {
                int y = ty + 4 * i;
                across[i] = .25f * (2 * tile[y * SIDE + l] + tile[max(y - radius, 0) * SIDE + l]
                                    + tile[min(y + radius, SIDE - 1) * SIDE + l]);
                float fine = stage[i] - across[i];
                if (fine < -limit) fine += limit - limit * .1f;
                else if (fine > limit) fine -= limit - limit * .1f;
                else fine *= .1f;
                total[i] += fine;
                stage[i] = across[i];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = 0; i < 16; ++i) tile[(ty + 4 * i) * SIDE + l] = across[i];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (l >= PAD && l < SIDE - PAD && left + l < (int)columns)
            for (int i = 0; i < 16; ++i) {
                int y = ty + 4 * i;
                if (y >= PAD && y < SIDE - PAD && top + y < (int)rows)
                    out[((top + y) * columns + left + l) * channels + c] = clamp(stage[i] + total[i], 0.f, 65535.f);
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* added_noise = R"(
ulong plus(ulong a, ulong b, ulong m) {
    ulong v = a + b;
    return v >= m || v < a ? v - m : v;
}
ulong times(ulong a, ulong b, ulong m) {
    ulong r = 0;
    for (; a; a >>= 1) {
        if (a & 1) r = plus(r, b, m);
        b = plus(b, b, m);
    }
    return r;
}
uint2 stream(ulong distance) {
    const ulong a = 4294883355u, m = 18446383549859758079ul;
    ulong power = a, all = 1;
    for (; distance; distance >>= 1) {
        if (distance & 1) all = times(all, power, m);
        power = times(power, power, m);
    }
    ulong x = times(4077358422479273989ul, all, m);
    return (uint2)((uint)(x / a), (uint)(x % a));
}
float next(uint2* s) {
    uint made = s->x ^ s->y, x = s->x * 4294883355u + s->y, carry = x < s->y;
    s->y = mad_hi(4294883355u, s->x, carry);
    s->x = x;
    return made / 4294967295.f;
}
float noisy(uint2* s, float v) {
    float a = next(s);
    if (a == 0) a = 1;
    float b = next(s), g = sqrt(-2 * log(a));
    return v + sqrt(fabs(v)) * .0234375f * g * cospi(2 * b) + 65535 * .078125f * g * sinpi(2 * b);
}
kernel void run(global const float* image, uint channels, uint length, uint per_item, uint numbers, global float* out) {
    uint span = per_item * numbers, at = (get_group_id(0) * get_local_size(0) * per_item + get_local_id(0)) * channels;
    uint2 s = stream((ulong)span * get_local_size(0) * get_group_id(0) + (ulong)get_global_id(0) * span);
    for (uint k = 0; k < per_item && at < length; ++k, at += get_local_size(0) * channels)
        for (uint c = 0; c < 3; ++c) out[at + c] = clamp(noisy(&s, image[at + c]), 0.f, 65535.f);
})";

constexpr const char* contrast = R"(
kernel void run(global float* image, uint channels, int sign) {
    int x = get_global_id(0), y = get_global_id(1);
    global float* p = image + (y * get_global_size(0) + x) * channels;
    float r = p[0], g = p[1], b = p[2], most = max(r, max(g, b)), least = min(r, min(g, b)), hue = 0, vivid = 0;
    if (most != 0) {
        float span = most - least;
        vivid = span / most;
        if (span != 0) {
            if (r == most) hue = (g - b) / span;
            else if (g == most) hue = 2 + (b - r) / span;
            else hue = 4 + (r - g) / span;
            hue /= 6;
            hue += hue < 0;
        }
    }
    float light = most / 65535;
    light += .5f * sign * (.5f * (sin(M_PI_F * (light - .5f)) + 1) - light);
    light = clamp(light, 0.f, 1.f);
    if (vivid == 0) {
        r = g = b = light;
    } else {
        float h = 6 * (hue - floor(hue)), f = h - floor(h), lo = light * (1 - vivid), fall = light * (1 - vivid * f),
              rise = light * (1 - vivid * (1 - f));
        switch ((int)h) {
            default: r = light; g = rise; b = lo; break;
            case 1: r = fall; g = light; b = lo; break;
            case 2: r = lo; g = light; b = rise; break;
            case 3: r = lo; g = fall; b = light; break;
            case 4: r = rise; g = lo; b = light; break;
            case 5: r = light; g = lo; b = fall; break;
        }
    }
    p[0] = 65535 * r;
    p[1] = 65535 * g;
    p[2] = 65535 * b;
})";

constexpr const char* counted_levels = R"(
kernel void run(global const float* image, uint channels, uint columns, global uint* counts) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= (int)columns) return;
    global const float* p = image + (y * columns + x) * channels;
    float grey = .212656f * p[0] + .715158f * p[1] + .072186f * p[2];
    uint level = clamp((uint)(grey + .5f), 0u, 65535u);
    atomic_inc(counts + level * 4 + 2);
})";

constexpr const char* equalized = R"(
kernel void run(global float* image, uint channels, global const float4* levels, float4 white, float4 black) {
    int x = get_global_id(0), y = get_global_id(1);
    global float* p = image + (y * get_global_size(0) + x) * channels;
    float r = p[0], g = p[1], b = p[2], a = p[3];
    if (white.z != black.z) {
        r = levels[clamp((int)(r + .5f), 0, 65535)].z;
        g = levels[clamp((int)(g + .5f), 0, 65535)].z;
        b = levels[clamp((int)(b + .5f), 0, 65535)].z;
    }
    if (white.w != black.w) a = levels[clamp((int)(a + .5f), 0, 65535)].w;
    p[0] = r;
    p[1] = g;
    p[2] = b;
    p[3] = a;
})";

constexpr int w = 640, h = 400;
constexpr std::size_t n = std::size_t{w} * h;
using Four = std::array<float, 4>;

BufferData image(int channels) { return array(photograph(w, h, channels, 65535)); }

template <typename T>
CollectionArgument word(T value) {
    return scalar(static_cast<std::uint32_t>(value));
}

Arguments resize_data() {
    return {image(4),
            word(4),
            word(w),
            word(h),
            result<float>(n),
            word(w / 4),
            scalar(.25f),
            scalar(3),
            scalar(3),
            reals(7),
            scalar(.33333333f),
            scalar(3.f),
            scalar(3.f),
            scalar(1.f),
            local_bytes(4 * 4 * 448),
            scalar(448),
            word(96),
            word(32),
            local_bytes(16 * 32),
            local_bytes(4 * 32),
            local_bytes(4 * 32)};
}

Family blurs() {
    return {
        {"imagemagick_blur_rows",
         blur_rows,
         {768, h},
         {256, 1},
         [] {
             return Arguments{image(3), word(3), reals(13, 0, .15f),    word(13),
                              word(w),  word(h), local_bytes(16 * 270), result<float>(4 * n)};
         }},
        {"imagemagick_blur_columns",
         blur_columns,
         {w, 512},
         {1, 256},
         [] {
             return Arguments{array(photograph(w, h, 4, 65535)),
                              word(3),
                              reals(13, 0, .15f),
                              word(13),
                              word(w),
                              word(h),
                              local_bytes(16 * 270),
                              result<float>(3 * n)};
         }},
        {"imagemagick_motion_blur",
         motion_blur,
         {w, 400},
         {16, 16},
         [] {
             return Arguments{image(4),
                              result<float>(4 * n),
                              word(w),
                              word(h),
                              reals(25, 0, .08f),
                              word(25),
                              each(50, [](std::size_t i) { return static_cast<int>(i % 2 ? i / 4 : i / 2); }),
                              scalar(Four{0, 0, 0, 0}),
                              word(1)};
         }},
        {"imagemagick_rotational_blur",
         rotational_blur,
         {w / 2, h / 2},
         {},
         [] {
             return Arguments{
                 array(photograph(w / 2, h / 2, 3, 65535)),
                 word(3),
                 scalar(Four{0, 0, 0, 0}),
                 scalar(std::array<float, 2>{160, 100}),
                 each(41, [](std::size_t i) { return 1 - .00004f * static_cast<float>((i - 20.f) * (i - 20.f)); }),
                 each(41, [](std::size_t i) { return .009f * (static_cast<float>(i) - 20); }),
                 word(41),
                 result<float>(3 * n / 4)};
         }},
    };
}

Family sizes_and_noise() {
    return {
        {"imagemagick_resize_rows", resize_rows, {512, h / 4}, {256, 1}, resize_data},
        {"imagemagick_wavelets",
         wavelets,
         {12 * 64, 8 * 4},
         {64, 4},
         [] {
             return Arguments{image(3), result<float>(3 * n), word(3), scalar(1500.f), scalar(5), word(w), word(h)};
         }},
        {"imagemagick_added_noise",
         added_noise,
         {1024},
         {64},
         [] { return Arguments{image(3), word(3), word(3 * n / 4), word(32), word(6), result<float>(3 * n)}; }},
    };
}

Family colours() {
    return {
        {"imagemagick_contrast", contrast, {w, h}, {}, [] { return Arguments{changed(image(3)), word(3), scalar(1)}; }},
        {"imagemagick_counted_levels",
         counted_levels,
         {w, h},
         {},
         [] { return Arguments{image(3), word(3), word(w), changed(ints(4 * 65536, 0, 1))}; }},
        {"imagemagick_equalized",
         equalized,
         {w, h},
         {},
         [] {
             return Arguments{changed(image(4)), word(4), reals(4 * 65536, 0, 65535), scalar(Four{1, 1, 60000, 1}),
                              scalar(Four{1, 1, 200, 1})};
         }},
    };
}

}  // namespace

Family imagemagick_kernels() { return joined({blurs(), sizes_and_noise(), colours()}); }

}  // namespace bench
