// Kernels of Monte Carlo methods and of finance.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* pi = R"(
kernel void run(global int* inside, int rounds) {
    uint s = get_global_id(0) * 747796405u + 1;
    int count = 0;
    for (int i = 0; i < rounds; ++i) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        float x = (s >> 8) * 0x1p-24f;
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        float y = (s >> 8) * 0x1p-24f;
        count += x * x + y * y < 1;
    }
    inside[get_global_id(0)] = count;
})";

constexpr const char* linear_congruence = R"(
kernel void run(global const ulong* seeds, global double* sums, int rounds) {
    int i = get_global_id(0);
    ulong s = seeds[i];
    double sum = 0;
    for (int k = 0; k < rounds; ++k) {
        s = s * 6364136223846793005ul + 1442695040888963407ul;
        sum += (double)(s >> 11) * 0x1p-53;
    }
    sums[i] = sum;
})";

constexpr const char* philox = R"(
kernel void run(global uint4* out, uint k0, uint k1) {
    uint4 c = (uint4)(get_global_id(0), 0, 7, 9);
    for (int r = 0; r < 10; ++r) {
        uint h0 = mul_hi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x, h1 = mul_hi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
        c = (uint4)(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9e3779b9; k1 += 0xbb67ae85;
    }
    out[get_global_id(0)] = c;
})";

constexpr const char* box_muller = R"(
kernel void run(global const uint* words, global float* normals, int count) {
    int i = get_global_id(0);
    float u = ((words[i] >> 8) + 1) * 0x1p-24f, v = (words[count + i] >> 8) * 0x1p-24f;
    float r = sqrt(-2 * log(u)), a = 2 * M_PI_F * v;
    normals[i] = r * cos(a);
    normals[count + i] = r * sin(a);
})";

constexpr const char* black_scholes_double = R"(
double normal(double x) { return .5 * erfc(-x * M_SQRT1_2); }
kernel void run(global const double* spot, global const double* strike, global double* call, global double* put,
                double rate, double sigma, double years) {
    int i = get_global_id(0);
    double s = sigma * sqrt(years), d1 = (log(spot[i] / strike[i]) + (rate + sigma * sigma / 2) * years) / s, d2 = d1 - s;
    double k = strike[i] * exp(-rate * years);
    call[i] = spot[i] * normal(d1) - k * normal(d2);
    put[i] = k * normal(-d2) - spot[i] * normal(-d1);
})";

constexpr const char* binomial = R"(
kernel void run(global const float4* options, global float* prices, int steps) {
    local float values[64];
    int t = get_local_id(0);
    float4 o = options[get_group_id(0)];
    float dt = o.z / steps, up = exp(o.w * sqrt(dt)), down = 1 / up, p = (exp(.02f * dt) - down) / (up - down);
    float price = o.x * exp(o.w * sqrt(dt) * (2 * t - steps));
    values[t] = fmax(price - o.y, 0.f);
    barrier(CLK_LOCAL_MEM_FENCE);
    float q = exp(-.02f * dt);
    for (int i = steps; i > 0; --i) {
        float v = 0;
        if (t < i) v = q * (p * values[t + 1] + (1 - p) * values[t]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < i) values[t] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) prices[get_group_id(0)] = values[0];
})";

constexpr const char* asian = R"(
kernel void run(global const uint* seeds, global float* pay, int steps, float drift, float sigma) {
    int i = get_global_id(0);
    uint s = seeds[i] | 1;
    float price = 100, sum = 0;
    for (int k = 0; k < steps; ++k) {
        float z = -6;
        for (int j = 0; j < 12; ++j) { s = s * 1664525u + 1013904223u; z += (s >> 8) * 0x1p-24f; }
        price *= exp(drift + sigma * z);
        sum += price;
    }
    pay[i] = fmax(sum / steps - 100, 0.f);
})";

constexpr const char* sobol = R"(
kernel void run(constant uint* directions, global float* out, int dims) {
    uint i = get_global_id(0), gray = i ^ i >> 1;
    int d = get_global_id(1);
    uint x = 0;
    for (int b = 0; b < 32; ++b) if (gray >> b & 1) x ^= directions[d * 32 + b];
    out[d * get_global_size(0) + i] = x * 0x1p-32f;
})";

