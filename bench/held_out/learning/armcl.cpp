// Kernels like those of the Arm Compute Library for convolutions and products of matrices: depthwise convolution,
// Winograd transforms, quantized GEMM, im2col. Tensors have the layout NHWC. The layers have sizes from MobileNet and
// ResNet.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* depthwise = R"(
#define N0 4
#define M0 2
kernel void run(global const uchar* from, int from_y, int from_z, int width, int height, global uchar* to, int to_y,
                int to_z, global const uchar* weights, int weights_y, int weights_z, global const float* bias) {
    const int c = get_global_id(0) * N0, xo = get_global_id(1) * M0, yo = get_global_id(2);
    const int x = xo - 1, y = yo - 1;
    float4 sums[M0];
#pragma unroll
    for (int m = 0; m < M0; ++m) sums[m] = 0;
#pragma unroll
    for (int ky = 0; ky < 3; ++ky) {
        float4 a[M0 + 2], b[3];
#pragma unroll
        for (int i = 0; i < M0 + 2; ++i) {
            a[i] = 0;
            const int inside = x + i >= 0 && x + i < width && y + ky >= 0 && y + ky < height;
            if (inside) a[i] = vload4(0, (global const float*)(from + c * 4 + (x + i) * from_y + (y + ky) * from_z));
        }
#pragma unroll
        for (int i = 0; i < 3; ++i) b[i] = vload4(0, (global const float*)(weights + c * 4 + i * weights_y
            + ky * weights_z));
#pragma unroll
        for (int m = 0; m < M0; ++m)
#pragma unroll
            for (int i = 0; i < 3; ++i) sums[m] = fma(a[m + i], b[i], sums[m]);
    }
    const float4 shift = vload4(0, bias + c);
#pragma unroll
    for (int m = M0 - 1; m >= 0; --m) {
        const int at = min(xo + m, width - 1);
        const float4 v = fmin(fmax(sums[m] + shift, 0.0f), 6.0f);
        vstore4(v, 0, (global float*)(to + c * 4 + at * to_y + yo * to_z));
    }
})";

constexpr const char* depthwise_quantized = R"(
#define N0 4
int scaled(int v, int multiplier, int shift) {
    const int left = shift < 0 ? -shift : 0, right = shift > 0 ? shift : 0;
    const long wide = (long)(v << left) * multiplier;
    const int high = (int)((wide + (wide >= 0 ? 1 << 30 : 1 - (1 << 30))) >> 31);
    const int mask = (1 << right) - 1, rest = high & mask;
    return (high >> right) + (rest > (mask >> 1) + (high < 0));
}
kernel void run(global const uchar* from, int from_y, int from_z, int width, int height, global uchar* to, int to_y,
                int to_z, int stride, global const char* weights, int weights_y, int weights_z,
                global const int* multipliers, global const int* shifts, global const int* bias, int from_offset,
                int to_offset) {
    const int c = get_global_id(0) * N0, xo = get_global_id(1), yo = get_global_id(2);
    const int x = xo * stride - 1, y = yo * stride - 1;
    int sums[N0] = {0, 0, 0, 0};
#pragma unroll
    for (int ky = 0; ky < 3; ++ky) {
        uchar4 a[3];
        char4 b[3];
#pragma unroll
        for (int i = 0; i < 3; ++i) {
            a[i] = (uchar4)(-from_offset);
            if (x + i >= 0 && x + i < width && y + ky >= 0 && y + ky < height)
                a[i] = vload4(0, from + c + (x + i) * from_y + (y + ky) * from_z);
            b[i] = vload4(0, weights + c + i * weights_y + ky * weights_z);
        }
        for (int n = 0; n < N0; ++n)
            for (int i = 0; i < 3; ++i) sums[n] += ((int)((uchar*)&a[i])[n] + from_offset) * (int)((char*)&b[i])[n];
    }
    uchar out[N0];
    for (int n = 0; n < N0; ++n)
        out[n] = convert_uchar_sat(scaled(sums[n] + bias[c + n], multipliers[c + n], shifts[c + n]) + to_offset);
    vstore4(vload4(0, out), 0, to + c + xo * to_y + yo * to_z);
})";

