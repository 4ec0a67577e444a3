// Kernels like those of CLBlast on vectors: GEMV in three versions, GER, TRSV on diagonal blocks, reductions of level
// 1, im2col and col2im, and the copies and transpositions that pad matrices before an indirect GEMM.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* gemv = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(int m, int n, float alpha, float beta, int rotated, global const float* restrict a, int lda,
         global const float* restrict x, int x_step, global float* y, int y_step) {
    local float part[64];
    const int me = get_local_id(0), row = get_global_id(0), whole = n / 64 * 64;
    float sum = 0;
    for (int from = 0; from < whole; from += 64) {
        part[me] = x[(from + me) * x_step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row < m) {
            if (rotated)
                for (int k = 0; k < 64; ++k) sum += part[k] * a[row * lda + from + k];
            else
                for (int k = 0; k < 64; ++k) sum += part[k] * a[(from + k) * lda + row];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m) {
        for (int k = whole; k < n; ++k) sum += x[k * x_step] * (rotated ? a[row * lda + k] : a[k * lda + row]);
        y[row * y_step] = alpha * sum + beta * y[row * y_step];
    }
})";

constexpr const char* gemv_fast = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(int m, int n, float alpha, float beta, global const float2* restrict a, int lda,
    global const float* restrict x,
         global float* y) {
    local float part[64];
    const int me = get_local_id(0), g = get_global_id(0);
    float sums[4] = {0, 0, 0, 0};
    for (int from = 0; from < n; from += 64) {
        part[me] = x[from + me];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
        for (int k = 0; k < 64; ++k) {
#pragma unroll
            for (int w = 0; w < 2; ++w) {
                const float2 v = a[(from + k) * (lda / 2) + 2 * g + w];
                sums[2 * w] += part[k] * v.x;
                sums[2 * w + 1] += part[k] * v.y;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int w = 0; w < 4; ++w) y[4 * g + w] = alpha * sums[w] + beta * y[4 * g + w];
})";

constexpr const char* gemv_fast_rotated = R"(
#define WG 16
#define W 8
#define V 4
kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void run(int m, int n, float alpha, float beta, global const float4* restrict a, int lda,
    global const float* restrict x,
         global float* y) {
    local float tile[W][WG], part[WG];
    const int me = get_local_id(0), in_line = me % (W / V), line = me / (W / V), lines = WG / (W / V);
    float sum = 0;
    for (int from = 0; from < n; from += W) {
        if (me < W) part[me] = x[from + me];
        for (int k = 0; k < W / V; ++k) {
            const int row = get_group_id(0) * WG + line + k * lines;
            const float4 v = a[(row * lda + from) / V + in_line];
            tile[in_line * V][line + k * lines] = v.x;
            tile[in_line * V + 1][line + k * lines] = v.y;
            tile[in_line * V + 2][line + k * lines] = v.z;
            tile[in_line * V + 3][line + k * lines] = v.w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < W; ++k) sum = fma(tile[k][me], part[k], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int row = get_global_id(0);
    y[row] = alpha * sum + beta * y[row];
})";

constexpr const char* ger = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(int m, int n, float alpha, global const float* restrict x, int x_step, global const float* restrict y,
    int y_step,
         global float* restrict a, int lda) {
    float xs[2], ys[2];
    for (int w = 0; w < 2; ++w) {
        const int i = w * get_global_size(0) + get_global_id(0), j = w * get_global_size(1) + get_global_id(1);
        xs[w] = i < m ? x[i * x_step] : 0;
        ys[w] = j < n ? y[j * y_step] : 0;
    }
    for (int w = 0; w < 2; ++w)
        for (int v = 0; v < 2; ++v) {
            const int i = v * get_global_size(0) + get_global_id(0), j = w * get_global_size(1) + get_global_id(1);
            if (i < m && j < n) a[j * lda + i] += alpha * xs[v] * ys[w];
        }
})";

constexpr const char* trsv_blocks = R"(
kernel void run(int n, global const float* a, int lda, global float* x, int x_step, int transposed, int unit) {
    local float block[32][32], part[32];
    const int me = get_local_id(0), at = get_group_id(0) * 32;
    if (at + me < n) {
        part[me] = x[(at + me) * x_step];
        for (int i = 0; i < 32 && at + i < n; ++i)
            block[i][me] = transposed ? a[(at + i) * lda + at + me] : a[(at + me) * lda + at + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; ++i) {
        if (me == i && at + i < n) {
            float sum = part[i];
            for (int j = 0; j < i; ++j) sum -= block[i][j] * part[j];
            part[i] = unit ? sum : sum / block[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (at + me < n) x[(at + me) * x_step] = part[me];
})";

constexpr const char* dot = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(int n, global const float* restrict x, int x_from, int x_step, global const float* restrict y, int y_from,
         int y_step, global float* partial) {
    local float sums[64];
    const int me = get_local_id(0);
    float sum = 0;
    for (int i = get_global_id(0); i < n; i += 64 * get_num_groups(0))
        sum += x[i * x_step + x_from] * y[i * y_step + y_from];
    sums[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (me < s) sums[me] += sums[me + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0) partial[get_group_id(0)] = sums[0];
})";

constexpr const char* amax = R"(
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void run(int n, global const double* restrict x, int step, global double* values, global uint* places) {
    local double best[128];
    local uint where[128];
    const int me = get_local_id(0);
    double most = -1;
    uint place = 0;
    for (int i = get_global_id(0); i < n; i += 128 * get_num_groups(0)) {
        double v = x[i * step];
        v = v >= 0 ? v : -v;
        if (v > most) {
            most = v;
            place = i;
        }
    }
    best[me] = most;
    where[me] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 64; s > 0; s >>= 1) {
        if (me < s && best[me + s] > best[me]) {
            best[me] = best[me + s];
            where[me] = where[me + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0) {
        values[get_group_id(0)] = best[0];
        places[get_group_id(0)] = where[0];
    }
})";

constexpr const char* im2col = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(int in_h, int in_w, int channels, int out_h, int out_w, int kernel_h, int kernel_w, int pad_h, int pad_w,
         int stride_h, int stride_w, int dilation_h, int dilation_w, int flipped, global const float* restrict image,
         global float* columns) {
    const int w = get_global_id(0), h = get_global_id(1) % out_h, c = get_global_id(1) / out_h;
    if (h >= out_h || w >= out_w || c >= channels) return;
    for (int ky = 0; ky < kernel_h; ++ky)
        for (int kx = 0; kx < kernel_w; ++kx) {
            const int y = ky * dilation_h + stride_h * h - pad_h, x = kx * dilation_w + stride_w * w - pad_w;
            float v = 0;
            if (y >= 0 && y < in_h && x >= 0 && x < in_w) v = image[(c * in_h + y) * in_w + x];
            const int tap = flipped ? (kernel_h - ky - 1) * kernel_w + kernel_w - kx - 1 : ky * kernel_w + kx;
            columns[((c * kernel_h * kernel_w + tap) * out_h + h) * out_w + w] = v;
        }
})";

constexpr const char* col2im = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(int in_h, int in_w, int channels, int out_h, int out_w, int kernel_h, int kernel_w, int pad_h, int pad_w,
         int stride_h, int stride_w, int dilation_h, int dilation_w, global const float* restrict columns,
         global float* image) {
    const int x = get_global_id(0) + pad_w, y = get_global_id(1) % in_h + pad_h, c = get_global_id(1) / in_h;
    if (x - pad_w >= in_w || c >= channels) return;
    const int reach_w = (kernel_w - 1) * dilation_w, reach_h = (kernel_h - 1) * dilation_h;
    const int w_begin = x < reach_w ? 0 : (x - reach_w + stride_w - 1) / stride_w, w_end = min(x / stride_w + 1, out_w);
    const int h_begin = y < reach_h ? 0 : (y - reach_h + stride_h - 1) / stride_h, h_end = min(y / stride_h + 1, out_h);
    float sum = 0;
    for (int h = h_begin; h < h_end; ++h)
        for (int w = w_begin; w < w_end; ++w) {
            const int ky = y - h * stride_h, kx = x - w * stride_w;
            if (ky % dilation_h == 0 && kx % dilation_w == 0) {
                const int tap = ky / dilation_h * kernel_w + kx / dilation_w;
                sum += columns[((c * kernel_h * kernel_w + tap) * out_h + h) * out_w + w];
            }
        }
    image[(c * in_h + y - pad_h) * in_w + x - pad_w] += sum;
})";

constexpr const char* transpose_pad = R"(
#define TILE 16
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void run(int one, int two, int ld, global const float2* restrict from, int to_one, int to_two, int to_ld,
         global float2* restrict to, int conjugate) {
    local float2 tile[TILE][TILE + 1];
    const int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_group_id(1) * TILE + lx, y = get_group_id(0) * TILE + ly;
    float2 v = 0;
    if (x < one && y < two) v = from[y * ld + x];
    tile[ly][lx] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(0) * TILE + lx;
    y = get_group_id(1) * TILE + ly;
    if (x < to_one && y < to_two) {
        v = tile[lx][ly];
        if (conjugate) v.y = -v.y;
        to[y * to_ld + x] = v;
    }
})";

constexpr const char* copy_pad = R"(
kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void run(int one, int two, int ld, global const float* restrict from, int to_one, int to_two, int to_ld,
         global float* restrict to, float alpha) {
    for (int wy = 0; wy < 4; ++wy)
        for (int wx = 0; wx < 2; ++wx) {
            const int x = (get_group_id(0) * 2 + wx) * 16 + get_local_id(0);
            const int y = (get_group_id(1) * 4 + wy) * 8 + get_local_id(1);
            if (x < to_one && y < to_two) to[y * to_ld + x] = x < one && y < two ? alpha * from[y * ld + x] : 0;
        }
})";