constexpr const char* random_walks = R"(
kernel void run(global const int* edges, global int* ends, int steps, int nodes) {
    int i = get_global_id(0), at = i % nodes;
    uint s = i * 2891336453u + 1;
    for (int k = 0; k < steps; ++k) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        if (s % 100 < 15) at = (s >> 8) % nodes;
        else at = edges[at * 8 + (s >> 16 & 7)];
    }
    ends[i] = at;
})";

constexpr const char* ising = R"(
kernel void run(global char* spins, global const float* chances, int w, int colour, float beta) {
    int x = get_global_id(0), y = get_global_id(1), column = 2 * x + (y + colour) % 2, i = y * w + column;
    int up = ((y + w - 1) % w) * w + column, down = ((y + 1) % w) * w + column;
    int left = y * w + (column + w - 1) % w, right = y * w + (column + 1) % w;
    int sum = spins[up] + spins[down] + spins[left] + spins[right];
    if (chances[y * (w / 2) + x] < exp(-2 * beta * spins[i] * sum)) spins[i] = -spins[i];
})";

constexpr const char* photons = R"(
kernel void run(global float* absorbed, float albedo, float thickness) {
    uint s = get_global_id(0) * 2654435761u + 12345;
    float z = 0, u = 1, weight = 1, left = 0;
    for (int k = 0; k < 200 && z >= 0 && z < thickness; ++k) {
        s = s * 1664525u + 1013904223u;
        z += u * -log(((s >> 8) + 1) * 0x1p-24f);
        left += weight * (1 - albedo);
        weight *= albedo;
        if (weight < .01f) {
            s = s * 1664525u + 1013904223u;
            if ((s >> 28) != 0) break;
            weight *= 16;
        }
        s = s * 1664525u + 1013904223u;
        u = 2 * (s >> 8) * 0x1p-24f - 1;
    }
    absorbed[get_global_id(0)] = left;
})";

}  // namespace

Family chance_kernels() {
    return {
        {"pi", pi, {8192}, {64}, [] { return Arguments{result<int>(8192), scalar(64)}; }},
        {"linear_congruence",
         linear_congruence,
         {8192},
         {64},
         [] { return Arguments{words(16384), result<double>(8192), scalar(64)}; }},
        {"philox",
         philox,
         {16384},
         {},
         [] { return Arguments{result<std::uint32_t>(65536), scalar(17u), scalar(23u)}; }},
        {"box_muller",
         box_muller,
         {32768},
         {64},
         [] { return Arguments{words(65536), result<float>(65536), scalar(32768)}; }},
        {"black_scholes_double",
         black_scholes_double,
         {8192},
         {64},
         [] {
             return Arguments{doubles(8192, 5, 30), doubles(8192, 5, 30), result<double>(8192), result<double>(8192),
                              scalar(.02),          scalar(.3),           scalar(1.5)};
         }},
        {"binomial",
         binomial,
         {64 * 64},
         {64},
         [] { return Arguments{reals(64 * 4, .2f, 1), result<float>(64), scalar(63)}; }},
        {"asian",
         asian,
         {4096},
         {64},
         [] { return Arguments{words(4096), result<float>(4096), scalar(16), scalar(.0001f), scalar(.02f)}; }},
        {"sobol", sobol, {4096, 8}, {64, 1}, [] { return Arguments{words(256), result<float>(32768), scalar(8)}; }},
        {"random_walks",
         random_walks,
         {4096},
         {64},
         [] { return Arguments{ints(8 * 8192, 0, 8192), result<int>(4096), scalar(32), scalar(8192)}; }},
        {"ising",
         ising,
         {128, 256},
         {16, 16},
         [] {
             return Arguments{changed(each(65536,
                                           [](std::size_t i) {
                                               return static_cast<std::int8_t>(i * 2654435761u >> 13 & 1 ? 1 : -1);
                                           })),
                              reals(32768, 0, 1), scalar(256), scalar(0), scalar(.4f)};
         }},
        {"photons", photons, {4096}, {64}, [] { return Arguments{result<float>(4096), scalar(.9f), scalar(5.f)}; }},
    };
}

}  // namespace bench
