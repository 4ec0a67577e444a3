// Kernels like those of the Arm Compute Library for the layers between convolutions: pooling, activations, batch
// normalization, softmax, scaling, reshape, permutation and quantized arithmetic. The driver chooses the local sizes.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* max_pool = R"(
#define V 4
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int to_z, int channels,
                int width, int height, int size, int stride, int pad) {
    const int missing = (V - channels % V) % V, c = max((int)get_global_id(0) * V - missing, 0);
    const int xo = get_global_id(1), yo = get_global_id(2), x0 = xo * stride - pad, y0 = yo * stride - pad;
    const int x_begin = max(0, -x0), x_end = min(size, width - x0), y_begin = max(0, -y0), y_end = min(size,
        height - y0);
    float4 most = -FLT_MAX;
    for (int y = y_begin; y < y_end; ++y)
        for (int x = x_begin; x < x_end; ++x)
            most = fmax(most, vload4(0, (global const float*)(from + c * 4 + (x0 + x) * from_y + (y0 + y) * from_z)));
    global float* out = (global float*)(to + c * 4 + xo * to_y + yo * to_z);
    if (missing && get_global_id(0) == 0)
        for (int i = 0; i < V - missing; ++i) out[i] = ((float*)&most)[i];
    else
        vstore4(most, 0, out);
})";

constexpr const char* average_pool_half = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const half* from, global half* to, int channels, int width, int height, int out_w, int out_h,
                int size, int stride) {
    const int c = get_global_id(0) * 8, xo = get_global_id(1), yo = get_global_id(2) % out_h;
    const int image = get_global_id(2) / out_h, x_end = min(size, width - xo * stride);
    const int y_end = min(size, height - yo * stride);
    float8 sum = 0;
    for (int y = 0; y < y_end; ++y)
        for (int x = 0; x < x_end; ++x)
            sum += vload_half8(0, from + ((image * height + yo * stride + y) * width + xo * stride + x) * channels + c);
    vstore_half8(sum * (1.0f / (x_end * y_end)), 0, to + ((image * out_h + yo) * out_w + xo) * channels + c);
})";

constexpr const char* average_pool_quantized = R"(
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int to_z, int width,
                int height, int size, int stride, int pad) {
    const int c = get_global_id(0) * 16, xo = get_global_id(1), yo = get_global_id(2);
    const int x0 = xo * stride - pad, y0 = yo * stride - pad, x_end = min(size, width - x0), y_end = min(size,
        height - y0);
    const int x_begin = max(0, -x0), y_begin = max(0, -y0), count = (x_end - x_begin) * (y_end - y_begin);
    int16 sum = 0;
    for (int y = y_begin; y < y_end; ++y)
        for (int x = x_begin; x < x_end; ++x)
            sum += convert_int16(vload16(0, from + c + (x0 + x) * from_y + (y0 + y) * from_z));
    vstore16(convert_uchar16_sat(convert_int16(round(convert_float16(sum) / count))), 0, to + c + xo * to_y
        + yo * to_z);
})";

constexpr const char* activation = R"(
#define V 4
kernel void run(global float* x, int width, int pitch, float a, float b) {
    const int missing = (V - width % V) % V, at = max((int)get_global_id(0) * V - missing, 0);
    global float* line = x + get_global_id(1) * pitch + at;
    const int head = missing && get_global_id(0) == 0;
    float4 v = 0;
    if (head)
        for (int i = 0; i < V - missing; ++i) ((float*)&v)[i] = line[i];
    else
        v = vload4(0, line);
    v = FUNCTION;
    if (head)
        for (int i = 0; i < V - missing; ++i) line[i] = ((float*)&v)[i];
    else
        vstore4(v, 0, line);
})";