constexpr const char* transpose_fast = R"(
#define D 8
kernel __attribute__((reqd_work_group_size(D, D, 1)))
void run(int ld, global const float4* restrict from, global float4* to, float alpha) {
    local float4 tile[4 * D * D];
    const int lx = get_local_id(0), ly = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
    for (int w = 0; w < 4; ++w)
        tile[(ly * 4 + w) * D + lx] = from[((gx * D + ly) * 4 + w) * (ld / 4) + gy * D + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    const float4 a = tile[lx * 4 * D + ly], b = tile[(lx * 4 + 1) * D + ly], c = tile[(lx * 4 + 2) * D + ly],
                 d = tile[(lx * 4 + 3) * D + ly];
    const int at = (gy * D + ly) * 4 * (ld / 4) + gx * D + lx;
    to[at] = alpha * (float4)(a.x, b.x, c.x, d.x);
    to[at + ld / 4] = alpha * (float4)(a.y, b.y, c.y, d.y);
    to[at + 2 * (ld / 4)] = alpha * (float4)(a.z, b.z, c.z, d.z);
    to[at + 3 * (ld / 4)] = alpha * (float4)(a.w, b.w, c.w, d.w);
})";

Arguments gemv_data(int rotated) {
    const int m = 900, n = 700, lda = rotated ? n : m;
    return {scalar(m),   scalar(n),  scalar(1.5f), scalar(.5f),         scalar(rotated), reals(900 * 700),
            scalar(lda), reals(700), scalar(1),    changed(reals(900)), scalar(1)};
}

