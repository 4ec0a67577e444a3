// Kernels like those of Gpufit: the steps of many Levenberg-Marquardt fits of peaks in small windows of a picture.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* gauss_values = R"(
kernel void run(global const float* parameters, int fits, int points, int count, global const int* finished,
                global float* values, global float* derivatives, int per_group, int side) {
    int in_group = get_local_id(0) / points, fit = get_group_id(0) * per_group + in_group;
    int point = get_local_id(0) - in_group * points;
    if (finished[fit] || point >= points) return;
    global const float* p = parameters + fit * count;
    global float* own = derivatives + fit * points * count + point;
    int y = point / side, x = point - y * side;
    float dx = x - p[1], dy = y - p[2], s = p[3], e = exp(-(dx * dx + dy * dy) / (2 * s * s));
    values[fit * points + point] = p[0] * e + p[4];
    own[0] = e;
    own[points] = p[0] * e * dx / (s * s);
    own[2 * points] = p[0] * e * dy / (s * s);
    own[3 * points] = p[0] * e * (dx * dx + dy * dy) / (s * s * s);
    own[4 * points] = 1;
})";

constexpr const char* spline_values = R"(
kernel void run(global const float* parameters, int points, int count, global const int* finished, global float* values,
                global float* derivatives, global const float* coefficients, int side, int nx, int ny, int nz) {
    int fit = get_group_id(0), point = get_local_id(0);
    if (finished[fit] || point >= points) return;
    global const float* p = parameters + fit * count;
    int py = point / side, px = point - py * side;
    float x = px - p[1], y = py - p[2], z = -p[3];
    int i = clamp((int)floor(x), 0, nx - 1), j = clamp((int)floor(y), 0, ny - 1), k = clamp((int)floor(z), 0, nz - 1);
    global const float* c = coefficients + ((i * ny + j) * nz + k) * 64;
    float fx = x - i, fy = y - j, fz = z - k, sum = 0, dx = 0, dy = 0, dz = 0, ax = 1, bx = 0;
    for (int a = 0; a < 4; ++a) {
        float ay = 1, by = 0;
        for (int b = 0; b < 4; ++b) {
            float az = 1, bz = 0;
            for (int e = 0; e < 4; ++e) {
                float v = c[(a * 4 + b) * 4 + e];
                sum += v * ax * ay * az;
                dx += a * v * bx * ay * az;
                dy += b * v * ax * by * az;
                dz += e * v * ax * ay * bz;
                bz = az;
                az *= fz;
            }
            by = ay;
            ay *= fy;
        }
        bx = ax;
        ax *= fx;
    }
    values[fit * points + point] = p[0] * sum + p[4];
    global float* own = derivatives + fit * points * count + point;
    own[0] = sum;
    own[points] = -p[0] * dx;
    own[2 * points] = -p[0] * dy;
    own[3 * points] = -p[0] * dz;
    own[4 * points] = 1;
})";

constexpr const char* likelihoods = R"(
kernel void run(global float* chi, global int* states, global const float* data, global const float* values, int points,
                global const int* finished, local float* shared) {
    int fit = get_group_id(0), l = get_local_id(0), n = get_local_size(0);
    if (finished[fit]) return;
    float v = 0;
    if (l < points) {
        float model = values[fit * points + l], seen = data[fit * points + l];
        if (model < 0) atomic_max(states + fit, 3);
        v = seen != 0 ? 2 * (model - seen - seen * log(model / seen)) : 2 * model;
    }
    shared[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = n >> 1; k; k >>= 1) {
        if (l < k) shared[l] += shared[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) chi[fit] = shared[0];
})";

