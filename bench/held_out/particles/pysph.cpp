// Kernels of PySPH for the particles of a fluid: keys of cells, neighbours, densities, accelerations, states and time
// steps.
#include <algorithm>
#include <array>
#include <cmath>

#include "../../collection/data.h"
#include "../../collection/families.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* cell_keys = R"(
ulong spread_bits(ulong v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x001f00000000ffff;
    v = (v | v << 16) & 0x001f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    return (v | v << 2) & 0x1249249249249249;
}
kernel void run(global const double* x, global const double* y, global const double* z, double size, double low_x,
                double low_y, double low_z, global ulong* keys, global uint* ids, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    int cx = (int)floor((x[i] - low_x) / size), cy = (int)floor((y[i] - low_y) / size);
    int cz = (int)floor((z[i] - low_z) / size);
    keys[i] = spread_bits(cx) | spread_bits(cy) << 1 | spread_bits(cz) << 2;
    ids[i] = i;
})";

// Finds the 27 cells around each cell by binary searches in the sorted keys of the cells.
constexpr const char* neighbour_counts = R"(
ulong spread_bits(ulong v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x001f00000000ffff;
    v = (v | v << 16) & 0x001f0000ff0000ff;
    v = (v | v << 8) & 0x100f00f00f00f00f;
    v = (v | v << 4) & 0x10c30c30c30c30c3;
    return (v | v << 2) & 0x1249249249249249;
}
int first_of(ulong key, global const ulong* keys, int n) {
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (keys[middle] < key) low = middle + 1;
        else high = middle;
    }
    return keys[low] == key ? low : -1;
}
kernel void run(global const float* x, global const float* y, global const float* z, global const float* h,
                global const ulong* keys, global const uint* ids, global int* counts, int n, float size, float radius) {
    int k = get_global_id(0);
    if (k >= n) return;
    uint i = ids[k];
    float4 q = (float4)(x[i], y[i], z[i], h[i]);
    int cx = (int)floor(q.x / size), cy = (int)floor(q.y / size), cz = (int)floor(q.z / size), count = 0;
    float reach = radius * q.w;
    for (int dz = -1; dz < 2; ++dz)
        for (int dy = -1; dy < 2; ++dy)
            for (int dx = -1; dx < 2; ++dx) {
                if (cx + dx < 0 || cy + dy < 0 || cz + dz < 0) continue;
                ulong key = spread_bits(cx + dx) | spread_bits(cy + dy) << 1 | spread_bits(cz + dz) << 2;
                int at = first_of(key, keys, n);
                if (at < 0) continue;
                while (at < n && keys[at] == key) {
                    uint j = ids[at++];
                    float r2 = (x[j] - q.x) * (x[j] - q.x) + (y[j] - q.y) * (y[j] - q.y) + (z[j] - q.z) * (z[j] - q.z);
                    float other = radius * h[j];
                    if (r2 < reach * reach || r2 < other * other) ++count;
                }
            }
    counts[i] = count;
})";

constexpr const char* find_neighbours = R"(
kernel void run(global const float* x, global const float* y, global const float* h, global const int* cells,
                global const uint* ids, global const uint* starts, global uint* neighbours, int n, int columns,
                    int rows,
                float size, float radius) {
    int k = get_global_id(0);
    if (k >= n) return;
    uint i = ids[k], to = starts[i];
    int cx = (int)(x[i] / size), cy = (int)(y[i] / size);
    float reach = radius * h[i];
    for (int c = max(cy - 1, 0); c <= min(cy + 1, rows - 1); ++c)
        for (int d = max(cx - 1, 0); d <= min(cx + 1, columns - 1); ++d)
            for (int m = cells[c * columns + d]; m < cells[c * columns + d + 1]; ++m) {
                uint j = ids[m];
                float dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy, other = radius * h[j];
                if ((r2 < reach * reach || r2 < other * other) && to < starts[i + 1]) neighbours[to++] = j;
            }
})";

