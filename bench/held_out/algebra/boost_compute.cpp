// Kernels of Boost.Compute and VexCL: scans, sums by key, merges and merge sorts, radix sorts, sets, vector expressions
// and sparse products.
#include <algorithm>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* local_scan = R"(
kernel void run(global const int* in, global int* out, global int* sums, uint n, local int* room) {
    uint i = get_global_id(0), t = get_local_id(0), size = get_local_size(0);
    int value = i < n ? in[i] : 0;
    room[t] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step <<= 1) {
        int before = t >= step ? room[t - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        room[t] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) out[i] = room[t];
    if (t == size - 1) sums[get_group_id(0)] = room[t];
})";

constexpr const char* sums_by_key = R"(
kernel void run(global const uint* keys, global const float* values, global const uint* segments, global uint* keys_out,
                global float* sums_out, global uint* carry_keys, global float* carries, uint n, local uint* room_keys,
                local float* room) {
    uint i = get_global_id(0), t = get_local_id(0), size = get_local_size(0);
    uint key = i < n ? segments[i] : 0xffffffff;
    room_keys[t] = key;
    room[t] = i < n ? values[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step <<= 1) {
        float add = 0;
        if (t >= step && room_keys[t - step] == key) add = room[t - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        room[t] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n && t < size - 1 && (i + 1 == n || room_keys[t + 1] != key)) {
        keys_out[key] = keys[i];
        sums_out[key] = room[t];
    }
    if (t == size - 1) {
        carry_keys[get_group_id(0)] = key;
        carries[get_group_id(0)] = room[t];
    }
})";

constexpr const char* merge_path = R"(
kernel void run(global const int* a, global const int* b, global int* out, uint na, uint nb, uint per) {
    uint from = get_global_id(0) * per, to = min(from + per, na + nb);
    if (from >= na + nb) return;
    uint low = from > nb ? from - nb : 0, high = min(from, na);
    while (low < high) {
        uint middle = (low + high) / 2;
        if (a[middle] <= b[from - 1 - middle]) low = middle + 1;
        else high = middle;
    }
    uint i = low, j = from - low;
    for (uint k = from; k < to; ++k) {
        if (j >= nb || (i < na && a[i] <= b[j])) out[k] = a[i++];
        else out[k] = b[j++];
    }
})";

constexpr const char* insertion_blocks = R"(
kernel void run(global int* keys, global int* values, uint n, uint per, local int* sorted_keys,
    local int* sorted_values) {
    uint start = get_global_id(0) * per, end = min(start + per, n), base = get_local_id(0) * per;
    if (start >= n) return;
    sorted_keys[base] = keys[start];
    sorted_values[base] = values[start];
    for (uint i = start + 1; i < end; ++i) {
        int key = keys[i], value = values[i];
        uint at = base + (i - start);
        while (at > base && sorted_keys[at - 1] > key) {
            sorted_keys[at] = sorted_keys[at - 1];
            sorted_values[at] = sorted_values[at - 1];
            --at;
        }
        sorted_keys[at] = key;
        sorted_values[at] = value;
    }
    for (uint k = 0; k < end - start; ++k) {
        keys[start + k] = sorted_keys[base + k];
        values[start + k] = sorted_values[base + k];
    }
})";

constexpr const char* merge_ranks = R"(
kernel void run(global const int* in, global const int* in_values, global int* out, global int* out_values, uint n,
                uint block) {
    uint i = get_global_id(0);
    if (i >= n) return;
    uint own = i / block, pair = own ^ 1, low = min(pair * block, n), high = min(low + block, n), first = low;
    int key = in[i];
    bool second = own & 1;
    while (low < high) {
        uint middle = (low + high) / 2;
        bool before = second ? in[middle] <= key : in[middle] < key;
        if (before) low = middle + 1;
        else high = middle;
    }
    uint to = (own & ~1u) * block + (i - own * block) + (low - first);
    out[to] = key;
    out_values[to] = in_values[i];
})";

constexpr const char* radix_counts = R"(
kernel void run(global const float* in, uint n, uint low_bit, global uint* global_counts, global uint* global_offsets,
                local uint* counts) {
    uint i = get_global_id(0), t = get_local_id(0), groups = get_num_groups(0);
    if (t < 16) counts[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        uint bits = as_uint(in[i]);
        bits = bits & 0x80000000 ? ~bits : bits ^ 0x80000000;
        atomic_inc(&counts[bits >> low_bit & 15]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16) {
        global_counts[16 * get_group_id(0) + t] = counts[t];
        if (get_group_id(0) == groups - 1) global_offsets[t] = counts[t];
    }
})";

