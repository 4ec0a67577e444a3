// Kernels that sort, scan, reduce, make histograms and search.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* bitonic_local = R"(
kernel void run(global uint* data) {
    local uint v[512];
    int t = get_local_id(0), base = get_group_id(0) * 512;
    v[t] = data[base + t];
    v[t + 256] = data[base + t + 256];
    for (int size = 2; size <= 512; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int i = 2 * t - (t & (stride - 1)), up = (i & size) == 0;
            uint a = v[i], b = v[i + stride];
            if ((a > b) == up) { v[i] = b; v[i + stride] = a; }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[base + t] = v[t];
    data[base + t + 256] = v[t + 256];
})";

constexpr const char* bitonic_step = R"(
kernel void run(global uint* data, uint stage, uint pass) {
    uint i = get_global_id(0), distance = 1u << (stage - pass), left = i % distance + i / distance * 2 * distance;
    uint right = left + distance, a = data[left], b = data[right];
    int up = (i / (1u << stage)) % 2 == 0;
    uint low = a < b ? a : b, high = a < b ? b : a;
    data[left] = up ? low : high;
    data[right] = up ? high : low;
})";

constexpr const char* hillis_steele = R"(
kernel void run(global const float* in, global float* out) {
    local float a[2][256];
    int t = get_local_id(0), now = 0;
    a[0][t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 256; d *= 2) {
        a[1 - now][t] = t >= d ? a[now][t] + a[now][t - d] : a[now][t];
        now = 1 - now;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = a[now][t];
})";

constexpr const char* scan_volatile = R"(
kernel void run(global const int* in, global int* out) {
    local volatile int a[512];
    int t = get_local_id(0);
    a[t] = 0;
    int i = t + 256;
    a[i] = in[get_global_id(0)];
    for (int d = 1; d < 256; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int v = a[i] + a[i - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[i] = v;
    }
    out[get_global_id(0)] = a[i];
})";

constexpr const char* reduce_volatile = R"(
kernel void run(global const int* in, global int* out, int n) {
    local volatile int sums[128];
    int t = get_local_id(0), sum = 0;
    for (int i = get_group_id(0) * 256 + t; i < n; i += 256 * get_num_groups(0)) sum += in[i] + in[i + 128];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 64; d > 0; d /= 2) {
        if (t < d) sums[t] += sums[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = sums[0];
})";

constexpr const char* dot = R"(
kernel void run(global const double* a, global const double* b, global double* out, int n) {
    local double sums[256];
    int t = get_local_id(0);
    double sum = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i] * b[i];
    sums[t] = sum;
    for (int d = get_local_size(0) / 2; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d) sums[t] += sums[t + d];
    }
    if (t == 0) out[get_group_id(0)] = sums[0];
})";

constexpr const char* radix_histogram = R"(
kernel void run(global const uint* keys, global uint* counts, int shift, int n) {
    local uint bins[16 * 64];
    int t = get_local_id(0), g = get_group_id(0), per = n / get_global_size(0);
    for (int i = 0; i < 16; ++i) bins[i * 64 + t] = 0;
    int start = get_global_id(0) * per;
    for (int i = 0; i < per; ++i) ++bins[(keys[start + i] >> shift & 15) * 64 + t];
    for (int i = 0; i < 16; ++i) counts[(i * get_num_groups(0) + g) * 64 + t] = bins[i * 64 + t];
})";

constexpr const char* radix_scatter = R"(
kernel void run(global const uint* keys, global uint* sorted, int per) {
    uint counts[16];
    int start = get_global_id(0) * per;
    for (int i = 0; i < 16; ++i) counts[i] = 0;
    for (int i = 0; i < per; ++i) ++counts[keys[start + i] & 15];
    uint sum = 0;
    for (int i = 0; i < 16; ++i) { uint c = counts[i]; counts[i] = sum; sum += c; }
    for (int i = 0; i < per; ++i) sorted[start + counts[keys[start + i] & 15]++] = keys[start + i];
})";

constexpr const char* histogram_bytes = R"(
kernel void run(global const uchar4* pixels, global uint* counts, local uchar* bins) {
    int t = get_local_id(0), groups = get_local_size(0);
    for (int i = 0; i < 256; ++i) bins[i * groups + t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; ++i) {
        uchar4 p = pixels[(get_group_id(0) * 32 + i) * groups + t];
        ++bins[p.x * groups + t]; ++bins[p.y * groups + t]; ++bins[p.z * groups + t]; ++bins[p.w * groups + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 256 / groups; ++k) {
        uint sum = 0;
        for (int j = 0; j < groups; ++j) sum += bins[(k * groups + t) * groups + j];
        counts[get_group_id(0) * 256 + k * groups + t] = sum;
    }
})";

constexpr const char* histogram_atomic = R"(
kernel void run(global const uint* values, global int* counts, int n) {
    local int bins[256];
    int t = get_local_id(0);
    bins[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[values[i] >> 24]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&counts[t], bins[t]);
})";

constexpr const char* binary_search = R"(
kernel void run(global const int* sorted, global const int* wanted, global int* place, int n) {
    int i = get_global_id(0), low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < wanted[i]) low = middle + 1;
        else high = middle;
    }
    place[i] = low;
})";

constexpr const char* rank_sort = R"(
kernel void run(global const float* values, global float* sorted, int n) {
    int i = get_global_id(0), rank = 0;
    float own = values[i];
    for (int k = 0; k < n; ++k) rank += values[k] < own || (values[k] == own && k < i);
    sorted[rank] = own;
})";