constexpr const char* summed_density = R"(
double spline(double r, double h) {
    double q = r / h, f = .3183098861837907 * 10 / (7 * h * h), value = 0;
    if (q > 2) value = 0;
    else if (q > 1) value = .25 * (2 - q) * (2 - q) * (2 - q);
    else value = 1 - 1.5 * q * q * (1 - .5 * q);
    return value * f;
}
kernel void run(global const double* x, global const double* y, global const double* h, global const double* m,
                global double* rho, global const uint* counts, global const uint* starts, global const uint* neighbours,
                int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    uint start = starts[i], count = counts[i];
    double sum = 0;
    for (uint k = 0; k < count; ++k) {
        uint j = neighbours[start + k];
        double dx = x[i] - x[j], dy = y[i] - y[j], r = sqrt(dx * dx + dy * dy);
        sum += m[j] * spline(r, .5 * (h[i] + h[j]));
    }
    rho[i] = sum;
})";

constexpr const char* accelerations = R"(
void gradient(const float* d, float r, float h, float* g) {
    float q = r / h, slope = 0, inverse = r > 1e-12f ? 1 / (r * h) : 0, f = 10 / (7 * M_PI_F * h * h);
    if (q <= 2) slope = q >= 1 ? -.75f * (2 - q) * (2 - q) : -3 * q * (1 - .75f * q);
    for (int k = 0; k < 3; ++k) g[k] = f * slope * inverse * d[k];
}
kernel void run(global const float* x, global const float* y, global const float* z, global const float* u,
                global const float* v, global const float* w, global const float* h, global const float* m,
                global const float* rho, global const float* p, global const float* cs, global float* arho,
                global float* au, global float* av, global float* aw, global float* ax, global float* ay,
                    global float* az,
                global float* dt_cfl, global const uint* counts, global const uint* starts,
                global const uint* neighbours, float alpha, float beta, float c0, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    float d_rho = 0, d_u = 0, d_v = -9.81f, d_w = 0, e_x = 0, e_y = 0, e_z = 0, cfl = 0;
    float pi = p[i] / (rho[i] * rho[i]);
    uint start = starts[i], count = counts[i];
    for (uint k = 0; k < count; ++k) {
        uint j = neighbours[start + k];
        float d[3] = {x[i] - x[j], y[i] - y[j], z[i] - z[j]}, s[3] = {u[i] - u[j], v[i] - v[j], w[i] - w[j]}, g[3];
        float r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], r = sqrt(r2), hij = .5f * (h[i] + h[j]);
        float mean = .5f * (rho[i] + rho[j]);
        gradient(d, r, hij, g);
        d_rho += m[j] * (s[0] * g[0] + s[1] * g[1] + s[2] * g[2]);
        float moving = s[0] * d[0] + s[1] * d[1] + s[2] * d[2], viscous = 0;
        if (moving < 0) {
            float c = .5f * (cs[i] + cs[j]), mu = hij * moving / (r2 + .01f * hij * hij);
            viscous = (-alpha * c * mu + beta * mu * mu) / mean;
        }
        if (r2 > 1e-12f) cfl = fmax(fabs(hij * moving / (r2 + .01f * hij * hij)) + c0, cfl);
        float pull = -m[j] * (pi + p[j] / (rho[j] * rho[j]) + viscous);
        d_u += pull * g[0]; d_v += pull * g[1]; d_w += pull * g[2];
        float q = r / hij, wij = q > 2 ? 0 : q > 1 ? .25f * (2 - q) * (2 - q) * (2 - q) : 1 - 1.5f * q * q * (1
            - .5f * q);
        float moved = -.5f * m[j] * wij * 10 / (7 * M_PI_F * hij * hij) / mean;
        e_x += moved * s[0]; e_y += moved * s[1]; e_z += moved * s[2];
    }
    arho[i] = d_rho;
    au[i] = d_u; av[i] = d_v; aw[i] = d_w;
    ax[i] = e_x + u[i]; ay[i] = e_y + v[i]; az[i] = e_z + w[i];
    dt_cfl[i] = cfl;
})";

constexpr const char* tait_state = R"(
kernel void run(global double* rho, global double* p, global double* cs, double rho0, double c0, double gamma) {
    int i = get_global_id(0);
    if (rho[i] < rho0) rho[i] = rho0;
    double ratio = rho[i] / rho0, power = pow(ratio, gamma);
    p[i] = rho0 * c0 * c0 / gamma * (power - 1);
    cs[i] = c0 * pow(ratio, .5 * (gamma - 1));
})";

