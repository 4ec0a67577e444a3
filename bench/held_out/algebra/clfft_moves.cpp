// Kernels like those of clFFT that move values between transforms. The kernels are out-of-place and in-place
// transpositions, copies between real, Hermitian and complex layouts, and the products of Bluestein's algorithm.
#include "../../collection/families.h"
#include "../projects.h"
#include "fft_tables.h"

namespace bench {

namespace {

constexpr const char* transpose = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global const float2* restrict in, global float2* restrict out, uint rows, uint columns) {
    local float2 tile[64 * 64];
    const uint x = get_local_id(0), y = get_local_id(1), me = y * 16 + x, across = columns / 64;
    const uint per_batch = across * (rows / 64), batch = get_group_id(0) / per_batch, g = get_group_id(0) % per_batch;
    const uint row0 = g / across * 64, column0 = g % across * 64;
    global const float2* from = in + (size_t)batch * rows * columns + row0 * columns + column0;
    global float2* to = out + (size_t)batch * rows * columns + column0 * rows + row0;
    for (uint t = 0; t < 16; ++t) {
        const uint c = me & 63, r = (me >> 6) + t * 4;
        tile[c * 64 + r] = from[r * columns + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 0; t < 16; ++t) {
        const uint c = me & 63, r = (me >> 6) + t * 4;
        to[r * rows + c] = tile[r * 64 + c];
    }
})";

constexpr const char* transpose_and_turn = R"(
double2 times(double2 a, double2 b) { return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
double2 factor(global const float2* steps, uint u) {
    double2 w = convert_double2(steps[u & 255]);
    w = times(w, convert_double2(steps[256 + (u >> 8 & 255)]));
    return times(w, convert_double2(steps[512 + (u >> 16 & 255)]));
}
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global const double2* restrict in, global double* restrict re, global double* restrict im,
         global const float2* steps, uint rows, uint columns) {
    local double2 tile[32][32];
    const uint x = get_local_id(0), y = get_local_id(1), me = y * 16 + x;
    const uint row0 = get_group_id(1) * 32, column0 = get_group_id(0) * 32;
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 32, r = me / 32 + t * 8;
        if (row0 + r < rows && column0 + c < columns)
            tile[c][r] = times(in[(row0 + r) * columns + column0 + c], factor(steps, (row0 + r) * (column0 + c)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 32, r = me / 32 + t * 8;
        if (column0 + r < columns && row0 + c < rows) {
            re[(column0 + r) * rows + row0 + c] = tile[r][c].x;
            im[(column0 + r) * rows + row0 + c] = tile[r][c].y;
        }
    }
})";

constexpr const char* transpose_in_place = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void run(global float2* matrices, uint n) {
    local float2 upper[32 * 32], lower[32 * 32];
    const uint side = (n + 31) / 32, pairs = side * (side + 1) / 2, batch = get_group_id(0) / pairs;
    global float2* m = matrices + (size_t)batch * n * n;
    uint g = get_group_id(0) % pairs, i = 0;
    for (; g >= side - i; ++i) g -= side - i;
    const uint row0 = i * 32, column0 = (i + g) * 32, me = get_local_id(1) * 16 + get_local_id(0);
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 32, r = me / 32 + t * 8;
        if (row0 + r < n && column0 + c < n) upper[r * 32 + c] = m[(row0 + r) * n + column0 + c];
        if (row0 != column0 && column0 + r < n && row0 + c < n) lower[r * 32 + c] = m[(column0 + r) * n + row0 + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = 0; t < 4; ++t) {
        const uint c = me % 32, r = me / 32 + t * 8;
        if (row0 == column0) {
            if (row0 + r < n && column0 + c < n) m[(row0 + r) * n + column0 + c] = upper[c * 32 + r];
        } else {
            if (row0 + r < n && column0 + c < n) m[(row0 + r) * n + column0 + c] = lower[c * 32 + r];
            if (column0 + r < n && row0 + c < n) m[(column0 + r) * n + row0 + c] = upper[c * 32 + r];
        }
    }
})";

