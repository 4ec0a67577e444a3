// Kernels with much arithmetic per byte of memory: math functions, divergent loops, all-pairs loops.
#include "case.h"
#include "vector.h"

namespace bench {

namespace {

VectorF cumulative_normal(VectorF d) {
    const VectorF k = 1.0f / (1.0f + 0.2316419f * absolute(d));
    const VectorF series =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const VectorF c = 0.39894228f * exponential(-0.5f * d * d) * series;
    return d > 0.0f ? 1.0f - c : c;
}

void add_black_scholes() {
    constexpr std::size_t count = 1 << 18;
    constexpr float rate = 0.02f, volatility = 0.30f;
    const auto price = random_reals(count, 5, 30), strike = random_reals(count, 1, 100),
               years = random_reals(count, 0.25f, 10);
    const auto call = zeros<float>(count), put = zeros<float>(count);
    add({.name = "black_scholes",
         .source = R"(
float cnd(float d) {
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
    float K = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = 0.39894228040143267794f * exp(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0) c = 1.0f - c;
    return c;
}
kernel void run(global float* call, global float* put, global const float* S, global const float* X,
                global const float* T, float R, float V) {
    size_t i = get_global_id(0);
    float s = S[i], x = X[i], t = T[i];
    float sq = sqrt(t);
    float d1 = (log(s / x) + (R + 0.5f * V * V) * t) / (V * sq);
    float d2 = d1 - V * sq;
    float c1 = cnd(d1), c2 = cnd(d2);
    float e = exp(-R * t);
    call[i] = s * c1 - x * e * c2;
    put[i] = x * e * (1.0f - c2) - s * (1.0f - c1);
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(call), HostArray(put), HostArray(price), HostArray(strike), HostArray(years), rate,
                       volatility},
         .launches = 2,
         .reference =
             [=](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes) {
                     const VectorF s = load(&(*price)[i]), x = load(&(*strike)[i]), t = load(&(*years)[i]);
                     const VectorF sq = root(t);
                     const VectorF d1 =
                         (logarithm(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * sq);
                     const VectorF c1 = cumulative_normal(d1), c2 = cumulative_normal(d1 - volatility * sq);
                     const VectorF e = exponential(-rate * t);
                     store(&(*call)[i], s * c1 - x * e * c2);
                     store(&(*put)[i], x * e * (1.0f - c2) - s * (1.0f - c1));
                 }
             },
         .reference_parts = count / lanes});
}

/// Computes one vector of pixels. All lanes iterate until the last lane has escaped.
void mandelbrot_vector(std::int32_t* out, VectorF cr, float ci_scalar, int limit) {
    const VectorF ci = splat(ci_scalar);
    VectorF zr = cr, zi = ci;
    VectorI count{}, live = ~VectorI{};
    for (int i = 0; i < limit; ++i) {
        const VectorF r2 = zr * zr, i2 = zi * zi;
        live &= (r2 + i2 <= 4.0f);
        std::int32_t any = 0;
        for (int lane = 0; lane < lanes; ++lane) any |= live[lane];
        if (!any) break;
        count -= live;
        zi = 2.0f * zr * zi + ci;
        zr = r2 - i2 + cr;
    }
    std::memcpy(out, &count, sizeof count);
}

void add_mandelbrot() {
    constexpr std::size_t width = 512, height = 512;
    constexpr int limit = 256;
    constexpr float x0 = -2.2f, y0 = -1.25f, dx = 3.0f / width, dy = 2.5f / height;
    const auto out = zeros<std::int32_t>(width * height);
    add({.name = "mandelbrot",
         .source = R"(
kernel void run(global int* out, float x0, float y0, float dx, float dy, int maxit) {
    int gx = get_global_id(0), gy = get_global_id(1);
    float cr = x0 + gx * dx, ci = y0 + gy * dy, zr = cr, zi = ci;
    int it = 0;
    for (; it < maxit; it++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.f) break;
        float t = 2.f * zr * zi;
        zr = r2 - i2 + cr;
        zi = t + ci;
    }
    out[gy * get_global_size(0) + gx] = it;
})",
         .global = {width, height},
         .local = {64, 1},
         .arguments = {HostArray(out), x0, y0, dx, dy, limit},
         .element = Element::integer,
         .reference =
             [out](std::size_t begin, std::size_t end) {
                 VectorF ids{};
                 for (int lane = 0; lane < lanes; ++lane) ids[lane] = static_cast<float>(lane);
                 // The first half of the parts are the even rows, and the second half are the odd rows. Neighbouring
                 // rows take about the same time, so two threads that each compute one half also take about the same
                 // time.
                 for (std::size_t part = begin; part < end; ++part) {
                     const std::size_t y = part < height / 2 ? part * 2 : (part - height / 2) * 2 + 1;
                     for (std::size_t x = 0; x < width; x += lanes)
                         mandelbrot_vector(&(*out)[y * width + x], x0 + (ids + static_cast<float>(x)) * dx,
                                           y0 + static_cast<float>(y) * dy, limit);
                 }
             },
         .reference_parts = height});
}

