// Kernels whose work-items diverge: gathers in loops of different lengths, switches, divergent loops.
#include "case.h"
#include "vector.h"

namespace bench {

namespace {

void add_spmv() {
    constexpr std::size_t rows = 1 << 16;
    const auto random = random_words(rows * 33);
    const auto starts = zeros<int>(rows + 1);
    for (std::size_t i = 0; i < rows; ++i) (*starts)[i + 1] = (*starts)[i] + 8 + static_cast<int>((*random)[i] % 25);
    const auto entries = static_cast<std::size_t>(starts->back());
    const auto columns = zeros<int>(entries);
    for (std::size_t i = 0; i < entries; ++i) (*columns)[i] = static_cast<int>((*random)[rows + i] % rows);
    const auto values = random_reals(entries, -1, 1), x = random_reals(rows, -1, 1);
    const auto y = zeros<float>(rows);
    add({.name = "spmv",
         .source = R"(
kernel void run(global float* y, global const int* rp, global const int* ci, global const float* v,
                global const float* x) {
    int r = get_global_id(0);
    float s = 0;
    for (int k = rp[r]; k < rp[r + 1]; k++) s += v[k] * x[ci[k]];
    y[r] = s;
})",
         .global = {rows},
         .local = {64},
         .arguments = {HostArray(y), HostArray(starts), HostArray(columns), HostArray(values), HostArray(x)},
         .reference =
             [=](std::size_t begin, std::size_t end) {
                 const int *start = starts->data(), *column = columns->data();
                 const float *value = values->data(), *from = x->data();
                 for (std::size_t r = begin; r < end; ++r) {
                     float sum = 0;
                     for (int k = start[r]; k < start[r + 1]; ++k) sum += value[k] * from[column[k]];
                     (*y)[r] = sum;
                 }
             },
         .reference_parts = rows});
}

/// Computes all eight cases of the switch for all lanes, and selects one result per lane, as a vectorizer does with a
/// divergent switch.
void switch_vector(float* out, const float* in, const std::int32_t* codes, int rounds) {
    VectorF v = load(in);
    VectorI c;
    std::memcpy(&c, codes, sizeof c);
    for (int k = 0; k < rounds; ++k) {
        const VectorI which = c & 7;
        VectorF next = v < 2.0f ? v + 0.125f : splat(2.125f);
        next = which == 0 ? v * 1.5f + 0.25f : next;
        next = which == 1 ? v - 0.75f : next;
        next = which == 2 ? root(absolute(v)) : next;
        next = which == 3 ? (v < 0.0f ? -v : v * 0.5f) : next;
        next = which == 4 ? 1.0f / (v * v + 1.0f) : next;
        next = which == 5 ? each(v, [](float x) { return std::floor(x); }) + 0.5f : next;
        next = which == 6 ? v * v * 0.1f : next;
        v = next;
        c = c * 5 + k;
    }
    store(out, v);
}

void add_switch() {
    constexpr std::size_t count = 1 << 17;
    constexpr int rounds = 8;
    const auto in = random_reals(count, -2, 2);
    const auto words = random_words(count);
    const auto codes = zeros<std::int32_t>(count);
    for (std::size_t i = 0; i < count; ++i) (*codes)[i] = static_cast<std::int32_t>((*words)[i] & 0xffff);
    const auto out = zeros<float>(count);
    add({.name = "switch",
         .source = R"(
kernel void run(global float* o, global const float* a, global const int* op, int rounds) {
    int i = get_global_id(0);
    float v = a[i];
    int c = op[i];
    for (int k = 0; k < rounds; k++) {
        switch (c & 7) {
            case 0: v = v * 1.5f + 0.25f; break;
            case 1: v = v - 0.75f; break;
            case 2: v = sqrt(fabs(v)); break;
            case 3: v = v < 0 ? -v : v * 0.5f; break;
            case 4: v = 1.0f / (v * v + 1.0f); break;
            case 5: v = floor(v) + 0.5f; break;
            case 6: v = v * v * 0.1f; break;
            default: v = fmin(v, 2.0f) + 0.125f;
        }
        c = c * 5 + k;
    }
    o[i] = v;
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(out), HostArray(in), HostArray(codes), rounds},
         .launches = 4,
         .reference =
             [=](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes)
                     switch_vector(&(*out)[i], &(*in)[i], &(*codes)[i], rounds);
             },
         .reference_parts = count / lanes});
}

void add_collatz() {
    constexpr std::size_t count = 1 << 18;
    add({.name = "collatz",
         .source = R"(
kernel void run(global int* steps) {
    uint n = get_global_id(0) + 1;
    int count = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        count++;
    }
    steps[get_global_id(0)] = count;
})",
         .global = {count},
         .local = {64},
         .arguments = {HostArray(zeros<int>(count))},
         .element = Element::integer});
}

}  // namespace

void add_irregular() {
    add_spmv();
    add_switch();
    add_collatz();
}

}  // namespace bench