constexpr const char* radix_scatter = R"(
uint digit_of(float value, uint low_bit) {
    uint bits = as_uint(value);
    bits = bits & 0x80000000 ? ~bits : bits ^ 0x80000000;
    return bits >> low_bit & 15;
}
kernel void run(global const float* in, global const int* values, uint n, uint low_bit, global const uint* counts,
                global const uint* offsets, global float* out, global int* values_out) {
    local uint digits[256];
    uint i = get_global_id(0), t = get_local_id(0), digit = i < n ? digit_of(in[i], low_bit) : 0;
    digits[t] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;
    uint before = 0;
    for (uint k = 0; k < t; ++k) before += digits[k] == digit;
    uint to = offsets[digit] + counts[16 * get_group_id(0) + digit] + before;
    if (to < n) { out[to] = in[i]; values_out[to] = values[i]; }
})";

constexpr const char* intersection = R"(
kernel void run(global const int* a, global const int* b, global const uint2* tiles, global int* out,
                global uint* counts, uint na, uint nb, uint per) {
    uint k = get_global_id(0), i = tiles[k].x, j = tiles[k].y, i_end = tiles[k + 1].x, j_end = tiles[k + 1].y,
        count = 0;
    while (i < i_end && j < j_end) {
        int x = a[i], y = b[j];
        if (x == y) out[k * per + count++] = x;
        i += x <= y;
        j += y <= x;
    }
    counts[k] = count;
})";

constexpr const char* expression = R"(
kernel void run(ulong n, global double* x, global const double* y, global const double* z, double a,
    global int* flags) {
    ulong chunk = get_global_size(0);
    for (ulong i = get_global_id(0); i < n; i += chunk) {
        double v = a * y[i] + sqrt(fabs(z[i]));
        x[i] += v > .5 ? sin(v) * z[i] : v * v - 1;
        flags[i] = v > .5;
    }
})";

constexpr const char* hybrid_product = R"(
kernel void run(ulong n, double scale, ulong width, ulong pitch, global const int* columns, global const double* values,
                global const int* rest_rows, global const int* rest_columns, global const double* rest,
                global const double* x, global double* y) {
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
        double sum = 0;
        for (ulong k = 0; k < width; ++k) {
            int c = columns[i + k * pitch];
            if (c >= 0) sum += values[i + k * pitch] * x[c];
        }
        for (int k = rest_rows[i]; k < rest_rows[i + 1]; ++k) sum += rest[k] * x[rest_columns[k]];
        y[i] = scale * sum;
    }
})";

std::vector<int> sorted_ints(std::size_t count, std::uint32_t seed, std::uint32_t bound) {
    Dice dice(seed);
    std::vector<int> made;
    for (std::size_t k = 0; k < count; ++k) made.push_back(static_cast<int>(dice.below(bound)));
    std::sort(made.begin(), made.end());
    return made;
}

Arguments key_arguments() {
    constexpr std::size_t n = 1 << 18;
    Dice dice(353);
    std::vector<std::uint32_t> keys, segments;
    std::uint32_t segment = 0;
    while (keys.size() < n) {
        for (std::uint32_t k = 1 + dice.below(1 + dice.below(40)); k && keys.size() < n; --k) {
            keys.push_back(segment * 3 + 1);
            segments.push_back(segment);
        }
        ++segment;
    }
    return {array(keys),
            reals(n),
            array(segments),
            changed(result<std::uint32_t>(n)),
            changed(result<float>(n)),
            result<std::uint32_t>(n / 256),
            result<float>(n / 256),
            scalar(static_cast<unsigned>(n)),
            local_bytes(1024),
            local_bytes(1024)};
}

/// Returns keys and one value per key; each block of 64 keys is sorted.
Arguments rank_arguments() {
    constexpr std::size_t n = 1 << 16;
    std::vector<int> keys;
    for (std::uint32_t block = 0; block < n / 64; ++block) {
        const auto sorted = sorted_ints(64, 1000 + block, 1 << 20);
        keys.insert(keys.end(), sorted.begin(), sorted.end());
    }
    return {array(keys), ints(n, 0, 1 << 20), result<int>(n), result<int>(n), scalar(static_cast<unsigned>(n)),
            scalar(64u)};
}

Arguments scatter_arguments() {
    constexpr std::size_t n = 1 << 16;
    Dice dice(359);
    std::vector<float> keys;
    for (std::size_t k = 0; k < n; ++k) keys.push_back(dice.real(-100, 100));
    std::vector<std::uint32_t> counts(n / 256 * 16), offsets(16), sums(16);
    const auto digit = [&](std::size_t k) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &keys[k], 4);
        bits = bits & 0x80000000 ? ~bits : bits ^ 0x80000000;
        return bits >> 24 & 15;
    };
    for (std::size_t k = 0; k < n; ++k) ++counts[k / 256 * 16 + digit(k)];
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const std::uint32_t own = counts[k];
        counts[k] = sums[k % 16];
        sums[k % 16] += own;
    }
    for (std::size_t k = 1; k < 16; ++k) offsets[k] = offsets[k - 1] + sums[k - 1];
    return {array(keys),      ints(n, 0, 1 << 20), scalar(static_cast<unsigned>(n)),
            scalar(24u),      array(counts),       array(offsets),
            result<float>(n), result<int>(n)};
}

