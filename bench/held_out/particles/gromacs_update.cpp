// Kernels of GROMACS: bonded forces, constraints and the update. Forces that GROMACS adds with float atomics are added
// as fixed-point integers here.
#include <algorithm>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* settle = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global const int* waters, int count, global const float* before, global float* after, float ra, float rb,
         float rc, float wo, float wh) {
    int t = get_global_id(0);
    if (t >= count) return;
    int o = 3 * waters[3 * t], h = 3 * waters[3 * t + 1], g = 3 * waters[3 * t + 2];
    float3 bo = vload3(0, before + o), b0 = vload3(0, before + h) - bo, c0 = vload3(0, before + g) - bo;
    float3 xo = vload3(0, after + o), xh = vload3(0, after + h), xg = vload3(0, after + g);
    float3 com = xo * wo + (xh + xg) * wh, a1 = xo - com, b1 = xh - com, c1 = xg - com;
    float3 az = cross(b0, c0), ax = cross(a1, az), ay = cross(az, ax);
    ax *= rsqrt(dot(ax, ax)); ay *= rsqrt(dot(ay, ay)); az *= rsqrt(dot(az, az));
    float xb0 = dot(b0, ax), yb0 = dot(b0, ay), xc0 = dot(c0, ax), yc0 = dot(c0, ay), za = dot(a1, az);
    float3 bd = (float3)(dot(b1, ax), dot(b1, ay), dot(b1, az)), cd = (float3)(dot(c1, ax), dot(c1, ay), dot(c1, az));
    float sin_phi = za / ra, cos2 = fmax(1 - sin_phi * sin_phi, 1e-12f);
    float inv_phi = rsqrt(cos2), cos_phi = cos2 * inv_phi;
    float sin_psi = (bd.z - cd.z) * inv_phi / (2 * rc), psi2 = fmax(1 - sin_psi * sin_psi, 1e-12f);
    float cos_psi = psi2 * rsqrt(psi2), ya = ra * cos_phi, xb = -rc * cos_psi, t1 = -rb * cos_phi;
    float t2 = rc * sin_psi * sin_phi, yb = t1 - t2, yc = t1 + t2;
    float alpha = xb * (xb0 - xc0) + yb0 * yb + yc0 * yc, beta = xb * (yc0 - yb0) + xb0 * yb + xc0 * yc;
    float gamma = xb0 * bd.y - bd.x * yb0 + xc0 * cd.y - cd.x * yc0, sum2 = alpha * alpha + beta * beta;
    float sin_t = (alpha * gamma - beta * sqrt(fmax(sum2 - gamma * gamma, 0.f))) / sum2;
    float cos_t = sqrt(fmax(1 - sin_t * sin_t, 0.f));
    float3 na = (float3)(-ya * sin_t, ya * cos_t, za);
    float3 nb = (float3)(xb * cos_t - yb * sin_t, xb * sin_t + yb * cos_t, bd.z);
    float3 nc = (float3)(-xb * cos_t - yc * sin_t, -xb * sin_t + yc * cos_t, cd.z);
    vstore3(com + ax * na.x + ay * na.y + az * na.z, 0, after + o);
    vstore3(com + ax * nb.x + ay * nb.y + az * nb.z, 0, after + h);
    vstore3(com + ax * nc.x + ay * nc.y + az * nc.z, 0, after + g);
})";

