// Kernels of the GPU library of LAMMPS: cells and neighbour lists, Lennard-Jones, embedded atoms, Gay-Berne, Tersoff,
// charges on a mesh.
#include <cmath>

#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* cell_ids = R"(
kernel void run(global const float4* x, global uint* ids, global int* order, float low_x, float low_y, float low_z,
                float inverse, int nx, int ny, int nz, int inside, int all, int in_border) {
    int i = get_global_id(0);
    if (i >= all) return;
    float4 p = x[i];
    p.x -= low_x; p.y -= low_y; p.z -= low_z;
    int ix = p.x * inverse + in_border, iy = p.y * inverse + in_border, iz = p.z * inverse + in_border;
    int low = i < inside ? in_border : 0, slack = i < inside ? in_border + 1 : 1;
    ix = clamp(ix, low, nx - slack);
    iy = clamp(iy, low, ny - slack);
    iz = clamp(iz, low, nz - slack);
    ids[i] = ix + iy * nx + iz * nx * ny;
    order[i] = i;
})";

constexpr const char* build_list = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const float4* x, global const int* order, global const int* starts, global int* list,
         global int* counts, float cutoff2, int nx, int ny, int pitch, int most) {
    local float3 cached[64];
    local int cached_ids[64];
    int t = get_local_id(0), ix = get_group_id(0) + 1, iy = get_group_id(1) % ny + 1, iz = get_group_id(1) / ny + 1;
    int row = nx + 2, plane = row * (ny + 2), cell = ix + iy * row + iz * plane, begin = starts[cell];
    int passes = (starts[cell + 1] - begin + 63) / 64;
    for (int pass = 0; pass < passes; ++pass) {
        int slot = begin + pass * 64 + t, own = -1, count = 0;
        float4 mine = 0;
        if (slot < starts[cell + 1]) {
            own = order[slot];
            mine = x[own];
        }
        for (int n = 0; n < 27; ++n) {
            int other = cell + (n % 3 - 1) + (n / 3 % 3 - 1) * row + (n / 9 - 1) * plane;
            int from = starts[other], size = starts[other + 1] - from;
            for (int k = 0; k < size; k += 64) {
                barrier(CLK_LOCAL_MEM_FENCE);
                if (t < size - k) {
                    cached_ids[t] = order[from + k + t];
                    cached[t] = x[cached_ids[t]].xyz;
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                int here = min(64, size - k);
                if (own >= 0)
                    for (int j = 0; j < here; ++j) {
                        float3 d = mine.xyz - cached[j];
                        if (dot(d, d) < cutoff2 && cached_ids[j] != own) {
                            if (count < most) list[own + count * pitch] = cached_ids[j];
                            ++count;
                        }
                    }
            }
        }
        if (own >= 0) counts[own] = count;
    }
})";

constexpr const char* transpose_list = R"(
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(global int* out, global const int* in, int columns, int rows) {
    local int tile[8][9];
    int tx = get_local_id(0), ty = get_local_id(1), i = get_group_id(0) * 8 + tx, j = get_group_id(1) * 8 + ty;
    if (i < columns && j < rows) tile[ty][tx] = in[j * columns + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    i = get_group_id(1) * 8 + tx;
    j = get_group_id(0) * 8 + ty;
    if (i < rows && j < columns) out[j * rows + i] = tile[tx][ty];
})";

