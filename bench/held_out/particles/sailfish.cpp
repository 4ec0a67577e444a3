// Kernels of Sailfish: the lattice Boltzmann method with one or two copies of the populations, and with two fluids.
// Walls and inflow are kinds of nodes.
#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* two_copies = R"(
constant char cx[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1};
constant char cy[19] = {0, 0, 0, 1, -1, 0, 0, 1, 1, -1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
constant char cz[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1};
constant uchar back[19] = {0, 2, 1, 4, 3, 6, 5, 10, 9, 8, 7, 14, 13, 12, 11, 18, 17, 16, 15};
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint* map, global const float* in, global float* out, global float* rho_out, global float* u_out,
         int lx, int ly, int pitch, int plane, uint size, float tau, float force, uint save) {
    local float moved[10][64];
    int t = get_local_id(0), gx = get_global_id(0), gy = get_group_id(1) % ly + 1, gz = get_group_id(1) / ly + 1;
    int at = gx + pitch * gy + plane * gz;
    uint code = map[at], kind = code & 7;
    bool dead = gx >= lx || kind == 1;
    float f[19], rho = 0, u[3] = {0, 0, 0};
    if (!dead) {
        for (int i = 0; i < 19; ++i) f[i] = in[at + size * i];
        if (kind == 3) {
            for (int i = 1; i < 19; ++i)
                if (cy[i] > 0) f[i] = f[back[i]] + 6 * (i < 7 ? 1 / 18.f : 1 / 36.f) * cx[i] * .05f;
        }
        for (int i = 0; i < 19; ++i) {
            rho += f[i];
            u[0] += f[i] * cx[i]; u[1] += f[i] * cy[i]; u[2] += f[i] * cz[i];
        }
        u[0] = u[0] / rho + .5f * force; u[1] /= rho; u[2] /= rho;
        if (kind == 2) {
            for (int i = 1; i < 19; i += 1)
                if (back[i] > i) { float swap = f[i]; f[i] = f[back[i]]; f[back[i]] = swap; }
        } else {
            float u2 = 1.5f * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
            for (int i = 0; i < 19; ++i) {
                float c = 3 * (cx[i] * u[0] + cy[i] * u[1] + cz[i] * u[2]);
                float w = i == 0 ? 1 / 3.f : i < 7 ? 1 / 18.f : 1 / 36.f;
                f[i] += (w * rho * (1 + c + .5f * c * c - u2) - f[i]) / tau + (1 - .5f / tau) * w * 3
                        * force * cx[i] * rho;
            }
            if (save) { rho_out[at] = rho; u_out[at] = u[0]; u_out[at + size] = u[1]; u_out[at + 2 * size] = u[2]; }
        }
        for (int i = 0; i < 19; ++i)
            if (cx[i] == 0) out[at + cy[i] * pitch + cz[i] * plane + size * i] = f[i];
    }
    for (int side = 1; side >= -1; side -= 2) {
        for (int i = 0, row = 0; i < 19; ++i)
            if (cx[i] == side) {
                int to = t + side;
                if (!dead && to >= 0 && to < 64) moved[row][to] = f[i];
                else if (!dead && gx + side >= 0 && gx + side < lx)
                    out[at + side + cy[i] * pitch + cz[i] * plane + size * i] = f[i];
                ++row;
            }
        if (dead && gx < lx + 1)
            for (int row = 0; row < 5; ++row)
                if (t + side >= 0 && t + side < 64) moved[row][t + side] = -1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (gx < lx && t != (side > 0 ? 0 : 63) && gx - side < lx)
            for (int i = 0, row = 0; i < 19; ++i)
                if (cx[i] == side) {
                    if (moved[row][t] >= 0) out[at + cy[i] * pitch + cz[i] * plane + size * i] = moved[row][t];
                    ++row;
                }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* one_copy = R"(
constant char cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant char cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant uchar back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void run(global const uint* map, global double* f_all, global double* rho_out, global double* u_out, int lx, int pitch,
         uint size, uint odd, double tau) {
    int gx = get_global_id(0) + 1, gy = get_group_id(1) + 1, at = gx + pitch * gy;
    if (gx > lx || (map[at] & 7) == 1) return;
    double f[9], m[9];
    for (int i = 0; i < 9; ++i)
        f[i] = odd ? f_all[at - cx[i] - cy[i] * pitch + size * back[i]] : f_all[at + size * i];
    double rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
    double jx = f[1] - f[3] + f[5] - f[6] - f[7] + f[8], jy = f[2] - f[4] + f[5] + f[6] - f[7] - f[8];
    if ((map[at] & 7) == 0) {
        double axes = f[1] + f[2] + f[3] + f[4], corners = f[5] + f[6] + f[7] + f[8];
        double energy = -4 * f[0] - axes + 2 * corners, square = 4 * f[0] - 2 * axes + corners;
        double qx = -2 * (f[1] - f[3]) + f[5] - f[6] - f[7] + f[8], qy = -2 * (f[2] - f[4]) + f[5] + f[6] - f[7] - f[8];
        double pxx = f[1] - f[2] + f[3] - f[4], pxy = f[5] - f[6] + f[7] - f[8], j2 = (jx * jx + jy * jy) / rho;
        energy -= 1.63 * (energy + 2 * rho - 3 * j2);
        square -= 1.54 * (square - rho + 3 * j2);
        qx -= 1.9 * (qx + jx);
        qy -= 1.9 * (qy + jy);
        pxx -= (pxx - (jx * jx - jy * jy) / rho) / tau;
        pxy -= (pxy - jx * jy / rho) / tau;
        m[0] = rho / 9 - energy / 9 + square / 9;
        double side = rho / 9 - energy / 36 - square / 18, corner = rho / 9 + energy / 18 + square / 36;
        for (int i = 1; i < 5; ++i)
            m[i] = side + (cx[i] * (jx - qx) + cy[i] * (jy - qy)) / 6 + (cx[i] ? pxx : -pxx) / 4;
        for (int i = 5; i < 9; ++i)
            m[i] = corner + cx[i] * (jx / 6 + qx / 12) + cy[i] * (jy / 6 + qy / 12) + cx[i] * cy[i] * pxy / 4;
        for (int i = 0; i < 9; ++i) f[i] = m[i];
    }
    rho_out[at] = rho;
    u_out[at] = jx / rho;
    u_out[at + size] = jy / rho;
    for (int i = 0; i < 9; ++i) {
        if (odd) f_all[at + cx[i] + cy[i] * pitch + size * i] = f[i];
        else f_all[at + size * back[i]] = f[i];
    }
})";

constexpr const char* two_fluids = R"(
constant char cx[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1};
constant char cy[19] = {0, 0, 0, 1, -1, 0, 0, 1, 1, -1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
constant char cz[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1};
void pull(global const float* own, global const float* other, int at, int pitch, int plane, float strength,
          float* force) {
    float sum[3] = {0, 0, 0};
    for (int i = 1; i < 19; ++i) {
        float w = i < 7 ? 1 / 18.f : 1 / 36.f, psi = w * other[at + cx[i] + cy[i] * pitch + cz[i] * plane];
        psi = 1 - exp(-psi);
        sum[0] += psi * cx[i]; sum[1] += psi * cy[i]; sum[2] += psi * cz[i];
    }
    for (int k = 0; k < 3; ++k) force[k] -= (1 - exp(-own[at])) * strength * sum[k];
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint* map, global const float* in, global float* out, global const float* rho1,
         global const float* rho2, global const float* u, int lx, int ly, int pitch, int plane, uint size, float tau,
         float strength) {
    int gx = get_global_id(0) + 1, gy = get_group_id(1) % ly + 1, gz = get_group_id(1) / ly + 1;
    int at = gx + pitch * gy + plane * gz;
    if (gx > lx || (map[at] & 7) == 1) return;
    float force[3] = {0, 0, 0};
    pull(rho1, rho2, at, pitch, plane, strength, force);
    float v[3] = {u[at], u[at + size], u[at + 2 * size]}, rho = rho1[at];
    for (int k = 0; k < 3; ++k) v[k] += tau * force[k] / rho;
    float u2 = 1.5f * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 19; ++i) {
        float f = in[at + size * i], c = 3 * (cx[i] * v[0] + cy[i] * v[1] + cz[i] * v[2]);
        float w = i == 0 ? 1 / 3.f : i < 7 ? 1 / 18.f : 1 / 36.f;
        f += (w * rho * (1 + c + .5f * c * c - u2) - f) / tau;
        out[at + cx[i] + cy[i] * pitch + cz[i] * plane + size * i] = f;
    }
})";

