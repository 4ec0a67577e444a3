// Kernels like those of llama.cpp's OpenCL back end. The kernels multiply matrices of type half or quantized matrices
// by activations, and read or write quantized rows. The sizes are taken from models with a few billion parameters, but
// the matrices have fewer rows.
#include "../../collection/families.h"
#include "../projects.h"
#include "llama_weights.h"

namespace bench {

namespace {

constexpr const char* q4_0_flat = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ROWS 8
float block_dot(global const uchar* quants, float scale, float sum, const float* y, int half_of_block) {
    global const ushort* q = (global const ushort*)quants + half_of_block * 4;
    float total = 0;
    for (int i = 0; i < 4; ++i) {
        total += y[2 * i] * (q[i] & 0x000f) + y[2 * i + 1] * (q[i] & 0x0f00);
        total += y[8 + 2 * i] * (q[i] & 0x00f0) + y[9 + 2 * i] * (q[i] & 0xf000);
    }
    return scale * (total - 8 * sum);
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void run(global const uchar* quants, global const half* scales, global const float* activations,
    global float* out,
                int columns, int rows) {
    const int blocks = columns / 32, row0 = (get_group_id(0) + get_sub_group_id()) * ROWS, batch = get_group_id(1);
    const int lane = get_sub_group_local_id(), side = lane % 2;
    global const float* y = activations + batch * columns + lane / 2 * 32 + side * 8;
    float sums[ROWS];
    for (int r = 0; r < ROWS; ++r) sums[r] = 0;
    for (int b = lane / 2; b < blocks; b += 8, y += 8 * 32) {
        float scaled[16], sum = 0;
        for (int i = 0; i < 8; ++i) {
            sum += y[i] + y[16 + i];
            scaled[i] = y[i] * (i % 2 ? 1 / 256.f : 1.f);
            scaled[8 + i] = y[16 + i] * (i % 2 ? 1 / 4096.f : 1 / 16.f);
        }
        for (int r = 0; r < ROWS; ++r) {
            const ulong at = (ulong)(row0 + r) * blocks + b;
            sums[r] += block_dot(quants + at * 16, vload_half(at, scales), sum, scaled, side);
        }
    }
    for (int r = 0; r < ROWS; ++r) {
        const float total = sub_group_reduce_add(sums[r]);
        if (lane == 0 && row0 + r < rows) out[batch * rows + row0 + r] = total;
    }
})";

constexpr const char* q4_0_transposed = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define WAVE 64
kernel void run(global const uint* quants, global const half2* scales, global const float* activations,
    global float* out,
                int columns, int row_pairs) {
    local float2 part[3 * WAVE];
    const int pair = get_global_id(0), slice = get_local_id(1), me = get_local_id(0);
    float2 sum = 0;
    for (int b = slice; b < columns / 32; b += 4) {
        const float2 d = vload_half2(b * row_pairs + pair, (global const half*)scales);
        global const float* y = activations + b * 32;
        float2 s = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const uint w = quants[(b * 8 + i) * row_pairs + pair], lo = w & 0xffff, hi = w >> 16;
            for (int n = 0; n < 4; ++n) {
                s.x += ((int)(lo >> 4 * n & 15) - 8) * y[4 * i + n];
                s.y += ((int)(hi >> 4 * n & 15) - 8) * y[4 * i + n];
            }
        }
        sum += d * s;
    }
    if (slice > 0) part[(slice - 1) * WAVE + me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (slice == 0) {
        for (int k = 0; k < 3; ++k) sum += part[k * WAVE + me];
        vstore2(sum, pair, out);
    }
})";

constexpr const char* q6_k = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { uchar low[128], high[64]; char scales[16]; ushort d; } Block;
__attribute__((intel_reqd_sub_group_size(16)))
kernel void run(global const Block* weights, global const float* activations, global float* out, int columns,
    int rows) {
    const int blocks = columns / 256, row = 2 * get_group_id(0) + get_sub_group_id(), batch = get_group_id(1);
    if (row >= rows) return;
    const int lane = get_sub_group_local_id(), part = lane / 8, l = lane % 8 * 4;
    global const Block* x = weights + row * blocks;
    float sum = 0;
    for (int b = 0; b < blocks; ++b) {
        global const uchar* a = x[b].low + 64 * part + l;
        global const uchar* h = x[b].high + 32 * part + l;
        global const char* s = x[b].scales + 8 * part + l / 16;
        global const float* y = activations + batch * columns + b * 256 + 128 * part + l;
        float4 sums = 0;
        for (int i = 0; i < 4; ++i) {
            sums.x += y[i] * ((float)((a[i] & 15) | (h[i] & 3) << 4) - 32);
            sums.y += y[i + 32] * ((float)((a[i + 32] & 15) | (h[i] & 12) << 2) - 32);
            sums.z += y[i + 64] * ((float)(a[i] >> 4 | (h[i] & 48)) - 32);
            sums.w += y[i + 96] * ((float)(a[i + 32] >> 4 | (h[i] & 192) >> 2) - 32);
        }
        const float d = vload_half(0, (global const half*)&x[b].d);
        sum += d * (sums.x * s[0] + sums.y * s[2] + sums.z * s[4] + sums.w * s[6]);
    }
    sum = sub_group_reduce_add(sum);
    if (lane == 0) out[batch * rows + row] = sum;
})";

