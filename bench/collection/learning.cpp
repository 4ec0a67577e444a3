// Kernels for inference of neural networks, in float, half and int8.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* soft_max_rows = R"(
kernel void run(global const float* in, global float* out, int n) {
    int row = get_global_id(0);
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < n; ++i) most = fmax(most, in[row * n + i]);
    for (int i = 0; i < n; ++i) sum += exp(in[row * n + i] - most);
    for (int i = 0; i < n; ++i) out[row * n + i] = exp(in[row * n + i] - most) / sum;
})";

constexpr const char* layer_norm = R"(
kernel void run(global const float* in, global const float* scale, global const float* shift, global float* out, int n) {
    local float sums[64];
    int t = get_local_id(0), row = get_group_id(0);
    float sum = 0;
    for (int i = t; i < n; i += 64) sum += in[row * n + i];
    sums[t] = sum;
    for (int d = 32; d > 0; d /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (t < d) sums[t] += sums[t + d]; }
    barrier(CLK_LOCAL_MEM_FENCE);
    float mean = sums[0] / n;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (int i = t; i < n; i += 64) { float d = in[row * n + i] - mean; sum += d * d; }
    sums[t] = sum;
    for (int d = 32; d > 0; d /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (t < d) sums[t] += sums[t + d]; }
    barrier(CLK_LOCAL_MEM_FENCE);
    float factor = rsqrt(sums[0] / n + 1e-5f);
    for (int i = t; i < n; i += 64) out[row * n + i] = (in[row * n + i] - mean) * factor * scale[i] + shift[i];
})";

constexpr const char* gelu = R"(
kernel void run(global const float* in, global float* out) {
    int i = get_global_id(0);
    float x = in[i];
    out[i] = .5f * x * (1 + tanh(.7978846f * (x + .044715f * x * x * x)));
})";

constexpr const char* relu_half = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const half* a, global const half* b, global half* out) {
    int i = get_global_id(0);
    out[i] = fmax(a[i] + b[i], (half)0);
})";

constexpr const char* matmul_half = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const half* a, global const half* b, global half* c, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += (float)a[y * n + k] * (float)b[k * n + x];
    c[y * n + x] = (half)sum;
})";

constexpr const char* half_storage = R"(
kernel void run(global const half* a, global float* out, int n) {
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += vload_half(k * get_global_size(0) + row, a);
    out[row] = sum;
})";

constexpr const char* matvec_int8 = R"(
kernel void run(global const char* weights, global const char* x, global int* y, int n) {
    int row = get_global_id(0), sum = 0;
    for (int k = 0; k < n; ++k) sum += weights[row * n + k] * x[k];
    y[row] = sum;
})";

constexpr const char* matmul_int8 = R"(
kernel void run(global const char4* a, global const char4* b, global int* c, int n, int k4) {
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int k = 0; k < k4; ++k) {
        char4 p = a[y * k4 + k], q = b[k * n + x];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    c[y * n + x] = sum;
})";

constexpr const char* matvec_4_bits = R"(
typedef struct { float scale; uchar quants[16]; } Block;
kernel void run(global const Block* weights, global const float* x, global float* y, int blocks) {
    int row = get_global_id(0);
    float sum = 0;
    for (int b = 0; b < blocks; ++b) {
        float part = 0;
        for (int k = 0; k < 16; ++k) {
            uchar q = weights[row * blocks + b].quants[k];
            part += ((q & 15) - 8) * x[b * 32 + k] + ((q >> 4) - 8) * x[b * 32 + 16 + k];
        }
        sum += weights[row * blocks + b].scale * part;
    }
    y[row] = sum;
})";

constexpr const char* convolution_nchw = R"(
kernel void run(global const float* in, global const float* weights, global const float* bias, global float* out, int w,
                int h, int channels) {
    int x = get_global_id(0), y = get_global_id(1), o = get_global_id(2);
    float sum = bias[o];
    for (int c = 0; c < channels; ++c)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i) {
                int sx = x + i - 1, sy = y + j - 1;
                if (sx >= 0 && sx < w && sy >= 0 && sy < h)
                    sum += in[(c * h + sy) * w + sx] * weights[((o * channels + c) * 3 + j) * 3 + i];
            }
    out[(o * h + y) * w + x] = fmax(sum, 0.f);
})";

constexpr const char* depthwise_nhwc = R"(
kernel void run(global const float* in, global const float* weights, global float* out, int w, int channels) {
    int c = get_global_id(0), x = get_global_id(1), y = get_global_id(2);
    float sum = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            sum += in[((y + j) * (w + 2) + x + i) * channels + c] * weights[(j * 3 + i) * channels + c];
    out[(y * w + x) * channels + c] = clamp(sum, 0.f, 6.f);
})";