constexpr const char* lennard_jones = R"(
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void run(global const float4* x, global const float4* lj1, global const float4* lj3, int types,
         global const float* special, global const int* list, global const int* counts, global float4* forces,
         global float* energies, int atoms, int pitch, int per_atom) {
    local float sums[4][128];
    int t = get_local_id(0), offset = t & (per_atom - 1), i = get_group_id(0) * (128 / per_atom) + t / per_atom;
    float4 f = 0;
    float energy = 0;
    if (i < atoms) {
        float4 mine = x[i];
        int type = mine.w, many = counts[i];
        for (int k = offset; k < many; k += per_atom) {
            int j = list[i + k * pitch];
            float factor = special[j >> 30 & 3];
            j &= 0x3fffffff;
            float4 other = x[j];
            float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
            int pair = type * types + (int)other.w;
            if (r2 < lj1[pair].z) {
                float inv2 = 1 / r2, inv6 = inv2 * inv2 * inv2;
                float pull = factor * inv2 * inv6 * (lj1[pair].x * inv6 - lj1[pair].y);
                f.x += dx * pull; f.y += dy * pull; f.z += dz * pull;
                energy += factor * (inv6 * (lj3[pair].x * inv6 - lj3[pair].y) - lj3[pair].z);
            }
        }
    }
    sums[0][t] = f.x; sums[1][t] = f.y; sums[2][t] = f.z; sums[3][t] = energy;
    for (int s = per_atom / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (offset < s)
            for (int c = 0; c < 4; ++c) sums[c][t] += sums[c][t + s];
    }
    if (offset == 0 && i < atoms) {
        forces[i] = (float4)(sums[0][t], sums[1][t], sums[2][t], 0);
        energies[i] = sums[3][t] * .5f;
    }
})";

constexpr const char* lennard_jones_tables = R"(
kernel void run(global const float4* x, global const float4* table1, global const float* special,
                global const int* list, global const int* counts, global float4* forces, int atoms, int pitch) {
    local float4 table[121];
    local float factors[4];
    int t = get_local_id(0), i = get_global_id(0);
    if (t < 4) factors[t] = special[t];
    if (t < 121) table[t] = table1[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= atoms) return;
    float4 mine = x[i];
    int type = 11 * (int)mine.w, many = counts[i];
    float fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < many; ++k) {
        int j = list[i + k * pitch];
        float factor = factors[j >> 30 & 3];
        float4 other = x[j & 0x3fffffff];
        int pair = type + (int)other.w;
        float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < table[pair].z) {
            float inv2 = 1 / r2, inv6 = inv2 * inv2 * inv2;
            float pull = inv2 * inv6 * (table[pair].x * inv6 - table[pair].y) * factor;
            fx += dx * pull; fy += dy * pull; fz += dz * pull;
        }
    }
    forces[i] = (float4)(fx, fy, fz, 0);
})";

constexpr const char* embedding = R"(
kernel void run(global const float4* x, global const float4* rho_splines, global const float4* frho_splines,
                global const int* list, global const int* counts, global float* slopes, global float* energies,
                int atoms, int pitch, float cutoff2, float inverse_dr, float inverse_rho, int nr, int nrho) {
    local float sums[64];
    int t = get_local_id(0), i = get_global_id(0) >> 2, offset = t & 3;
    float rho = 0;
    if (i < atoms) {
        float4 mine = x[i];
        int many = counts[i];
        for (int k = offset; k < many; k += 4) {
            float4 other = x[list[i + k * pitch] & 0x3fffffff];
            float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cutoff2) {
                float p = sqrt(r2) * inverse_dr + 1;
                int m = min((int)p, nr - 1);
                p = fmin(p - m, 1.f);
                float4 c = rho_splines[m];
                rho += ((c.x * p + c.y) * p + c.z) * p + c.w;
            }
        }
    }
    sums[t] = rho;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (offset < 2) sums[t] += sums[t + 2];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (offset == 0 && i < atoms) {
        rho = sums[t] + sums[t + 1];
        float p = rho * inverse_rho + 1;
        int m = clamp((int)p, 1, nrho - 1);
        p = fmin(p - m, 1.f);
        float4 c = frho_splines[m], d = frho_splines[nrho + m];
        slopes[i] = (d.x * p + d.y) * p + d.z;
        energies[i] = ((c.x * p + c.y) * p + c.z) * p + c.w + (p > 1 ? slopes[i] * (rho - nrho) : 0);
    }
})";

