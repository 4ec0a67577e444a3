// Kernels of the GPU library of LAMMPS: the Gay-Berne potential of ellipsoids, the Tersoff potential, charges on a
// mesh.
#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* gay_berne = R"(
void rotation(float4 q, float m[9]) {
    float w2 = q.x * q.x, i2 = q.y * q.y, j2 = q.z * q.z, k2 = q.w * q.w, ij = 2 * q.y * q.z, ik = 2 * q.y * q.w;
    float jk = 2 * q.z * q.w, iw = 2 * q.y * q.x, jw = 2 * q.z * q.x, kw = 2 * q.w * q.x;
    m[0] = w2 + i2 - j2 - k2; m[1] = ij - kw; m[2] = jw + ik;
    m[3] = ij + kw; m[4] = w2 - i2 + j2 - k2; m[5] = jk - iw;
    m[6] = ik - jw; m[7] = jk + iw; m[8] = w2 - i2 - j2 + k2;
}
void scaled_square(const float m[9], const float d[3], float out[9]) {
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            out[r * 3 + c] = m[r] * d[0] * m[c] + m[3 + r] * d[1] * m[3 + c] + m[6 + r] * d[2] * m[6 + c];
}
float solve3(const float m[9], const float v[3], float out[3]) {
    float a = m[4] * m[8] - m[5] * m[7], b = m[3] * m[8] - m[5] * m[6], c = m[3] * m[7] - m[4] * m[6];
    float det = m[0] * a - m[1] * b + m[2] * c, inv = 1 / det;
    out[0] = (v[0] * a - m[1] * (v[1] * m[8] - m[5] * v[2]) + m[2] * (v[1] * m[7] - m[4] * v[2])) * inv;
    out[1] = (m[0] * (v[1] * m[8] - m[5] * v[2]) - v[0] * b + m[2] * (m[3] * v[2] - v[1] * m[6])) * inv;
    out[2] = (m[0] * (m[4] * v[2] - v[1] * m[7]) - m[1] * (m[3] * v[2] - v[1] * m[6]) + v[0] * c) * inv;
    return det;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float4* x, global const float4* q, global const float4* shapes, global const float4* wells,
         global const int* list, global const int* counts, global float4* forces, global float4* torques,
         global int* flags, int atoms, int pitch, float cutoff2, float gum, float upsilon) {
    local float sums[6][64];
    int t = get_local_id(0), i = get_global_id(0) >> 2, offset = t & 3, overlap = 0;
    float f[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
    if (i < atoms) {
        float4 mine = x[i];
        int type = mine.w;
        float a1[9], g1[9], b1[9], s1[3] = {shapes[type].x, shapes[type].y, shapes[type].z};
        float w1[3] = {wells[type].x, wells[type].y, wells[type].z};
        float s1_2[3] = {s1[0] * s1[0], s1[1] * s1[1], s1[2] * s1[2]};
        rotation(q[i], a1);
        scaled_square(a1, s1_2, g1);
        scaled_square(a1, w1, b1);
        int many = counts[i];
        for (int k = offset; k < many; k += 4) {
            int j = list[i + k * pitch];
            float4 other = x[j];
            int kind = other.w;
            float r12[3] = {other.x - mine.x, other.y - mine.y, other.z - mine.z};
            float r2 = r12[0] * r12[0] + r12[1] * r12[1] + r12[2] * r12[2];
            if (r2 >= cutoff2) continue;
            float ir = rsqrt(r2), r = r2 * ir, hat[3] = {r12[0] * ir, r12[1] * ir, r12[2] * ir};
            float a2[9], g2[9], b2[9], g12[9], b12[9], kappa[3], iota[3];
            float4 shape = shapes[kind] * shapes[kind];
            float s2[3] = {shape.x, shape.y, shape.z};
            float w2[3] = {wells[kind].x, wells[kind].y, wells[kind].z};
            rotation(q[j], a2);
            scaled_square(a2, s2, g2);
            scaled_square(a2, w2, b2);
            for (int e = 0; e < 9; ++e) { g12[e] = g1[e] + g2[e]; b12[e] = b1[e] + b2[e]; }
            float det = solve3(g12, hat, kappa);
            float sigma = rsqrt(.5f * (hat[0] * kappa[0] + hat[1] * kappa[1] + hat[2] * kappa[2]));
            float h12 = r - sigma;
            if (h12 + gum < .3f) overlap = 1;
            float rho = 1 / fmax(h12 + gum, .3f), rho6 = rho * rho * rho;
            rho6 *= rho6;
            float energy = 4 * rho6 * (rho6 - 1), slope = 24 * rho * rho6 * (2 * rho6 - 1);
            float eta = powr(2 * s1[0] * s1[1] * s1[2] / fabs(det), upsilon * .5f);
            solve3(b12, hat, iota);
            float chi = 2 * (hat[0] * iota[0] + hat[1] * iota[1] + hat[2] * iota[2]);
            float chi_low = powr(fabs(chi), .5f), chi_all = chi_low * chi_low;
            float sigma3 = .5f * sigma * sigma * sigma;
            float dot_k = hat[0] * kappa[0] + hat[1] * kappa[1] + hat[2] * kappa[2];
            float dot_i = hat[0] * iota[0] + hat[1] * iota[1] + hat[2] * iota[2];
            for (int e = 0; e < 3; ++e) {
                float du = slope * (hat[e] + sigma3 * ir * (kappa[e] - hat[e] * dot_k));
                float dchi = 4 * ir * (iota[e] - hat[e] * dot_i);
                f[e] -= eta * (chi_all * -du + energy * dchi);
            }
            for (int e = 0; e < 3; ++e) {
                int u = (e + 1) % 3, v = (e + 2) % 3;
                float ku = kappa[0] * g1[u] + kappa[1] * g1[3 + u] + kappa[2] * g1[6 + u];
                float kv = kappa[0] * g1[v] + kappa[1] * g1[3 + v] + kappa[2] * g1[6 + v];
                torque[e] += eta * chi_all * slope * sigma3 * (kappa[u] * kv - kappa[v] * ku);
            }
        }
    }
    for (int e = 0; e < 3; ++e) { sums[e][t] = f[e]; sums[e + 3][t] = torque[e]; }
    for (int s = 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (offset < s)
            for (int e = 0; e < 6; ++e) sums[e][t] += sums[e][t + s];
    }
    if (overlap) atomic_or(flags, 2);
    if (offset == 0 && i < atoms) {
        forces[i] = (float4)(sums[0][t], sums[1][t], sums[2][t], 0);
        torques[i] = (float4)(sums[3][t], sums[4][t], sums[5][t], 0);
    }
})";