constexpr const char* max_pool = R"(
kernel void run(global const float* in, global float* out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2), from = (c * h * 2 + y * 2) * w * 2 + x * 2;
    out[(c * h + y) * w + x] = fmax(fmax(in[from], in[from + 1]), fmax(in[from + w * 2], in[from + w * 2 + 1]));
})";

constexpr const char* batch_norm = R"(
kernel void run(global const float* in, global const float* mean, global const float* variance, global const float* scale,
                global const float* shift, global float* out, int pixels) {
    int i = get_global_id(0), c = i / pixels % 32;
    out[i] = (in[i] - mean[c]) / sqrt(variance[c] + 1e-5f) * scale[c] + shift[c];
})";

constexpr const char* attention = R"(
kernel void run(global const float* q, global const float* k, global const float* v, global float* out, int tokens) {
    int d = get_global_id(0), t = get_global_id(1);
    float most = -INFINITY, sum = 0, value = 0;
    for (int s = 0; s <= t; ++s) {
        float score = 0;
        for (int i = 0; i < 32; ++i) score += q[t * 32 + i] * k[s * 32 + i];
        score *= .17677669f;
        float now = fmax(most, score), old = exp(most - now), p = exp(score - now);
        sum = sum * old + p;
        value = value * old + p * v[s * 32 + d];
        most = now;
    }
    out[t * 32 + d] = value / sum;
})";

constexpr const char* embedding = R"(
kernel void run(global const int* tokens, global const float* table, global float* out, int width) {
    int i = get_global_id(0), t = get_global_id(1);
    out[t * width + i] = table[tokens[t] * width + i];
})";

constexpr const char* rope = R"(
kernel void run(global float* x, int heads, float base) {
    int pair = get_global_id(0), head = get_global_id(1), t = get_global_id(2);
    float angle = t * pow(base, -2.f * pair / 64), c = cos(angle), s = sin(angle);
    int i = (t * heads + head) * 64 + pair;
    float a = x[i], b = x[i + 32];
    x[i] = a * c - b * s;
    x[i + 32] = a * s + b * c;
})";

constexpr const char* quantize = R"(
kernel void run(global const float* in, global char* out, global float* scales) {
    int block = get_global_id(0);
    float most = 0;
    for (int i = 0; i < 32; ++i) most = fmax(most, fabs(in[block * 32 + i]));
    float scale = most / 127;
    scales[block] = scale;
    for (int i = 0; i < 32; ++i) out[block * 32 + i] = convert_char_rte(in[block * 32 + i] / scale);
})";

constexpr const char* adam = R"(
kernel void run(global float* w, global float* m, global float* v, global const float* g, float rate, float c1, float c2) {
    int i = get_global_id(0);
    m[i] = .9f * m[i] + .1f * g[i];
    v[i] = .999f * v[i] + .001f * g[i] * g[i];
    w[i] -= rate * (m[i] / c1) / (sqrt(v[i] / c2) + 1e-8f);
})";

constexpr const char* lstm = R"(
kernel void run(global const float* gates, global float* c, global float* h, int n) {
    int i = get_global_id(0), b = get_global_id(1);
    float f = gates[b * 4 * n + i], in = gates[b * 4 * n + n + i], g = gates[b * 4 * n + 2 * n + i],
          o = gates[b * 4 * n + 3 * n + i];
    float s = c[b * n + i] / (1 + exp(-f)) + tanh(g) / (1 + exp(-in));
    c[b * n + i] = s;
    h[b * n + i] = tanh(s) / (1 + exp(-o));
})";

constexpr const char* image_to_columns = R"(
kernel void run(global const float* in, global float* out, int w, int h) {
    int i = get_global_id(0), x = i % w, y = i / w % h, c = i / (w * h);
    for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) {
            int sx = x + k - 1, sy = y + j - 1;
            out[((c * 9 + j * 3 + k) * h + y) * w + x] = sx >= 0 && sy >= 0 && sx < w && sy < h ? in[(c * h + sy) * w + sx] : 0;
        }
})";

