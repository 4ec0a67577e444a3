// Kernels in which the work-items of a group cooperate: barriers in loops and called functions, local memory, local
// atomics.
#include <algorithm>

#include "case.h"
#include "vector.h"

namespace bench {

namespace {

constexpr std::size_t group = 256;

void add_tree_reduction() {
    constexpr std::size_t count = 1 << 20;
    const auto in = random_reals(count, 0, 1);
    const auto out = zeros<float>(count / group);
    add({.name = "tree_reduction",
         .source = R"(
kernel void run(global float* o, global const float* a, local float* sm) {
    int l = get_local_id(0);
    sm[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) sm[l] += sm[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) o[get_group_id(0)] = sm[0];
})",
         .global = {count},
         .local = {group},
         .arguments = {HostArray(out), HostArray(in), LocalMemory{group * 4}},
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t g = begin; g < end; ++g) {
                     float sums[group];
                     std::copy_n(&(*in)[g * group], group, sums);
                     for (std::size_t s = group / 2; s >= lanes; s /= 2)
                         for (std::size_t l = 0; l < s; l += lanes)
                             store(&sums[l], load(&sums[l]) + load(&sums[l + s]));
                     for (std::size_t s = lanes / 2; s > 0; s /= 2)
                         for (std::size_t l = 0; l < s; ++l) sums[l] += sums[l + s];
                     (*out)[g] = sums[0];
                 }
             },
         .reference_parts = count / group});
}

void add_local_histogram() {
    constexpr std::size_t count = 1 << 20, per_item = 64;
    const auto words = random_words(count);
    const auto in = zeros<std::uint8_t>(count);
    std::transform(words->begin(), words->end(), in->begin(), [](std::uint32_t w) { return w >> 9 & 255; });
    const auto out = zeros<std::uint32_t>(count / per_item);
    add({.name = "local_histogram",
         .source = R"(
kernel void run(global uint* o, global const uchar* a, int per) {
    local uint h[256];
    int l = get_local_id(0);
    h[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int base = get_group_id(0) * per * 256;
    for (int k = 0; k < per; k++) atomic_inc(&h[a[base + k * 256 + l]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = h[l];
})",
         .global = {count / per_item},
         .local = {group},
         .arguments = {HostArray(out), HostArray(in), static_cast<int>(per_item)},
         .element = Element::integer,
         .launches = 4,
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t g = begin; g < end; ++g) {
                     std::uint32_t bins[group] = {};
                     const std::uint8_t* from = &(*in)[g * group * per_item];
                     for (std::size_t i = 0; i < group * per_item; ++i) ++bins[from[i]];
                     std::copy_n(bins, group, &(*out)[g * group]);
                 }
             },
         .reference_parts = count / per_item / group});
}

/// Runs `steps` rounds for one group. Round k adds to each element the element that is 2^(k mod 8) positions after it,
/// cyclically.
void prefix_sum_group(float* out, const float* in, int steps) {
    float sums[group], moved[group];
    std::copy_n(in, group, sums);
    for (int k = 0; k < steps; ++k) {
        const std::size_t distance = std::size_t{1} << (k & 7);
        std::copy(sums + distance, sums + group, moved);
        std::copy(sums, sums + distance, moved + group - distance);
        for (std::size_t l = 0; l < group; l += lanes) store(&sums[l], load(&sums[l]) + load(&moved[l]));
    }
    std::copy_n(sums, group, out);
}

void add_prefix_sum() {
    constexpr std::size_t count = 1 << 16;
    constexpr int steps = 8;
    const auto in = random_reals(count, 0, 1e-3f);
    const auto counts = zeros<int>(count / group);
    std::fill(counts->begin(), counts->end(), steps);
    const auto out = zeros<float>(count);
    add({.name = "prefix_sum",
         .source = R"(
void stage(local float* sm, int l, int s) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float t = sm[(l + s) & 255];
    barrier(CLK_LOCAL_MEM_FENCE);
    sm[l] += t;
}
kernel void run(global float* o, global const float* a, global const int* cnt, local float* sm) {
    int l = get_local_id(0);
    sm[l] = a[get_global_id(0)];
    int n = cnt[get_group_id(0)];
    for (int k = 0; k < n; k++) stage(sm, l, 1 << (k & 7));
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = sm[l];
})",
         .global = {count},
         .local = {group},
         .arguments = {HostArray(out), HostArray(in), HostArray(counts), LocalMemory{group * 4}},
         .launches = 4,
         .reference =
             [in, out](std::size_t begin, std::size_t end) {
                 for (std::size_t g = begin; g < end; ++g)
                     prefix_sum_group(&(*out)[g * group], &(*in)[g * group], steps);
             },
         .reference_parts = count / group});
}

void add_scan() {
    constexpr std::size_t count = 1 << 18;
    add({.name = "blelloch_scan",
         .source = R"(
kernel void run(global int* o, global const int* a, local int* t) {
    int l = get_local_id(0), n = get_local_size(0) * 2, base = get_group_id(0) * n, offset = 1;
    t[2 * l] = a[base + 2 * l] & 255;
    t[2 * l + 1] = a[base + 2 * l + 1] & 255;
    for (int d = n >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        offset *= 2;
    }
    if (l == 0) t[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int i = offset * (2 * l + 1) - 1, j = offset * (2 * l + 2) - 1, v = t[i];
            t[i] = t[j];
            t[j] += v;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[base + 2 * l] = t[2 * l];
    o[base + 2 * l + 1] = t[2 * l + 1];
})",
         .global = {count / 2},
         .local = {group},
         .arguments = {HostArray(zeros<int>(count)), HostArray(random_words(count)), LocalMemory{group * 8}},
         .element = Element::integer});
}

void add_bitonic_sort() {
    constexpr std::size_t count = 1 << 16;
    add({.name = "bitonic_sort",
         .source = R"(
kernel void run(global uint* o, global const uint* a, local uint* t) {
    uint l = get_local_id(0), n = get_local_size(0);
    t[l] = a[get_global_id(0)];
    for (uint size = 2; size <= n; size <<= 1)
        for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint other = l ^ stride;
            uint mine = t[l], its = t[other];
            barrier(CLK_LOCAL_MEM_FENCE);
            bool ascending = (l & size) == 0, lower = l < other;
            t[l] = lower == ascending ? min(mine, its) : max(mine, its);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[l];
})",
         .global = {count},
         .local = {group},
         .arguments = {HostArray(zeros<std::uint32_t>(count)), HostArray(random_words(count)), LocalMemory{group * 4}},
         .element = Element::integer});
}

}  // namespace

void add_groups() {
    add_tree_reduction();
    add_local_histogram();
    add_prefix_sum();
    add_scan();
    add_bitonic_sort();
}

}  // namespace bench
