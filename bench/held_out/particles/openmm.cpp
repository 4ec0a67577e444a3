// Kernels of OpenMM: bounding boxes of blocks of 32 atoms, tiles, particle-mesh Ewald with integer charges, Born radii.
#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* block_bounds = R"(
kernel void run(int atoms, float4 box, float4 inverse, global const float4* posq, global float4* centers,
                global float4* sizes, global int* rebuild) {
    int block = get_global_id(0), base = block * 32;
    while (base < atoms) {
        float4 p = posq[base];
        p.xyz -= floor(p.xyz * inverse.xyz) * box.xyz;
        float4 low = p, high = p;
        int last = min(base + 32, atoms);
        for (int i = base + 1; i < last; ++i) {
            p = posq[i];
            float4 c = .5f * (high + low);
            p.xyz -= floor((p.xyz - c.xyz) * inverse.xyz + .5f) * box.xyz;
            low = min(low, p);
            high = max(high, p);
        }
        float4 size = .5f * (high - low), c = .5f * (high + low);
        c.w = 0;
        for (int i = base; i < last; ++i) {
            p = posq[i];
            float4 d = p - c;
            d.xyz -= floor(d.xyz * inverse.xyz + .5f) * box.xyz;
            c.w = max(c.w, d.x * d.x + d.y * d.y + d.z * d.z);
        }
        c.w = sqrt(c.w);
        sizes[block] = size;
        centers[block] = c;
        block += get_global_size(0);
        base = block * 32;
    }
    if (get_global_id(0) == 0) rebuild[0] = 0;
})";

