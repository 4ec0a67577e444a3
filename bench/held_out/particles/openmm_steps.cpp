// Kernels of OpenMM: torsions, constraints of hydrogen atoms, Langevin steps and random numbers.
#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* torsions = R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
void give(volatile global long* forces, int padded, int atom, float3 f) {
    atom_add(&forces[atom], (long)(f.x * 0x100000000p0f));
    atom_add(&forces[atom + padded], (long)(f.y * 0x100000000p0f));
    atom_add(&forces[atom + 2 * padded], (long)(f.z * 0x100000000p0f));
}
kernel void run(volatile global long* forces, global float* energies, global const float4* posq,
                global const int4* atoms, global const float4* terms, int count, int padded) {
    float energy = 0;
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        int4 a = atoms[i];
        float3 p1 = posq[a.x].xyz, p2 = posq[a.y].xyz, p3 = posq[a.z].xyz, p4 = posq[a.w].xyz;
        float3 v0 = p1 - p2, v1 = p3 - p2, v2 = p3 - p4, c0 = cross(v0, v1), c1 = cross(v1, v2);
        float cos_angle = dot(normalize(c0), normalize(c1)), theta;
        if (cos_angle > .99f || cos_angle < -.99f) {
            float3 both = cross(c0, c1);
            float scale = dot(c0, c0) * dot(c1, c1);
            theta = asin(sqrt(dot(both, both) / scale));
            if (cos_angle < 0) theta = M_PI_F - theta;
        } else {
            theta = acos(cos_angle);
        }
        theta = dot(v0, c1) >= 0 ? theta : -theta;
        float4 term = terms[i];
        float change = term.z * theta - term.y;
        energy += term.x * (1 + cos(change));
        float slope = -term.x * term.z * sin(change), norm = dot(v1, v1), bc = sqrt(norm);
        float3 f1 = c0 * (-slope * bc / dot(c0, c0)), f4 = c1 * (slope * bc / dot(c1, c1));
        float3 s = f1 * (dot(v0, v1) / norm) - f4 * (dot(v2, v1) / norm);
        give(forces, padded, a.x, f1);
        give(forces, padded, a.y, s - f1);
        give(forces, padded, a.z, -s - f4);
        give(forces, padded, a.w, f4);
    }
    energies[get_global_id(0)] += energy;
})";

constexpr const char* shake = R"(
kernel void run(int count, float tolerance, global const float4* old, global float4* delta, global const int4* atoms,
                global const float4* parameters) {
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        int4 a = atoms[i];
        float4 p = parameters[i], centre = old[a.x], moved0 = delta[a.x], moved[3];
        float3 r[3];
        float squares[3];
        int others[3] = {a.y, a.z, a.w}, used = 1 + (a.z >= 0) + (a.w >= 0);
        for (int k = 0; k < 3; ++k)
            if (k < used) {
                moved[k] = delta[others[k]];
                r[k] = centre.xyz - old[others[k]].xyz;
                squares[k] = p.z - dot(r[k], r[k]);
            }
        bool converged = false;
        int iteration = 0;
        while (iteration < 15 && !converged) {
            converged = true;
            for (int k = 0; k < 3; ++k) {
                if (k >= used) break;
                float3 d = moved0.xyz - moved[k].xyz;
                float rr = dot(r[k], d), difference = squares[k] - 2 * rr - dot(d, d);
                if (fabs(difference) > p.z * tolerance) {
                    float3 pull = r[k] * (difference * p.y / (rr + dot(r[k], r[k])));
                    moved0.xyz += pull * p.x;
                    moved[k].xyz -= pull * p.w;
                    converged = false;
                }
            }
            ++iteration;
        }
        delta[a.x] = moved0;
        for (int k = 0; k < 3; ++k)
            if (k < used) delta[others[k]] = moved[k];
    }
})";

constexpr const char* langevin = R"(
kernel void run(int atoms, int padded, global float4* velm, global const long* force, global float4* delta,
                constant float* parameters, float dt, global const float4* random, uint index) {
    float keep = parameters[0], push = parameters[1], noise = parameters[2];
    for (int i = get_global_id(0); i < atoms; i += get_global_size(0)) {
        float4 v = velm[i];
        if (v.w == 0) continue;
        float root = sqrt(v.w), scale = push * v.w / 0x100000000;
        float4 shake = random[index + i];
        v.x = keep * v.x + scale * force[i] + noise * root * shake.x;
        v.y = keep * v.y + scale * force[i + padded] + noise * root * shake.y;
        v.z = keep * v.z + scale * force[i + 2 * padded] + noise * root * shake.z;
        velm[i] = v;
        delta[i] = (float4)(dt * v.x, dt * v.y, dt * v.z, 0);
    }
})";

