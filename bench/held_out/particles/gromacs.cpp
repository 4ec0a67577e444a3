// Kernels of GROMACS: pairs of clusters and particle-mesh Ewald. Forces and charges that GROMACS adds with float
// atomics are added as fixed-point integers here.
#include <cmath>

#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* cluster_pairs = R"(
typedef struct { int cj[4]; uint mask; int exclusions; } Pack;
float ewald_force(float z2) {
    float z4 = z2 * z2;
    float d1 = fma(z4, fma(z4, 3.1e-5f, 3.5e-3f), 1.f), d0 = fma(z4, 1.9e-4f, .5064f);
    float n1 = fma(z4, fma(z4, -9.2e-7f, 3.3e-4f), .026f), n0 = fma(z4, fma(z4, 2.1e-5f, -.0141f), -.7523f);
    return fma(n1, z2, n0) / fma(d0, z2, d1);
}
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(global const float4* xq, global const int* types, global const float2* ljs, global const float* shifts,
         global const int4* entries, global const Pack* packs, global const uint* exclusions, global int* forces,
         int type_count, float cutoff2, float beta) {
    local float4 own[64];
    local int own_types[64];
    local float sums[192];
    int ti = get_local_id(0), tj = get_local_id(1), t = tj * 8 + ti;
    int4 entry = entries[get_group_id(0)];
    int first = entry.x * 64;
    float4 loaded = xq[first + t];
    loaded.xyz += (float3)(shifts[3 * entry.y], shifts[3 * entry.y + 1], shifts[3 * entry.y + 2]);
    own[t] = loaded;
    own_types[t] = types[first + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    float3 fi[8];
    for (int i = 0; i < 8; ++i) fi[i] = 0;
    for (int p = entry.z; p < entry.w; ++p) {
        uint mask = packs[p].mask, allowed = exclusions[packs[p].exclusions * 64 + t];
        if (!mask) continue;
        for (int m = 0; m < 4; ++m) {
            if (!(mask & 0xffu << m * 8)) continue;
            int j = packs[p].cj[m] * 8 + tj;
            float4 other = xq[j];
            int tabled = type_count * types[j];
            float3 fj = 0;
            uint bit = 1u << m * 8;
#pragma unroll
            for (int i = 0; i < 8; ++i, bit <<= 1) {
                if (!(mask & bit)) continue;
                float4 mine = own[i * 8 + ti];
                float3 d = mine.xyz - other.xyz;
                float r2 = dot(d, d), on = allowed & bit ? 1.f : 0.f;
                if (r2 < cutoff2 * on) {
                    r2 = fmax(r2, 1e-12f);
                    float2 c = ljs[tabled + own_types[i * 8 + ti]];
                    float inv = rsqrt(r2), inv2 = inv * inv, inv6 = inv2 * inv2 * inv2 * on;
                    float f = inv6 * (c.y * inv6 - c.x) * inv2;
                    f += mine.w * other.w * (on * inv2 * inv + ewald_force(beta * beta * r2) * beta * beta * beta);
                    fj -= d * f;
                    fi[i] += d * f;
                }
            }
            sums[t] = fj.x;
            sums[t + 64] = fj.y;
            sums[t + 128] = fj.z;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (ti < 3) {
                float f = 0;
                for (int k = tj * 8; k < tj * 8 + 8; ++k) f += sums[64 * ti + k];
                atomic_add(&forces[3 * j + ti], convert_int_rte(f * 1024));
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    for (int i = 0; i < 8; ++i) {
        sums[t] = fi[i].x;
        sums[t + 64] = fi[i].y;
        sums[t + 128] = fi[i].z;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int step = 4; step > 1; step >>= 1) {
            if (tj < step)
                for (int c = 0; c < 192; c += 64) sums[c + t] += sums[c + t + step * 8];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (tj < 3)
            atomic_add(&forces[3 * (first + i * 8 + ti) + tj],
                       convert_int_rte((sums[64 * tj + ti] + sums[64 * tj + 8 + ti]) * 1024));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* prune = R"(
typedef struct { int cj[4]; uint mask; int exclusions; } Pack;
kernel void run(global const float4* xq, global const int4* entries, global const Pack* packs, global uint* kept,
                float radius2) {
    local float4 own[64];
    local uint found[4];
    int ti = get_local_id(0), tj = get_local_id(1), tz = get_local_id(2);
    int4 entry = entries[get_group_id(0)];
    if (tz == 0) own[tj * 8 + ti] = xq[entry.x * 64 + tj * 8 + ti];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int base = entry.z; base < entry.w; base += 4) {
        int p = base + tz;
        uint near = 0;
        if (ti == 0 && tj == 0) found[tz] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (p < entry.w) {
            uint mask = packs[p].mask;
            for (int m = 0; m < 4; ++m) {
                if (!(mask & 0xffu << m * 8)) continue;
                float4 other = xq[packs[p].cj[m] * 8 + tj];
                for (int i = 0; i < 8; ++i)
                    if (mask & 1u << (m * 8 + i)) {
                        float3 d = own[i * 8 + ti].xyz - other.xyz;
                        if (dot(d, d) < radius2) near |= 1u << (m * 8 + i);
                    }
            }
            if (near) atomic_or(&found[tz], near);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (p < entry.w && ti == 0 && tj == 0) kept[p] = found[tz];
    }
})";

constexpr const char* spread = R"(
kernel __attribute__((reqd_work_group_size(4, 4, 8)))
void run(global const float4* xq, global int* grid, global float* thetas, global float* slopes, global int* indices,
         int n, int nz_padded, float scale, int atoms) {
    local float weights[8 * 12];
    local int cells[8 * 3];
    int tx = get_local_id(0), ty = get_local_id(1), a = get_local_id(2), atom = get_group_id(0) * 8 + a;
    int in_atom = ty * 4 + tx;
    if (in_atom < 3 && atom < atoms) {
        float4 p = xq[atom];
        float t = (in_atom == 0 ? p.x : in_atom == 1 ? p.y : p.z) * scale + 2 * n;
        int whole = (int)t;
        float w[4], dw[4], f = t - whole;
        cells[a * 3 + in_atom] = indices[atom * 3 + in_atom] = whole % n;
        w[3] = 0; w[1] = f; w[0] = 1 - f;
        w[2] = .5f * f * w[1];
        w[1] = .5f * ((f + 1) * w[0] + (2 - f) * w[1]);
        w[0] = .5f * (1 - f) * w[0];
        dw[0] = -w[0]; dw[1] = w[0] - w[1]; dw[2] = w[1] - w[2]; dw[3] = w[2];
        w[3] = f * w[2] / 3;
        for (int k = 1; k < 3; ++k) w[3 - k] = ((f + k) * w[2 - k] + (4 - k - f) * w[3 - k]) / 3;
        w[0] = (1 - f) * w[0] / 3;
        for (int k = 0; k < 4; ++k) {
            weights[a * 12 + in_atom * 4 + k] = w[k];
            thetas[(atom * 3 + in_atom) * 4 + k] = w[k];
            slopes[(atom * 3 + in_atom) * 4 + k] = dw[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (atom >= atoms) return;
    float q = xq[atom].w;
    if (q == 0) return;
    int y = cells[a * 3 + 1] + ty, z = cells[a * 3 + 2] + tx;
    if (y >= n) y -= n;
    if (z >= n) z -= n;
    float yz = weights[a * 12 + 4 + ty] * weights[a * 12 + 8 + tx] * q;
    for (int k = 0; k < 4; ++k) {
        int x = cells[a * 3] + k;
        if (x >= n) x -= n;
        atomic_add(&grid[(x * n + y) * nz_padded + z], convert_int_rte(yz * weights[a * 12 + k] * 1048576));
    }
})";

constexpr const char* gather = R"(
kernel __attribute__((reqd_work_group_size(4, 4, 8)))
void run(global const float* grid, global const float* thetas, global const float* slopes, global const int* indices,
         global const float4* xq, global float* forces, int n, int nz_padded, int atoms) {
    local float partial[3 * 128];
    int tx = get_local_id(0), ty = get_local_id(1), a = get_local_id(2), atom = get_group_id(0) * 8 + a;
    int t = a * 16 + ty * 4 + tx;
    float fx = 0, fy = 0, fz = 0;
    if (atom < atoms) {
        int y = indices[atom * 3 + 1] + ty, z = indices[atom * 3 + 2] + tx, at = atom * 12;
        if (y >= n) y -= n;
        if (z >= n) z -= n;
        float wy = thetas[at + 4 + ty], wz = thetas[at + 8 + tx], dy = slopes[at + 4 + ty], dz = slopes[at + 8 + tx];
        for (int k = 0; k < 4; ++k) {
            int x = indices[atom * 3] + k;
            if (x >= n) x -= n;
            float value = grid[(x * n + y) * nz_padded + z], wx = thetas[at + k];
            fx += slopes[at + k] * value * wy * wz;
            fy += wx * value * dy * wz;
            fz += wx * value * wy * dz;
        }
    }
    partial[t] = fx;
    partial[t + 128] = fy;
    partial[t + 256] = fz;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 8; step > 0; step >>= 1) {
        if ((t & 15) < step)
            for (int c = 0; c < 384; c += 128) partial[c + t] += partial[c + t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (atom < atoms && (t & 15) < 3)
        forces[atom * 3 + (t & 15)] -= xq[atom].w * n * partial[(t & 15) * 128 + a * 16];
})";

constexpr const char* solve = R"(
kernel void run(global float2* grid, constant float* moduli, int nx, int ny, int nz, float factor, float volume) {
    int z = get_global_id(0), y = get_global_id(1), x = get_global_id(2);
    if (z >= nz / 2 + 1) return;
    float mx = x < (nx + 1) / 2 ? x : x - nx, my = y < (ny + 1) / 2 ? y : y - ny, mz = z;
    float m2 = (mx * mx + my * my + mz * mz) * .08f, term = 0;
    if (m2 > 0) {
        float denominator = m2 * M_PI_F * volume * moduli[x] * moduli[nx + y] * moduli[nx + ny + z];
        term = 138.935f * exp(-factor * m2) / denominator;
    }
    grid[(x * ny + y) * (nz / 2 + 1) + z] *= term;
})";

constexpr const char* to_cells = R"(
kernel void run(global float4* xq, global const float* x, global const int* indices, global const int* counts,
                global const int* cells, int columns, int most) {
    int column = get_global_id(1), t = get_global_id(0);
    if (t >= most) return;
    int atoms = counts[column], first = cells[column] * 64;
    for (int k = t; k < atoms; k += most) {
        int a = indices[first + k];
        float4 placed = xq[first + k];
        placed.xyz = a >= 0 ? vload3(a, x) : (float3)(-1e5f);
        xq[first + k] = placed;
    }
})";

struct Pack {
    int cj[4];
    std::uint32_t mask;
    int exclusions;
};

struct Water {
    std::vector<float> xq;
    std::vector<int> entries;
    std::vector<std::int32_t> packs;
    std::vector<std::uint32_t> exclusions;
    std::size_t pack_count = 0;
};

constexpr int atom_count = 3072;

/// Places the atoms of 48 super-clusters (4 x 4 x 3) with 8 clusters of 8 atoms.
std::vector<float> water_atoms() {
    Dice dice(101);
    std::vector<float> xq;
    for (int a = 0; a < atom_count; ++a) {
        const int in = a % 8, cluster = a / 8 % 8, super = a / 64;
        const float corner[3] = {static_cast<float>(super % 4), static_cast<float>(super / 4 % 4),
                                 static_cast<float>(super / 16)};
        for (int k = 0; k < 3; ++k)
            xq.push_back(corner[k] * .862f + static_cast<float>(cluster >> k & 1) * .431f +
                         (static_cast<float>(in >> k & 1) + .5f) * .2155f + dice.real(-.02f, .02f));
        xq.push_back(a % 3 ? .417f : -.834f);
    }
    return xq;
}

float cluster_distance(const std::vector<float>& xq, int a, int b) {
    float sum = 0;
    for (int k = 0; k < 3; ++k) {
        const auto at = [&](int c) { return std::floor(xq[static_cast<std::size_t>(c * 32 + k)] / .431f) * .431f; };
        sum += (at(a) - at(b)) * (at(a) - at(b));
    }
    return std::sqrt(sum);
}

void add_pack(Water& water, int super, const Pack& pack, bool own) {
    for (int j : pack.cj) water.packs.push_back(j);
    water.packs.push_back(static_cast<std::int32_t>(pack.mask));
    water.packs.push_back(own ? static_cast<int>(water.exclusions.size() / 64) : 0);
    ++water.pack_count;
    if (!own) return;
    for (int t = 0; t < 64; ++t) {
        std::uint32_t allowed = ~0u;
        for (int m = 0; m < 4; ++m)
            for (int i = 0; i < 8; ++i) {
                const int a = (super * 8 + i) * 8 + t % 8, b = pack.cj[m] * 8 + t / 8;
                if (a / 3 == b / 3 || (a / 8 == b / 8 && b <= a)) allowed &= ~(1u << (m * 8 + i));
            }
        water.exclusions.push_back(allowed);
    }
}

/// Returns the list of pairs of clusters within a radius of 1.1 nm.
Water water_pairs() {
    Water water{water_atoms(), {}, {}, std::vector<std::uint32_t>(64, ~0u)};
    for (int super = 0; super < atom_count / 64; ++super) {
        const auto begin = static_cast<int>(water.pack_count);
        Pack pack{};
        int filled = 0;
        bool own = false;
        for (int j = super * 8; j < atom_count / 8; ++j) {
            std::uint32_t mask = 0;
            for (int i = 0; i < 8; ++i)
                if (j >= super * 8 + i && cluster_distance(water.xq, super * 8 + i, j) < 1.3f) mask |= 1u << i;
            if (!mask) continue;
            pack.cj[filled] = j;
            pack.mask |= mask << filled * 8;
            own = own || j < super * 8 + 8;
            if (++filled == 4 || j == atom_count / 8 - 1) {
                add_pack(water, super, pack, own);
                pack = {};
                filled = 0;
                own = false;
            }
        }
        if (filled) add_pack(water, super, pack, own);
        for (int value : {super, 0, begin, static_cast<int>(water.pack_count)}) water.entries.push_back(value);
    }
    return water;
}

Arguments pair_arguments() {
    Water water = water_pairs();
    std::vector<int> types;
    for (int a = 0; a < atom_count; ++a) types.push_back(a % 3 ? 1 : 0);
    return {array(water.xq),
            array(types),
            array(std::vector<float>{.00261f * 6, 2.63e-6f * 12, 0, 0, 0, 0, 0, 0}),
            array(std::vector<float>(3)),
            array(water.entries),
            array(water.packs),
            array(water.exclusions),
            changed(result<int>(3 * atom_count)),
            scalar(2),
            scalar(1.f),
            scalar(3.12f)};
}

Arguments prune_arguments() {
    Water water = water_pairs();
    return {array(water.xq), array(water.entries), array(water.packs), result<std::uint32_t>(water.pack_count),
            scalar(1.21f)};
}

Arguments spread_arguments() {
    return {array(water_atoms()),
            changed(result<int>(32 * 32 * 34)),
            result<float>(12 * atom_count),
            result<float>(12 * atom_count),
            result<int>(3 * atom_count),
            scalar(32),
            scalar(34),
            scalar(32 / 3.5f),
            scalar(atom_count)};
}

Arguments gather_arguments() {
    const std::vector<float> xq = water_atoms();
    return {reals(32 * 32 * 34),
            reals(12 * atom_count, 0, 1),
            reals(12 * atom_count),
            each(3 * atom_count,
                 [&](std::size_t i) { return static_cast<int>(xq[i / 3 * 4 + i % 3] * 32 / 3.5f + 32) % 32; }),
            array(xq),
            changed(reals(3 * atom_count)),
            scalar(32),
            scalar(34),
            scalar(atom_count)};
}

/// Returns atoms that are sorted into columns of cells. The last cell of a column may be only partly filled.
Arguments cell_arguments() {
    Dice dice(103);
    std::vector<int> indices, counts, cells;
    for (int column = 0; column < 256; ++column) {
        cells.push_back(static_cast<int>(indices.size() / 64));
        const int used = 150 + static_cast<int>(dice.below(100)), padded = (used + 63) / 64 * 64;
        counts.push_back(padded);
        for (int k = 0; k < padded; ++k) indices.push_back(k < used ? static_cast<int>(dice.below(50000)) : -1);
    }
    return {changed(reals(indices.size() * 4)),
            reals(150000, 0, 8),
            array(indices),
            array(counts),
            array(cells),
            scalar(256),
            scalar(128)};
}

}  // namespace

Family gromacs_kernels() {
    return {
        {"gromacs_cluster_pairs", cluster_pairs, {48 * 8, 8}, {8, 8}, pair_arguments},
        {"gromacs_prune", prune, {48 * 8, 8, 4}, {8, 8, 4}, prune_arguments},
        {"gromacs_pme_spread", spread, {4, 4, atom_count}, {4, 4, 8}, spread_arguments},
        {"gromacs_pme_gather", gather, {4, 4, atom_count}, {4, 4, 8}, gather_arguments},
        {"gromacs_pme_solve",
         solve,
         {33, 64, 64},
         {33, 1, 1},
         [] {
             return Arguments{changed(reals(33 * 64 * 64 * 2)),
                              reals(161, .5f, 1),
                              scalar(64),
                              scalar(64),
                              scalar(64),
                              scalar(1.01f),
                              scalar(216.f)};
         }},
        {"gromacs_to_cells", to_cells, {128, 256}, {64, 1}, cell_arguments},
    };
}

}  // namespace bench