constexpr const char* activation_quantized = R"(
kernel void run(global const uchar* from, global uchar* to, float from_scale, int from_offset, float to_scale,
                int to_offset) {
    const size_t at = get_global_id(0) * 16;
    const float16 x = convert_float16(convert_int16(vload16(0, from + at)) - from_offset) * from_scale;
    const float16 y = 1.0f / (1.0f + exp(-x));
    vstore16(convert_uchar16_sat(convert_int16_rte(y / to_scale) + to_offset), 0, to + at);
})";

constexpr const char* batch_norm = R"(
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int to_z,
                global const float* mean, global const float* variance, global const float* beta,
                global const float* gamma, float eps, float most) {
    const int c = get_global_id(0) * 4;
    const float4 v = vload4(0, (global const float*)(from + c * 4 + get_global_id(1) * from_y
        + get_global_id(2) * from_z));
    const float4 unit = rsqrt(vload4(0, variance + c) + eps) * (v - vload4(0, mean + c));
    const float4 y = clamp(unit * vload4(0, gamma + c) + vload4(0, beta + c), 0.0f, most);
    vstore4(y, 0, (global float*)(to + c * 4 + get_global_id(1) * to_y + get_global_id(2) * to_z));
})";

constexpr const char* reshape = R"(
kernel void run(global const uchar* from, int from_x, int from_y, int from_z, global uchar* to, int to_x, int to_y,
                int to_z, int2 from_shape, int2 to_shape) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int id = (z * from_shape.y + y) * from_shape.x + x;
    const int tx = id % to_shape.x, ty = id / to_shape.x % to_shape.y, tz = id / (to_shape.x * to_shape.y);
    *(global float*)(to + tx * to_x + ty * to_y + tz * to_z)
        = *(global const float*)(from + x * from_x + y * from_y + z * from_z);
})";

constexpr const char* softmax = R"(
#define V 4
kernel void run(global const uchar* from, int from_stride, global uchar* to, int to_stride, int length, float beta) {
    global const float* x = (global const float*)(from + get_global_id(0) * from_stride);
    global float* y = (global float*)(to + get_global_id(0) * to_stride);
    float4 most4 = -FLT_MAX, sum4 = 0;
    int i = 0;
    for (; i <= length - V; i += V) most4 = fmax(most4, vload4(0, x + i));
    float most = fmax(fmax(most4.x, most4.y), fmax(most4.z, most4.w)), sum;
    for (; i < length; ++i) most = fmax(most, x[i]);
    for (i = 0; i <= length - V; i += V) {
        const float4 e = exp(beta * (vload4(0, x + i) - most));
        sum4 += e;
        vstore4(e, 0, y + i);
    }
    sum = sum4.x + sum4.y + sum4.z + sum4.w;
    for (; i < length; ++i) {
        const float e = exp(beta * (x[i] - most));
        sum += e;
        y[i] = e;
    }
    for (i = 0; i <= length - V; i += V) vstore4(vload4(0, y + i) / sum, 0, y + i);
    for (; i < length; ++i) y[i] /= sum;
})";

constexpr const char* scale_bilinear = R"(
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int to_z, int width,
                int height, float scale_x, float scale_y) {
    const int c = get_global_id(0) * 4, xo = get_global_id(1), yo = get_global_id(2);
    const float fx = (xo + 0.5f) * scale_x - 0.5f, fy = (yo + 0.5f) * scale_y - 0.5f;
    const int x = (int)floor(fx), y = (int)floor(fy), x0 = clamp(x, 0, width - 1), x1 = clamp(x + 1, 0, width - 1);
    const int y0 = clamp(y, 0, height - 1), y1 = clamp(y + 1, 0, height - 1);
    const float4 a = vload4(0, (global const float*)(from + c * 4 + x0 * from_y + y0 * from_z));
    const float4 b = vload4(0, (global const float*)(from + c * 4 + x1 * from_y + y0 * from_z));
    const float4 d = vload4(0, (global const float*)(from + c * 4 + x0 * from_y + y1 * from_z));
    const float4 e = vload4(0, (global const float*)(from + c * 4 + x1 * from_y + y1 * from_z));
    const float u = fx - x, v = fy - y;
    vstore4((a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + e * u) * v, 0,
            (global float*)(to + c * 4 + xo * to_y + yo * to_z));
})";

