// Kernels like those of CLIJ for microscope volumes: filters, projections, connected components, spots and labels.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"
#include "pictures.h"

namespace bench {

namespace {

constexpr const char* gaussian_axis = R"(
float voxel(global const float* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const float* src, global float* dst, int4 size, int axis, int n, float sigma) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), centre = (n - 1) / 2;
    int dx = axis == 0, dy = axis == 1, dz = axis == 2;
    float sum = 0, all = 0;
    for (int v = -centre; v <= centre; ++v) {
        float weight = exp(-(v * v) / (2 * sigma * sigma));
        sum += weight * voxel(src, size, x + v * dx, y + v * dy, z + v * dz);
        all += weight;
    }
    dst[(z * size.y + y) * size.x + x] = sum / all;
})";

constexpr const char* maximum_sphere = R"(
float voxel(global const float* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const float* src, global float* dst, int4 size, int kx, int ky, int kz) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int rx = (kx - 1) / 2, ry = (ky - 1) / 2, rz = (kz - 1) / 2;
    float xx = rx * rx, yy = ry * ry, zz = rz * rz, most = voxel(src, size, x, y, z);
    if (xx == 0) xx = FLT_MIN;
    if (yy == 0) yy = FLT_MIN;
    if (zz == 0) zz = FLT_MIN;
    for (int i = -rx; i <= rx; ++i)
        for (int j = -ry; j <= ry; ++j)
            for (int k = -rz; k <= rz; ++k)
                if (i * i / xx + j * j / yy + k * k / zz <= 1) most = max(most, voxel(src, size, x + i, y + j, z + k));
    dst[(z * size.y + y) * size.x + x] = most;
})";

constexpr const char* median_box = R"(
float voxel(global const ushort* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const ushort* src, global ushort* dst, int4 size, int rx, int ry, int rz) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), count = 0;
    float values[125];
    for (int i = -rx; i <= rx; ++i)
        for (int j = -ry; j <= ry; ++j)
            for (int k = -rz; k <= rz; ++k) values[count++] = voxel(src, size, x + i, y + j, z + k);
    for (int i = 0; i < count; ++i) {
        int least = i;
        for (int j = i + 1; j < count; ++j)
            if (values[j] < values[least]) least = j;
        float t = values[i];
        values[i] = values[least];
        values[least] = t;
    }
    dst[(z * size.y + y) * size.x + x] = count % 2 ? values[count / 2] : (values[count / 2]
            + values[count / 2 - 1]) / 2;
})";

constexpr const char* smallest_label = R"(
float label_at(global const float* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const float* src, global float* dst, global int* changed, int4 size) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), at = (z * size.y + y) * size.x + x;
    float own = src[at], least = own;
    if (own > 0) {
        for (int i = -1; i <= 1; ++i)
            for (int j = -1; j <= 1; ++j)
                for (int k = -1; k <= 1; ++k) {
                    float other = label_at(src, size, x + i, y + j, z + k);
                    if (other > 0 && other < least) least = other;
                }
        if (least != own) atomic_or(changed, 1);
    }
    dst[at] = least;
})";

constexpr const char* local_maxima = R"(
float voxel(global const float* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const float* src, global uchar* dst, int4 size) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), peak = 1;
    float own = voxel(src, size, x, y, z);
    for (int i = -1; i <= 1 && peak; ++i)
        for (int j = -1; j <= 1 && peak; ++j)
            for (int k = -1; k <= 1; ++k)
                if ((i || j || k) && voxel(src, size, x + i, y + j, z + k) >= own) {
                    peak = 0;
                    break;
                }
    dst[(z * size.y + y) * size.x + x] = peak;
})";