constexpr const char* lincs = R"(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void run(global const int2* bonds, global const float* lengths, global const float* factors, global const int* counts,
         global const int* coupled, global const float* masses, global float* matrix, global const float* x,
         global float* next, global int* moves, global const float* inverse, int bond_count, int orders) {
    local float3 directions[256];
    local float sides[256];
    int t = get_local_id(0), c = get_global_id(0), total = get_global_size(0);
    int2 bond = bonds[c];
    int real_bond = bond.x >= 0, i = real_bond ? bond.x * 3 : 0, j = real_bond ? bond.y * 3 : 0;
    float3 d = vload3(0, x + i) - vload3(0, x + j), direction = 0;
    if (real_bond) direction = d * rsqrt(dot(d, d));
    directions[t] = direction;
    barrier(CLK_LOCAL_MEM_FENCE);
    int many = counts[c];
    for (int k = 0; k < many; ++k) {
        int at = k * total + c;
        matrix[at] = masses[at] * dot(direction, directions[coupled[at]]);
    }
    float3 moved = vload3(0, next + i) - vload3(0, next + j);
    float factor = factors[c], sol = factor * (dot(direction, moved) - lengths[c]);
    if (!real_bond) sol = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
        sides[t] = sol;
        for (int order = 0; order < orders; ++order) {
            barrier(CLK_LOCAL_MEM_FENCE);
            float mvb = 0;
            for (int k = 0; k < many; ++k) mvb += matrix[k * total + c] * sides[coupled[k * total + c]];
            barrier(CLK_LOCAL_MEM_FENCE);
            sides[t] = mvb;
            sol += mvb;
        }
        float lambda = factor * sol;
        if (real_bond) {
            for (int k = 0; k < 3; ++k) {
                float part = k == 0 ? direction.x : k == 1 ? direction.y : direction.z;
                atomic_add(&moves[i + k], convert_int_rte(-part * lambda * inverse[bond.x] * 1e8f));
                atomic_add(&moves[j + k], convert_int_rte(part * lambda * inverse[bond.y] * 1e8f));
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        float3 now = moved;
        now.x += (moves[i] - moves[j]) * 1e-8f;
        now.y += (moves[i + 1] - moves[j + 1]) * 1e-8f;
        now.z += (moves[i + 2] - moves[j + 2]) * 1e-8f;
        float square = 2 * lengths[c] * lengths[c] - dot(now, now);
        sol = real_bond ? factor * (lengths[c] - sqrt(fmax(square, 0.f))) : 0;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
})";

constexpr const char* leap_frog = R"(
kernel void run(int count, global float* x, global float* old, global float* v, global const float* f,
                global const float* masses, float dt, global const float* lambdas, global const ushort* groups) {
    int i = get_global_id(0);
    if (i >= count) return;
    float3 p = vload3(i, x), speed = vload3(i, v);
    vstore3(p, i, old);
    speed = lambdas[groups[i]] * speed + vload3(i, f) * (masses[i] * dt);
    vstore3(speed, i, v);
    vstore3(p + speed * dt, i, x);
})";