void add_n_body() {
    constexpr std::size_t count = 4096;
    constexpr float epsilon = 1e-3f;
    const auto positions = random_reals(count * 4, 0, 1);
    const auto forces = zeros<float>(count * 4);
    add({.name = "n_body",
         .source = R"(
kernel void run(global float4* acc, global const float4* pos, int n, float eps) {
    int i = get_global_id(0);
    float4 p = pos[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float4 q = pos[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        float d2 = dx * dx + dy * dy + dz * dz + eps;
        float inv = rsqrt(d2);
        float f = q.w * inv * inv * inv;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
    }
    acc[i] = (float4)(ax, ay, az, 0);
})",
         .global = {count},
         .local = {256},
         .arguments = {HostArray(forces), HostArray(positions), static_cast<int>(count), epsilon},
         .reference =
             [=](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin * lanes; i < end * lanes; i += lanes) {
                     VectorF x, y, z, ax{}, ay{}, az{};
                     for (int l = 0; l < lanes; ++l) {
                         const float* p = &(*positions)[(i + l) * 4];
                         x[l] = p[0], y[l] = p[1], z[l] = p[2];
                     }
                     for (std::size_t j = 0; j < count; ++j) {
                         const float* q = &(*positions)[j * 4];
                         const VectorF dx = q[0] - x, dy = q[1] - y, dz = q[2] - z;
                         const VectorF inverse = 1.0f / root(dx * dx + dy * dy + dz * dz + epsilon);
                         const VectorF f = q[3] * inverse * inverse * inverse;
                         ax += f * dx, ay += f * dy, az += f * dz;
                     }
                     for (int l = 0; l < lanes; ++l) {
                         float* to = &(*forces)[(i + l) * 4];
                         to[0] = ax[l], to[1] = ay[l], to[2] = az[l], to[3] = 0;
                     }
                 }
             },
         .reference_parts = count / lanes});
}

void add_k_means() {
    constexpr std::size_t count = 1 << 16;
    constexpr int clusters = 32, dimensions = 8;
    add({.name = "k_means",
         .source = R"(
kernel void run(global int* nearest, global const float* points, constant float* centres, int n, int k, int d) {
    int i = get_global_id(0);
    float best = FLT_MAX;
    int index = 0;
    for (int c = 0; c < k; c++) {
        float sum = 0;
        for (int j = 0; j < d; j++) {
            float t = points[j * n + i] - centres[c * d + j];
            sum += t * t;
        }
        if (sum < best) { best = sum; index = c; }
    }
    nearest[i] = index;
})",
         .global = {count},
         .local = {128},
         .arguments = {HostArray(zeros<int>(count)), HostArray(random_reals(count * dimensions, 0, 1)),
                       HostArray(random_reals(clusters * dimensions, 0, 1)), static_cast<int>(count), clusters,
                       dimensions},
         .element = Element::integer});
}

void add_ray_sphere() {
    constexpr std::size_t width = 512, height = 256;
    constexpr int spheres = 16;
    add({.name = "ray_sphere",
         .source = R"(
kernel void run(global float4* image, constant float4* spheres, int count) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    float3 origin = (float3)(0.5f, 0.5f, -2.0f);
    float3 ray = normalize((float3)((x + 0.5f) / w - 0.5f, (y + 0.5f) / h - 0.5f, 1.0f));
    float nearest = INFINITY;
    float3 normal = (float3)(0.0f);
    for (int i = 0; i < count; i++) {
        float4 s = spheres[i];
        float3 to = s.xyz - origin;
        float along = dot(to, ray);
        float square = s.w * s.w * 0.04f - (dot(to, to) - along * along);
        if (square > 0.0f) {
            float distance = along - sqrt(square);
            if (distance > 0.0f && distance < nearest) {
                nearest = distance;
                normal = normalize(origin + distance * ray - s.xyz);
            }
        }
    }
    float light = nearest < INFINITY ? fmax(dot(normal, (float3)(0.577f, 0.577f, -0.577f)), 0.1f) : 0.0f;
    image[y * w + x] = (float4)(light, light * 0.8f, light * 0.5f, 1.0f);
})",
         .global = {width, height},
         .local = {16, 16},
         .arguments = {HostArray(zeros<float>(width * height * 4)), HostArray(random_reals(spheres * 4, 0, 1)),
                       spheres}});
}

}  // namespace

void add_arithmetic() {
    add_black_scholes();
    add_mandelbrot();
    add_n_body();
    add_k_means();
    add_ray_sphere();
}

}  // namespace bench