constexpr const char* densities = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint* map, global const float* first, global const float* second, global float* rho1,
         global float* rho2, int lx, int ly, int pitch, int plane, uint size) {
    int gx = get_global_id(0) + 1, gy = get_group_id(1) % ly + 1, gz = get_group_id(1) / ly + 1;
    int at = gx + pitch * gy + plane * gz;
    if (gx > lx) return;
    uint kind = map[at] & 7;
    if (kind == 1) return;
    float a = 0, b = 0;
    for (int i = 0; i < 19; ++i) { a += first[at + size * i]; b += second[at + size * i]; }
    if (kind == 2) { a *= .5f; b *= .5f; }
    rho1[at] = a;
    rho2[at] = b;
})";

constexpr const char* wrap_planes = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global float* f, int axis, int lx, int ly, int lz, int pitch, int plane, uint size) {
    int a = get_global_id(0), b = get_group_id(1), strides[3] = {1, pitch, plane}, sides[3] = {lx, ly, lz};
    int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    if (a >= sides[u] + 2 || b >= sides[v] + 2) return;
    int low = a * strides[u] + b * strides[v], far = strides[axis] * sides[axis];
    for (int i = 1; i < 19; ++i) {
        if (i % 3 == axis) continue;
        float left = f[low + size * i], right = f[low + far + strides[axis] + size * i];
        if (left >= 0) f[low + far + size * i] = left;
        if (right >= 0) f[low + strides[axis] + size * i] = right;
    }
})";