constexpr const char* step = R"(
kernel void run(global const float* x0, global const float* y0, global const float* z0, global float* x,
    global float* y,
                global float* z, global const float* u0, global const float* v0, global const float* w0,
                    global float* u,
                global float* v, global float* w, global const float* rho0, global float* rho, global const float* au,
                global const float* av, global const float* aw, global const float* ax, global const float* ay,
                global const float* az, global const float* arho, float dt) {
    int i = get_global_id(0);
    float half_dt = .5f * dt;
    u[i] = u0[i] + half_dt * au[i];
    v[i] = v0[i] + half_dt * av[i];
    w[i] = w0[i] + half_dt * aw[i];
    x[i] = x0[i] + half_dt * ax[i];
    y[i] = y0[i] + half_dt * ay[i];
    z[i] = z0[i] + half_dt * az[i];
    rho[i] = rho0[i] + half_dt * arho[i];
})";

constexpr const char* octree_counts = R"(
typedef struct { float low[3], size; int first_child, first, last; float reach; } Node;
kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void run(global const Node* nodes, global const int* leaves, global const float4* particles, global int* counts,
         int most) {
    local int near[64];
    local int near_count;
    int t = get_local_id(0);
    Node own = nodes[leaves[get_group_id(0)]];
    if (t == 0) {
        int stack[64], top = 0, many = 0;
        stack[top++] = 0;
        while (top) {
            Node node = nodes[stack[--top]];
            bool apart = false;
            for (int k = 0; k < 3; ++k)
                apart = apart || node.low[k] > own.low[k] + own.size + own.reach
                     || node.low[k] + node.size < own.low[k] - own.reach;
            if (apart) continue;
            if (node.first_child < 0) {
                if (node.last > node.first && many < 64) { near[many] = node.first << 8 | (node.last - node.first);
                ++many; }
            } else {
                for (int k = 0; k < 8; ++k) stack[top++] = node.first_child + k;
            }
        }
        near_count = many;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = own.first + t; i < own.last; i += 32) {
        float4 p = particles[i];
        int count = 0;
        for (int leaf = 0; leaf < near_count; ++leaf) {
            int first = near[leaf] >> 8, many = near[leaf] & 255;
            for (int k = 0; k < many; ++k) {
                float4 q = particles[first + k];
                float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
                count += r2 < 4 * p.w * p.w || r2 < 4 * q.w * q.w;
            }
        }
        counts[i] = min(count, most);
    }
})";

constexpr float spacing = .02f;

/// Returns the positions x, y and z of particles in a breaking dam: a column of water that has begun to fall.
std::array<std::vector<float>, 3> dam(std::size_t across, std::size_t up, std::size_t deep) {
    Dice dice(251);
    std::array<std::vector<float>, 3> at;
    for (std::size_t n = 0; n < across * up * deep; ++n) {
        const std::size_t places[3] = {n % across, n / across % up, n / across / up};
        for (std::size_t k = 0; k < 3; ++k)
            at[k].push_back((static_cast<float>(places[k]) + .5f + dice.real(-.3f, .3f)) * spacing);
    }
    return at;
}

std::uint64_t spread_bits(std::uint64_t v) {
    std::uint64_t spread = 0;
    for (unsigned bit = 0; bit < 21; ++bit) spread |= (v >> bit & 1) << 3 * bit;
    return spread;
}

Arguments count_arguments() {
    const auto at = dam(20, 16, 14);
    const float size = 2.6f * spacing;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
    for (std::size_t i = 0; i < at[0].size(); ++i) {
        std::uint64_t key = 0;
        for (unsigned k = 0; k < 3; ++k) key |= spread_bits(static_cast<std::uint64_t>(at[k][i] / size)) << k;
        sorted.emplace_back(key, static_cast<std::uint32_t>(i));
    }
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    return {array(at[0]),
            array(at[1]),
            array(at[2]),
            each(n, [](std::size_t) { return 1.3f * spacing; }),
            each(n, [&](std::size_t k) { return sorted[k].first; }),
            each(n, [&](std::size_t k) { return sorted[k].second; }),
            result<int>(n),
            scalar(static_cast<int>(n)),
            scalar(size),
            scalar(2.f)};
}

struct Pairs {
    std::array<std::vector<float>, 3> at;
    std::vector<std::uint32_t> counts, starts, neighbours, ids;
    std::vector<int> cells;
};

constexpr int columns = 50, rows = 40;