constexpr const char* watershed_growth = R"(
float at(global const float* p, int4 size, int x, int y, int z) {
    return p[(clamp(z, 0, size.z - 1) * size.y + clamp(y, 0, size.y - 1)) * size.x + clamp(x, 0, size.x - 1)];
}
kernel void run(global const float* labels, global const float* distances, global float* grown, global int* changed,
                int4 size) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    float own = at(labels, size, x, y, z), far = at(distances, size, x, y, z), made = own;
    if (own == 0 && far > 0) {
        float most = far;
        for (int i = -1; i <= 1; ++i)
            for (int j = -1; j <= 1; ++j)
                for (int k = -1; k <= 1; ++k) {
                    float label = at(labels, size, x + i, y + j, z + k);
                    if (label <= 0) continue;
                    float other = at(distances, size, x + i, y + j, z + k);
                    if (other > most || (other == most && label > made)) { most = other; made = label; }
                }
        if (made != own) atomic_inc(changed);
    }
    grown[(z * size.y + y) * size.x + x] = made;
})";

constexpr const char* brightest_projection = R"(
kernel void run(global const float* src, global float* most, global float* where, int w, int h, int d) {
    int x = get_global_id(0), y = get_global_id(1), best = 0;
    float max_of = 0;
    for (int z = 0; z < d; ++z) {
        float v = src[(z * h + y) * w + x];
        if (v > max_of || z == 0) { max_of = v; best = z; }
    }
    most[y * w + x] = max_of;
    where[y * w + x] = best;
})";

constexpr const char* affine_volume = R"(
float voxel(global const float* p, int4 s, int x, int y, int z) {
    return x < 0 || y < 0 || z < 0 || x >= s.x || y >= s.y || z >= s.z ? 0.f : p[(z * s.y + y) * s.x + x];
}
kernel void run(global const float* src, global float* dst, int4 size, global const float* m) {
    int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
    float x = i + .5f, y = j + .5f, z = k + .5f;
    float u = m[0] * x + m[1] * y + m[2] * z + m[3], v = m[4] * x + m[5] * y + m[6] * z + m[7],
          w = m[8] * x + m[9] * y + m[10] * z + m[11], value = 0;
    if (u >= 0 && u < size.x && v >= 0 && v < size.y && w >= 0 && w < size.z) {
        u -= .5f;
        v -= .5f;
        w -= .5f;
        int a = floor(u), b = floor(v), c = floor(w);
        float fx = u - a, fy = v - b, fz = w - c;
        float c00 = mix(voxel(src, size, a, b, c), voxel(src, size, a + 1, b, c), fx);
        float c10 = mix(voxel(src, size, a, b + 1, c), voxel(src, size, a + 1, b + 1, c), fx);
        float c01 = mix(voxel(src, size, a, b, c + 1), voxel(src, size, a + 1, b, c + 1), fx);
        float c11 = mix(voxel(src, size, a, b + 1, c + 1), voxel(src, size, a + 1, b + 1, c + 1), fx);
        value = mix(mix(c00, c10, fy), mix(c01, c11, fy), fz);
    }
    dst[(k * size.y + j) * size.x + i] = value;
})";

constexpr const char* distance_matrix = R"(
kernel void run(global const float* one, global const float* two, global float* matrix, int n, int m, int dimensions) {
    int i = get_global_id(0);
    float own[10];
    for (int k = 0; k < dimensions; ++k) own[k] = one[k * n + i];
    for (int j = 0; j < m; ++j) {
        float sum = 0;
        for (int k = 0; k < dimensions; ++k) {
            float d = own[k] - two[k * m + j];
            sum += d * d;
        }
        matrix[(j + 1) * (n + 1) + i + 1] = sqrt(sum);
    }
})";

constexpr const char* closest_points = R"(
kernel void run(global const float* matrix, global float* indices, int w, int h, int n) {
    int x = get_global_id(0), count = 0;
    float far[50], index[50];
    for (int y = 0; y < h; ++y) {
        float d = matrix[y * w + x];
        if (count < n || d < far[count - 1]) {
            int at = count < n ? count : count - 1;
            for (; at > 0 && far[at - 1] > d; --at) {
                far[at] = far[at - 1];
                index[at] = index[at - 1];
            }
            far[at] = d;
            index[at] = y;
            if (count < n) ++count;
        }
    }
    for (int k = 0; k < count; ++k) indices[k * w + x] = index[k];
})";

