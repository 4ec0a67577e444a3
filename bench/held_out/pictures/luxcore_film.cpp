// Kernels of LuxCore and Radeon Rays: camera rays, Morton codes, trees of bounding boxes, films and tone maps.
#include <algorithm>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* camera_rays = R"(
typedef struct { float4 origin, direction; int2 extra, pad; } Ray;
typedef struct { float3 forward, right, up, position; float2 size, clip; float lens, focus; } Camera;
uint scrambled(uint x) { x = (x ^ 61) ^ x >> 16; x *= 9; x ^= x >> 4; x *= 0x27d4eb2d; return x ^ x >> 15; }
kernel void run(global const Camera* camera, global const uint* sobol, global Ray* rays, global int* pixels, int width,
                int height, uint frame) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int at = y * width + x;
    uint seed = scrambled(at * 1099087573u), u[4];
    for (int d = 0; d < 4; ++d) {
        uint sum = 0;
        for (uint i = frame, bit = 0; i; i >>= 1, ++bit)
            if (i & 1) sum ^= sobol[d * 32 + bit];
        u[d] = sum ^ scrambled(seed + d);
    }
    float2 offset = (float2)(u[0], u[1]) * 0x1p-32f, lens = (float2)(u[2], u[3]) * 0x1p-32f;
    float2 plane = ((float2)((x + offset.x) / width, (y + offset.y) / height) - .5f) * camera->size;
    float a = 2 * lens.x - 1, b = 2 * lens.y - 1, r = 0, theta = 0;
    if (a != 0 || b != 0) {
        if (fabs(a) > fabs(b)) { r = a; theta = M_PI_4_F * (b / a); }
        else { r = b; theta = M_PI_2_F - M_PI_4_F * (a / b); }
    }
    float2 disk = camera->lens * r * (float2)(cos(theta), sin(theta));
    float2 target = plane * camera->focus / .035f - disk;
    float3 d = camera->forward * camera->focus + camera->right * target.x + camera->up * target.y;
    rays[at].direction = (float4)(normalize(d), 0);
    rays[at].origin = (float4)(camera->position + camera->right * disk.x + camera->up * disk.y, camera->clip.y);
    rays[at].extra = (int2)(-1, 1);
    pixels[at] = at;
})";

constexpr const char* morton_codes = R"(
uint apart(uint x) {
    x = x * 0x10001 & 0xff0000ff;
    x = x * 0x101 & 0x0f00f00f;
    x = x * 0x11 & 0xc30c30c3;
    return x * 5 & 0x49249249;
}
kernel void run(global const float4* low, global const float4* high, int count, float4 base, float4 size,
                global uint* codes) {
    int i = get_global_id(0);
    if (i >= count) return;
    float3 at = (.5f * (low[i].xyz + high[i].xyz) - base.xyz) / size.xyz;
    uint x = clamp(at.x * 1024, 0.f, 1023.f), y = clamp(at.y * 1024, 0.f, 1023.f), z = clamp(at.z * 1024, 0.f, 1023.f);
    codes[i] = apart(x) << 2 | apart(y) << 1 | apart(z);
})";

constexpr const char* tree_of_codes = R"(
int shared_bits(global const uint* codes, int count, int a, int b) {
    if (b < 0 || b >= count) return -1;
    uint x = codes[a] ^ codes[b];
    return x ? clz(x) : 32 + clz((uint)a ^ (uint)b);
}
kernel void run(global const uint* codes, int count, global int4* nodes, global int* parents) {
    int i = get_global_id(0);
    if (i >= count - 1) return;
    int way = shared_bits(codes, count, i, i + 1) < shared_bits(codes, count, i, i - 1) ? -1 : 1;
    int least = shared_bits(codes, count, i, i - way), most = 2;
    while (shared_bits(codes, count, i, i + most * way) > least) most *= 2;
    int length = 0;
    for (int step = most / 2; step > 0; step /= 2)
        if (shared_bits(codes, count, i, i + (length + step) * way) > least) length += step;
    int end = i + length * way, bits = shared_bits(codes, count, i, end), split = 0, step = length;
    do {
        step = (step + 1) >> 1;
        if (shared_bits(codes, count, i, i + (split + step) * way) > bits) split += step;
    } while (step > 1);
    int middle = i + split * way + min(way, 0), first = min(i, end), last = max(i, end);
    int left = first == middle ? middle + count - 1 : middle, right = last == middle + 1 ? middle + count : middle + 1;
    nodes[i] = (int4)(left, right, first, last);
    parents[left] = i;
    parents[right] = i;
})";