constexpr const char* bonded = R"(
void push(global int* forces, int atom, float3 f) {
    atomic_add(&forces[3 * atom], convert_int_sat_rte(f.x * 1024));
    atomic_add(&forces[3 * atom + 1], convert_int_sat_rte(f.y * 1024));
    atomic_add(&forces[3 * atom + 2], convert_int_sat_rte(f.z * 1024));
}
kernel void run(constant int* starts, global const int* atoms, global const float4* parameters, global const float4* xq,
                global int* forces, float box) {
    int t = get_global_id(0);
    for (int kind = 0; kind < 3; ++kind) {
        if (t < starts[kind] || t >= starts[kind + 1]) continue;
        int k = t - starts[kind];
        if (kind == 0) {
            int a = atoms[3 * k + 1], b = atoms[3 * k + 2];
            float4 p = parameters[atoms[3 * k]];
            float3 d = xq[a].xyz - xq[b].xyz;
            d -= box * rint(d / box);
            float r2 = dot(d, d), r = sqrt(r2);
            if (r2 == 0) break;
            float3 f = d * (-p.y * (r - p.x) / r);
            push(forces, a, f);
            push(forces, b, -f);
        } else if (kind == 1) {
            global const int* entry = atoms + starts[4] + 4 * k;
            float4 p = parameters[entry[0]];
            float3 u = xq[entry[1]].xyz - xq[entry[2]].xyz, w = xq[entry[3]].xyz - xq[entry[2]].xyz;
            u -= box * rint(u / box);
            w -= box * rint(w / box);
            float uu = dot(u, u), ww = dot(w, w), c = clamp(dot(u, w) * rsqrt(uu * ww), -1.f, 1.f);
            float dvdt = p.y * 100 * (acos(c) - (1.9f + p.x)), c2 = c * c;
            if (c2 < 1) {
                float st = dvdt * rsqrt(1 - c2), cik = st * rsqrt(uu * ww);
                float3 fi = w * -cik + u * (st * c / uu), fk = u * -cik + w * (st * c / ww);
                push(forces, entry[1], fi);
                push(forces, entry[2], -fi - fk);
                push(forces, entry[3], fk);
            }
        } else {
            global const int* entry = atoms + starts[5] + 5 * k;
            float4 p = parameters[entry[0]];
            float3 rij = xq[entry[1]].xyz - xq[entry[2]].xyz, rkj = xq[entry[3]].xyz - xq[entry[2]].xyz;
            float3 rkl = xq[entry[3]].xyz - xq[entry[4]].xyz;
            rij -= box * rint(rij / box);
            rkj -= box * rint(rkj / box);
            rkl -= box * rint(rkl / box);
            float3 m = cross(rij, rkj), n = cross(rkj, rkl);
            float phi = atan2(length(cross(m, n)), dot(m, n));
            if (dot(rij, n) < 0) phi = -phi;
            float dd = -p.y * 3 * sin(3 * phi - p.x), mm = dot(m, m), nn = dot(n, n), kj2 = dot(rkj, rkj);
            if (mm > 1e-7f * kj2 && nn > 1e-7f * kj2) {
                float kj = sqrt(kj2);
                float3 fi = m * (-dd * kj / mm), fl = n * (dd * kj / nn);
                float3 s = fi * (dot(rij, rkj) / kj2) - fl * (dot(rkl, rkj) / kj2);
                push(forces, entry[1], fi);
                push(forces, entry[2], s - fi);
                push(forces, entry[3], -s - fl);
                push(forces, entry[4], fl);
            }
        }
    }
})";

/// Returns positions of water molecules in two arrays. The first array has the positions at the start of a step, and
/// the second array the positions that the step would reach without constraints.
Arguments settle_arguments() {
    Dice dice(107);
    std::vector<int> waters;
    std::vector<float> before, after;
    for (int w = 0; w < 12000; ++w) {
        const float corner[3] = {dice.real(0, 7), dice.real(0, 7), dice.real(0, 7)};
        const float shape[9] = {0, 0, 0, .09572f, 0, 0, -.024f, .0927f, 0};
        for (int k = 0; k < 9; ++k) {
            before.push_back(corner[k % 3] + shape[k]);
            after.push_back(before.back() + dice.real(-.002f, .002f));
        }
        for (int k = 0; k < 3; ++k) waters.push_back(3 * w + k);
    }
    return {array(waters),   scalar(12000),     array(before), changed(array(after)), scalar(.00655606f),
            scalar(.05203f), scalar(.0756950f), scalar(.888f), scalar(.056f)};
}

