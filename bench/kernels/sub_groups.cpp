// Kernels with sub-group operations: many exchanges of values between lanes, few loads and stores.
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include <deque>
#include <string>
#include <type_traits>

#include "case.h"
#include "vector.h"

namespace bench {

namespace {

constexpr std::size_t count = 1 << 16;
constexpr int rounds = 64;

/// Permutes the lanes of a vector: lane i gets the value of lane `from[i]`.
template <typename V>
V permuted(V v, VectorI from) {
#ifdef __AVX512F__
    return std::bit_cast<V>(_mm512_permutexvar_epi32(std::bit_cast<__m512i>(from), std::bit_cast<__m512i>(v)));
#else
    V result{};
    for (int lane = 0; lane < lanes; ++lane) result[lane] = v[from[lane] & (lanes - 1)];
    return result;
#endif
}

constexpr VectorI lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Returns a vector in which each lane contains the sum of all lanes of `v`. Uses four permutations and four additions.
template <typename V>
V sum_of_all(V v) {
    v += __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    v += __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    return v + __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

template <typename V>
V sums_so_far(V v) {
    const V zero{};
    v += __builtin_shufflevector(zero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    v += __builtin_shufflevector(zero, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    return v + __builtin_shufflevector(zero, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

/// Adds a case. `function(x, k)` computes the operation's results in round `k` from the lanes' values `x`.
template <typename V, typename T, typename Function>
void add_operation(const std::string& name, const char* source, const Shared<T>& in, Function function) {
    const auto out = zeros<T>(count);
    add({.name = name,
         .source = source,
         .global = {count},
         .local = {256},
         .arguments = {HostArray(out), HostArray(in), rounds},
         .element = std::is_same_v<T, float> ? Element::real : Element::integer,
         .figure = {"Gop/s", rounds},
         .reference =
             [in, out, function](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes) {
                     V x, sum{};
                     std::memcpy(&x, &(*in)[i], sizeof x);
                     for (int k = 0; k < rounds; ++k) {
                         sum += function(x, k);
                         x += static_cast<T>(1);
                     }
                     std::memcpy(&(*out)[i], &sum, sizeof sum);
                 }
             },
         .reference_parts = count / lanes,
         .options = "-cl-std=CL3.0"});
}

// Returns the source of a kernel. Keeps all sources alive, because the benchmark cases store only pointers to the
// sources.
const char* source_of(const std::string& type, const std::string& operation) {
    static std::deque<std::string> sources;
    return sources
        .emplace_back(
            "__attribute__((intel_reqd_sub_group_size(16)))"
            "kernel void run(global T* o, global const T* a, int rounds) {"
            "  int i = get_global_id(0); T x = a[i], sum = 0; uint lane = get_sub_group_local_id();"
            "  for (int k = 0; k < rounds; ++k) { sum += " +
            operation + "; x += 1; } o[i] = sum; }")
        .insert(0, "#define T " + type + "\n")
        .c_str();
}

template <typename V, typename T>
void add_operations(const std::string& type, const Shared<T>& in) {
    const auto named = [&](const char* name) { return "sub_group_" + std::string(name) + "_" + type; };
    add_operation<V>(named("reduce"), source_of(type, "sub_group_reduce_add(x)"), in,
                     [](V x, int) { return sum_of_all(x); });
    add_operation<V>(named("scan"), source_of(type, "sub_group_scan_inclusive_add(x)"), in,
                     [](V x, int) { return sums_so_far(x); });
    add_operation<V>(named("broadcast"), source_of(type, "sub_group_broadcast(x, (uint)k & 15)"), in,
                     [](V x, int k) { return permuted(x, VectorI{} + (k & 15)); });
    add_operation<V>(named("shuffle"), source_of(type, "intel_sub_group_shuffle(x, (lane + k) & 15)"), in,
                     [](V x, int k) { return permuted(x, (lane_numbers + k) & 15); });
}

}  // namespace

void add_sub_groups() {
    const auto words = random_words(count);
    const auto ints = zeros<std::int32_t>(count);
    for (std::size_t i = 0; i < count; ++i) (*ints)[i] = static_cast<std::int32_t>((*words)[i] & 0xffff);
    add_operations<VectorI>("int", ints);
    add_operations<VectorF>("float", random_reals(count, 0, 1));
}

}  // namespace bench