constexpr const char* winograd_input = R"(
void transform(const float* in, int step, float* out) {
    const float a = in[2 * step] - 4 * in[0], b = in[3 * step] - 4 * in[step], c = in[4 * step] - 4 * in[2 * step];
    const float d = in[5 * step] - 4 * in[3 * step], e = 2 * (in[3 * step] - in[step]), f = in[4 * step] - in[2 * step];
    out[0] = c - a;
    out[step] = c + b;
    out[2 * step] = c - b;
    out[3 * step] = f + e;
    out[4 * step] = f - e;
    out[5 * step] = d - b;
}
kernel void run(global const uchar* from, int from_y, int from_z, int from_w, global uchar* to, int to_y, int width,
                int height, int tiles_x, int tiles_y) {
    const int c = get_global_id(0), tile = get_global_id(1), image = get_global_id(2);
    const int x0 = tile % tiles_x * 4 - 1, y0 = tile / tiles_x * 4 - 1;
    float in[36], half_way[36], out[36];
#pragma unroll
    for (int i = 0; i < 36; ++i) {
        const int x = x0 + i % 6, y = y0 + i / 6;
        in[i] = 0;
        if (x >= 0 && x < width && y >= 0 && y < height)
            in[i] = *(global const float*)(from + c * 4 + x * from_y + y * from_z + image * from_w);
    }
#pragma unroll
    for (int i = 0; i < 6; ++i) transform(in + i, 6, half_way + i);
#pragma unroll
    for (int i = 0; i < 6; ++i) transform(half_way + 6 * i, 1, out + 6 * i);
#pragma unroll
    for (int i = 0; i < 36; ++i) {
        const int line = tile + (i + image * 36) * tiles_x * tiles_y;
        *(global float*)(to + c * 4 + line * to_y) = out[i];
    }
})";

constexpr const char* winograd_output = R"(
kernel void run(global const uchar* from, int from_y, global uchar* to, int to_y, int to_z, int to_w,
                global const float* bias, int width, int height, int tiles_x, int tiles_y) {
    const int c = get_global_id(0), tile = get_global_id(1), image = get_global_id(2);
    float in[36], half_way[24], out[16];
#pragma unroll
    for (int i = 0; i < 36; ++i)
        in[i] = *(global const float*)(from + c * 4 + (tile + (i + image * 36) * tiles_x * tiles_y) * from_y);
#pragma unroll
    for (int i = 0; i < 6; ++i) {
        const float a = in[6 + i] + in[12 + i], b = in[6 + i] - in[12 + i];
        const float d = in[18 + i] + in[24 + i], e = 2 * (in[18 + i] - in[24 + i]);
        half_way[i] = in[i] + a + d;
        half_way[6 + i] = b + e;
        half_way[12 + i] = a + 4 * d;
        half_way[18 + i] = b + 4 * e + in[30 + i];
    }
    const float shift = bias[c];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float* h = half_way + 6 * i;
        const float a = h[1] + h[2], b = h[1] - h[2], d = h[3] + h[4], e = 2 * (h[3] - h[4]);
        out[4 * i] = h[0] + a + d + shift;
        out[4 * i + 1] = b + e + shift;
        out[4 * i + 2] = a + 4 * d + shift;
        out[4 * i + 3] = b + 4 * e + h[5] + shift;
    }
    const int x0 = tile % tiles_x * 4, y0 = tile / tiles_x * 4;
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x)
            if (x0 + x < width && y0 + y < height)
                *(global float*)(to + c * 4 + (x0 + x) * to_y + (y0 + y) * to_z + image * to_w) = fmax(out[4 * y + x],
                    0.0f);
})";

