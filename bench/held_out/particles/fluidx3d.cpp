// Kernels of FluidX3D: the lattice Boltzmann method with 19 directions, streamed in place. Populations have 32 or 16
// bits. Other kernels handle moving walls, forces, fields and shapes.
#include <cmath>
#include <string>
#include <utility>

#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* lattice = R"(
constant float weights[19] = {1 / 3.f, 1 / 18.f, 1 / 18.f, 1 / 18.f, 1 / 18.f, 1 / 18.f, 1 / 18.f, 1 / 36.f, 1 / 36.f,
    1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
void neighbours(uint n, uint* j, uint nx, uint ny, uint nz) {
    uint t = n % (nx * ny), z = n / (nx * ny), y = t / nx, x = t % nx, s = nx * ny;
    uint east = (x + 1) % nx, west = (x + nx - 1) % nx, north = (y + 1) % ny * nx, south = (y + ny - 1) % ny * nx;
    uint above = (z + 1) % nz * s, below = (z + nz - 1) % nz * s, row = y * nx, plane = z * s;
    j[0] = n;
    j[1] = east + row + plane; j[2] = west + row + plane;
    j[3] = x + north + plane; j[4] = x + south + plane;
    j[5] = x + row + above; j[6] = x + row + below;
    j[7] = east + north + plane; j[8] = west + south + plane;
    j[9] = east + row + above; j[10] = west + row + below;
    j[11] = x + north + above; j[12] = x + south + below;
    j[13] = east + south + plane; j[14] = west + north + plane;
    j[15] = east + row + below; j[16] = west + row + above;
    j[17] = x + north + below; j[18] = x + south + above;
}
void equilibrium(float rho, float ux, float uy, float uz, float* e) {
    float excess = rho - 1, c3 = -3 * (ux * ux + uy * uy + uz * uz);
    ux *= 3; uy *= 3; uz *= 3;
    e[0] = weights[0] * fma(rho, .5f * c3, excess);
    float ws = weights[1] * rho, wss = weights[1] * excess, we = weights[7] * rho, wes = weights[7] * excess;
    float u[9] = {ux, uy, uz, ux + uy, ux + uz, uy + uz, ux - uy, ux - uz, uy - uz};
    for (int k = 0; k < 3; ++k) {
        e[2 * k + 1] = fma(ws, fma(.5f, fma(u[k], u[k], c3), u[k]), wss);
        e[2 * k + 2] = fma(ws, fma(.5f, fma(u[k], u[k], c3), -u[k]), wss);
    }
    for (int k = 3; k < 9; ++k) {
        e[2 * k + 1] = fma(we, fma(.5f, fma(u[k], u[k], c3), u[k]), wes);
        e[2 * k + 2] = fma(we, fma(.5f, fma(u[k], u[k], c3), -u[k]), wes);
    }
}
void moments(const float* f, float* rho, float* ux, float* uy, float* uz) {
    float r = f[0];
    for (int k = 1; k < 19; ++k) r += f[k];
    r += 1;
    *ux = (f[1] - f[2] + f[7] - f[8] + f[9] - f[10] + f[13] - f[14] + f[15] - f[16]) / r;
    *uy = (f[3] - f[4] + f[7] - f[8] + f[11] - f[12] + f[14] - f[13] + f[17] - f[18]) / r;
    *uz = (f[5] - f[6] + f[9] - f[10] + f[11] - f[12] + f[16] - f[15] + f[18] - f[17]) / r;
    *rho = r;
}
)";

constexpr const char* stream = R"(
void load_all(uint n, float* f, global const STORED* fi, const uint* j, ulong t, ulong cells) {
    f[0] = LOAD(fi, n);
    for (uint i = 1; i < 19; i += 2) {
        f[i] = LOAD(fi, (t % 2 ? i : i + 1) * cells + n);
        f[i + 1] = LOAD(fi, (t % 2 ? i + 1 : i) * cells + j[i]);
    }
}
void store_all(uint n, const float* f, global STORED* fi, const uint* j, ulong t, ulong cells) {
    STORE(fi, n, f[0]);
    for (uint i = 1; i < 19; i += 2) {
        STORE(fi, (t % 2 ? i + 1 : i) * cells + j[i], f[i]);
        STORE(fi, (t % 2 ? i : i + 1) * cells + n, f[i + 1]);
    }
}
)";