/// Returns the particles of a two-dimensional dam, and the pairs of particles that are closer than 2.6 times the
/// spacing of the particles.
Pairs plane_pairs() {
    Pairs pairs{dam(128, 96, 1), {}, {}, {}, {}, {}};
    const float size = 2.6f * spacing;
    const auto& at = pairs.at;
    std::vector<std::vector<std::uint32_t>> cells(columns * rows);
    const auto cell = [&](std::size_t k, std::size_t i) { return static_cast<int>(at[k][i] / size); };
    for (std::size_t i = 0; i < at[0].size(); ++i)
        cells[static_cast<std::size_t>(cell(1, i) * columns + cell(0, i))].push_back(static_cast<std::uint32_t>(i));
    for (const auto& members : cells) {
        pairs.cells.push_back(static_cast<int>(pairs.ids.size()));
        pairs.ids.insert(pairs.ids.end(), members.begin(), members.end());
    }
    pairs.cells.push_back(static_cast<int>(pairs.ids.size()));
    for (std::size_t i = 0; i < at[0].size(); ++i) {
        pairs.starts.push_back(static_cast<std::uint32_t>(pairs.neighbours.size()));
        for (int y = std::max(cell(1, i) - 1, 0); y <= cell(1, i) + 1; ++y)
            for (int x = std::max(cell(0, i) - 1, 0); x <= cell(0, i) + 1; ++x)
                for (const std::uint32_t j : cells[static_cast<std::size_t>(y * columns + x)])
                    if (std::hypot(at[0][i] - at[0][j], at[1][i] - at[1][j]) < 2.6f * spacing)
                        pairs.neighbours.push_back(j);
        pairs.counts.push_back(static_cast<std::uint32_t>(pairs.neighbours.size()) - pairs.starts.back());
    }
    pairs.starts.push_back(static_cast<std::uint32_t>(pairs.neighbours.size()));
    return pairs;
}

Arguments fill_arguments() {
    const Pairs pairs = plane_pairs();
    const std::size_t n = pairs.ids.size();
    return {array(pairs.at[0]),
            array(pairs.at[1]),
            each(n, [](std::size_t) { return 1.3f * spacing; }),
            array(pairs.cells),
            array(pairs.ids),
            array(pairs.starts),
            result<std::uint32_t>(pairs.neighbours.size()),
            scalar(static_cast<int>(n)),
            scalar(static_cast<int>(columns)),
            scalar(static_cast<int>(rows)),
            scalar(2.6f * spacing),
            scalar(2.f)};
}

Arguments density_arguments() {
    const Pairs pairs = plane_pairs();
    const std::size_t n = pairs.ids.size();
    return {each(n, [&](std::size_t i) { return static_cast<double>(pairs.at[0][i]); }),
            each(n, [&](std::size_t i) { return static_cast<double>(pairs.at[1][i]); }),
            each(n, [](std::size_t) { return 1.3 * spacing; }),
            each(n, [](std::size_t) { return 1000. * spacing * spacing; }),
            result<double>(n),
            array(pairs.counts),
            array(pairs.starts),
            array(pairs.neighbours),
            scalar(static_cast<int>(n))};
}

Arguments acceleration_arguments() {
    const Pairs pairs = plane_pairs();
    const std::size_t n = pairs.ids.size();
    Arguments made{array(pairs.at[0]),
                   array(pairs.at[1]),
                   each(n, [](std::size_t) { return 0.f; }),
                   reals(n),
                   reals(n),
                   each(n, [](std::size_t) { return 0.f; }),
                   each(n, [](std::size_t) { return 1.3f * spacing; }),
                   each(n, [](std::size_t) { return 1000 * spacing * spacing; }),
                   reals(n, 990, 1010),
                   reals(n, 0, 2e4f),
                   reals(n, 30, 32)};
    for (int k = 0; k < 8; ++k) made.push_back(result<float>(n));
    made.insert(made.end(), {array(pairs.counts), array(pairs.starts), array(pairs.neighbours), scalar(.1f),
                             scalar(0.f), scalar(31.f), scalar(static_cast<int>(n))});
    return made;
}

struct Node {
    float low[3], size;
    int first_child, first, last;
    float reach;
};