constexpr const char* embedded_forces = R"(
kernel void run(global const float4* x, global const float* slopes, global const float4* rho_slope,
                global const float4* pair_slope, global const float4* pair_value, global const int* list,
                global const int* counts, global float4* forces, int atoms, int pitch, float cutoff2, float inverse_dr,
                int nr) {
    int i = get_global_id(0);
    if (i >= atoms) return;
    float4 mine = x[i], f = 0;
    float own = slopes[i];
    int many = counts[i];
    for (int k = 0; k < many; ++k) {
        int j = list[i + k * pitch] & 0x3fffffff;
        float4 other = x[j];
        float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff2) {
            float r = sqrt(r2), p = r * inverse_dr + 1;
            int m = min((int)p, nr - 1);
            p = fmin(p - m, 1.f);
            float4 a = rho_slope[m], b = pair_slope[m], c = pair_value[m];
            float rhop = (a.x * p + a.y) * p + a.z, z2p = (b.x * p + b.y) * p + b.z;
            float z2 = ((c.x * p + c.y) * p + c.z) * p + c.w, inv = 1 / r, phi = z2 * inv;
            float psi = own * rhop + slopes[j] * rhop + z2p * inv - phi * inv, pull = -psi * inv;
            f += (float4)(dx * pull, dy * pull, dz * pull, phi);
        }
    }
    forces[i] = f;
})";

struct Melt {
    std::vector<float> x;  // position and type of each atom; the periodic images of atoms near the borders come last
    std::vector<int> list, counts;
};

constexpr int atoms = 4000, most = 120;
constexpr float side = 16.8f, reach = 2.8f;