constexpr const char* gemmlowp = R"(
#define M0 4
#define N0 4
#define K0 16
kernel void run(global const uchar* a, int a_stride, global const uchar* b, int b_stride, global int* c, int c_stride,
                int m, int n, int k) {
    const int x = get_global_id(0), y = get_global_id(1);
    int sums[M0][N0];
    int rows[M0];
    for (int i = 0; i < M0; ++i) {
        rows[i] = min(y * M0 + i, m - 1);
        for (int j = 0; j < N0; ++j) sums[i][j] = 0;
    }
    global const uchar* packed = b + x * b_stride;
    for (int p = 0; p < k; p += K0, packed += N0 * K0) {
        uchar16 left[M0];
#pragma unroll
        for (int i = 0; i < M0; ++i) left[i] = vload16(0, a + rows[i] * a_stride + p);
#pragma unroll
        for (int j = 0; j < N0; ++j) {
            const ushort16 right = convert_ushort16(vload16(j, packed));
#pragma unroll
            for (int i = 0; i < M0; ++i) {
                const uint16 v = convert_uint16(convert_ushort16(left[i]) * right);
                const uint8 w = v.lo + v.hi;
                const uint4 u = w.lo + w.hi;
                sums[i][j] += u.x + u.y + u.z + u.w;
            }
        }
    }
    for (int i = 0; i < M0; ++i)
        if (y * M0 + i < m)
            for (int j = 0; j < N0; ++j)
                if (x * N0 + j < n) c[(y * M0 + i) * c_stride + x * N0 + j] = sums[i][j];
})";

constexpr const char* requantize = R"(
kernel void run(global const int* from, int stride, global const int* column_sums, global const int* row_sums,
                global const int* bias, global uchar* to, int a_offset, int b_offset, int k, int multiplier, int shift,
                int to_offset, int low, int high) {
    const int x = get_global_id(0) * 4, y = get_global_id(1);
    int4 v = vload4(0, from + y * stride + x) + vload4(0, bias + x);
    v += a_offset * vload4(0, column_sums + x) + b_offset * row_sums[y] + a_offset * b_offset * k;
    const long4 wide = convert_long4(v) * multiplier;
    const long4 nudge = wide >= 0L ? (long4)(1 << 30) : (long4)(1 - (1 << 30));
    const int4 top = convert_int4((wide + nudge) >> 31L);
    const int mask = (1 << shift) - 1;
    const int4 limit = (mask >> 1) + (top < 0 ? (int4)1 : (int4)0), rest = top & mask;
    int4 q = (top >> shift) + (rest > limit ? (int4)1 : (int4)0) + to_offset;
    q = clamp(q, low, high);
    vstore4(convert_uchar4_sat(q), 0, to + y * stride + x);
})";

constexpr const char* row_sums = R"(
kernel void run(global const uchar* from, int stride, global int* sums, int k) {
    global const uchar* a = from + get_global_id(0) * stride;
    uint4 wide = 0;
    uint sum = 0;
    int i = 0;
    for (; i <= k - 16; i += 16) {
        const uchar16 v = vload16(0, a + i);
        wide += convert_uint4(v.s0123) + convert_uint4(v.s4567) + convert_uint4(v.s89ab) + convert_uint4(v.scdef);
    }
    for (; i < k; ++i) sum += a[i];
    sums[get_global_id(0)] = sum + wide.x + wide.y + wide.z + wide.w;
})";

constexpr const char* gemm_reshaped_rhs = R"(
#define M0 4
#define N0 4
#define K0 4
kernel void run(global const uchar* a, int a_stride, global const uchar* b, int b_stride, global const float* bias,
                global uchar* c, int c_stride, int m, int n, int k) {
    const int x = get_global_id(0), y = get_global_id(1);
    global const uchar* packed = b + x * b_stride;
    const int missing = (M0 - m % M0) % M0, first = max(y * M0 - missing, 0);
    float4 sums[M0];
#pragma unroll
    for (int i = 0; i < M0; ++i) sums[i] = 0;
    int p = 0;
    for (; p <= k - K0; p += K0, packed += N0 * K0 * 4) {
        float4 left[M0], right[N0];
#pragma unroll
        for (int i = 0; i < M0; ++i) left[i] = vload4(0, (global const float*)(a + (first + i) * a_stride + p * 4));
#pragma unroll
        for (int j = 0; j < N0; ++j) right[j] = vload4(j, (global const float*)packed);
#pragma unroll
        for (int i = 0; i < M0; ++i) {
            sums[i].x += dot(left[i], right[0]);
            sums[i].y += dot(left[i], right[1]);
            sums[i].z += dot(left[i], right[2]);
            sums[i].w += dot(left[i], right[3]);
        }
    }
    const float4 shift = vload4(x, bias);
#pragma unroll
    for (int i = 0; i < M0; ++i)
        if (y > 0 || i < M0 - missing)
            vstore4(fmax(sums[i] + shift, 0.0f), 0, (global float*)(c + (first + i) * c_stride + x * N0 * 4));
})";