constexpr const char* tiles = R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef struct { float x, y, z, q, fx, fy, fz, sigma, epsilon; } Atom;
long fixed_point(float f) { return (long)(f * 0x100000000p0f); }
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(volatile global long* forces, global const float4* posq, global const float2* parameters,
         global const int* blocks, global const int* partners, global float* energies, int tile_count, int padded,
         float4 box, float4 inverse, float cutoff2) {
    local Atom others[64];
    local int indices[64];
    int warps = get_global_size(0) / 32, warp = get_global_id(0) / 32, t = get_local_id(0) & 31;
    int start = get_local_id(0) - t;
    float energy = 0;
    int begin = warp * (long)tile_count / warps, end = (warp + 1) * (long)tile_count / warps;
    int rounds = (tile_count + warps - 1) / warps;
    for (int round = 0; round < rounds; ++round) {
        int tile = begin + round;
        bool active = tile < end;
        float4 mine = 0;
        float3 force = 0;
        float2 own = 0;
        int x = 0;
        if (active) {
            x = blocks[tile];
            mine = posq[x * 32 + t];
            own = parameters[x * 32 + t];
            int j = partners[tile * 32 + t];
            indices[get_local_id(0)] = j;
            float4 p = posq[j];
            float2 q = parameters[j];
            Atom made = {p.x, p.y, p.z, p.w, 0, 0, 0, q.x, q.y};
            others[get_local_id(0)] = made;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int tj = t;
        for (int k = 0; k < 32; ++k) {
            if (active) {
                int at = start + tj;
                float3 d = (float3)(others[at].x, others[at].y, others[at].z) - mine.xyz;
                d -= floor(d * inverse.xyz + .5f) * box.xyz;
                float r2 = dot(d, d);
                if (r2 < cutoff2 && indices[at] != x * 32 + t) {
                    float inv = rsqrt(r2), r = r2 * inv, sig = own.x + others[at].sigma, sig2 = inv * sig;
                    sig2 *= sig2;
                    float sig6 = sig2 * sig2 * sig2, eps = sig6 * own.y * others[at].epsilon;
                    float ar = 2.9f * r, ex = exp(-ar * ar), u = 1 / (1 + .3275911f * ar);
                    float erfc_value = (.254829592f + (-.284496736f + (1.421413741f
                                        + (-1.453152027f + 1.061405429f * u) * u) * u) * u) * u * ex;
                    float prefactor = 138.93546f * mine.w * others[at].q * inv;
                    float pull = eps * (12 * sig6 - 6) + prefactor * (erfc_value + ar * ex * 1.12837917f);
                    energy += eps * (sig6 - 1) + prefactor * erfc_value;
                    d *= pull * inv * inv;
                    force -= d;
                    others[at].fx += d.x;
                    others[at].fy += d.y;
                    others[at].fz += d.z;
                }
                tj = (tj + 1) & 31;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (active) {
            int i = x * 32 + t, j = indices[get_local_id(0)];
            atom_add(&forces[i], fixed_point(force.x));
            atom_add(&forces[i + padded], fixed_point(force.y));
            atom_add(&forces[i + 2 * padded], fixed_point(force.z));
            atom_add(&forces[j], fixed_point(others[get_local_id(0)].fx));
            atom_add(&forces[j + padded], fixed_point(others[get_local_id(0)].fy));
            atom_add(&forces[j + 2 * padded], fixed_point(others[get_local_id(0)].fz));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    energies[get_global_id(0)] += energy;
})";

constexpr const char* tiles_by_one = R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef struct { float x, y, z, q, fx, fy, fz, sigma, epsilon; } Atom;
kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void run(volatile global long* forces, global const float4* posq, global const float2* parameters,
         global const int* blocks, global const int* partners, global float* energies, int tile_count, int padded,
         float4 box, float4 inverse, float cutoff2) {
    local Atom others[32];
    float energy = 0;
    int begin = get_group_id(0) * (long)tile_count / get_num_groups(0);
    int end = (get_group_id(0) + 1) * (long)tile_count / get_num_groups(0);
    for (int tile = begin; tile < end; ++tile) {
        int x = blocks[tile];
        for (int k = 0; k < 32; ++k) {
            int j = partners[tile * 32 + k];
            float4 p = posq[j];
            float2 q = parameters[j];
            Atom made = {p.x, p.y, p.z, p.w, 0, 0, 0, q.x, q.y};
            others[k] = made;
        }
        for (int t = 0; t < 32; ++t) {
            int i = x * 32 + t;
            float4 mine = posq[i], force = 0;
            float2 own = parameters[i];
            for (int k = 0; k < 32; ++k) {
                float4 d = (float4)(others[k].x - mine.x, others[k].y - mine.y, others[k].z - mine.z, 0);
                d.xyz -= floor(d.xyz * inverse.xyz + .5f) * box.xyz;
                float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
                if (r2 < cutoff2 && partners[tile * 32 + k] != i) {
                    float inv = rsqrt(r2), sig2 = inv * (own.x + others[k].sigma);
                    sig2 *= sig2;
                    float sig6 = sig2 * sig2 * sig2, eps = sig6 * own.y * others[k].epsilon;
                    float charge = 138.93546f * mine.w * others[k].q;
                    energy += eps * (sig6 - 1) + charge * (inv + .55f * r2 - 1.66f);
                    d *= (eps * (12 * sig6 - 6) + charge * (inv - 1.1f * r2)) * inv * inv;
                    force -= d;
                    others[k].fx += d.x;
                    others[k].fy += d.y;
                    others[k].fz += d.z;
                }
            }
            atom_add(&forces[i], (long)(force.x * 0x100000000p0f));
            atom_add(&forces[i + padded], (long)(force.y * 0x100000000p0f));
            atom_add(&forces[i + 2 * padded], (long)(force.z * 0x100000000p0f));
        }
        for (int k = 0; k < 32; ++k) {
            int j = partners[tile * 32 + k];
            atom_add(&forces[j], (long)(others[k].fx * 0x100000000p0f));
            atom_add(&forces[j + padded], (long)(others[k].fy * 0x100000000p0f));
            atom_add(&forces[j + 2 * padded], (long)(others[k].fz * 0x100000000p0f));
        }
    }
    energies[get_global_id(0)] += energy;
})";

constexpr const char* spread_charge = R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void run(global const float4* posq, volatile global long* grid, global const int2* order, int atoms, float4 box,
                float4 reciprocal, int n) {
    float4 data[5];
    for (int i = get_global_id(0); i < atoms; i += get_global_size(0)) {
        int atom = order[i].x;
        float4 p = posq[atom];
        float3 t = (p.xyz - floor(p.xyz * reciprocal.xyz) * box.xyz) * reciprocal.xyz;
        t = (t - floor(t)) * n;
        int4 cell = (int4)((int)t.x % n, (int)t.y % n, (int)t.z % n, 0);
        float4 d = (float4)(t.x - (int)t.x, t.y - (int)t.y, t.z - (int)t.z, 0);
        data[4] = 0;
        data[1] = d;
        data[0] = 1 - d;
        for (int j = 3; j < 5; ++j) {
            float scale = 1.f / (j - 1);
            data[j - 1] = scale * d * data[j - 2];
            for (int k = 1; k < j - 1; ++k)
                data[j - k - 1] = scale * ((d + k) * data[j - k - 2] + (j - k - d) * data[j - k - 1]);
            data[0] = scale * (1 - d) * data[0];
        }
        data[4] = .25f * d * data[3];
        for (int j = 1; j < 4; ++j) data[4 - j] = .25f * ((d + j) * data[3 - j] + (5 - j - d) * data[4 - j]);
        data[0] = .25f * (1 - d) * data[0];
        for (int ix = 0; ix < 5; ++ix) {
            int x = cell.x + ix;
            x -= x >= n ? n : 0;
            for (int iy = 0; iy < 5; ++iy) {
                int y = cell.y + iy;
                y -= y >= n ? n : 0;
                float xy = p.w * data[ix].x * data[iy].y;
                for (int iz = 0; iz < 5; ++iz) {
                    int z = cell.z + iz;
                    z -= z >= n ? n : 0;
                    atom_add(&grid[(x * n + y) * n + z], (long)(xy * data[iz].z * 0x100000000p0f));
                }
            }
        }
    }
})";

constexpr const char* convolve_grid = R"(
kernel void run(global float2* grid, global const float* bx, global const float* by, global const float* bz, int nx,
                int ny, int nz, float4 reciprocal, float exponent) {
    uint half_z = nz / 2 + 1, total = nx * ny * half_z;
    for (int index = get_global_id(0); index < total; index += get_global_size(0)) {
        int kx = index / (ny * half_z), rest = index - kx * ny * half_z, ky = rest / half_z, kz = rest - ky * half_z;
        int mx = kx < (nx + 1) / 2 ? kx : kx - nx, my = ky < (ny + 1) / 2 ? ky : ky - ny;
        int mz = kz < (nz + 1) / 2 ? kz : kz - nz;
        float hx = mx * reciprocal.x, hy = my * reciprocal.y, hz = mz * reciprocal.z, m2 = hx * hx + hy * hy + hz * hz;
        float e = 12.3f * exp(-exponent * m2) / (m2 * bx[kx] * by[ky] * bz[kz]);
        if (kx != 0 || ky != 0 || kz != 0) grid[index] = (float2)(grid[index].x * e, grid[index].y * e);
    }
})";

constexpr const char* born_sum = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float4* posq, global const float2* radii, global float* sums, int atoms) {
    local float4 positions[64];
    local float2 shapes[64];
    int i = get_global_id(0), t = get_local_id(0);
    float4 mine = posq[i];
    float2 own = radii[i];
    float sum = 0;
    for (int base = 0; base < atoms; base += 64) {
        positions[t] = posq[base + t];
        shapes[t] = radii[base + t];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 64; ++j) {
            float4 d = positions[j] - mine;
            float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (base + j == i || r2 > 4.f) continue;
            float inv = rsqrt(r2), r = r2 * inv, scaled = shapes[j].y, reach = r + scaled;
            if (own.x < reach) {
                float l = 1 / fmax(own.x, fabs(r - scaled)), u = 1 / reach, u2 = u * u, l2 = l * l;
                sum += l - u + .25f * r * (u2 - l2) + .5f * log(u / l) * inv + .25f * scaled * scaled * inv * (l2 - u2);
                if (own.x < scaled - r) sum += 2 * (1 / own.x - l);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sums[i] = sum;
})";

struct Box {
    std::vector<float> posq;
    std::vector<float> parameters;
    std::vector<int> blocks, partners;
};

constexpr int box_atoms = 3072, padded_atoms = 3104;

/// Returns 96 blocks (6 x 4 x 4) of 32 atoms, and tiles that list the atoms within the cutoff radius of each block.
Box box_with_tiles() {
    Dice dice(131);
    Box box;
    for (int a = 0; a < padded_atoms; ++a) {
        const int block = a / 32, in = a % 32, at[3] = {block % 6, block / 6 % 4, block / 24};
        const float spots[3] = {static_cast<float>(in & 3) * .171f, static_cast<float>(in >> 2 & 3) * .171f,
                                static_cast<float>(in >> 4) * .34f};
        for (int k = 0; k < 3; ++k)
            box.posq.push_back(static_cast<float>(at[k]) * .685f + spots[k] + .08f + dice.real(-.02f, .02f));
        const bool oxygen = a % 3 == 0, real_atom = a < box_atoms;
        box.posq.push_back(real_atom ? (oxygen ? -.834f : .417f) : 0);
        box.parameters.push_back(real_atom && oxygen ? .1575f : .5f);
        box.parameters.push_back(real_atom && oxygen ? 1.595f : 0);
    }
    for (int x = 0; x < box_atoms / 32; ++x) {
        std::vector<int> near;
        for (int j = x * 32; j < box_atoms; ++j) {
            float far = 0;
            const float centre[3] = {static_cast<float>(x % 6) + .5f, static_cast<float>(x / 6 % 4) + .5f,
                                     static_cast<float>(x / 24) + .5f};
            for (std::size_t k = 0; k < 3; ++k) {
                const float d = box.posq[static_cast<std::size_t>(j) * 4 + k] - centre[k] * .685f;
                far += d * d;
            }
            if (far < 1.35f * 1.35f) near.push_back(j);
        }
        while (near.size() % 32) near.push_back(box_atoms);
        for (std::size_t k = 0; k < near.size(); k += 32) box.blocks.push_back(x);
        box.partners.insert(box.partners.end(), near.begin(), near.end());
    }
    return box;
}

BufferData four(float x, float y, float z) { return array(std::vector<float>{x, y, z, 0}); }

Scalar vector4(float x, float y, float z) {
    Scalar made{{}, 16};
    std::memcpy(made.bytes.data(), four(x, y, z).bytes.data(), 16);
    return made;
}

Arguments tile_arguments(std::size_t threads) {
    const Box box = box_with_tiles();
    return {changed(result<std::int64_t>(3 * padded_atoms)),
            array(box.posq),
            array(box.parameters),
            array(box.blocks),
            array(box.partners),
            changed(result<float>(threads)),
            scalar(static_cast<int>(box.blocks.size())),
            scalar(static_cast<int>(padded_atoms)),
            vector4(4.11f, 2.74f, 2.74f),
            vector4(1 / 4.11f, 1 / 2.74f, 1 / 2.74f),
            scalar(.81f)};
}

/// Returns the atoms sorted by cells of the grid. OpenMM sorts atoms like this before it spreads their charges over the
/// grid.
Arguments spread_arguments() {
    std::vector<int> order;
    for (int a = 0; a < box_atoms; ++a) order.insert(order.end(), {(a * 32 + a / 96) % box_atoms, 0});
    return {array(box_with_tiles().posq),
            changed(result<std::int64_t>(36 * 36 * 36)),
            array(order),
            scalar(static_cast<int>(box_atoms)),
            vector4(4.11f, 2.74f, 2.74f),
            vector4(1 / 4.11f, 1 / 2.74f, 1 / 2.74f),
            scalar(36)};
}

}  // namespace