constexpr const char* bond_orders = R"(
float taper(float r, float R, float D) {
    if (r < R - D) return 1;
    if (r > R + D) return 0;
    return .5f * (1 - sin(M_PI_2_F * (r - R) / D));
}
kernel void run(global const float4* x, global const float4* parameters, global const int* triples, int kinds,
                global const int* list, global const int* counts, global float4* zetas, int atoms, int pitch,
                float cutoff2) {
    local float4 table[8];
    int t = get_local_id(0), i = get_global_id(0) >> 2, offset = t & 3;
    if (t < 8) table[t] = parameters[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= atoms) return;
    float4 mine = x[i];
    int type = mine.w, many = counts[i];
    for (int n = offset; n < many; n += 4) {
        int j = list[i + n * pitch];
        float4 other = x[j];
        float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z, r2 = dx * dx + dy * dy + dz * dz;
        float zeta = 0;
        if (r2 > cutoff2) continue;
        float r1 = sqrt(r2);
        for (int k = 0; k < many; ++k) {
            if (k == n) continue;
            float4 third = x[list[i + k * pitch]];
            float ex = third.x - mine.x, ey = third.y - mine.y, ez = third.z - mine.z, s2 = ex * ex + ey * ey + ez * ez;
            int triple = triples[(type * kinds + (int)other.w) * kinds + (int)third.w];
            if (s2 > cutoff2) continue;
            float r3 = sqrt(s2), cosine = (dx * ex + dy * ey + dz * ez) / (r1 * r3);
            float arg = table[triple].x * (r1 - r3);
            arg = arg * arg * arg;
            float grown = arg > 69.0776f ? 1e30f : arg < -69.0776f ? 0 : exp(arg);
            float c2 = table[triple].y * table[triple].y, d2 = table[triple].z * table[triple].z;
            float h = table[triple].w - cosine, g = 1 + c2 / d2 - c2 / (d2 + h * h);
            zeta += taper(r3, 2.85f, .15f) * g * grown;
        }
        float attraction = -471.18f * exp(-1.7322f * r1) * taper(r1, 2.85f, .15f), bz = 1.0999e-6f * zeta, b;
        if (bz > 1e6f) b = rsqrt(bz);
        else if (bz < 1e-8f) b = 1 - powr(bz, .78734f) * .635f;
        else b = powr(1 + powr(bz, .78734f), -.635f);
        zetas[i + n * pitch] = (float4)(b * attraction, zeta, b, r1);
    }
})";