/// Divides a node of an octree until each leaf has at most 24 particles. Sorts the particles by node.
void divide(std::vector<Node>& nodes, std::size_t own, std::vector<std::array<float, 4>>& particles) {
    const Node node = nodes[own];
    if (node.last - node.first <= 24) return;
    const auto octant = [&](const std::array<float, 4>& p) {
        int code = 0;
        for (std::size_t k = 0; k < 3; ++k) code |= (p[k] >= node.low[k] + node.size / 2) << k;
        return code;
    };
    const auto begin = particles.begin() + node.first, end = particles.begin() + node.last;
    std::sort(begin, end,
              [&](const auto& a, const auto& b) { return octant(a) == octant(b) ? a < b : octant(a) < octant(b); });
    nodes[own].first_child = static_cast<int>(nodes.size());
    int at = node.first;
    for (int k = 0; k < 8; ++k) {
        Node child{{}, node.size / 2, -1, at, at, node.reach};
        for (int d = 0; d < 3; ++d) child.low[d] = node.low[d] + static_cast<float>(k >> d & 1) * node.size / 2;
        while (child.last < node.last && octant(particles[static_cast<std::size_t>(child.last)]) == k) ++child.last;
        at = child.last;
        nodes.push_back(child);
    }
    const auto first = static_cast<std::size_t>(nodes[own].first_child);
    for (std::size_t k = 0; k < 8; ++k) divide(nodes, first + k, particles);
}

Arguments octree_arguments() {
    const auto at = dam(20, 16, 14);
    std::vector<std::array<float, 4>> particles;
    for (std::size_t i = 0; i < at[0].size(); ++i) particles.push_back({at[0][i], at[1][i], at[2][i], 1.2f * spacing});
    std::vector<Node> nodes{{{0, 0, 0}, .4f, -1, 0, static_cast<int>(particles.size()), 2.4f * spacing}};
    divide(nodes, 0, particles);
    std::vector<int> leaves;
    for (std::size_t k = 0; k < nodes.size(); ++k)
        if (nodes[k].first_child < 0 && nodes[k].last > nodes[k].first) leaves.push_back(static_cast<int>(k));
    leaves.resize(400, leaves.back());
    std::vector<std::uint32_t> raw(nodes.size() * sizeof(Node) / 4);
    std::memcpy(raw.data(), nodes.data(), nodes.size() * sizeof(Node));
    std::vector<float> flat;
    for (const auto& p : particles) flat.insert(flat.end(), p.begin(), p.end());
    return {array(raw), array(leaves), array(flat), result<int>(particles.size()), scalar(200)};
}

Arguments step_arguments() {
    constexpr std::size_t n = 100000;
    Arguments made;
    for (const char kind : {'r', 'r', 'r', 'w', 'w', 'w', 'r', 'r', 'r', 'w', 'w', 'w', 'r', 'w'})
        made.push_back(kind == 'r' ? reals(n) : result<float>(n));
    for (int k = 0; k < 7; ++k) made.push_back(reals(n));
    made.push_back(scalar(1e-4f));
    return made;
}

Family neighbourhoods() {
    return {
        {"pysph_cell_keys",
         cell_keys,
         {50000},
         {},
         [] {
             return Arguments{doubles(50000, 0, 4),
                              doubles(50000, 0, 2),
                              doubles(50000, 0, 1),
                              scalar(.052),
                              scalar(-.1),
                              scalar(-.1),
                              scalar(-.1),
                              result<std::uint64_t>(50000),
                              result<std::uint32_t>(50000),
                              scalar(50000)};
         }},
        {"pysph_neighbour_counts", neighbour_counts, {20 * 16 * 14}, {}, count_arguments},
        {"pysph_find_neighbours", find_neighbours, {128 * 96}, {}, fill_arguments},
        {"pysph_octree_counts", octree_counts, {400 * 32}, {32}, octree_arguments},
    };
}

Family equations() {
    return {
        {"pysph_summed_density", summed_density, {128 * 96}, {}, density_arguments},
        {"pysph_accelerations", accelerations, {128 * 96}, {}, acceleration_arguments},
        {"pysph_tait_state",
         tait_state,
         {50000},
         {},
         [] {
             return Arguments{changed(doubles(50000, 990, 1020)),
                              result<double>(50000),
                              result<double>(50000),
                              scalar(1000.),
                              scalar(31.),
                              scalar(7.)};
         }},
        {"pysph_step", step, {100000}, {}, step_arguments},
    };
}

}  // namespace

Family pysph_kernels() { return joined({neighbourhoods(), equations()}); }

}  // namespace bench