Family matrices_and_vectors() {
    const auto fast = [] {
        return Arguments{scalar(1024),   scalar(1024), scalar(1.5f), scalar(.5f),
                         reals(1 << 20), scalar(1024), reals(1024),  changed(reals(1024))};
    };
    return {
        {"clblast_gemv", gemv, {960}, {64}, [] { return gemv_data(0); }},
        {"clblast_gemv_rotated", gemv, {960}, {64}, [] { return gemv_data(1); }},
        {"clblast_gemv_fast", gemv_fast, {256}, {64}, fast},
        {"clblast_gemv_fast_rotated", gemv_fast_rotated, {1024}, {16}, fast},
        {"clblast_ger",
         ger,
         {352, 256},
         {8, 8},
         [] {
             return Arguments{scalar(700), scalar(500), scalar(1.5f), reals(700),
                              scalar(1),   reals(1000), scalar(2),    changed(reals(700 * 500)),
                              scalar(700)};
         }},
        {"clblast_trsv_blocks",
         trsv_blocks,
         {64 * 32},
         {32},
         [] {
             return Arguments{
                 scalar(2040), reals(2040 * 1024, 1, 2), scalar(1000), changed(reals(2040)), scalar(1), scalar(1),
                 scalar(0)};
         }},
    };
}