constexpr const char* normal_numbers = R"(
kernel void run(int count, global float4* numbers, global uint4* seeds) {
    uint4 state = seeds[get_global_id(0)];
    uint carry = 0;
    for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
        float values[4];
        for (int pair = 0; pair < 2; ++pair) {
            float u[2];
            for (int k = 0; k < 2; ++k) {
                state.x = state.x * 69069 + 1;
                state.y ^= state.y << 13;
                state.y ^= state.y >> 17;
                state.y ^= state.y << 5;
                uint sum = (state.z >> 2) + (state.w >> 3) + (carry >> 2), m = state.w + state.w + state.z + carry;
                state.z = state.w;
                state.w = m;
                carry = sum >> 30;
                u[k] = (float)fmax((state.x + state.y + state.w) / (float)0xffffffff, 1e-7f);
            }
            float radius = sqrt(-2 * log(u[0]));
            values[2 * pair] = radius * cospi(2 * u[1]);
            values[2 * pair + 1] = radius * sinpi(2 * u[1]);
        }
        numbers[i] = (float4)(values[0], values[1], values[2], values[3]);
    }
    seeds[get_global_id(0)] = state;
})";

constexpr int padded_atoms = 3104;

Arguments torsion_arguments() {
    Dice dice(137);
    std::vector<int> atoms;
    std::vector<float> terms;
    for (int t = 0; t < 15000; ++t) {
        for (int k = 0; k < 4; ++k) atoms.push_back(t / 5 + 3 * k + static_cast<int>(dice.below(3)));
        terms.insert(terms.end(),
                     {dice.real(.1f, 9), dice.below(2) ? 3.14159f : 0, static_cast<float>(1 + dice.below(3)), 0});
    }
    return {changed(result<std::int64_t>(3 * padded_atoms)),
            changed(result<float>(8192)),
            each(padded_atoms * 4,
                 [&](std::size_t i) {
                     return static_cast<float>(i / 4 >> (2 * (i % 4)) & 31) * .15f + dice.real(-.05f, .05f);
                 }),
            array(atoms),
            array(terms),
            scalar(15000),
            scalar(static_cast<int>(padded_atoms))};
}

/// Returns heavy atoms that carry one, two or three hydrogen atoms.
Arguments shake_arguments() {
    Dice dice(139);
    std::vector<float> old, delta, parameters;
    std::vector<int> atoms;
    for (int cluster = 0; cluster < 8000; ++cluster) {
        const auto first = static_cast<int>(old.size() / 4);
        const int carried = dice.below(10) < 5 ? 1 : dice.below(10) < 6 ? 2 : 3;
        const float centre[3] = {dice.real(0, 6), dice.real(0, 6), dice.real(0, 6)};
        for (int a = 0; a <= carried; ++a)
            for (int k = 0; k < 4; ++k) {
                old.push_back(k == 3 ? 0 : centre[k] + (k == a - 1 ? .109f : 0));
                delta.push_back(k == 3 ? 0 : dice.real(-.002f, .002f));
            }
        for (int a = 0; a < 4; ++a) atoms.push_back(a <= carried ? first + a : -1);
        parameters.insert(parameters.end(), {.083f, .46f, .109f * .109f, .99f});
    }
    return {scalar(8000), scalar(1e-5f), array(old), changed(array(delta)), array(atoms), array(parameters)};
}

}  // namespace

Family openmm_step_kernels() {
    return {
        {"openmm_torsions", torsions, {8192}, {64}, torsion_arguments},
        {"openmm_shake", shake, {6144}, {64}, shake_arguments},
        {"openmm_langevin",
         langevin,
         {8192},
         {64},
         [] {
             return Arguments{scalar(24000),
                              scalar(24032),
                              changed(reals(24000 * 4, 0, 1)),
                              each(3 * 24032, [](std::size_t i) { return static_cast<std::int64_t>(i * 7919) << 20; }),
                              result<float>(24000 * 4),
                              array(std::vector<float>{.99f, .002f, .02f}),
                              scalar(.002f),
                              reals(26000 * 4, -2, 2),
                              scalar(1000u)};
         }},
        {"openmm_normal_numbers",
         normal_numbers,
         {4096},
         {64},
         [] { return Arguments{scalar(24576), result<float>(24576 * 4), changed(words(4096 * 4))}; }},
    };
}

}  // namespace bench
