// Kernels like those of llama.cpp's OpenCL back end for the layers between the matrix products. The layers are norms,
// rotary embeddings, softmax, flash attention, activations, sorting of experts and im2col. In many kernels, a
// work-group processes one row.
#include "../../collection/families.h"
#include "../projects.h"
#include "llama_weights.h"

namespace bench {

namespace {

constexpr const char* rms_norm = R"(
__attribute__((intel_reqd_sub_group_size(16)))
kernel void run(global const char* x, global const char* weights, global char* y, int columns, int weight_columns,
                ulong row_bytes, float eps, local float* sums) {
    global const float4* from = (global const float4*)(x + get_group_id(0) * row_bytes);
    global const float4* factors = (global const float4*)weights;
    global float4* to = (global float4*)(y + get_group_id(0) * row_bytes);
    const int me = get_local_id(0), step = get_local_size(0);
    float4 squares = 0;
    for (int i = me; i < columns / 4; i += step) squares += from[i] * from[i];
    float sum = squares.x + squares.y + squares.z + squares.w;
    sum = sub_group_reduce_add(sum);
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = step / get_max_sub_group_size() / 2; i > 0; i /= 2) {
        if (me < i) sums[me] += sums[me + i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float scale = 1.0f / sqrt(sums[0] / columns + eps);
    for (int i = me; i < columns / 4; i += step) to[i] = from[i] * scale * factors[i % (weight_columns / 4)];
})";

constexpr const char* norm = R"(
kernel void run(global const float* x, global float* y, int columns, float eps, local float* sums) {
    global const float* from = x + (size_t)get_group_id(0) * columns;
    global float* to = y + (size_t)get_group_id(0) * columns;
    const int me = get_local_id(0), step = get_local_size(0);
    sums[me] = 0;
    for (int i = me; i < columns; i += step) sums[me] += from[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = step / 2; s > 0; s /= 2) {
        if (me < s) sums[me] += sums[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float mean = sums[0] / columns;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[me] = 0;
    for (int i = me; i < columns; i += step) {
        to[i] = from[i] - mean;
        sums[me] += to[i] * to[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = step / 2; s > 0; s /= 2) {
        if (me < s) sums[me] += sums[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float scale = 1 / sqrt(sums[0] / columns + eps);
    for (int i = me; i < columns; i += step) to[i] = to[i] * scale;
})";

constexpr const char* soft_max = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
float reduced(local float* part, int me, int width, float mine, int largest) {
    barrier(CLK_LOCAL_MEM_FENCE);
    part[me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = width / 2; s > 0; s /= 2) {
        if (me < s) part[me] = largest ? fmax(part[me], part[me + s]) : part[me] + part[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return part[0];
}
kernel void run(global const float* x, global const half* mask, global float* y, int columns, int rows, float scale,
                float most_bias, float m0, float m1, int head_bits, local float* part) {
    const int row = get_group_id(0), head = get_group_id(1), me = get_local_id(0), width = get_local_size(0);
    global const float4* from = (global const float4*)(x + (head * rows + row) * columns);
    global float4* to = (global float4*)(y + (head * rows + row) * columns);
    float slope = 1;
    if (most_bias > 0) slope = pow(head < head_bits ? m0 : m1, (float)(head < head_bits ? head
        + 1 : 2 * (head - head_bits) + 1));
    float4 most4 = -INFINITY;
    for (int i = me; i < columns / 4; i += width)
        most4 = fmax(most4, from[i] * scale + slope * vload_half4(i, mask + row * columns));
    const float most = reduced(part, me, width, fmax(fmax(most4.x, most4.y), fmax(most4.z, most4.w)), 1);
    float4 sum4 = 0;
    for (int i = me; i < columns / 4; i += width) {
        const float4 e = exp(from[i] * scale + slope * vload_half4(i, mask + row * columns) - most);
        sum4 += e;
        to[i] = e;
    }
    const float sum = reduced(part, me, width, sum4.x + sum4.y + sum4.z + sum4.w, 0);
    for (int i = me; i < columns / 4; i += width) to[i] /= sum;
})";

constexpr const char* rope = R"(
float ramp(float low, float high, int i) { return 1 - clamp((i / 2 - low) / fmax(0.001f, high - low), 0.0f, 1.0f); }
float2 turn(float angle, float scale, float2 limits, int i, float extrapolation, float size) {
    float theta = scale * angle;
    if (extrapolation != 0) {
        const float mix = ramp(limits.x, limits.y, i) * extrapolation;
        theta = theta * (1 - mix) + angle * mix;
        size *= 1 + 0.1f * log(1 / scale);
    }
    return (float2)(cos(theta) * size, sin(theta) * size);
}
kernel void run(global const float* x, global const int* positions, global float* y, int columns, int heads,
                int rotated, int apart, float base, float scale, float extrapolation, float size, float low,
                    float high) {
    const int head = get_group_id(0), token = get_group_id(1);
    const float start = (float)positions[token], inverse = -1.0f / rotated;
    global const float* from = x + (token * heads + head) * columns;
    global float* to = y + (token * heads + head) * columns;
    for (int i = 2 * get_local_id(0); i < columns; i += 2 * get_local_size(0)) {
        if (i < rotated) {
            const float2 t = turn(start * pow(base, inverse * i), scale, (float2)(low, high), i, extrapolation, size);
            const int u = apart ? i / 2 : i, v = apart ? i / 2 + rotated / 2 : i + 1;
            const float a = from[u], b = from[v];
            to[u] = a * t.x - b * t.y;
            to[v] = a * t.y + b * t.x;
        } else {
            to[i] = from[i];
            to[i + 1] = from[i + 1];
        }
    }
})";

constexpr const char* flash_attention = R"(
#define D4 (D / 4)
kernel void run(global const float4* q, global const float4* k, global const float4* v, global float4* out, float scale,
                int queries, int keys, int heads, int shared_heads, int causal, float cap) {
    local float4 tile_k[BN][D4], tile_v[BN][D4];
    const int me = get_local_id(0), row = get_group_id(0) * BM + me, head = get_global_id(1);
    const int kv_heads = heads / shared_heads, kv_head = head / shared_heads;
    float4 own[D4], sums[D4];
    if (row < queries)
        for (int i = 0; i < D4; ++i) own[i] = q[(head * queries + row) * D4 + i];
    for (int i = 0; i < D4; ++i) sums[i] = 0;
    float most = -INFINITY, total = 0;
    for (int from = 0; from < keys; from += BN) {
        for (int i = me; i < BN * D4; i += BM) {
            const int r = i / D4, c = i % D4;
            if (from + r < keys) {
                tile_k[r][c] = k[((from + r) * kv_heads + kv_head) * D4 + c];
                tile_v[r][c] = v[((from + r) * kv_heads + kv_head) * D4 + c];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row < queries)
            for (int j = 0; j < BN; j += 2) {
                float4 dot0 = 0, dot1 = 0;
                for (int i = 0; i < D4; ++i) {
                    dot0 = mad(own[i], tile_k[j][i], dot0);
                    dot1 = mad(own[i], tile_k[j + 1][i], dot1);
                }
                float s0 = (dot0.x + dot0.y + dot0.z + dot0.w) * scale, s1 = (dot1.x + dot1.y + dot1.z
                    + dot1.w) * scale;
                if (cap > 0) {
                    s0 = cap * tanh(s0 / cap);
                    s1 = cap * tanh(s1 / cap);
                }
                const int last = causal ? keys - queries + row : keys - 1;
                if (from + j > last) s0 = -INFINITY;
                if (from + j + 1 > last) s1 = -INFINITY;
                const float new_most = fmax(most, fmax(s0, s1));
                const float p0 = exp(s0 - new_most), p1 = exp(s1 - new_most), keep = exp(most - new_most);
                for (int i = 0; i < D4; ++i) sums[i] = sums[i] * keep + p0 * tile_v[j][i] + p1 * tile_v[j + 1][i];
                total = total * keep + p0 + p1;
                most = new_most;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < queries) {
        const float inverse = total > 0 ? 1 / total : 0;
        for (int i = 0; i < D4; ++i) out[(row * heads + head) * D4 + i] = sums[i] * inverse;
    }
})";

constexpr const char* attention_of_one = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define D4 32
#define WG 64
kernel void run(global const float4* q, global const half* k, global const half* v, global float4* out, float scale,
                int keys, int kv_heads, int shared_heads) {
    local float part[WG];
    local float4 parts[WG];
    const int me = get_local_id(0), head = get_global_id(1), kv_head = head / shared_heads;
    float4 own[D4], sums[D4];
    for (int i = 0; i < D4; ++i) own[i] = q[head * D4 + i];
    float most = -INFINITY, total = 0;
    for (int key = me; key < keys; key += WG) {
        float4 d = 0;
        for (int i = 0; i < D4; ++i) d = mad(own[i], vload_half4((key * kv_heads + kv_head) * D4 + i, k), d);
        most = fmax(most, (d.x + d.y + d.z + d.w) * scale);
    }
    part[me] = most;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WG / 2; s; s >>= 1) {
        if (me < s) part[me] = fmax(part[me], part[me + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    most = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < D4; ++i) sums[i] = 0;
    for (int key = me; key < keys; key += WG) {
        float4 d = 0;
        for (int i = 0; i < D4; ++i) d = mad(own[i], vload_half4((key * kv_heads + kv_head) * D4 + i, k), d);
        const float p = exp((d.x + d.y + d.z + d.w) * scale - most);
        total += p;
        for (int i = 0; i < D4; ++i) sums[i] = mad(p, vload_half4((key * kv_heads + kv_head) * D4 + i, v), sums[i]);
    }
    part[me] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = WG / 2; s; s >>= 1) {
        if (me < s) part[me] += part[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < D4; ++i) {
        parts[me] = sums[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = WG / 2; s; s >>= 1) {
            if (me < s) parts[me] += parts[me + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (me == 0) out[head * D4 + i] = parts[0] / part[0];
    }
})";

constexpr const char* gated = R"(
kernel void run(global const char* x, global const char* gates, global char* y, ulong x_row, ulong gate_row,
    int columns,
                int from0, int from1) {
    global const float* a = (global const float*)(x + get_group_id(0) * x_row) + from0;
    global const float* g = (global const float*)(gates + get_group_id(0) * gate_row) + from1;
    global float* to = (global float*)y + get_group_id(0) * columns;
    for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
        const float v = a[i], w = g[i];
        to[i] = v / (1.0f + exp(-v)) * w;
    }
})";

constexpr const char* gelu = R"(
kernel void run(global const float4* x, global float4* y) {
    const float4 v = x[get_global_id(0)];
    y[get_global_id(0)] = 0.5f * v * (1.0f + tanh(0.7978845608f * v * (1.0f + 0.044715f * v * v)));
})";

constexpr const char* argsort = R"(
kernel void run(global const float* x, global int* order, int columns, int padded, int descending, local int* ids) {
    const int me = get_local_id(0), row = get_global_id(1);
    global const float* values = x + row * columns;
    ids[me] = me;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= padded; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            const int other = me ^ step;
            if (other > me) {
                const bool up = (me & size) == 0;
                const int a = up ? ids[me] : ids[other], b = up ? ids[other] : ids[me];
                if (a >= columns || (b < columns && (descending ? values[a] < values[b] : values[a] > values[b]))) {
                    const int kept = ids[me];
                    ids[me] = ids[other];
                    ids[other] = kept;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    if (me < columns) order[row * columns + me] = ids[me];
})";

constexpr const char* im2col = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const float* image, global half* columns, int batch_pitch, int channel_pitch, int width,
    int height,
                int out_w, int out_h, int taps, int kernel_w, int count, int channel_taps, int s0, int s1, int p0,
                    int p1,
                int d0, int d1) {
    const int i = get_global_id(0);
    if (i >= count) return;
    const int per = out_w * (taps > 0 ? taps : 1), kx = i / per, kd = kx * per, ky = (i - kd) / out_w, ix = i % out_w;
    const int oy = get_group_id(1), channel = get_group_id(2);
    const int x = ix * s0 + kx * d0 - p0, y = oy * s1 + ky * d1 - p1;
    const int at = (oy * out_w + ix) * channel_taps + channel * taps * kernel_w + ky * kernel_w + kx;
    float v = 0;
    if (x >= 0 && x < width && y >= 0 && y < height) v = image[channel * channel_pitch + y * width + x];
    vstore_half(v, at, columns);
})";

constexpr const char* add_rows = R"(
kernel void run(global const char* a, global const char* b, global char* out, ulong a_row, int b_columns, ulong b_row,
                int b_rows, ulong b_plane, int b_planes, int columns, ulong plane) {
    const int row = get_group_id(0), z = get_group_id(1);
    global const char* from = a + z * plane + row * a_row;
    global const char* other = b + z % b_planes * b_plane + row % b_rows * b_row;
    global char* to = out + z * plane + row * a_row;
    for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
        const int j = i % b_columns;
        *((global float*)(to + i * 4)) = *((global const float*)(from + i * 4)) + *((global const float*)(other
            + j * 4));
    }
})";

// Returns a causal mask for 512 tokens. The mask has 32 rows, one for each of the last 32 tokens.
BufferData causal_mask() {
    BufferData mask =
        each(32 * 512, [](std::size_t i) { return static_cast<std::uint16_t>(i % 512 > 480 + i / 512 ? 0xfc00 : 0); });
    mask.type = ElementType::f16;
    return mask;
}

Arguments rope_data(int apart) {
    constexpr std::size_t size = 128, heads = 32, tokens = 24;
    return {reals(size * heads * tokens),
            each(tokens, [](std::size_t i) { return static_cast<int>(i) + 700; }),
            result<float>(size * heads * tokens),
            scalar(128),
            scalar(32),
            scalar(apart ? 96 : 128),
            scalar(apart),
            scalar(10000.f),
            scalar(apart ? 1.f : .25f),
            scalar(apart ? 0.f : 1.f),
            scalar(1.f),
            scalar(20.f),
            scalar(46.f)};
}

Family norms_and_rows() {
    constexpr std::uint64_t wide = 4 * 4096;
    return {
        {"llama_rms_norm",
         rms_norm,
         {32 * 64},
         {64},
         [] {
             return Arguments{reals(32 * 4096), reals(4096),   result<float>(32 * 4096), scalar(4096), scalar(4096),
                              scalar(wide),     scalar(1e-5f), local_bytes(4 * 64)};
         },
         "-cl-std=CL3.0"},
        {"llama_norm",
         norm,
         {64 * 256},
         {256},
         [] {
             return Arguments{reals(64 * 2560), result<float>(64 * 2560), scalar(2560), scalar(1e-5f),
                              local_bytes(4 * 256)};
         }},
        {"llama_soft_max",
         soft_max,
         {32 * 32, 16},
         {32, 1},
         [] {
             return Arguments{reals(16 * 32 * 512, -9, 9),
                              causal_mask(),
                              result<float>(16 * 32 * 512),
                              scalar(512),
                              scalar(32),
                              scalar(.125f),
                              scalar(0.f),
                              scalar(.5f),
                              scalar(.7f),
                              scalar(16),
                              local_bytes(4 * 32)};
         }},
        {"llama_rope", rope, {32 * 64, 24}, {64, 1}, [] { return rope_data(0); }},
        {"llama_rope_neox", rope, {32 * 48, 24}, {48, 1}, [] { return rope_data(1); }},
        {"llama_add_rows",
         add_rows,
         {32 * 64, 2},
         {64, 1},
         [] {
             return Arguments{reals(64 * 4096), reals(4096),      result<float>(64 * 4096),
                              scalar(wide),     scalar(4096),     scalar(wide),
                              scalar(1),        scalar(wide),     scalar(1),
                              scalar(4096),     scalar(32 * wide)};
         }},
    };
}

Family attention() {
    return {
        {"llama_flash_attention_128",
         flash_attention,
         {2 * 32, 4},
         {32, 1},
         [] {
             return Arguments{reals(4 * 50 * 128, -2, 2),
                              reals(160 * 128, -2, 2),
                              reals(160 * 128),
                              result<float>(50 * 4 * 128),
                              scalar(.088f),
                              scalar(50),
                              scalar(160),
                              scalar(4),
                              scalar(4),
                              scalar(1),
                              scalar(0.f)};
         },
         "-DD=128 -DBM=32 -DBN=32"},
        {"llama_flash_attention_64",
         flash_attention,
         {2 * 64, 4},
         {64, 1},
         [] {
             return Arguments{reals(4 * 128 * 64, -2, 2),
                              reals(192 * 128, -2, 2),
                              reals(192 * 128),
                              result<float>(128 * 4 * 64),
                              scalar(.125f),
                              scalar(128),
                              scalar(192),
                              scalar(4),
                              scalar(2),
                              scalar(0),
                              scalar(30.f)};
         },
         "-DD=64 -DBM=64 -DBN=64"},
        {"llama_attention_of_one",
         attention_of_one,
         {64, 16},
         {64, 1},
         [] {
             return Arguments{reals(16 * 128, -2, 2),
                              halves(500 * 4 * 128, -2, 2),
                              halves(500 * 4 * 128),
                              result<float>(16 * 128),
                              scalar(.088f),
                              scalar(500),
                              scalar(4),
                              scalar(4)};
         }},
    };
}

Family activations() {
    return {
        {"llama_gated",
         gated,
         {16 * 512},
         {512},
         [] {
             constexpr std::uint64_t row = 4 * 2 * 5504;
             return Arguments{reals(16 * 2 * 5504, -6, 6),
                              reals(16 * 2 * 5504),
                              result<float>(16 * 5504),
                              scalar(row),
                              scalar(row),
                              scalar(5504),
                              scalar(0),
                              scalar(5504)};
         }},
        {"llama_gelu",
         gelu,
         {64 * 1280},
         {64},
         [] { return Arguments{reals(4 * 64 * 1280, -4, 4), result<float>(4 * 64 * 1280)}; }},
        {"llama_argsort",
         argsort,
         {64, 128},
         {64, 1},
         [] {
             return Arguments{reals(128 * 60), result<int>(128 * 60), scalar(60), scalar(64),
                              scalar(1),       local_bytes(4 * 64)};
         }},
        {"llama_im2col_half",
         im2col,
         {512, 32, 32},
         {256, 1, 1},
         [] {
             return Arguments{reals(32 * 32 * 32), result<std::uint16_t>(32 * 32 * 32 * 9),
                              scalar(0),           scalar(1024),
                              scalar(32),          scalar(32),
                              scalar(32),          scalar(32),
                              scalar(3),           scalar(3),
                              scalar(288),         scalar(288),
                              scalar(1),           scalar(1),
                              scalar(1),           scalar(1),
                              scalar(1),           scalar(1)};
         }},
    };
}

}  // namespace

Family llama_layer_kernels() { return joined({norms_and_rows(), attention(), activations()}); }

}  // namespace bench