// Moves lines along the cycles of a permutation. Each work-group processes one cycle, and moves the same 256 adjacent
// elements of each line in this cycle.
constexpr const char* swap_lines = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global float2* lines, global const int* cycle, global const int* starts, uint length, uint pieces) {
    local float2 taken[256], kept[256];
    const uint me = get_local_id(0), at = get_group_id(0) % pieces * 256 + me, c = get_group_id(0) / pieces;
    const bool inside = at < length;
    int i = starts[c];
    const int end = starts[c + 1];
    if (inside) kept[me] = lines[(size_t)cycle[i] * length + at];
    for (; i < end; ++i) {
        const int to = cycle[i + 1 < end ? i + 1 : starts[c]];
        if (inside) {
            taken[me] = lines[(size_t)to * length + at];
            lines[(size_t)to * length + at] = kept[me];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside) kept[me] = taken[me];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* hermitian_to_complex = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float2* restrict in, global float2* restrict out, uint n, uint count) {
    const uint i = get_global_id(0), per = n / 2 + 1;
    if (i >= count) return;
    const uint batch = i / per, k = i % per;
    const float2 v = in[i];
    global float2* line = out + (size_t)batch * n;
    line[k] = v;
    if (k > 0 && k < n - k) line[n - k] = (float2)(v.x, -v.y);
})";

constexpr const char* complex_to_hermitian = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float2* restrict in, global float* restrict re, global float* restrict im, uint nx, uint ny,
         uint pitch_in, uint pitch_out, uint count) {
    const uint i = get_global_id(0), per = nx / 2 + 1, x = i % per, y = i / per % ny, z = i / (per * ny);
    if (i >= count) return;
    const float2 v = in[(z * ny + y) * pitch_in + x];
    re[(z * ny + y) * pitch_out + x] = v.x;
    im[(z * ny + y) * pitch_out + x] = v.y;
})";

constexpr const char* split_even_and_odd = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const double2* restrict in, global double2* restrict out, global const double2* w, uint half_length,
         uint count) {
    const uint per = 1 + half_length / 2, i = get_global_id(0), batch = i / per, k = i % per;
    if (i >= count) return;
    global const double2* from = in + (size_t)batch * half_length;
    global double2* to = out + (size_t)batch * (half_length + 1);
    if (k == 0) {
        const double2 v = from[0];
        to[0] = (double2)(v.x + v.y, 0);
        to[half_length] = (double2)(v.x - v.y, 0);
    } else {
        const double2 a = from[k], b = from[half_length - k], t = w[k];
        const double2 even = 0.5 * (double2)(a.x + b.x, a.y - b.y), odd = 0.5 * (double2)(a.y + b.y, b.x - a.x);
        const double2 turned = (double2)(odd.x * t.x - odd.y * t.y, odd.x * t.y + odd.y * t.x);
        to[k] = even + turned;
        if (k != half_length - k) {
            const double2 d = even - turned;
            to[half_length - k] = (double2)(d.x, -d.y);
        }
    }
})";

constexpr const char* chirp = R"(
kernel void run(global double2* out, uint n, uint padded) {
    const uint i = get_global_id(0);
    double2 v = 0;
    const uint from_end = padded - i;
    if (i < n || from_end < n) {
        const ulong k = i < n ? i : from_end;
        const double angle = 3.14159265358979323846 * (double)(k * k % (2 * (ulong)n)) / n;
        v = (double2)(cos(angle), sin(angle));
    }
    out[i] = v;
})";

constexpr const char* chirp_and_pad = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float* restrict re, global const float* restrict im, global float2* restrict out,
         global const float2* table, uint n, uint padded) {
    const uint i = get_global_id(0), batch = i / padded, k = i % padded;
    float2 v = 0;
    if (k < n) {
        const float a = re[batch * n + k], b = im[batch * n + k];
        const float2 t = table[k];
        v.x = a * t.x + b * t.y;
        v.y = -a * t.y + b * t.x;
    }
    out[i] = v;
})";

Arguments matrix_data(std::uint32_t rows, std::uint32_t columns) {
    const std::size_t size = 2 * std::size_t{rows} * columns;
    return {reals(size), result<float>(size), scalar(rows), scalar(columns)};
}