constexpr const char* merge_path = R"(
kernel void run(global const int* a, global const int* b, global int* merged, int n, int per) {
    int diagonal = get_global_id(0) * per, low = max(0, diagonal - n), high = min(diagonal, n);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < b[diagonal - 1 - middle]) low = middle + 1;
        else high = middle;
    }
    int i = low, j = diagonal - low;
    for (int k = 0; k < per; ++k) {
        if (j >= n || (i < n && a[i] < b[j])) merged[diagonal + k] = a[i++];
        else merged[diagonal + k] = b[j++];
    }
})";

constexpr const char* compact = R"(
kernel void run(global const int* in, global int* out, global int* counts, int limit) {
    local int places[128];
    int t = get_local_id(0), v = in[get_global_id(0)], keep = v < limit;
    places[t] = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 128; d *= 2) {
        int before = t >= d ? places[t - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        places[t] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (keep) out[get_group_id(0) * 128 + places[t] - 1] = v;
    if (t == 127) counts[get_group_id(0)] = places[127];
})";

constexpr const char* shell_sort = R"(
kernel void run(global int* data, int n) {
    global int* a = data + get_global_id(0);
    int stride = get_global_size(0);
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; ++i) {
            int v = a[i * stride], j = i;
            for (; j >= gap && a[(j - gap) * stride] > v; j -= gap) a[j * stride] = a[(j - gap) * stride];
            a[j * stride] = v;
        }
})";

constexpr const char* arg_max = R"(
kernel void run(global const float* in, global int* best, int n) {
    local float values[64];
    local int places[64];
    int t = get_local_id(0), row = get_group_id(0), place = t;
    float most = in[row * n + t];
    for (int i = t + 64; i < n; i += 64)
        if (in[row * n + i] > most) { most = in[row * n + i]; place = i; }
    values[t] = most;
    places[t] = place;
    for (int d = 32; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < d && values[t + d] > values[t]) { values[t] = values[t + d]; places[t] = places[t + d]; }
    }
    if (t == 0) best[row] = places[0];
})";

BufferData rising(std::size_t count, std::uint32_t seed) {
    Dice dice(seed);
    int now = 0;
    return each(count, [&](std::size_t) { return now += static_cast<int>(dice.below(8)); });
}

Family sorts_scans_and_sums() {
    return {
        {"bitonic_local", bitonic_local, {256 * 16}, {256}, [] { return Arguments{changed(words(512 * 16))}; }},
        {"bitonic_step",
         bitonic_step,
         {65536},
         {256},
         [] { return Arguments{changed(words(131072)), scalar(9u), scalar(4u)}; }},
        {"bitonic_step_near",
         bitonic_step,
         {65536},
         {256},
         [] { return Arguments{changed(words(131072)), scalar(9u), scalar(9u)}; }},
        {"hillis_steele",
         hillis_steele,
         {256 * 64},
         {256},
         [] { return Arguments{reals(256 * 64), result<float>(256 * 64)}; }},
        {"scan_volatile",
         scan_volatile,
         {256 * 64},
         {256},
         [] { return Arguments{ints(256 * 64, 0, 100), result<int>(256 * 64)}; }},
        {"reduce_volatile",
         reduce_volatile,
         {128 * 16},
         {128},
         [] { return Arguments{ints(131072 + 128, 0, 100), result<int>(16), scalar(131072)}; }},
        {"dot",
         dot,
         {256 * 16},
         {256},
         [] { return Arguments{doubles(65536), doubles(65536), result<double>(16), scalar(65536)}; }},
    };
}

Family histograms_and_radix_sorts() {
    return {
        {"radix_histogram",
         radix_histogram,
         {1024},
         {64},
         [] { return Arguments{words(65536), result<std::uint32_t>(16 * 1024), scalar(8), scalar(65536)}; }},
        {"radix_scatter",
         radix_scatter,
         {1024},
         {64},
         [] { return Arguments{words(65536), result<std::uint32_t>(65536), scalar(64)}; }},
        {"histogram_bytes",
         histogram_bytes,
         {64 * 8},
         {64},
         [] { return Arguments{bytes(64 * 8 * 32 * 4), result<std::uint32_t>(8 * 256), local_bytes(256 * 64)}; }},
        {"histogram_atomic",
         histogram_atomic,
         {256 * 8},
         {256},
         [] { return Arguments{words(65536), changed(ints(256, 0, 1)), scalar(65536)}; }},
    };
}

Family searches_and_merges() {
    return {
        {"binary_search",
         binary_search,
         {32768},
         {},
         [] { return Arguments{rising(65536, 31), ints(32768, 0, 230000), result<int>(32768), scalar(65536)}; }},
        {"rank_sort",
         rank_sort,
         {1024},
         {128},
         [] { return Arguments{reals(1024), result<float>(1024), scalar(1024)}; }},
        {"merge_path",
         merge_path,
         {4096},
         {64},
         [] {
             return Arguments{rising(65536, 32), rising(65536, 33), result<int>(131072), scalar(65536), scalar(32)};
         }},
        {"compact",
         compact,
         {128 * 128},
         {128},
         [] { return Arguments{ints(16384, 0, 100), result<int>(16384), result<int>(128), scalar(40)}; }},
        {"shell_sort",
         shell_sort,
         {1024},
         {64},
         [] { return Arguments{changed(ints(1024 * 32, 0, 10000)), scalar(32)}; }},
        {"arg_max",
         arg_max,
         {64 * 64},
         {64},
         [] { return Arguments{reals(64 * 1000), result<int>(64), scalar(1000)}; }},
    };
}

}  // namespace

Family sorting_kernels() {
    return joined({sorts_scans_and_sums(), histograms_and_radix_sorts(), searches_and_merges()});
}

}  // namespace bench