constexpr const char* step = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global STORED* fi, global float* rho, global float* u, global uchar* flags, ulong t, float fx, float fy,
         float fz, float omega, uint nx, uint ny, uint nz) {
    uint n = get_global_id(0), j[19];
    ulong cells = nx * ny * nz;
    if (n >= cells) return;
    uchar flag = flags[n], kind = flag & 3;
    if (kind == 1 || flag & 192) return;
    neighbours(n, j, nx, ny, nz);
    float f[19], e[19], r, ux, uy, uz;
    load_all(n, f, fi, j, t, cells);
    if (kind == 3) {
        for (uint i = 1; i < 19; ++i) {
            uint from = j[i % 2 ? i + 1 : i - 1];
            if ((flags[from] & 3) == 1) {
                float cx = 0, cy = 0, cz = 0, s = i % 2 ? 1 : -1;
                if (i < 3) cx = s; else if (i < 5) cy = s; else if (i < 7) cz = s;
                else if (i < 9) { cx = s; cy = s; } else if (i < 11) { cx = s; cz = s; }
                else if (i < 13) { cy = s; cz = s; }
                else if (i < 15) { cx = s; cy = -s; } else if (i < 17) { cx = s; cz = -s; } else { cy = s; cz = -s; }
                f[i] = fma(6 * weights[i], cx * u[from] + cy * u[cells + from] + cz * u[2 * cells + from], f[i]);
            }
        }
    }
    if (kind == 2) {
        r = rho[n]; ux = u[n]; uy = u[cells + n]; uz = u[2 * cells + n];
    } else {
        moments(f, &r, &ux, &uy, &uz);
    }
    float half_inverse = .5f / r;
    ux = clamp(fma(fx, half_inverse, ux), -.57735027f, .57735027f);
    uy = clamp(fma(fy, half_inverse, uy), -.57735027f, .57735027f);
    uz = clamp(fma(fz, half_inverse, uz), -.57735027f, .57735027f);
    if (kind != 2) { rho[n] = r; u[n] = ux; u[cells + n] = uy; u[2 * cells + n] = uz; }
    equilibrium(r, ux, uy, uz, e);
    relax(f, e, kind == 2, omega, -(ux * fx + uy * fy + uz * fz) / 3);
    store_all(n, f, fi, j, t, cells);
})";

// Parts of source text from which the kernels are composed. A part either stores populations in one format, or relaxes
// populations by one method.
constexpr const char* in_float = R"(
#define STORED float
#define LOAD(p, i) p[i]
#define STORE(p, i, v) p[i] = v
)";

constexpr const char* in_half = R"(
#define STORED half
#define LOAD(p, i) vload_half(i, p) * 0x1p-15f
#define STORE(p, i, v) vstore_half_rte((v) * 0x1p15f, i, p)
)";

constexpr const char* in_own_half = R"(
#define STORED ushort
#define LOAD(p, i) expand(p[i])
#define STORE(p, i, v) p[i] = shrink(v)
float expand(ushort x) {
    uint e = x >> 11 & 15, m = x & 0x7ff;
    float v = e ? as_float((e + 112) << 23 | m << 12) : m * 0x1p-25f;
    return x & 0x8000 ? -v : v;
}
ushort shrink(float x) {
    float a = fmin(fabs(x), 1.999f);
    uint normal = ((as_uint(a) + 0x800) >> 12) - (112 << 11), small = (uint)rint(a * 0x1p25f);
    return (a < 0x1p-14f ? small : normal) | (x < 0 ? 0x8000 : 0);
}
)";