// Arguments of swap_lines: the cycles of a permutation of 2 * n lines. The last line stays, and each other line i moves
// to line i * n mod (2 * n - 1). This permutation transposes a matrix with n rows and 2 columns, in which each element
// is a line.
Arguments swap_data() {
    constexpr std::uint32_t lines = 512, length = 384;
    std::vector<int> cycle, starts{0};
    std::vector<bool> seen(lines);
    for (std::uint32_t first = 1; first + 1 < lines; ++first) {
        if (seen[first]) continue;
        for (std::uint32_t i = first; !seen[i]; i = i * (lines / 2) % (lines - 1)) {
            seen[i] = true;
            cycle.push_back(static_cast<int>(i));
        }
        starts.push_back(static_cast<int>(cycle.size()));
    }
    return {changed(reals(2 * lines * length)), array(cycle), array(starts), scalar(length), scalar(2u)};
}

Arguments even_and_odd_data() {
    constexpr std::uint32_t half_length = 1024, batches = 100;
    std::vector<double> table;
    for (std::size_t k = 0; k < half_length; ++k) add_root(table, k, 2 * half_length);
    return {doubles(2 * batches * half_length), result<double>(2 * batches * (half_length + 1)), array(table),
            scalar(half_length), scalar(batches * (1 + half_length / 2))};
}

Arguments chirp_and_pad_data() {
    constexpr std::uint32_t n = 911;
    std::vector<float> table;
    for (std::size_t k = 0; k < n; ++k) add_root(table, k * k, std::size_t{2} * n);
    return {reals(64 * n), reals(64 * n), result<float>(2 * 64 * 2048), array(table), scalar(n), scalar(2048u)};
}

Family transpositions() {
    return {
        {"clfft_transpose", transpose, {64 * 16, 16}, {16, 16}, [] { return matrix_data(256, 1024); }},
        {"clfft_transpose_long", transpose, {32 * 16, 16}, {16, 16}, [] { return matrix_data(2048, 64); }},
        {"clfft_transpose_and_turn_double",
         transpose_and_turn,
         {10 * 16, 10 * 16},
         {16, 16},
         [] {
             return Arguments{doubles(2 * 300 * 300),
                              result<double>(300 * 300),
                              result<double>(300 * 300),
                              fft_steps(300 * 300),
                              scalar(300u),
                              scalar(300u)};
         }},
        {"clfft_transpose_in_place",
         transpose_in_place,
         {2 * 136 * 16, 16},
         {16, 16},
         [] { return Arguments{changed(reals(2 * 2 * 500 * 500)), scalar(500u)}; }},
        {"clfft_swap_lines", swap_lines, {58 * 2 * 256}, {256}, swap_data},
    };
}

Family copies() {
    return {
        {"clfft_hermitian_to_complex",
         hermitian_to_complex,
         {64 * 2052},
         {64},
         [] {
             return Arguments{reals(2 * 256 * 513), result<float>(2 * 256 * 1024), scalar(1024u), scalar(256u * 513)};
         }},
        {"clfft_complex_to_hermitian",
         complex_to_hermitian,
         {64 * 2080},
         {64},
         [] {
             return Arguments{reals(2 * 128 * 64 * 32),
                              result<float>(65 * 64 * 32),
                              result<float>(65 * 64 * 32),
                              scalar(128u),
                              scalar(64u),
                              scalar(128u),
                              scalar(65u),
                              scalar(65u * 64 * 32)};
         }},
        {"clfft_split_even_and_odd_double", split_even_and_odd, {64 * 802}, {64}, even_and_odd_data},
        {"clfft_chirp_double",
         chirp,
         {1 << 15},
         {64},
         [] { return Arguments{result<double>(2 << 15), scalar(13001u), scalar(1u << 15)}; }},
        {"clfft_chirp_and_pad", chirp_and_pad, {64 * 2048}, {64}, chirp_and_pad_data},
    };
}

}  // namespace

Family clfft_move_kernels() { return joined({transpositions(), copies()}); }

}  // namespace bench