Arguments set_arguments() {
    constexpr std::size_t n = 1 << 17;
    const auto a = sorted_ints(n, 367, 1 << 18), b = sorted_ints(n, 373, 1 << 18);
    std::vector<std::uint32_t> tiles;
    for (std::size_t i = 0; i <= n; i += 64) {
        std::size_t at = i;
        while (at > 0 && at < n && a[at] == a[at - 1]) ++at;
        tiles.push_back(static_cast<std::uint32_t>(at));
        tiles.push_back(at == n ? n
                                : static_cast<std::uint32_t>(std::lower_bound(b.begin(), b.end(), a[at]) - b.begin()));
    }
    return {array(a),
            array(b),
            array(tiles),
            changed(result<int>(n * 2)),
            result<std::uint32_t>(n / 64),
            scalar(static_cast<unsigned>(n)),
            scalar(static_cast<unsigned>(n)),
            scalar(128u)};
}

/// Returns a sparse matrix like the matrices of finite element meshes. The first eight entries of each row are stored
/// in column-major order (ELL), the others row by row (CSR).
Arguments product_arguments() {
    constexpr int n = 40000, width = 8;
    Dice dice(379);
    std::vector<int> columns(std::size_t{n} * width, -1), rest_rows, rest_columns;
    for (int i = 0; i < n; ++i) {
        rest_rows.push_back(static_cast<int>(rest_columns.size()));
        const int used = 4 + static_cast<int>(dice.below(4) + dice.below(4));
        for (int k = 0; k < used; ++k) {
            const int c = std::clamp(
                i + static_cast<int>(dice.below(3) * 200) - 200 + static_cast<int>(dice.below(9)) - 4, 0, n - 1);
            if (k < width)
                columns[static_cast<std::size_t>(k * n + i)] = c;
            else
                rest_columns.push_back(c);
        }
    }
    rest_rows.push_back(static_cast<int>(rest_columns.size()));
    const std::size_t rest = rest_columns.size();
    return {scalar(std::uint64_t{n}),
            scalar(1.5),
            scalar(std::uint64_t{width}),
            scalar(std::uint64_t{n}),
            array(columns),
            doubles(std::size_t{n} * width),
            array(rest_rows),
            array(rest_columns),
            doubles(rest),
            doubles(n),
            result<double>(n)};
}

Arguments expression_arguments() {
    constexpr std::size_t n = 300000;
    return {scalar(std::uint64_t{n}), changed(doubles(n)), doubles(n), doubles(n), scalar(.7), result<int>(n)};
}

Arguments merge_arguments() {
    return {array(sorted_ints(150000, 383, 1 << 24)),
            array(sorted_ints(110000, 389, 1 << 24)),
            result<int>(260000),
            scalar(150000u),
            scalar(110000u),
            scalar(64u)};
}

}  // namespace

Family boost_compute_kernels() {
    return {
        {"boost_compute_local_scan",
         local_scan,
         {262144},
         {256},
         [] {
             return Arguments{ints(262000, 0, 9), result<int>(262000), result<int>(1024), scalar(262000u),
                              local_bytes(1024)};
         }},
        {"boost_compute_sums_by_key", sums_by_key, {1 << 18}, {256}, key_arguments},
        {"boost_compute_merge_path", merge_path, {4096}, {}, merge_arguments},
        {"boost_compute_insertion_blocks",
         insertion_blocks,
         {2048},
         {32},
         [] {
             return Arguments{changed(ints(65536, 0, 1 << 20)),
                              changed(ints(65536, 0, 1 << 20)),
                              scalar(65500u),
                              scalar(32u),
                              local_bytes(4096),
                              local_bytes(4096)};
         }},
        {"boost_compute_merge_ranks", merge_ranks, {1 << 16}, {}, rank_arguments},
        {"boost_compute_radix_counts",
         radix_counts,
         {262144},
         {128},
         [] {
             return Arguments{reals(262000, -100, 100),         scalar(262000u),           scalar(20u),
                              result<std::uint32_t>(2048 * 16), result<std::uint32_t>(16), local_bytes(64)};
         }},
        {"boost_compute_radix_scatter", radix_scatter, {1 << 16}, {256}, scatter_arguments},
        {"boost_compute_intersection", intersection, {2048}, {}, set_arguments},
        {"vexcl_expression", expression, {4096}, {256}, expression_arguments},
        {"vexcl_hybrid_product", hybrid_product, {8192}, {64}, product_arguments},
    };
}

}  // namespace bench