constexpr const char* mesh_charges = R"(
kernel void run(global const int* counts, global const float4* atoms, global float* mesh, global const float* rho,
                int stride, int nx, int ny, int nz, float dx, float volume) {
    local float weights[5][5];
    int t = get_local_id(0) + get_local_id(1) * get_local_size(0);
    if (t < 25) weights[t / 5][t % 5] = rho[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = get_global_id(0), y = get_global_id(1) % ny, z = get_global_id(1) / ny;
    if (x >= nx || z >= nz) return;
    int row = nx + 4, plane = row * (ny + 4);
    float sum = 0;
    for (int m = 0; m < 5; ++m)
        for (int n = 0; n < 5; ++n)
            for (int l = 0; l < 5; ++l) {
                int cell = x + l + (y + n) * row + (z + m) * plane, many = counts[cell];
                for (int k = 0; k < many; ++k) {
                    float4 a = atoms[cell + k * stride];
                    float wx = 0, wy = 0, wz = 0;
                    for (int o = 4; o >= 0; --o) {
                        wx = weights[4 - l][o] + wx * a.x;
                        wy = weights[4 - n][o] + wy * a.y;
                        wz = weights[4 - m][o] + wz * a.z;
                    }
                    sum += volume * a.w * wx * wy * wz;
                }
            }
    mesh[(z * ny + y) * nx + x] = sum;
})";

constexpr const char* mesh_forces = R"(
kernel void run(global const float4* x, global const float* charges, int atoms, global const float4* fields,
                global const float* rho, int nx, int ny, int nz, float inverse, global float4* forces) {
    local float wx[5][64], wy[5][64];
    int t = get_local_id(0), i = get_global_id(0);
    if (i >= atoms) return;
    float4 p = x[i], e = 0;
    float q = charges[i];
    if (q != 0) {
        float ax = p.x * inverse, ay = p.y * inverse, az = p.z * inverse;
        int cx = ax, cy = ay, cz = az;
        ax = cx + .5f - ax; ay = cy + .5f - ay; az = cz + .5f - az;
        for (int k = 0; k < 5; ++k) {
            float u = 0, v = 0;
            for (int l = 4; l >= 0; --l) {
                u = rho[l * 5 + k] + u * ax;
                v = rho[l * 5 + k] + v * ay;
            }
            wx[k][t] = u;
            wy[k][t] = v;
        }
        for (int n = 0; n < 5; ++n) {
            float w = 0;
            for (int k = 4; k >= 0; --k) w = rho[k * 5 + n] + w * az;
            w *= q;
            for (int m = 0; m < 5; ++m) {
                float wyz = w * wy[m][t];
                int at = ((cz + n) * ny + cy + m) * nx + cx;
                for (int l = 0; l < 5; ++l) e -= fields[at + l] * (wx[l][t] * wyz);
            }
        }
    }
    forces[i] = e;
})";

/// Finds the neighbours of each atom i: the atoms that are closer to i than `reach`. Stores the number of neighbours in
/// `counts`, and neighbour k of atom i at list[i + k * atoms].
void find_neighbours(const std::vector<float>& x, float reach, std::size_t most, std::vector<int>& counts,
                     std::vector<int>& list) {
    const std::size_t atoms = x.size() / 4;
    counts.assign(atoms, 0);
    list.assign(atoms * most, 0);
    for (std::size_t i = 0; i < atoms; ++i)
        for (std::size_t j = 0; j < atoms; ++j) {
            float r2 = 0;
            for (std::size_t k = 0; k < 3; ++k) r2 += (x[i * 4 + k] - x[j * 4 + k]) * (x[i * 4 + k] - x[j * 4 + k]);
            if (j == i || r2 > reach * reach || static_cast<std::size_t>(counts[i]) == most) continue;
            list[i + static_cast<std::size_t>(counts[i]++) * atoms] = static_cast<int>(j);
        }
}