constexpr int w = 96, h = 96, d = 20;
constexpr std::size_t n = std::size_t{w} * h * d;
using Size = std::array<int, 4>;

BufferData volume() { return array(cells(w, h, d, 120)); }
Scalar size() { return scalar(Size{w, h, d, 0}); }

/// Returns a label for each voxel. The label is 0 outside of cells. In cells, up to eight voxels that are adjacent
/// along x have the same label, as after some rounds of connected-component labelling. Only one in `keep_one_in` voxels
/// of the cells keeps its label; the other labels become 0.
BufferData labels(float bound, int keep_one_in) {
    const std::vector<float> light = cells(w, h, d, 120);
    Dice dice(3);
    return each(n, [&](std::size_t i) {
        const bool kept = light[i] > bound && dice.below(static_cast<std::uint32_t>(keep_one_in)) == 0;
        return kept ? static_cast<float>(i / 8 + 1) : 0.f;
    });
}

Arguments gaussian(int axis) { return {volume(), result<float>(n), size(), scalar(axis), scalar(17), scalar(2.f)}; }

Family volume_filters() {
    return {
        {"clij_gaussian_along_x", gaussian_axis, {w, h, d}, {}, [] { return gaussian(0); }},
        {"clij_gaussian_along_z", gaussian_axis, {w, h, d}, {}, [] { return gaussian(2); }},
        {"clij_maximum_sphere",
         maximum_sphere,
         {64, 64, 16},
         {},
         [] {
             return Arguments{array(cells(64, 64, 16, 60)),
                              result<float>(65536),
                              scalar(Size{64, 64, 16, 0}),
                              scalar(7),
                              scalar(7),
                              scalar(5)};
         }},
        {"clij_median_box",
         median_box,
         {64, 64, 16},
         {},
         [] {
             return Arguments{each(65536,
                                   [](std::size_t i) {
                                       return static_cast<std::uint16_t>(200 + i * 2654435761u % 97 + 9 * (i % 64));
                                   }),
                              result<std::uint16_t>(65536),
                              scalar(Size{64, 64, 16, 0}),
                              scalar(1),
                              scalar(1),
                              scalar(1)};
         }},
        {"clij_affine_volume",
         affine_volume,
         {w, h, d},
         {},
         [] {
             return Arguments{volume(), result<float>(n), size(),
                              array(std::vector<float>{.96f, .26f, .02f, -9, -.26f, .96f, .01f, 14, 0, -.03f, 1, .7f})};
         }},
        {"clij_brightest_projection",
         brightest_projection,
         {w * 2, h * 2},
         {},
         [] {
             return Arguments{array(cells(w * 2, h * 2, d, 400)),
                              result<float>(4 * w * h),
                              result<float>(4 * w * h),
                              scalar(w * 2),
                              scalar(h * 2),
                              scalar(d)};
         }},
    };
}

Family objects() {
    return {
        {"clij_smallest_label",
         smallest_label,
         {w, h, d},
         {},
         [] { return Arguments{labels(160, 1), result<float>(n), changed(ints(1, 0, 1)), size()}; }},
        {"clij_local_maxima",
         local_maxima,
         {w, h, d},
         {},
         [] { return Arguments{volume(), result<std::uint8_t>(n), size()}; }},
        {"clij_watershed_growth",
         watershed_growth,
         {w, h, d},
         {},
         [] {
             return Arguments{labels(300, 20), array(cells(w, h, d, 120)), result<float>(n), changed(ints(1, 0, 1)),
                              size()};
         }},
        {"clij_distance_matrix",
         distance_matrix,
         {600},
         {},
         [] {
             return Arguments{reals(1800, 0, 512), reals(1800, 0, 512), result<float>(601 * 601),
                              scalar(600),         scalar(600),         scalar(3)};
         }},
        {"clij_closest_points",
         closest_points,
         {600},
         {},
         [] { return Arguments{reals(360000, 0, 700), result<float>(6000), scalar(600), scalar(600), scalar(10)}; }},
    };
}

}  // namespace

Family clij_kernels() { return joined({volume_filters(), objects()}); }

}  // namespace bench