constexpr const char* permute = R"(
kernel void run(global const uchar* from, int from_x, int from_y, int from_z, int from_w, global uchar* to, int to_x,
                int to_y, int to_z, int to_w, int depth) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2) % depth, w = get_global_id(2) / depth;
    *(global float*)(to + z * to_x + x * to_y + y * to_z + w * to_w)
        = *(global const float*)(from + x * from_x + y * from_y + z * from_z + w * from_w);
})";

constexpr const char* cross_map_norm = R"(
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int to_z, int channels,
                int reach, float coefficient, float beta, float kappa) {
    const int c = get_global_id(0), x = get_global_id(1), y = get_global_id(2);
    global const float* line = (global const float*)(from + x * from_y + y * from_z);
    float sum = 0;
    for (int i = max(0, c - reach); i <= min(channels - 1, c + reach); ++i) sum += line[i] * line[i];
    *(global float*)(to + c * 4 + x * to_y + y * to_z) = line[c] * pow(kappa + coefficient * sum, -beta);
})";

constexpr const char* add_quantized = R"(
kernel void run(global const uchar* a, int a_stride, global const uchar* b, int b_stride, global uchar* to,
    int to_stride,
                float a_scale, int a_offset, float b_scale, int b_offset, float to_scale, int to_offset) {
    const int x = get_global_id(0) * 16, y = get_global_id(1);
    const float16 left = convert_float16(convert_int16(vload16(0, a + y * a_stride + x)) - a_offset) * a_scale;
    const float16 right = convert_float16(convert_int16(vload16(0, b + y * b_stride + x)) - b_offset) * b_scale;
    vstore16(convert_uchar16_sat(convert_int16_rte((left + right) / to_scale) + to_offset), 0, to + y * to_stride + x);
})";

constexpr const char* arg_max = R"(
kernel void run(global const uchar* from, int stride, global int* to, int length) {
    global const float* x = (global const float*)(from + get_global_id(0) * stride);
    float most = x[0];
    int place = 0;
    for (int i = 1; i < length; ++i)
        if (x[i] > most) {
            most = x[i];
            place = i;
        }
    to[get_global_id(0)] = place;
})";

Family pools() {
    return {
        {"armcl_max_pool",
         max_pool,
         {17, 28, 28},
         {},
         [] {
             return Arguments{reals(66 * 56 * 56), scalar(264),      scalar(264 * 56), result<float>(66 * 28 * 28),
                              scalar(264),         scalar(264 * 28), scalar(66),       scalar(56),
                              scalar(56),          scalar(3),        scalar(2),        scalar(1)};
         }},
        {"armcl_average_pool_half",
         average_pool_half,
         {64, 1, 4},
         {},
         [] {
             return Arguments{halves(4 * 512 * 49),
                              result<std::uint16_t>(4 * 512),
                              scalar(512),
                              scalar(7),
                              scalar(7),
                              scalar(1),
                              scalar(1),
                              scalar(7),
                              scalar(7)};
         }},
        {"armcl_average_pool_quantized",
         average_pool_quantized,
         {12, 35, 35},
         {},
         [] {
             return Arguments{bytes(192 * 35 * 35),
                              scalar(192),
                              scalar(192 * 35),
                              result<std::uint8_t>(192 * 35 * 35),
                              scalar(192),
                              scalar(192 * 35),
                              scalar(35),
                              scalar(35),
                              scalar(3),
                              scalar(1),
                              scalar(1)};
         }},
        {"armcl_scale_bilinear",
         scale_bilinear,
         {6, 65, 65},
         {},
         [] {
             return Arguments{reals(24 * 33 * 33), scalar(96),       scalar(96 * 33), result<float>(24 * 65 * 65),
                              scalar(96),          scalar(96 * 65),  scalar(33),      scalar(33),
                              scalar(33 / 65.f),   scalar(33 / 65.f)};
         }},
    };
}