constexpr const char* film_splat = R"(
kernel void run(global const float4* radiance, global const float2* places, volatile global int* film,
                volatile global int* weights, constant float* filter, int count, int width, int height) {
    int i = get_global_id(0);
    if (i >= count) return;
    float4 c = radiance[i];
    if (isnan(c.x) || isinf(c.x) || isnan(c.y) || isinf(c.y) || isnan(c.z) || isinf(c.z)) return;
    float px = places[i].x - .5f, py = places[i].y - .5f;
    int x0 = max((int)ceil(px - 1.5f), 0), x1 = min((int)floor(px + 1.5f), width - 1);
    int y0 = max((int)ceil(py - 1.5f), 0), y1 = min((int)floor(py + 1.5f), height - 1);
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
            int u = min((int)(fabs(x - px) * 10.6f), 15), v = min((int)(fabs(y - py) * 10.6f), 15);
            float w = filter[v * 16 + u];
            int at = y * width + x;
            atomic_add(&film[3 * at], convert_int_rte(c.x * w * 4096));
            atomic_add(&film[3 * at + 1], convert_int_rte(c.y * w * 4096));
            atomic_add(&film[3 * at + 2], convert_int_rte(c.z * w * 4096));
            atomic_add(&weights[at], convert_int_rte(w * 4096));
        }
})";

constexpr const char* tone_map = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global const int* film, global const int* weights, global float* pixels, constant float* curve, int count,
         float scale, float burn, float gamma) {
    int i = get_global_id(0);
    if (i >= count) return;
    if (weights[i] > 0) {
        float w = 1.f / weights[i], r = film[3 * i] * w, g = film[3 * i + 1] * w, b = film[3 * i + 2] * w;
        float y = .212671f * r + .71516f * g + .072169f * b, mapped = y * scale;
        mapped = mapped * (1 + mapped / (burn * burn)) / (1 + mapped);
        float ratio = y > 0 ? mapped / y : 0;
        for (int k = 0; k < 3; ++k) {
            float c = (k == 0 ? r : k == 1 ? g : b) * ratio;
            float place = clamp(c, 0.f, 1.f) * 1023;
            int at = min((int)place, 1022);
            pixels[3 * i + k] = pow(mix(curve[at], curve[at + 1], place - at), gamma);
        }
    } else {
        for (int k = 0; k < 3; ++k) pixels[3 * i + k] = 0;
    }
})";

Scalar vector4(float x, float y, float z) {
    const float values[4] = {x, y, z, 0};
    Scalar made{{}, 16};
    std::memcpy(made.bytes.data(), values, 16);
    return made;
}

Arguments camera_arguments() {
    return {array(std::vector<float>{0, -.3f, .95f, 0, 1, 0,    0,   0,    0,    .95f, .3f, 0,
                                     1, 2,    3,    0, 1, .75f, .1f, 1e5f, .02f, 3,    0,   0}),
            words(4 * 32),
            result<float>(320 * 240 * 12),
            result<int>(320 * 240),
            scalar(320),
            scalar(240),
            scalar(37u)};
}

Arguments code_arguments() {
    Dice dice(337);
    std::vector<std::uint32_t> codes;
    for (int k = 0; k < 20000; ++k) codes.push_back(dice.word() >> 2 & ~0x3fu);
    std::sort(codes.begin(), codes.end());
    return {array(codes), scalar(20000), result<int>(20000 * 4), changed(result<int>(40000))};
}

/// Returns one sample per pixel of a tile, at a random place within the pixel.
Arguments splat_arguments() {
    constexpr std::size_t count = 65536;
    Dice dice(347);
    return {
        each(count * 4, [&](std::size_t) { return dice.real(0, 1) * dice.real(0, 4); }),
        each(count * 2,
             [&](std::size_t i) { return static_cast<float>(i % 2 ? i / 2 / 256 : i / 2 % 256) + dice.real(0, 1); }),
        changed(result<int>(3 * count)),
        changed(result<int>(count)),
        reals(256, 0, .5f),
        scalar(static_cast<int>(count)),
        scalar(256),
        scalar(256)};
}

}  // namespace

Family luxcore_film_kernels() {
    return {
        {"luxcore_camera_rays", camera_rays, {320, 240}, {8, 8}, camera_arguments},
        {"luxcore_morton_codes",
         morton_codes,
         {131072},
         {64},
         [] {
             return Arguments{reals(131072 * 4, 0, 9), reals(131072 * 4, 0, 9), scalar(131000),
                              vector4(0, 0, 0),        vector4(9, 9, 9),        result<std::uint32_t>(131072)};
         }},
        {"luxcore_tree_of_codes", tree_of_codes, {20032}, {64}, code_arguments},
        {"luxcore_film_splat", film_splat, {65536}, {64}, splat_arguments},
        {"luxcore_tone_map",
         tone_map,
         {76800},
         {256},
         [] {
             return Arguments{ints(76800 * 3, 0, 9000),
                              ints(76800, -100, 4096),
                              result<float>(76800 * 3),
                              reals(1024, 0, 1),
                              scalar(76800),
                              scalar(.8f),
                              scalar(3.f),
                              scalar(1 / 2.2f)};
         }},
    };
}

}  // namespace bench
