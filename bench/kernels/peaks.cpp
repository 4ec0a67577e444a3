// Measures how near kernels come to the limits of the machine: multiply-add rate, memory bandwidth, barriers.
#include "case.h"
#include "vector.h"

namespace bench {

namespace {

constexpr std::size_t items = 1 << 14;
constexpr int rounds = 512;

/// Runs eight chains of dependent multiply-adds for sixteen work-items. The time shows the FMA rate that a vector loop
/// reaches.
void fma_chains(float* out, std::size_t part) {
    constexpr int chains = 8;
    VectorF v[chains], sum{};
    for (int c = 0; c < chains; ++c)
        for (int lane = 0; lane < lanes; ++lane) v[c][lane] = static_cast<float>(part * lanes + lane + c);
    for (int k = 0; k < rounds; ++k)
        for (int c = 0; c < chains; ++c) v[c] = v[c] * 0.999f + 0.5f;
    for (int c = 0; c < chains; ++c) sum += v[c];
    store(out + part * lanes, sum);
}

void add_fma(const char* name, const char* options, int width) {
    const auto out = zeros<float>(items * static_cast<std::size_t>(width));
    std::function<void(std::size_t, std::size_t)> reference;
    if (width == 1)
        reference = [out](std::size_t begin, std::size_t end) {
            for (std::size_t part = begin; part < end; ++part) fma_chains(out->data(), part);
        };
    add({.name = name,
         .source = R"(
kernel void run(global T* o, float a, float b, int n) {
    T v[8];
    for (int c = 0; c < 8; c++) v[c] = (T)(get_global_id(0) + c);
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 8; c++) v[c] = STEP(v[c], (T)(a), (T)(b));
    T sum = 0;
    for (int c = 0; c < 8; c++) sum += v[c];
    o[get_global_id(0)] = sum;
})",
         .global = {items},
         .local = {256},
         .arguments = {HostArray(out), 0.999f, 0.5f, rounds},
         .figure = {"GFLOPS", 2.0 * 8 * rounds * width},
         .reference = reference,
         .reference_parts = items / lanes,
         .options = options});
}

void add_triad() {
    constexpr std::size_t count = 16 << 20;
    const auto a = zeros<float>(count), b = random_reals(count, 0, 1), c = random_reals(count, 0, 1);
    add({.name = "triad",
         .source = R"(
kernel void run(global float* a, global const float* b, global const float* c, float s) {
    size_t i = get_global_id(0);
    a[i] = b[i] + s * c[i];
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(a), HostArray(b), HostArray(c), 3.0f},
         .figure = {"GB/s", 12},
         .reference =
             [=](std::size_t begin, std::size_t end) {
                 const float *from = b->data(), *scaled = c->data();
                 float* to = a->data();
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes) {
                     const VectorF v = load(from + i) + 3.0f * load(scaled + i);
#if defined(__clang__)
                     // Bypasses the caches by non-temporal stores, as STREAM does. The array is at least 16-byte
                     // aligned, as stores of four floats require.
                     using Quarter = float __attribute__((vector_size(16)));
                     for (int q = 0; q < 4; ++q) {
                         Quarter part;
                         std::memcpy(&part, reinterpret_cast<const char*>(&v) + q * 16, 16);
                         __builtin_nontemporal_store(part, reinterpret_cast<Quarter*>(to + i + q * 4));
                     }
#else
                     store(to + i, v);
#endif
                 }
             },
         .reference_parts = count / lanes});
}

void add_barrier() {
    constexpr int barriers = 64;
    constexpr std::size_t count = 1 << 14, group = 256;
    add({.name = "barrier_256",
         .source = R"(
kernel void run(global int* o, local int* t, int n) {
    int l = get_local_id(0);
    t[l] = l;
    for (int k = 0; k < n; k++) barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[l];
})",
         .global = {count},
         .local = {group},
         .arguments = {HostArray(zeros<int>(count)), LocalMemory{group * 4}, barriers},
         .element = Element::integer,
         .figure = {"Mbarriers/s", 1000.0 * barriers / group}});
}

}  // namespace

void add_peaks() {
    add_fma("fma_scalar", "-DT=float -DSTEP(x,a,b)=fma(x,a,b)", 1);
    add_fma("fma_float16", "-DT=float16 -DSTEP(x,a,b)=fma(x,a,b)", 16);
    add_fma("mul_add_scalar", "-DT=float -DSTEP(x,a,b)=((x)*(a)+(b))", 1);
    add_fma("mul_add_float16", "-DT=float16 -DSTEP(x,a,b)=((x)*(a)+(b))", 16);
    add_triad();
    add_barrier();
}

}  // namespace bench