Family openmm_kernels() {
    return {
        {"openmm_block_bounds",
         block_bounds,
         {768},
         {64},
         [] {
             return Arguments{scalar(24000),
                              vector4(6.2f, 6.2f, 6.2f),
                              vector4(1 / 6.2f, 1 / 6.2f, 1 / 6.2f),
                              reals(24576 * 4, 0, 6.2f),
                              result<float>(768 * 4),
                              result<float>(768 * 4),
                              result<int>(1)};
         }},
        {"openmm_tiles", tiles, {1536}, {64}, [] { return tile_arguments(1536); }},
        {"openmm_tiles_by_one", tiles_by_one, {32}, {1}, [] { return tile_arguments(32); }},
        {"openmm_spread_charge", spread_charge, {3072}, {64}, spread_arguments},
        {"openmm_convolve_grid",
         convolve_grid,
         {6144},
         {64},
         [] {
             return Arguments{changed(reals(64 * 64 * 33 * 2)),
                              reals(64, .5f, 1),
                              reals(64, .5f, 1),
                              reals(64, .5f, 1),
                              scalar(64),
                              scalar(64),
                              scalar(64),
                              vector4(.16f, .16f, .16f),
                              scalar(1.1f)};
         }},
        {"openmm_born_sum",
         born_sum,
         {box_atoms / 2},
         {64},
         [] {
             return Arguments{array(box_with_tiles().posq), reals(box_atoms * 2, .07f, .16f),
                              result<float>(box_atoms / 2), scalar(box_atoms / 2)};
         }},
    };
}

}  // namespace bench