Family norms_and_activations() {
    return {
        {"soft_max_rows",
         soft_max_rows,
         {512},
         {64},
         [] { return Arguments{reals(512 * 100), result<float>(512 * 100), scalar(100)}; }},
        {"layer_norm",
         layer_norm,
         {64 * 128},
         {64},
         [] { return Arguments{reals(128 * 512), reals(512), reals(512), result<float>(128 * 512), scalar(512)}; }},
        {"gelu", gelu, {65536}, {}, [] { return Arguments{reals(65536, -4, 4), result<float>(65536)}; }},
        {"relu_half",
         relu_half,
         {1 << 17},
         {},
         [] { return Arguments{halves(1 << 17), halves(1 << 17), changed(halves(1 << 17))}; }},
    };
}

Family small_types() {
    return {
        {"matmul_half",
         matmul_half,
         {128, 128},
         {16, 16},
         [] { return Arguments{halves(16384), halves(16384), changed(halves(16384)), scalar(128)}; }},
        {"half_storage",
         half_storage,
         {4096},
         {},
         [] { return Arguments{halves(4096 * 64), result<float>(4096), scalar(64)}; }},
        {"matvec_int8",
         matvec_int8,
         {512},
         {64},
         [] { return Arguments{bytes(512 * 512), bytes(512), result<int>(512), scalar(512)}; }},
        {"matmul_int8",
         matmul_int8,
         {128, 128},
         {16, 16},
         [] { return Arguments{bytes(16384), bytes(16384), result<int>(16384), scalar(128), scalar(32)}; }},
        {"matvec_4_bits",
         matvec_4_bits,
         {512},
         {64},
         [] {
             return Arguments{
                 each(512 * 16 * 5,
                      [](std::size_t i) { return i % 5 ? static_cast<std::uint32_t>(i * 2654435761u) : 0x3c000000u; }),
                 reals(512), result<float>(512), scalar(16)};
         }},
    };
}

Family images_of_networks() {
    return {
        {"convolution_nchw",
         convolution_nchw,
         {32, 32, 16},
         {},
         [] {
             return Arguments{reals(8 * 1024), reals(16 * 8 * 9), reals(16), result<float>(16 * 1024),
                              scalar(32),      scalar(32),        scalar(8)};
         }},
        {"convolution_nchw_8x8",
         convolution_nchw,
         {32, 32, 16},
         {8, 8, 1},
         [] {
             return Arguments{reals(8 * 1024), reals(16 * 8 * 9), reals(16), result<float>(16 * 1024),
                              scalar(32),      scalar(32),        scalar(8)};
         }},
        {"depthwise_nhwc",
         depthwise_nhwc,
         {32, 32, 32},
         {},
         [] { return Arguments{reals(34 * 34 * 32), reals(9 * 32), result<float>(32768), scalar(32), scalar(32)}; }},
        {"max_pool",
         max_pool,
         {56, 56, 16},
         {},
         [] { return Arguments{reals(112 * 112 * 16), result<float>(56 * 56 * 16), scalar(56), scalar(56)}; }},
        {"batch_norm",
         batch_norm,
         {100352},
         {},
         [] {
             return Arguments{reals(100352),         reals(32),   reals(32, 1, 2), reals(32), reals(32),
                              result<float>(100352), scalar(3136)};
         }},
    };
}

Family transformers_and_training() {
    return {
        {"attention",
         attention,
         {32, 64},
         {32, 1},
         [] { return Arguments{reals(2048), reals(2048), reals(2048), result<float>(2048), scalar(64)}; }},
        {"embedding",
         embedding,
         {256, 512},
         {},
         [] { return Arguments{ints(512, 0, 1000), reals(256000), result<float>(131072), scalar(256)}; }},
        {"rope", rope, {32, 8, 64}, {}, [] { return Arguments{changed(reals(32768)), scalar(8), scalar(10000.f)}; }},
        {"quantize",
         quantize,
         {4096},
         {64},
         [] { return Arguments{reals(131072), result<std::int8_t>(131072), result<float>(4096)}; }},
        {"adam",
         adam,
         {65536},
         {},
         [] {
             return Arguments{changed(reals(65536)), changed(reals(65536)), changed(reals(65536, 0, 1)),
                              reals(65536),          scalar(.001f),         scalar(.1f),
                              scalar(.001f)};
         }},
        {"lstm",
         lstm,
         {256, 64},
         {},
         [] { return Arguments{reals(65536), changed(reals(16384)), result<float>(16384), scalar(256)}; }},
        {"image_to_columns",
         image_to_columns,
         {8 * 56 * 56},
         {256},
         [] { return Arguments{reals(25088), result<float>(25088 * 9), scalar(56), scalar(56)}; }},
    };
}

}  // namespace

Family learning_kernels() {
    return joined({norms_and_activations(), small_types(), images_of_networks(), transformers_and_training()});
}

}  // namespace bench