constexpr const char* one_rate = R"(
void relax(float* f, const float* e, bool fixed, float omega, float pull) {
    for (int i = 0; i < 19; ++i) f[i] = fixed ? e[i] : fma(1 - omega, f[i], fma(omega, e[i], 9 * weights[i] * pull));
}
)";

constexpr const char* two_rates = R"(
void relax(float* f, const float* e, bool fixed, float omega, float pull) {
    float slow = 1 / (.1875f / (1 / omega - .5f) + .5f);
    f[0] = fixed ? e[0] : fma(omega, e[0] - f[0], f[0]);
    for (int i = 1; i < 19; i += 2) {
        float p = .5f * omega * (f[i] + f[i + 1] - e[i] - e[i + 1]);
        float m = .5f * slow * (f[i] - f[i + 1] - e[i] + e[i + 1]);
        f[i] = fixed ? e[i] : f[i] - p - m;
        f[i + 1] = fixed ? e[i + 1] : f[i + 1] - p + m;
    }
}
)";

constexpr const char* set_up = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global float* fi, global const float* rho, global float* u, global uchar* flags, uint nx, uint ny, uint nz) {
    uint n = get_global_id(0), j[19];
    ulong cells = nx * ny * nz;
    uchar kind = flags[n] & 3;
    neighbours(n, j, nx, ny, nz);
    float e[19];
    if (kind == 1) {
        bool alone = true;
        for (int i = 1; i < 19; ++i) alone = alone && (flags[j[i]] & 3) == 1;
        if (alone) u[n] = u[cells + n] = u[2 * cells + n] = 0;
    }
    equilibrium(rho[n], u[n], u[cells + n], u[2 * cells + n], e);
    store_all(n, e, fi, j, 1, cells);
})";

constexpr const char* mark_moving_walls = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float* u, global const uchar* flags, global uchar* marked, uint nx, uint ny, uint nz) {
    uint n = get_global_id(0), j[19];
    ulong cells = nx * ny * nz;
    uchar flag = flags[n];
    if ((flag & 3) != 1) {
        neighbours(n, j, nx, ny, nz);
        bool near = false;
        for (int i = 1; i < 19; ++i) {
            uint k = j[i];
            near = near || (u[k] != 0 || u[cells + k] != 0 || u[2 * cells + k] != 0) && (flags[k] & 3) == 1;
        }
        flag = near ? flag | 3 : flag & (flag & 2 ? ~1 : ~3);
    }
    marked[n] = flag;
})";

constexpr const char* wall_forces = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float* fi, global const uchar* flags, ulong t, global float* forces, uint nx, uint ny, uint nz) {
    uint n = get_global_id(0), j[19];
    ulong cells = nx * ny * nz;
    if (n >= cells || (flags[n] & 3) != 1) return;
    neighbours(n, j, nx, ny, nz);
    float f[19], r, x, y, z;
    load_all(n, f, fi, j, t, cells);
    for (int i = 0; i < 19; ++i)
        if ((flags[j[i % 2 ? i + 1 : max(i - 1, 0)]] & 3) == 1) f[i] = 0;
    moments(f, &r, &x, &y, &z);
    forces[n] = 2 * x * r;
    forces[cells + n] = 2 * y * r;
    forces[2 * cells + n] = 2 * z * r;
})";

constexpr const char* q_criterion = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float* u, global float* q, uint nx, uint ny, uint nz) {
    uint n = get_global_id(0), cells = nx * ny * nz, t = n % (nx * ny), x = t % nx, y = t / nx, z = n / (nx * ny);
    if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    float g[3][3];
    uint steps[3] = {1, nx, nx * ny};
    for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d)
            g[c][d] = .5f * (u[c * (ulong)cells + n + steps[d]] - u[c * (ulong)cells + n - steps[d]]);
    float o = .5f * (g[1][0] - g[0][1]), p = .5f * (g[2][0] - g[0][2]), r = .5f * (g[2][1] - g[1][2]);
    float s = .5f * (g[1][0] + g[0][1]), v = .5f * (g[2][0] + g[0][2]), w = .5f * (g[2][1] + g[1][2]);
    float turn = 2 * (o * o + p * p + r * r);
    float strain = g[0][0] * g[0][0] + g[1][1] * g[1][1] + g[2][2] * g[2][2] + 2 * (s * s + v * v + w * w);
    q[n] = .5f * (turn - strain);
})";