constexpr const char* q8_0 = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { ushort d; char q[32]; } Block;
#define ROWS 4
kernel void run(global const Block* weights, global const float* activations, global float* out, int columns, int rows,
                local float* sums) {
    const int blocks = columns / 32, row0 = get_group_id(0) * ROWS, me = get_local_id(0), width = get_local_size(0);
    const int quarter = me % 4;
    float y[8], total[ROWS] = {0, 0, 0, 0};
    for (int b = me / 4; b < blocks; b += width / 4) {
        for (int i = 0; i < 8; ++i) y[i] = activations[b * 32 + quarter * 8 + i];
        for (int r = 0; r < ROWS; ++r) {
            global const Block* x = weights + (row0 + r) * blocks + b;
            float sum = 0;
            for (int i = 0; i < 8; ++i) sum += x->q[quarter * 8 + i] * y[i];
            total[r] += sum * vload_half(0, (global const half*)&x->d);
        }
    }
    for (int r = 0; r < ROWS; ++r) {
        sums[me] = total[r];
        for (int s = width / 2; s > 0; s /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (me < s) sums[me] += sums[me + s];
        }
        if (me == 0 && row0 + r < rows) out[row0 + r] = sums[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* f16_rows = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const char* k, ulong k_row, ulong k_head, global const char* q, ulong q_row, ulong q_head,
                global float* out, int columns, int rows, int shared_heads, local float* sums) {
    const int row = get_group_id(0), token = get_group_id(1), head = get_group_id(2), me = get_local_id(0);
    global const half* x = (global const half*)(k + row * k_row + head / shared_heads * k_head);
    global const float4* y = (global const float4*)(q + token * q_row + head * q_head);
    float sum = 0;
    for (int i = me; i < columns / 4; i += get_local_size(0)) {
        const float4 v = vload_half4(i, x) * y[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sums[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (me < s) sums[me] += sums[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0) out[(head * get_num_groups(1) + token) * rows + row] = sums[0];
})";

constexpr const char* q8_0_tiles = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define BM 64
#define BN 64
#define BK 32
#define TM 4
#define TN 8
kernel void run(global const char4* quants, global const half* scales, global const float4* activations,
                global float* out, int columns, int rows, int tokens) {
    local float a[BM * BK], b[BN * BK];
    const int me = get_local_id(0), row0 = get_group_id(0) * BM, token0 = get_group_id(1) * BN;
    const int part = me % (BK / 4), line = me / (BK / 4), lines = 128 / (BK / 4);
    const int tr = me % (BM / TM), tc = me / (BM / TM);
    float sums[TM * TN], x[TM], y[TN];
    for (int i = 0; i < TM * TN; ++i) sums[i] = 0;
    for (int from = 0; from < columns; from += BK) {
        for (int l = line; l < BM; l += lines) {
            const int at = (row0 + l) * columns + from;
            float4 v = 0;
            if (row0 + l < rows) v = convert_float4(quants[at / 4 + part]) * vload_half(at / 32, scales);
            a[(part * 4) * BM + l] = v.x;
            a[(part * 4 + 1) * BM + l] = v.y;
            a[(part * 4 + 2) * BM + l] = v.z;
            a[(part * 4 + 3) * BM + l] = v.w;
        }
        for (int l = line; l < BN; l += lines) {
            const float4 v = token0 + l < tokens ? activations[((token0 + l) * columns + from) / 4
                + part] : (float4)(0);
            b[(part * 4) * BN + l] = v.x;
            b[(part * 4 + 1) * BN + l] = v.y;
            b[(part * 4 + 2) * BN + l] = v.z;
            b[(part * 4 + 3) * BN + l] = v.w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < BK; ++k) {
            for (int i = 0; i < TM; ++i) x[i] = a[k * BM + tr * TM + i];
            for (int j = 0; j < TN; ++j) y[j] = b[k * BN + tc * TN + j];
            for (int j = 0; j < TN; ++j)
                for (int i = 0; i < TM; ++i) sums[j * TM + i] = mad(x[i], y[j], sums[j * TM + i]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < TN; ++j) {
        const int token = token0 + tc * TN + j;
        if (token >= tokens) break;
        for (int i = 0; i < TM; ++i)
            if (row0 + tr * TM + i < rows) out[token * rows + row0 + tr * TM + i] = sums[j * TM + i];
    }
})";

constexpr const char* get_rows_q4_0 = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { ushort d; uchar q[16]; } Block;
kernel void run(global const char* table, ulong row_bytes, global const int* tokens, global float* out, int columns) {
    const int i = get_group_id(0);
    global const Block* row = (global const Block*)(table + tokens[i] * row_bytes);
    for (int k = get_local_id(0); k < columns / 16; k += get_local_size(0)) {
        const int high = k % 2;
        global const Block* b = row + k / 2;
        const float d = vload_half(0, (global const half*)&b->d) * (high ? 1 / 16.f : 1.f), shift = (high ? 128 : 8);
        const ushort mask = high ? 0x00f0 : 0x000f;
        float16 v;
        float values[16];
        for (int j = 0; j < 16; ++j) values[j] = d * ((float)(b->q[j] & mask) - shift);
        v = vload16(0, values);
        vstore16(v, 0, out + i * columns + k / 2 * 32 + high * 16);
    }
})";

constexpr const char* rows_f32_to_f16 = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const char* from, global char* to, int ne00, int ne01, int ne02, ulong nb00, ulong nb01,
                ulong nb02, int ne0, int ne1, int ne2, ulong nb0, ulong nb1, ulong nb2) {
    const int i1 = get_group_id(0), i2 = get_group_id(1);
    const int n = (i2 * ne01 + i1) * ne00, j2 = n / (ne1 * ne0), j1 = (n - j2 * ne1 * ne0) / ne0;
    const int j0 = n - j2 * ne1 * ne0 - j1 * ne0;
    global half* line = (global half*)(to + j2 * nb2 + j1 * nb1 + j0 * nb0);
    for (int i = get_local_id(0); i < ne00; i += get_local_size(0)) {
        global const float* x = (global const float*)(from + i2 * nb02 + i1 * nb01 + i * nb00);
        vstore_half(*x, i, line);
    }
})";

constexpr const char* split_q4_0 = R"(
typedef struct { ushort d; uchar q[16]; } Block;
kernel void run(global const Block* blocks, global uchar* quants, global ushort* scales) {
    const size_t i = get_global_id(0);
    global const Block* b = blocks + i;
    global uchar* q = quants + 16 * i;
    scales[i] = b->d;
    for (int k = 0; k < 8; ++k) {
        const uchar x = b->q[2 * k], y = b->q[2 * k + 1];
        q[k] = (x & 0x0f) | (y & 0x0f) << 4;
        q[k + 8] = x >> 4 | (y & 0xf0);
    }
})";

Arguments q4_0_flat_data(std::size_t columns, std::size_t rows, std::size_t batches) {
    return {bytes(rows * columns / 2),     weight_scales(rows * columns / 32), reals(batches * columns),
            result<float>(batches * rows), scalar(static_cast<int>(columns)),  scalar(static_cast<int>(rows))};
}

Arguments tiles_data() {
    constexpr int columns = 1024, rows = 160, tokens = 100;
    BufferData quants = bytes(rows * columns);
    quants.type = ElementType::i8;
    return {quants,
            weight_scales(rows * columns / 32),
            reals(tokens * columns),
            result<float>(tokens * rows),
            scalar(columns),
            scalar(rows),
            scalar(tokens)};
}

Arguments f16_rows_data() {
    constexpr std::size_t size = 128, keys = 256, heads = 16, shared_heads = 4;
    return {halves(keys * heads / shared_heads * size),
            scalar(std::uint64_t{2 * size * heads / shared_heads}),
            scalar(std::uint64_t{2 * size}),
            reals(2 * heads * size),
            scalar(std::uint64_t{4 * size * heads}),
            scalar(std::uint64_t{4 * size}),
            result<float>(heads * 2 * keys),
            scalar(static_cast<int>(size)),
            scalar(static_cast<int>(keys)),
            scalar(static_cast<int>(shared_heads)),
            local_bytes(4 * 64)};
}

// The kernel copies attention values to the cache. The values are stored token by token, and the rows of the cache are
// stored head by head.
Arguments rows_f32_to_f16_data() {
    constexpr std::uint64_t size = 128, tokens = 64, heads = 32;
    return {reals(size * tokens * heads),
            result<std::uint16_t>(size * tokens * heads),
            scalar(128),
            scalar(64),
            scalar(32),
            scalar(std::uint64_t{4}),
            scalar(4 * size * heads),
            scalar(4 * size),
            scalar(128),
            scalar(64),
            scalar(32),
            scalar(std::uint64_t{2}),
            scalar(2 * size),
            scalar(2 * size * tokens)};
}

Family products_with_vectors() {
    return {
        {"llama_q4_0_flat", q4_0_flat, {64 * 16}, {16}, [] { return q4_0_flat_data(4096, 512, 1); }, "-cl-std=CL3.0"},
        {"llama_q4_0_transposed",
         q4_0_transposed,
         {256, 4},
         {64, 4},
         [] {
             return Arguments{words(4096 / 4 * 256), weight_scales(4096 / 32 * 512),
                              reals(4096),           result<float>(512),
                              scalar(4096),          scalar(256)};
         }},
        {"llama_q6_k",
         q6_k,
         {128 * 32, 2},
         {32, 1},
         [] {
             return Arguments{q6_k_weights(256 * 16), reals(2 * 4096), result<float>(2 * 256), scalar(4096),
                              scalar(256)};
         },
         "-cl-std=CL3.0"},
        {"llama_q8_0",
         q8_0,
         {128 * 64},
         {64},
         [] {
             return Arguments{quantized_weights(512 * 128, 32),
                              reals(4096),
                              result<float>(512),
                              scalar(4096),
                              scalar(512),
                              local_bytes(4 * 64)};
         }},
        {"llama_f16_rows", f16_rows, {256 * 64, 2, 16}, {64, 1, 1}, f16_rows_data},
    };
}

Family matrices_and_rows() {
    return {
        {"llama_q8_0_tiles", q8_0_tiles, {3 * 128, 2}, {128, 1}, tiles_data},
        {"llama_get_rows_q4_0",
         get_rows_q4_0,
         {128 * 64},
         {64},
         [] {
             return Arguments{quantized_weights(2000 * 128, 16), scalar(std::uint64_t{128 * 18}), ints(128, 0, 2000),
                              result<float>(128 * 4096), scalar(4096)};
         }},
        {"llama_rows_f32_to_f16", rows_f32_to_f16, {64 * 64, 32}, {64, 1}, rows_f32_to_f16_data},
        {"llama_split_q4_0",
         split_q4_0,
         {512 * 128},
         {64},
         [] {
             return Arguments{quantized_weights(512 * 128, 16), result<std::uint8_t>(512 * 128 * 16),
                              result<std::uint16_t>(512 * 128)};
         }},
    };
}

}  // namespace

Family llama_kernels() { return joined({products_with_vectors(), matrices_and_rows()}); }

}  // namespace bench