Family activations() {
    const auto planes = [] {
        return Arguments{changed(reals(602 * 300, -3, 3)), scalar(602), scalar(602), scalar(1.f), scalar(1.f)};
    };
    return {
        {"armcl_logistic", activation, {151, 300}, {}, planes, "-DFUNCTION=1.0f/(1.0f+exp(-v))"},
        {"armcl_hard_swish", activation, {151, 300}, {}, planes, "-DFUNCTION=v*clamp(v+3.0f,0.0f,6.0f)*0.166666667f"},
        {"armcl_logistic_quantized",
         activation_quantized,
         {12544},
         {},
         [] {
             return Arguments{bytes(16 * 12544), result<std::uint8_t>(16 * 12544),
                              scalar(.05f),      scalar(120),
                              scalar(1 / 256.f), scalar(0)};
         }},
        {"armcl_batch_norm",
         batch_norm,
         {32, 28, 28},
         {},
         [] {
             return Arguments{reals(128 * 28 * 28), scalar(512),        scalar(512 * 28), result<float>(128 * 28 * 28),
                              scalar(512),          scalar(512 * 28),   reals(128),       reals(128, .5f, 2),
                              reals(128),           reals(128, .5f, 2), scalar(.001f),    scalar(6.f)};
         }},
        {"armcl_softmax",
         softmax,
         {192},
         {},
         [] {
             return Arguments{reals(1001 * 192, -8, 8),
                              scalar(4004),
                              result<float>(1001 * 192),
                              scalar(4004),
                              scalar(1001),
                              scalar(1.f)};
         }},
        {"armcl_cross_map_norm",
         cross_map_norm,
         {96, 27, 27},
         {},
         [] {
             return Arguments{reals(96 * 27 * 27), scalar(384),      scalar(384 * 27), result<float>(96 * 27 * 27),
                              scalar(384),         scalar(384 * 27), scalar(96),       scalar(2),
                              scalar(2e-5f),       scalar(.75f),     scalar(1.f)};
         }},
    };
}

Family shapes() {
    return {
        {"armcl_reshape",
         reshape,
         {49, 128, 8},
         {},
         [] {
             return Arguments{reals(52 * 128 * 8),
                              scalar(4),
                              scalar(208),
                              scalar(208 * 128),
                              result<float>(49 * 128 * 8),
                              scalar(4),
                              scalar(4 * 6272),
                              scalar(4 * 6272),
                              scalar(std::array{49, 128}),
                              scalar(std::array{6272, 8})};
         }},
        {"armcl_permute",
         permute,
         {56, 56, 64},
         {},
         [] {
             return Arguments{reals(64 * 56 * 56), scalar(4),   scalar(224),
                              scalar(224 * 56),    scalar(0),   result<float>(64 * 56 * 56),
                              scalar(4),           scalar(256), scalar(256 * 56),
                              scalar(0),           scalar(64)};
         }},
        {"armcl_add_quantized",
         add_quantized,
         {16, 784},
         {},
         [] {
             return Arguments{
                 bytes(256 * 784), scalar(256),  bytes(256 * 784), scalar(256),  result<std::uint8_t>(256 * 784),
                 scalar(256),      scalar(.02f), scalar(10),       scalar(.03f), scalar(128),
                 scalar(.04f),     scalar(100)};
         }},
        {"armcl_arg_max",
         arg_max,
         {65 * 65},
         {},
         [] { return Arguments{reals(65 * 65 * 21), scalar(84), result<int>(65 * 65), scalar(21)}; }},
    };
}

}  // namespace

Family armcl_layer_kernels() { return joined({pools(), activations(), shapes()}); }

}  // namespace bench