constexpr const char* direct_convolution = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define M0 4
kernel void run(global const half* from, int channels, int width, int height, global half* to, int out_channels,
    int out_w,
                int out_h, global const half* weights, int size, int stride, int pad) {
    const int oc = get_global_id(0) * 4, m = get_global_id(1) * M0;
    float4 sums[M0];
    for (int i = 0; i < M0; ++i) sums[i] = 0;
    for (int tap = 0; tap < size * size; ++tap) {
        const int kx = tap % size, ky = tap / size;
        global const half* a[M0];
        bool inside[M0];
        for (int i = 0; i < M0; ++i) {
            const int x = (m + i) % out_w * stride - pad + kx, y = (m + i) / out_w * stride - pad + ky;
            inside[i] = x >= 0 && x < width && y >= 0 && y < height;
            a[i] = from + (inside[i] ? (y * width + x) * channels : 0);
        }
        for (int c = 0; c < channels; c += 4) {
            float4 left[M0];
            for (int i = 0; i < M0; ++i) left[i] = inside[i] ? vload_half4(0, a[i] + c) : (float4)(0);
            for (int j = 0; j < 4; ++j) {
                const float4 right = vload_half4(0, weights + ((oc + j) * size * size + tap) * channels + c);
                for (int i = 0; i < M0; ++i) ((float*)&sums[i])[j] += dot(left[i], right);
            }
        }
    }
    for (int i = 0; i < M0; ++i)
        if (m + i < out_w * out_h) vstore_half4(sums[i], 0, to + (m + i) * out_channels + oc);
})";

constexpr const char* im2col = R"(
kernel void run(global const uchar* from, int from_y, int from_z, global uchar* to, int to_y, int channels, int width,
                int height, int out_w) {
    const int c = min((int)get_global_id(0) * 2, channels - 2), pixel = get_global_id(1);
    const int x0 = pixel % out_w * 2 - 1, y0 = pixel / out_w * 2 - 1;
    float2 v[9];
#pragma unroll
    for (int tap = 0; tap < 9; ++tap) {
        const int x = x0 + tap % 3, y = y0 + tap / 3;
        const int cx = clamp(x, 0, width - 1), cy = clamp(y, 0, height - 1);
        const float2 w = vload2(0, (global const float*)(from + c * 4 + cx * from_y + cy * from_z));
        v[tap] = x == cx && y == cy ? w : (float2)(0);
    }
#pragma unroll
    for (int tap = 0; tap < 9; ++tap)
        vstore2(v[tap], 0, (global float*)(to + (c + tap * channels) * 4 + pixel * to_y));
})";

Arguments depthwise_data(int channels, int width, int height) {
    const auto size = static_cast<std::size_t>(channels * width * height);
    return {reals(size, 0, 6),
            scalar(4 * channels),
            scalar(4 * channels * width),
            scalar(width),
            scalar(height),
            result<float>(size),
            scalar(4 * channels),
            scalar(4 * channels * width),
            reals(static_cast<std::size_t>(9 * channels)),
            scalar(4 * channels),
            scalar(12 * channels),
            reals(static_cast<std::size_t>(channels))};
}

Arguments depthwise_quantized_data() {
    constexpr int channels = 96, width = 56, out = 28;
    BufferData weights = bytes(9 * channels);
    weights.type = ElementType::i8;
    return {bytes(channels * width * width),
            scalar(channels),
            scalar(channels * width),
            scalar(width),
            scalar(width),
            result<std::uint8_t>(channels * out * out),
            scalar(channels),
            scalar(channels * out),
            scalar(2),
            weights,
            scalar(channels),
            scalar(3 * channels),
            ints(channels, 1 << 30, 0x7fffffff),
            ints(channels, 5, 9),
            ints(channels, -2000, 2000),
            scalar(-128),
            scalar(10)};
}