Family reductions_and_columns() {
    return {
        {"clblast_dot",
         dot,
         {128 * 64},
         {64},
         [] {
             return Arguments{scalar(1 << 19), reals(1 << 19), scalar(0), scalar(1),
                              reals(1 << 20),  scalar(1),      scalar(2), result<float>(128)};
         }},
        {"clblast_amax_double",
         amax,
         {64 * 128},
         {128},
         [] {
             return Arguments{scalar(1 << 19), doubles(1 << 19), scalar(1), result<double>(64),
                              result<std::uint32_t>(64)};
         }},
        {"clblast_im2col",
         im2col,
         {56, 56 * 24},
         {8, 8},
         [] {
             return Arguments{scalar(56), scalar(56), scalar(24),          scalar(56),
                              scalar(56), scalar(3),  scalar(3),           scalar(1),
                              scalar(1),  scalar(1),  scalar(1),           scalar(1),
                              scalar(1),  scalar(0),  reals(24 * 56 * 56), result<float>(24 * 9 * 56 * 56)};
         }},
        {"clblast_col2im",
         col2im,
         {56, 56 * 24},
         {8, 8},
         [] {
             return Arguments{scalar(56),
                              scalar(56),
                              scalar(24),
                              scalar(28),
                              scalar(28),
                              scalar(5),
                              scalar(5),
                              scalar(2),
                              scalar(2),
                              scalar(2),
                              scalar(2),
                              scalar(1),
                              scalar(1),
                              reals(24 * 25 * 28 * 28),
                              changed(reals(24 * 56 * 56))};
         }},
    };
}

Family copies() {
    return {
        {"clblast_transpose_pad_complex",
         transpose_pad,
         {512, 704},
         {16, 16},
         [] {
             return Arguments{scalar(690), scalar(500), scalar(690), reals(2 * 690 * 500),
                              scalar(512), scalar(704), scalar(512), result<float>(2 * 512 * 704),
                              scalar(1)};
         }},
        {"clblast_copy_pad",
         copy_pad,
         {512, 256},
         {16, 8},
         [] {
             return Arguments{scalar(1000), scalar(1000), scalar(1000), reals(1000 * 1000),
                              scalar(1024), scalar(1024), scalar(1024), result<float>(1024 * 1024),
                              scalar(1.5f)};
         }},
        {"clblast_transpose_fast",
         transpose_fast,
         {256, 256},
         {8, 8},
         [] { return Arguments{scalar(1024), reals(1 << 20), result<float>(1 << 20), scalar(1.5f)}; }},
    };
}

}  // namespace

Family clblast_vector_kernels() { return joined({matrices_and_vectors(), reductions_and_columns(), copies()}); }

}  // namespace bench
