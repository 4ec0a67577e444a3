// Kernels on integers, bits, graphs and tables.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* divisions = R"(
kernel void run(global const ulong* a, global const ulong* b, global ulong* out) {
    int i = get_global_id(0);
    out[i] = a[i] / (b[i] | 1) + a[i] % (b[i] >> 20 | 1);
})";

constexpr const char* divisions_of_small = R"(
kernel void run(global const uint* a, global ulong* out, ulong width, ulong height) {
    ulong i = get_global_id(0), v = a[i];
    out[i] = v % width + v / width % height + v / (width * height);
})";

constexpr const char* greatest_divisor = R"(
kernel void run(global const uint* a, global const uint* b, global uint* out) {
    int i = get_global_id(0);
    uint x = a[i], y = b[i];
    while (y) { uint t = x % y; x = y; y = t; }
    out[i] = x;
})";

constexpr const char* trial_division = R"(
kernel void run(global uchar* prime, uint first) {
    uint n = first + get_global_id(0);
    uchar is = n > 1;
    for (uint d = 2; d * d <= n; ++d) if (n % d == 0) { is = 0; break; }
    prime[get_global_id(0)] = is;
})";

constexpr const char* sieve = R"(
kernel void run(global uchar* composite, global const int* primes, int count, int per) {
    int start = get_global_id(0) * per, end = start + per;
    for (int k = 0; k < count; ++k) {
        int p = primes[k];
        for (int m = (start + p - 1) / p * p; m < end; m += p) composite[m] = 1;
    }
})";

constexpr const char* bit_reversal = R"(
kernel void run(global const uint* in, global uint* out, int bits) {
    uint i = get_global_id(0), r = 0;
    for (int b = 0; b < bits; ++b) r |= (i >> b & 1) << (bits - 1 - b);
    out[r] = in[i];
})";

constexpr const char* hamming = R"(
kernel void run(global const ulong* codes, constant ulong* wanted, global int* distances, int words, int count) {
    int i = get_global_id(0), sum = 0;
    for (int w = 0; w < words; ++w) sum += popcount(codes[w * count + i] ^ wanted[w]);
    distances[i] = sum;
})";

constexpr const char* hash_probe = R"(
kernel void run(global const uint* keys, global const uint* values, global const uint* wanted, global uint* found, uint mask) {
    int i = get_global_id(0);
    uint key = wanted[i], at = key * 2654435761u & mask, value = 0;
    while (keys[at] != 0) {
        if (keys[at] == key) { value = values[at]; break; }
        at = at + 1 & mask;
    }
    found[i] = value;
})";

constexpr const char* pointer_chase = R"(
kernel void run(global const int* next, global int* ends, int steps) {
    int at = get_global_id(0);
    for (int k = 0; k < steps; ++k) at = next[at];
    ends[get_global_id(0)] = at;
})";

constexpr const char* find_roots = R"(
kernel void run(global const int* parents, global int* roots) {
    int i = get_global_id(0), at = i;
    while (parents[at] != at) at = parents[at];
    roots[i] = at;
})";

constexpr const char* page_rank = R"(
kernel void run(global const int* starts, global const int* from, global const float* ranks, global const int* degrees,
                global float* next, float damping, int nodes) {
    int i = get_global_id(0);
    float sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k) sum += ranks[from[k]] / degrees[from[k]];
    next[i] = (1 - damping) / nodes + damping * sum;
})";

constexpr const char* relax_edges = R"(
kernel void run(global const int* starts, global const int* edges, global const int* weights, global const int* distance,
                global int* next) {
    int i = get_global_id(0), least = distance[i];
    for (int k = starts[i]; k < starts[i + 1]; ++k) least = min(least, distance[edges[k]] + weights[k]);
    next[i] = least;
})";

constexpr const char* floyd = R"(
kernel void run(global int* distance, int n, int k) {
    int x = get_global_id(0), y = get_global_id(1);
    int through = distance[y * n + k] + distance[k * n + x];
    if (x != k && y != k && through < distance[y * n + x]) distance[y * n + x] = through;
})";

constexpr const char* triangles = R"(
kernel void run(global const int* starts, global const int* edges, global int* counts) {
    int i = get_global_id(0), count = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k) {
        int other = edges[k], a = starts[i], b = starts[other];
        while (a < starts[i + 1] && b < starts[other + 1]) {
            int u = edges[a], v = edges[b];
            count += u == v;
            a += u <= v;
            b += v <= u;
        }
    }
    counts[i] = count;
})";

constexpr const char* morton = R"(
kernel void run(global const float4* points, global uint* codes) {
    int i = get_global_id(0);
    uint code = 0;
    uint x = (uint)(points[i].x * 1023), y = (uint)(points[i].y * 1023), z = (uint)(points[i].z * 1023);
    for (int b = 0; b < 10; ++b) code |= (x >> b & 1) << (3 * b) | (y >> b & 1) << (3 * b + 1) | (z >> b & 1) << (3 * b + 2);
    codes[i] = code;
})";

constexpr const char* knapsack = R"(
kernel void run(global const int* before, global int* after, int weight, int value) {
    int i = get_global_id(0);
    int best = before[i];
    if (i >= weight) best = max(best, before[i - weight] + value);
    after[i] = best;
})";

constexpr const char* permutations = R"(
kernel void run(global const int* costs, global int* totals, int n) {
    int i = get_global_id(0), rest = i, total = 0, last = 0;
    int left[8];
    for (int k = 0; k < 8; ++k) left[k] = k;
    for (int k = 8; k > 0; --k) {
        int pick = rest % k;
        rest /= k;
        int city = left[pick];
        total += costs[last * 8 + city];
        last = city;
        for (int j = pick; j < k - 1; ++j) left[j] = left[j + 1];
    }
    totals[i] = total;
})";