/// Returns ellipsoids of 3 x 1 x 1 that point almost in the same direction, and some spheres.
Arguments ellipsoid_arguments() {
    Dice dice(163);
    std::vector<float> x, q;
    for (int a = 0; a < 1000; ++a) {
        const int at[3] = {a % 5, a / 5 % 14, a / 70};
        for (int k = 0; k < 3; ++k)
            x.push_back((static_cast<float>(at[k]) + dice.real(-.1f, .1f)) * (k ? 1.25f : 3.3f));
        x.push_back(dice.below(10) ? 0 : 1);
        q.insert(q.end(), {.98f, dice.real(-.1f, .1f), dice.real(-.1f, .1f), dice.real(-.1f, .1f)});
    }
    std::vector<int> counts, list;
    find_neighbours(x, 4.4f, 100, counts, list);
    return {array(x),
            array(q),
            array(std::vector<float>{1.5f, .5f, .5f, 0, .5f, .5f, .5f, 0}),
            array(std::vector<float>{.2f, 1, 1, 0, 1, 1, 1, 0}),
            array(list),
            array(counts),
            result<float>(4000),
            result<float>(4000),
            changed(result<int>(1)),
            scalar(1000),
            scalar(1000),
            scalar(16.f),
            scalar(1.f),
            scalar(1.f)};
}

/// Returns silicon: a diamond lattice in which each atom has four neighbours within the cutoff and up to 16 neighbours
/// in the list.
Arguments silicon_arguments() {
    Dice dice(167);
    std::vector<float> x;
    for (int a = 0; a < 4096; ++a) {
        const int cell = a / 8, at[3] = {cell % 8, cell / 8 % 8, cell / 64}, in = a % 4, second = a / 4 % 2;
        for (int k = 0; k < 3; ++k) {
            const float shift = (in && in != k + 1 ? .5f : 0) + (second ? .25f : 0);
            x.push_back((static_cast<float>(at[k]) + shift + dice.real(-.03f, .03f)) * 5.431f);
        }
        x.push_back(0);
    }
    std::vector<int> counts, list;
    find_neighbours(x, 4.0f, 20, counts, list);
    std::vector<float> parameters;
    for (int k = 0; k < 8; ++k) parameters.insert(parameters.end(), {1.3258f, 4.8381f, 2.0417f, 0});
    return {array(x),     array(parameters), array(std::vector<int>(1)),   scalar(1),
            array(list),  array(counts),     result<float>(4096 * 20 * 4), scalar(4096),
            scalar(4096), scalar(9.f)};
}

Arguments charge_arguments() {
    Dice dice(173);
    constexpr std::size_t cells = 36 * 36 * 36;
    std::vector<int> counts;
    for (std::size_t c = 0; c < cells; ++c) counts.push_back(static_cast<int>(dice.below(10) < 6 ? 0 : dice.below(3)));
    return {array(counts),
            reals(cells * 3 * 4, -.5f, .5f),
            result<float>(1 << 15),
            reals(25),
            scalar(static_cast<int>(cells)),
            scalar(32),
            scalar(32),
            scalar(32),
            scalar(1.f),
            scalar(1.f)};
}

}  // namespace

Family lammps_many_body_kernels() {
    return {
        {"lammps_gay_berne", gay_berne, {4032}, {64}, ellipsoid_arguments},
        {"lammps_bond_orders", bond_orders, {16384}, {64}, silicon_arguments},
        {"lammps_mesh_charges", mesh_charges, {32, 1024}, {32, 2}, charge_arguments},
        {"lammps_mesh_forces",
         mesh_forces,
         {8192},
         {64},
         [] {
             return Arguments{reals(8192 * 4, 2, 41),
                              reals(8192, -1, 1),
                              scalar(8100),
                              reals(36 * 36 * 36 * 4),
                              reals(25),
                              scalar(36),
                              scalar(36),
                              scalar(36),
                              scalar(.75f),
                              result<float>(8192 * 4)};
         }},
    };
}

}  // namespace bench