constexpr const char* collect_plane = R"(
kernel void run(global const float* f, global float* buffer, int count, int lines, int base, int pitch, int plane,
                uint size) {
    int i = get_global_id(0);
    if (i >= count) return;
    int direction = i / (lines * lines), rest = i % (lines * lines), y = rest % lines, z = rest / lines;
    buffer[i] = f[base + y * pitch + z * plane + size * (direction * 2 + 1)];
})";

constexpr int lx = 94, ly = 46, lz = 22, pitch = 96, plane = 96 * 48;
constexpr std::size_t nodes = 96 * 48 * 24;

/// Returns the kinds of the nodes: 0 fluid, 1 unused, 2 wall (bounce-back), 3 moving lid. About a tenth of the nodes
/// are porous rock.
BufferData node_map() {
    Dice dice(197);
    std::vector<int> rocks;
    for (int rock = 0; rock < 60; ++rock)
        rocks.insert(rocks.end(), {static_cast<int>(dice.below(96)), static_cast<int>(dice.below(48)),
                                   static_cast<int>(dice.below(24))});
    return each(nodes, [&](std::size_t n) {
        const int x = static_cast<int>(n % 96), y = static_cast<int>(n / 96 % 48), z = static_cast<int>(n / plane);
        if (x == 0 || z == 0 || x > lx || z > lz) return 1u;
        if (y <= 1) return y ? 2u : 1u;
        if (y >= ly) return y == ly ? 3u : 1u;
        unsigned kind = 0;
        for (std::size_t k = 0; k < rocks.size(); k += 3) {
            const int dx = x - rocks[k], dy = y - rocks[k + 1], dz = z - rocks[k + 2], r = dx * dx + dy * dy + dz * dz;
            if (r < 12) return 1u;
            if (r < 20) kind = 2;
        }
        return kind;
    });
}