/// Returns bonds between heavy atoms and hydrogen atoms; up to three bonds share a heavy atom.
Arguments lincs_arguments() {
    constexpr int count = 4096, most = 3;
    Dice dice(109);
    std::vector<int> bonds(2 * count, -1), counts(count), coupled(count * most);
    std::vector<float> x, next, inverse, masses(count * most, .04f);
    const auto atom = [&](const float* at, float weight) {
        for (int k = 0; k < 3; ++k) {
            x.push_back(at[k]);
            next.push_back(at[k] + dice.real(-.001f, .001f));
        }
        inverse.push_back(weight);
        return static_cast<int>(inverse.size() - 1);
    };
    for (int c = 0; c < count;) {
        const int sharing = std::min<int>(1 + static_cast<int>(dice.below(3)), 256 - c % 256);
        const float heavy[3] = {dice.real(0, 5), dice.real(0, 5), dice.real(0, 5)};
        const int centre = atom(heavy, 1 / 12.f);
        for (int k = 0; k < sharing; ++k, ++c) {
            const float light[3] = {heavy[0] + (k == 0 ? .1f : -.03f), heavy[1] + (k == 1 ? .1f : -.03f),
                                    heavy[2] + (k == 2 ? .1f : .02f)};
            if (c % 256 > 250) continue;
            bonds[static_cast<std::size_t>(2 * c)] = centre;
            bonds[static_cast<std::size_t>(2 * c + 1)] = atom(light, 1 / 1.008f);
            counts[static_cast<std::size_t>(c)] = c % 256 - k + sharing > 250 ? 0 : sharing - 1;
            for (int other = 0, row = 0; other < sharing; ++other)
                if (other != k) coupled[static_cast<std::size_t>(row++ * count + c)] = c % 256 - k + other;
        }
    }
    const std::size_t atoms = inverse.size();
    return {array(bonds),
            each(count, [](std::size_t) { return .11f; }),
            each(count, [](std::size_t) { return 1.04f; }),
            array(counts),
            array(coupled),
            array(masses),
            result<float>(count * most),
            array(x),
            array(next),
            changed(result<int>(3 * atoms)),
            array(inverse),
            scalar(count),
            scalar(4)};
}

/// Returns a solvated protein's bonds, angles and dihedrals. The atoms of a bond, angle or dihedral have nearly equal
/// indices.
Arguments bonded_arguments() {
    constexpr int bonds = 6000, angles = 11000, dihedrals = 18000, atoms = 8000;
    Dice dice(113);
    std::vector<int> lists;
    const auto add = [&](int count, int members) {
        for (int k = 0; k < count; ++k) {
            const int first = static_cast<int>(std::int64_t{k} * (atoms - 16) / count);
            lists.push_back(static_cast<int>(dice.below(64)));
            for (int m = 0; m < members; ++m) lists.push_back(first + 3 * m + static_cast<int>(dice.below(3)));
        }
    };
    const auto padded = [](int count) { return (count + 255) / 256 * 256; };
    add(padded(bonds), 2);
    const auto second = static_cast<int>(lists.size());
    add(padded(angles), 3);
    const auto third = static_cast<int>(lists.size());
    add(padded(dihedrals), 4);
    const int ends[6] = {
        0,      padded(bonds), padded(bonds) + padded(angles), padded(bonds) + padded(angles) + padded(dihedrals),
        second, third};
    return {array(std::vector<int>(ends, ends + 6)),
            array(lists),
            reals(64 * 4, .1f, 1),
            each(atoms * 4,
                 [&](std::size_t i) {
                     return static_cast<float>(i / 4 >> (2 * (i % 4)) & 31) * .15f + dice.real(-.05f, .05f);
                 }),
            changed(result<int>(3 * atoms)),
            scalar(5.2f)};
}

}  // namespace

Family gromacs_update_kernels() {
    return {
        {"gromacs_settle", settle, {12032}, {256}, settle_arguments},
        {"gromacs_lincs", lincs, {4096}, {256}, lincs_arguments},
        {"gromacs_leap_frog",
         leap_frog,
         {49152},
         {64},
         [] {
             return Arguments{scalar(49000),
                              changed(reals(3 * 49000, 0, 8)),
                              result<float>(3 * 49000),
                              changed(reals(3 * 49000)),
                              reals(3 * 49000, -900, 900),
                              reals(49000, .05f, 1),
                              scalar(.002f),
                              reals(2, .99f, 1),
                              each(49000, [](std::size_t i) { return static_cast<std::uint16_t>(i > 8000); })};
         }},
        {"gromacs_bonded", bonded, {6144 + 11008 + 18176}, {256}, bonded_arguments},
    };
}

}  // namespace bench