constexpr const char* run_lengths = R"(
kernel void run(global const uchar* in, global uchar* lengths, int most) {
    int i = get_global_id(0), k = 1;
    while (k < most && in[i + k] == in[i]) ++k;
    lengths[i] = k;
})";

Arguments graph(std::size_t nodes, std::uint32_t most, bool sorted) {
    Dice dice(71);
    std::vector<int> starts(nodes + 1);
    for (std::size_t i = 0; i < nodes; ++i) starts[i + 1] = starts[i] + static_cast<int>(1 + dice.below(most));
    std::vector<int> edges(static_cast<std::size_t>(starts.back()));
    for (std::size_t i = 0; i < nodes; ++i) {
        int at = 0;
        for (int k = starts[i]; k < starts[i + 1]; ++k) {
            at += 1 + static_cast<int>(dice.below(static_cast<std::uint32_t>(nodes) / most - 2));
            edges[static_cast<std::size_t>(k)] =
                sorted ? at : static_cast<int>(dice.below(static_cast<std::uint32_t>(nodes)));
        }
    }
    return {array(starts), array(edges)};
}

Arguments with(Arguments first, Arguments rest) {
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

Family numbers_and_bits() {
    return {
        {"divisions",
         divisions,
         {8192},
         {64},
         [] { return Arguments{words(16384), words(16386), result<std::uint64_t>(8192)}; }},
        {"divisions_of_small",
         divisions_of_small,
         {16384},
         {},
         [] {
             return Arguments{words(16384), result<std::uint64_t>(16384), scalar<std::uint64_t>(640),
                              scalar<std::uint64_t>(480)};
         }},
        {"greatest_divisor",
         greatest_divisor,
         {8192},
         {64},
         [] { return Arguments{words(8192), ints(8192, 1, 1 << 30), result<std::uint32_t>(8192)}; }},
        {"trial_division",
         trial_division,
         {8192},
         {},
         [] { return Arguments{result<std::uint8_t>(8192), scalar(100000u)}; }},
        {"sieve",
         sieve,
         {256},
         {64},
         [] {
             return Arguments{changed(bytes(256 * 512, 1)),
                              each(20,
                                   [](std::size_t i) {
                                       constexpr int primes[] = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29,
                                                                 31, 37, 41, 43, 47, 53, 59, 61, 67, 71};
                                       return primes[i];
                                   }),
                              scalar(20), scalar(512)};
         }},
        {"bit_reversal",
         bit_reversal,
         {65536},
         {},
         [] { return Arguments{words(65536), result<std::uint32_t>(65536), scalar(16)}; }},
        {"hamming",
         hamming,
         {16384},
         {64},
         [] { return Arguments{words(16384 * 8), words(8), result<int>(16384), scalar(4), scalar(16384)}; }},
    };
}

Family graphs_and_tables() {
    return {
        {"hash_probe",
         hash_probe,
         {16384},
         {64},
         [] {
             return Arguments{
                 each(32768, [](std::size_t i) { return static_cast<std::uint32_t>(i % 3 ? i * 40503u * 2 + 1 : 0); }),
                 words(32768), words(16384), result<std::uint32_t>(16384), scalar(32767u)};
         }},
        {"pointer_chase",
         pointer_chase,
         {4096},
         {64},
         [] { return Arguments{ints(65536, 0, 65536), result<int>(4096), scalar(32)}; }},
        {"find_roots",
         find_roots,
         {16384},
         {64},
         [] {
             return Arguments{
                 each(16384, [](std::size_t i) { return static_cast<int>(i < 64 ? i : (i * 2654435761u >> 9) % i); }),
                 result<int>(16384)};
         }},
        {"page_rank",
         page_rank,
         {8192},
         {64},
         [] {
             return with(graph(8192, 24, false),
                         {reals(8192, 0, 1), ints(8192, 1, 24), result<float>(8192), scalar(.85f), scalar(8192)});
         }},
        {"relax_edges",
         relax_edges,
         {8192},
         {},
         [] {
             return with(graph(8192, 24, false), {ints(8192 * 24, 1, 100), ints(8192, 0, 10000), result<int>(8192)});
         }},
        {"floyd",
         floyd,
         {256, 256},
         {16, 16},
         [] { return Arguments{changed(ints(65536, 1, 1000)), scalar(256), scalar(100)}; }},
        {"triangles", triangles, {2048}, {64}, [] { return with(graph(2048, 12, true), {result<int>(2048)}); }},
    };
}

Family orders_and_sequences() {
    return {
        {"morton", morton, {16384}, {64}, [] { return Arguments{reals(65536, 0, 1), result<std::uint32_t>(16384)}; }},
        {"knapsack",
         knapsack,
         {65536},
         {},
         [] { return Arguments{ints(65536, 0, 1000), result<int>(65536), scalar(137), scalar(55)}; }},
        {"permutations",
         permutations,
         {8192},
         {64},
         [] { return Arguments{ints(64, 1, 100), result<int>(8192), scalar(8)}; }},
        {"run_lengths",
         run_lengths,
         {65536},
         {},
         [] { return Arguments{bytes(65536 + 64, 2), result<std::uint8_t>(65536), scalar(32)}; }},
    };
}

}  // namespace

Family integer_kernels() { return joined({numbers_and_bits(), graphs_and_tables(), orders_and_sequences()}); }

}  // namespace bench