/// Returns 10 x 10 x 10 cells of a face-centred lattice that has begun to melt, and the periodic images of atoms near
/// its borders.
std::vector<float> melt_atoms() {
    Dice dice(151);
    std::vector<float> x;
    for (int a = 0; a < atoms; ++a) {
        const int cell = a / 4, at[3] = {cell % 10, cell / 10 % 10, cell / 100}, in = a % 4;
        const float shift[3] = {in == 1 || in == 2 ? .5f : 0, in == 1 || in == 3 ? .5f : 0, in > 1 ? .5f : 0};
        for (int k = 0; k < 3; ++k)
            x.push_back((static_cast<float>(at[k]) + shift[k] + .25f + dice.real(-.09f, .09f)) * 1.68f);
        x.push_back(static_cast<float>(dice.below(2)));
    }
    for (int image = 0; image < 27; ++image) {
        if (image == 13) continue;
        const int step[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        for (std::size_t a = 0; a < atoms; ++a) {
            float at[3];
            bool inside = true;
            for (std::size_t k = 0; k < 3; ++k) {
                at[k] = x[a * 4 + k] + static_cast<float>(step[k]) * side;
                inside = inside && at[k] > -reach && at[k] < side + reach;
            }
            if (inside) x.insert(x.end(), {at[0], at[1], at[2], x[a * 4 + 3]});
        }
    }
    return x;
}

Melt melt() {
    Melt made{melt_atoms(), std::vector<int>(atoms * most), std::vector<int>(atoms)};
    Dice dice(157);
    const std::size_t all = made.x.size() / 4;
    for (std::size_t i = 0; i < atoms; ++i)
        for (std::size_t j = 0; j < all; ++j) {
            float r2 = 0;
            for (std::size_t k = 0; k < 3; ++k)
                r2 += (made.x[i * 4 + k] - made.x[j * 4 + k]) * (made.x[i * 4 + k] - made.x[j * 4 + k]);
            if (j == i || r2 > reach * reach || made.counts[i] == most) continue;
            const int bits = dice.below(40) ? 0 : 1 << 30;
            made.list[i + static_cast<std::size_t>(made.counts[i]++) * atoms] = static_cast<int>(j) | bits;
        }
    return made;
}

BufferData pair_table(int types) {
    std::vector<float> table;
    for (int pair = 0; pair < types * types; ++pair)
        table.insert(table.end(), {48.f + static_cast<float>(pair), 24.f + static_cast<float>(pair), 6.25f, .016f});
    return array(table);
}

Arguments pair_arguments() {
    const Melt made = melt();
    return {array(made.x),
            pair_table(2),
            pair_table(2),
            scalar(2),
            reals(4, .5f, 1),
            array(made.list),
            array(made.counts),
            result<float>(atoms * 4),
            result<float>(atoms),
            scalar(static_cast<int>(atoms)),
            scalar(static_cast<int>(atoms)),
            scalar(4)};
}

Arguments table_arguments() {
    const Melt made = melt();
    return {array(made.x),
            pair_table(11),
            reals(4, .5f, 1),
            array(made.list),
            array(made.counts),
            result<float>(atoms * 4),
            scalar(static_cast<int>(atoms)),
            scalar(static_cast<int>(atoms))};
}

Arguments embedding_arguments() {
    const Melt made = melt();
    return {array(made.x),
            reals(4 * 500, 0, .2f),
            reals(8 * 500, -1, 0),
            array(made.list),
            array(made.counts),
            result<float>(atoms),
            result<float>(atoms),
            scalar(static_cast<int>(atoms)),
            scalar(static_cast<int>(atoms)),
            scalar(2.2f * 2.2f),
            scalar(220.f),
            scalar(50.f),
            scalar(500),
            scalar(500)};
}

Arguments embedded_arguments() {
    const Melt made = melt();
    return {array(made.x),
            reals(made.x.size() / 4, -1, 0),
            reals(4 * 500),
            reals(4 * 500),
            reals(4 * 500),
            array(made.list),
            array(made.counts),
            result<float>(atoms * 4),
            scalar(static_cast<int>(atoms)),
            scalar(static_cast<int>(atoms)),
            scalar(2.2f * 2.2f),
            scalar(220.f),
            scalar(500)};
}

Arguments build_arguments() {
    const std::vector<float> x = melt_atoms();
    std::vector<std::vector<int>> cells(512);
    for (std::size_t a = 0; a < x.size() / 4; ++a) {
        const auto at = [&](std::size_t k) {
            return static_cast<std::size_t>(std::fmax(0.f, std::fmin(7.f, (x[a * 4 + k] + reach) / reach)));
        };
        cells[at(0) + 8 * at(1) + 64 * at(2)].push_back(static_cast<int>(a));
    }
    std::vector<int> order, starts;
    for (const auto& cell : cells) {
        starts.push_back(static_cast<int>(order.size()));
        order.insert(order.end(), cell.begin(), cell.end());
    }
    starts.push_back(static_cast<int>(order.size()));
    const auto all = static_cast<int>(x.size() / 4);
    return {array(x),
            array(order),
            array(starts),
            result<int>(static_cast<std::size_t>(all) * most),
            result<int>(static_cast<std::size_t>(all)),
            scalar(reach * reach),
            scalar(6),
            scalar(6),
            scalar(all),
            scalar(static_cast<int>(most))};
}

}  // namespace

Family lammps_kernels() {
    return {
        {"lammps_cell_ids",
         cell_ids,
         {131072},
         {128},
         [] {
             return Arguments{reals(131000 * 4, -3, 53),
                              result<std::uint32_t>(131000),
                              result<int>(131000),
                              scalar(0.f),
                              scalar(0.f),
                              scalar(0.f),
                              scalar(1 / 2.8f),
                              scalar(20),
                              scalar(20),
                              scalar(20),
                              scalar(100000),
                              scalar(131000),
                              scalar(1)};
         }},
        {"lammps_build_list", build_list, {6 * 64, 36}, {64, 1}, build_arguments},
        {"lammps_transpose_list",
         transpose_list,
         {1024, 304},
         {8, 8},
         [] { return Arguments{result<int>(1021 * 300), ints(1021 * 300, 0, 1 << 20), scalar(1021), scalar(300)}; }},
        {"lammps_lennard_jones", lennard_jones, {16000}, {128}, pair_arguments},
        {"lammps_lennard_jones_tables", lennard_jones_tables, {4096}, {128}, table_arguments},
        {"lammps_embedding", embedding, {16000}, {64}, embedding_arguments},
        {"lammps_embedded_forces", embedded_forces, {4096}, {64}, embedded_arguments},
    };
}

}  // namespace bench