BufferData populations() {
    Dice dice(199);
    return each(19 * nodes, [&](std::size_t i) {
        const std::size_t direction = i / nodes;
        return (direction == 0 ? 1 / 3.f : direction < 7 ? 1 / 18.f : 1 / 36.f) * dice.real(.9f, 1.1f);
    });
}

/// Returns the map of a square cavity.
BufferData cavity() {
    return each(514 * 258, [](std::size_t n) {
        const std::size_t x = n % 514, y = n / 514;
        return x == 0 || y == 0 || x == 513 || y == 257 ? 1u : x == 1 || y == 1 || x == 512 ? 2u : 0u;
    });
}

Arguments cavity_arguments(unsigned odd) {
    return {cavity(),
            changed(doubles(9 * 514 * 258, .05, .15)),
            result<double>(514 * 258),
            result<double>(2 * 514 * 258),
            scalar(512),
            scalar(514),
            scalar(514u * 258u),
            scalar(odd),
            scalar(.7)};
}

Family sums_and_copies() {
    return {
        {"sailfish_densities",
         densities,
         {128, std::size_t{ly} * lz},
         {64, 1},
         [] {
             return Arguments{
                 node_map(), populations(), populations(), result<float>(nodes), result<float>(nodes),
                 scalar(lx), scalar(ly),    scalar(pitch), scalar(plane),        scalar(static_cast<unsigned>(nodes))};
         }},
        {"sailfish_wrap_planes_x",
         wrap_planes,
         {64, 24},
         {64, 1},
         [] {
             return Arguments{changed(reals(19 * nodes, -.02f, .08f)),
                              scalar(0),
                              scalar(lx),
                              scalar(ly),
                              scalar(lz),
                              scalar(pitch),
                              scalar(plane),
                              scalar(static_cast<unsigned>(nodes))};
         }},
        {"sailfish_collect_plane",
         collect_plane,
         {128 * 128 * 5},
         {64},
         [] {
             return Arguments{reals(10 * 16 * 128 * 130, 0, .1f),
                              result<float>(128 * 128 * 5),
                              scalar(128 * 128 * 5),
                              scalar(128),
                              scalar(15),
                              scalar(16),
                              scalar(16 * 130),
                              scalar(static_cast<unsigned>(16 * 128 * 130))};
         }},
    };
}

Family steps() {
    return {
        {"sailfish_two_copies",
         two_copies,
         {128, std::size_t{ly} * lz},
         {64, 1},
         [] {
             return Arguments{node_map(),
                              populations(),
                              changed(result<float>(19 * nodes)),
                              result<float>(nodes),
                              result<float>(3 * nodes),
                              scalar(lx + 1),
                              scalar(ly),
                              scalar(pitch),
                              scalar(plane),
                              scalar(static_cast<unsigned>(nodes)),
                              scalar(.6f),
                              scalar(1e-5f),
                              scalar(1u)};
         }},
        {"sailfish_one_copy_even", one_copy, {512, 256}, {128, 1}, [] { return cavity_arguments(0); }},
        {"sailfish_one_copy_odd", one_copy, {512, 256}, {128, 1}, [] { return cavity_arguments(1); }},
        {"sailfish_two_fluids",
         two_fluids,
         {128, std::size_t{ly} * lz},
         {64, 1},
         [] {
             return Arguments{node_map(),
                              populations(),
                              result<float>(19 * nodes),
                              reals(nodes, .1f, 1),
                              reals(nodes, .1f, 1),
                              reals(3 * nodes, -.01f, .01f),
                              scalar(lx),
                              scalar(ly),
                              scalar(pitch),
                              scalar(plane),
                              scalar(static_cast<unsigned>(nodes)),
                              scalar(.8f),
                              scalar(1.2f)};
         }},
    };
}

}  // namespace

Family sailfish_kernels() { return joined({steps(), sums_and_copies()}); }

}  // namespace bench