constexpr const char* gradients = R"(
kernel void run(global float* gradients, global const float* data, global const float* values,
                global const float* derivatives, int points, int count, global const int* finished,
                global const int* failed, local float* shared) {
    int fit = get_group_id(0), l = get_local_id(0), n = get_local_size(0);
    if (finished[fit] || failed[fit]) return;
    for (int k = 0; k < count; ++k) {
        float v = 0;
        if (l < points) v = (values[fit * points + l] - data[fit * points + l]) * derivatives[(fit * count + k)
                * points + l];
        shared[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int half_of = n >> 1; half_of; half_of >>= 1) {
            if (l < half_of) shared[l] += shared[l + half_of];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (l == 0) gradients[fit * count + k] = -shared[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* hessians = R"(
kernel void run(global float* hessians, global const float* data, global const float* values,
                global const float* derivatives, int fits, int points, int count, global const int* finished,
                global const int* failed) {
    int unique = count * (count + 1) / 2, at = get_global_id(0), fit = at / unique;
    if (fit >= fits || finished[fit] || failed[fit]) return;
    int column = at - fit * unique, row = 0;
    for (; column >= count - row; ++row) column -= count - row;
    column += row;
    global const float* a = derivatives + (fit * count + row) * points;
    global const float* b = derivatives + (fit * count + column) * points;
    double sum = 0;
    for (int k = 0; k < points; ++k) {
        float v = values[fit * points + k];
        sum += data[fit * points + k] / (v * v) * a[k] * b[k];
    }
    hessians[fit * count * count + row * count + column] = sum;
    hessians[fit * count * count + column * count + row] = sum;
})";

constexpr const char* damping = R"(
kernel void run(global float* hessians, global float* scaling, int count, global const float* lambdas,
                global const int* finished, global const int* failed, int fits) {
    int at = get_global_id(0), fit = at / count, k = at - fit * count;
    if (fit >= fits || finished[fit]) return;
    global float* diagonal = hessians + fit * count * count + k * count + k;
    if (failed[fit]) *diagonal -= scaling[at] * lambdas[fit] / 10;
    else scaling[at] = fmax(scaling[at], *diagonal);
    *diagonal += scaling[at] * lambdas[fit];
})";

constexpr const char* gauss_jordan = R"(
kernel void run(global float* steps, global const float* right, global const float* matrices, global const int* skipped,
                global int* singular, int n) {
    local float rows[6 * 5], factors[8], sizes[8];
    local int places[8];
    int x = get_local_id(0), y = get_local_id(1), fit = get_group_id(0), used = 0, mine = 0;
    if (skipped[fit]) return;
    float a = x < n ? matrices[fit * n * n + y * n + x] : right[fit * n + y];
    for (int c = 0; c < n; ++c) {
        if (y == c) {
            rows[y * (n + 1) + x] = a;
            sizes[x] = x < n && !(used >> x & 1) ? fabs(a) : 0.f;
            places[x] = x;
            if (x < 8 - (n + 1)) { sizes[n + 1 + x] = 0; places[n + 1 + x] = n; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 4; k; k >>= 1) {
            if (y == c && x < k && sizes[x] < sizes[x + k]) { sizes[x] = sizes[x + k]; places[x] = places[x + k]; }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        int pivot = places[0];
        if (x == pivot) factors[y] = a;
        if (x == 0 && y == 0 && sizes[0] == 0) singular[fit] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        float value = rows[c * (n + 1) + pivot];
        used |= 1 << pivot;
        if (y == c) { a /= value; mine = pivot; }
        else a -= factors[y] * (rows[c * (n + 1) + x] / value);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (x == n) steps[fit * n + mine] = a;
})";

constexpr std::size_t fits = 1000, points = 225, unknowns = 5;

/// Returns the parameters of peaks in windows of 15x15 pixels: amplitude, centre, width and background.
BufferData peaks(std::size_t count) {
    Dice dice(7);
    std::vector<float> all;
    for (std::size_t i = 0; i < count; ++i)
        for (const float v :
             {dice.real(200, 900), dice.real(6, 8), dice.real(6, 8), dice.real(1, 2.5f), dice.real(5, 15)})
            all.push_back(v);
    return array(all);
}

/// Returns random flags; on average, one of `period` flags is set.
BufferData flags(std::size_t count, std::uint32_t period, std::uint32_t seed) {
    Dice dice(seed);
    return each(count, [&](std::size_t) { return static_cast<int>(dice.below(period) == 0); });
}

Scalar number(std::size_t value) { return scalar(static_cast<int>(value)); }

Arguments spline_data() {
    Dice dice(14);
    std::vector<float> all;
    for (int i = 0; i < 400; ++i)
        for (const float v : {dice.real(200, 900), dice.real(-.5f, .5f), dice.real(-.5f, .5f), dice.real(-19, -1), 9.f})
            all.push_back(v);
    return {array(all),
            number(169),
            number(5),
            flags(400, 5, 1),
            result<float>(400 * 169),
            result<float>(400 * 169 * 5),
            reals(12 * 12 * 20 * 64, -.1f, .1f),
            scalar(13),
            scalar(12),
            scalar(12),
            scalar(20)};
}

Arguments jordan_data() {
    Dice dice(15);
    std::vector<float> all;
    for (int i = 0; i < 2000; ++i)
        for (int k = 0; k < 25; ++k) all.push_back(k % 6 == 0 ? dice.real(3, 9) : dice.real(-1, 1));
    return {result<float>(10000),      reals(10000),    array(all), flags(2000, 5, 1),
            changed(ints(2000, 0, 1)), number(unknowns)};
}

Family models() {
    return {
        {"gpufit_gauss_values",
         gauss_values,
         {fits * points},
         {points},
         [] {
             return Arguments{peaks(fits),
                              number(fits),
                              number(points),
                              number(unknowns),
                              flags(fits, 5, 1),
                              result<float>(fits * points),
                              result<float>(fits * points * unknowns),
                              scalar(1),
                              scalar(15)};
         }},
        {"gpufit_gauss_values_of_4",
         gauss_values,
         {4000 * 49},
         {196},
         [] {
             return Arguments{peaks(4000),
                              scalar(4000),
                              scalar(49),
                              number(unknowns),
                              flags(4000, 5, 1),
                              result<float>(4000 * 49),
                              result<float>(4000 * 49 * unknowns),
                              scalar(4),
                              scalar(7)};
         }},
        {"gpufit_spline_values", spline_values, {400 * 169}, {169}, spline_data},
    };
}

Family steps() {
    return {
        {"gpufit_likelihoods",
         likelihoods,
         {fits * 256},
         {256},
         [] {
             return Arguments{result<float>(fits),
                              changed(ints(fits, 0, 1)),
                              reals(fits * points, 0, 800),
                              reals(fits * points, 5, 900),
                              number(points),
                              flags(fits, 5, 1),
                              local_bytes(1024)};
         }},
        {"gpufit_gradients",
         gradients,
         {fits * 256},
         {256},
         [] {
             return Arguments{result<float>(fits * unknowns),
                              reals(fits * points, 0, 800),
                              reals(fits * points, 5, 900),
                              reals(fits * points * unknowns),
                              number(points),
                              number(unknowns),
                              flags(fits, 5, 1),
                              flags(fits, 6, 2),
                              local_bytes(1024)};
         }},
        {"gpufit_hessians",
         hessians,
         {15120},
         {240},
         [] {
             return Arguments{result<float>(fits * 25),
                              reals(fits * points, 0, 800),
                              reals(fits * points, 5, 900),
                              reals(fits * points * unknowns),
                              number(fits),
                              number(points),
                              number(unknowns),
                              flags(fits, 5, 1),
                              flags(fits, 6, 2)};
         }},
    };
}

Family equations() {
    return {
        {"gpufit_damping",
         damping,
         {150016},
         {256},
         [] {
             return Arguments{changed(reals(30000 * 25, 0, 9)),
                              changed(reals(150000, 0, 9)),
                              number(unknowns),
                              reals(30000, .001f, .1f),
                              flags(30000, 5, 1),
                              flags(30000, 6, 2),
                              scalar(30000)};
         }},
        {"gpufit_gauss_jordan", gauss_jordan, {2000 * 6, 5}, {6, 5}, jordan_data},
    };
}

}  // namespace

Family gpufit_kernels() { return joined({models(), steps(), equations()}); }

}  // namespace bench