constexpr const char* voxels = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global uchar* flags, global const float* p0, global const float* p1, global const float* p2, int triangles,
         uint nx, uint ny, uint nz, float low_x, float low_y, float high_x, float high_y) {
    local float3 cache[64 * 3];
    uint a = get_global_id(0), x = a % nx, y = a / nx, l = get_local_id(0), cuts = 0, where[16];
    float3 from = (float3)(x, y, -1);
    for (int base = 0; base < triangles; base += 64) {
        if (base + l < triangles) {
            cache[l] = vload3(base + l, p0);
            cache[64 + l] = vload3(base + l, p1) - cache[l];
            cache[128 + l] = vload3(base + l, p2) - cache[l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x >= low_x && x <= high_x && y >= low_y && y <= high_y)
            for (int k = 0; k < 64 && base + k < triangles; ++k) {
                float3 u = cache[64 + k], v = cache[128 + k], w = from - cache[k];
                float3 h = (float3)(-v.y, v.x, 0), q = cross(w, u);
                float f = 1 / dot(u, h), s = f * dot(w, h), t = f * q.z, d = f * dot(v, q);
                if (s >= 0 && s < 1 && t >= 0 && s + t < 1 && d > 0 && cuts < 16) where[cuts++] = (uint)d;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint i = 1; i < cuts; ++i) {
        uint d = where[i], k = i;
        while (k > 0 && where[k - 1] > d) { where[k] = where[k - 1]; --k; }
        where[k] = d;
    }
    for (uint i = 0; i + 1 < cuts; i += 2)
        for (uint z = where[i]; z < min(where[i + 1], nz); ++z) flags[(z * ny + y) * nx + x] |= 1;
})";

constexpr int nx = 64, ny = 48, nz = 32;
constexpr std::size_t cells = std::size_t{nx} * ny * nz;

/// Returns a channel with walls at both ends of y (one of them moves), inflow and outflow at both ends of x, and a
/// sphere.
std::uint8_t flag_of(std::size_t n) {
    const int x = static_cast<int>(n % nx), y = static_cast<int>(n / nx % ny), z = static_cast<int>(n / nx / ny);
    const int dx = x - 20, dy = y - 24, dz = z - 16;
    if (y == 0 || y == ny - 1 || dx * dx + dy * dy + dz * dz < 64) return 1;
    if (x == 0 || x == nx - 1) return 2;
    return y == ny - 2 ? 3 : 0;
}

BufferData flags() { return each(cells, flag_of); }

BufferData speeds() {
    Dice dice(181);
    return each(3 * cells, [&](std::size_t i) {
        const bool wall = flag_of(i % cells) == 1, top = i % cells / nx % ny == ny - 1;
        return wall ? (top && i < cells ? .1f : 0) : dice.real(-.02f, .02f) + (i < cells ? .08f : 0);
    });
}

Arguments step_arguments(BufferData populations, float force) {
    return {changed(std::move(populations)),
            changed(reals(cells, .98f, 1.02f)),
            changed(speeds()),
            flags(),
            scalar(std::uint64_t{1}),
            scalar(force),
            scalar(0.f),
            scalar(0.f),
            scalar(1.7f),
            scalar(nx),
            scalar(ny),
            scalar(nz)};
}

BufferData own_halves() {
    Dice dice(191);
    return each(19 * cells,
                [&](std::size_t) { return static_cast<std::uint16_t>(dice.below(6 << 11) | dice.below(2) << 15); });
}

/// Returns the triangles of a bumpy sphere as three arrays: the first array has the first corner of every triangle, and
/// so on.
std::vector<std::vector<float>> sphere_triangles() {
    constexpr int around = 40, down = 12;
    std::vector<std::vector<float>> corners(3);
    const auto add = [&](std::size_t corner, int i, int j) {
        const float a = 6.2831853f * static_cast<float>(i % around) / around,
                    b = 3.1415927f * static_cast<float>(j) / down;
        const float r = 13 + 1.5f * std::sin(5 * a) * std::sin(b);
        corners[corner].insert(corners[corner].end(), {32.1f + r * std::cos(a) * std::sin(b),
                                                       24.2f + r * std::sin(a) * std::sin(b), 16.3f + r * std::cos(b)});
    };
    for (int j = 0; j < down; ++j)
        for (int i = 0; i < around; ++i) {
            add(0, i, j);
            add(1, i + 1, j);
            add(2, i, j + 1);
            add(0, i + 1, j);
            add(1, i + 1, j + 1);
            add(2, i, j + 1);
        }
    return corners;
}

Arguments voxel_arguments() {
    const auto corners = sphere_triangles();
    return {changed(result<std::uint8_t>(cells)),
            array(corners[0]),
            array(corners[1]),
            array(corners[2]),
            scalar(static_cast<int>(corners[0].size() / 3)),
            scalar(nx),
            scalar(ny),
            scalar(nz),
            scalar(17.f),
            scalar(9.f),
            scalar(48.f),
            scalar(40.f)};
}

Family fields() {
    return {
        {"fluidx3d_q_criterion",
         q_criterion,
         {cells},
         {64},
         [] { return Arguments{speeds(), result<float>(cells), scalar(nx), scalar(ny), scalar(nz)}; }},
        {"fluidx3d_voxels", voxels, {nx * ny}, {64}, voxel_arguments},
    };
}

Family steps() {
    static const std::string together = std::string(lattice) + stream;
    static const std::string step_float = in_float + together + one_rate + step;
    static const std::string step_half = in_half + together + one_rate + step;
    static const std::string step_own_half = in_own_half + together + two_rates + step;
    static const std::string walls = std::string(lattice) + mark_moving_walls;
    static const std::string start = in_float + together + set_up;
    static const std::string pushes = in_float + together + wall_forces;
    return {
        {"fluidx3d_step_float",
         step_float.c_str(),
         {cells},
         {64},
         [] { return step_arguments(reals(19 * cells, -.002f, .002f), 1e-5f); }},
        {"fluidx3d_step_half",
         step_half.c_str(),
         {cells},
         {64},
         [] { return step_arguments(halves(19 * cells, -60, 60), 1e-5f); }},
        {"fluidx3d_step_own_half",
         step_own_half.c_str(),
         {cells},
         {64},
         [] { return step_arguments(own_halves(), 0); }},
        {"fluidx3d_set_up",
         start.c_str(),
         {cells},
         {64},
         [] {
             return Arguments{result<float>(19 * cells),
                              reals(cells, .98f, 1.02f),
                              changed(speeds()),
                              flags(),
                              scalar(nx),
                              scalar(ny),
                              scalar(nz)};
         }},
        {"fluidx3d_mark_moving_walls",
         walls.c_str(),
         {cells},
         {64},
         [] { return Arguments{speeds(), flags(), result<std::uint8_t>(cells), scalar(nx), scalar(ny), scalar(nz)}; }},
        {"fluidx3d_wall_forces",
         pushes.c_str(),
         {cells},
         {64},
         [] {
             return Arguments{reals(19 * cells, -.002f, .002f),
                              flags(),
                              scalar(std::uint64_t{4}),
                              result<float>(3 * cells),
                              scalar(nx),
                              scalar(ny),
                              scalar(nz)};
         }},
    };
}

}  // namespace

Family fluidx3d_kernels() { return joined({steps(), fields()}); }

}  // namespace bench