Family winograd_transforms() {
    return {
        {"armcl_winograd_input",
         winograd_input,
         {64, 49, 1},
         {},
         [] {
             return Arguments{reals(64 * 28 * 28),
                              scalar(256),
                              scalar(256 * 28),
                              scalar(256 * 28 * 28),
                              result<float>(36 * 49 * 64),
                              scalar(256),
                              scalar(28),
                              scalar(28),
                              scalar(7),
                              scalar(7)};
         }},
        {"armcl_winograd_output",
         winograd_output,
         {64, 196, 1},
         {},
         [] {
             return Arguments{reals(36 * 196 * 64),
                              scalar(256),
                              result<float>(64 * 54 * 54),
                              scalar(256),
                              scalar(256 * 54),
                              scalar(256 * 54 * 54),
                              reals(64),
                              scalar(54),
                              scalar(54),
                              scalar(14),
                              scalar(14)};
         }},
    };
}

Family convolutions() {
    return {
        {"armcl_depthwise", depthwise, {24, 28, 56}, {}, [] { return depthwise_data(96, 56, 56); }},
        {"armcl_depthwise_small", depthwise, {128, 4, 7}, {}, [] { return depthwise_data(512, 7, 7); }},
        {"armcl_depthwise_quantized", depthwise_quantized, {24, 28, 28}, {}, depthwise_quantized_data},
        {"armcl_direct_convolution_half",
         direct_convolution,
         {8, 196},
         {},
         [] {
             return Arguments{halves(32 * 28 * 28),
                              scalar(32),
                              scalar(28),
                              scalar(28),
                              result<std::uint16_t>(32 * 28 * 28),
                              scalar(32),
                              scalar(28),
                              scalar(28),
                              halves(32 * 9 * 32),
                              scalar(3),
                              scalar(1),
                              scalar(1)};
         }},
        {"armcl_im2col",
         im2col,
         {64, 28 * 28},
         {},
         [] {
             return Arguments{reals(128 * 56 * 56),
                              scalar(512),
                              scalar(512 * 56),
                              result<float>(9 * 128 * 28 * 28),
                              scalar(9 * 512),
                              scalar(128),
                              scalar(56),
                              scalar(56),
                              scalar(28)};
         }},
    };
}

Family products() {
    return {
        {"armcl_gemmlowp",
         gemmlowp,
         {32, 49},
         {},
         [] {
             return Arguments{bytes(196 * 256), scalar(256), bytes(128 * 256), scalar(4 * 256), result<int>(196 * 128),
                              scalar(128),      scalar(196), scalar(126),      scalar(256)};
         }},
        {"armcl_requantize",
         requantize,
         {32, 3136},
         {},
         [] {
             return Arguments{ints(128 * 3136, 0, 1 << 22),
                              scalar(128),
                              ints(128, 0, 60000),
                              ints(3136, 0, 60000),
                              ints(128, -9999, 9999),
                              result<std::uint8_t>(128 * 3136),
                              scalar(-128),
                              scalar(-120),
                              scalar(256),
                              scalar(0x5a000000),
                              scalar(12),
                              scalar(3),
                              scalar(3),
                              scalar(255)};
         }},
        {"armcl_row_sums",
         row_sums,
         {3136},
         {},
         [] { return Arguments{bytes(3136 * 300), scalar(300), result<int>(3136), scalar(300)}; }},
        {"armcl_gemm_reshaped_rhs",
         gemm_reshaped_rhs,
         {32, 49},
         {},
         [] {
             return Arguments{reals(196 * 256),         scalar(1024), reals(128 * 256), scalar(4 * 1024), reals(128),
                              result<float>(196 * 128), scalar(512),  scalar(194),      scalar(128),      scalar(256)};
         }},
    };
}

}  // namespace

Family armcl_kernels() { return joined({winograd_transforms(), convolutions(), products()}); }

}  // namespace bench
