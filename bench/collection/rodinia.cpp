// The kernels in which Rodinia's programs spend most of their time. The code is written anew for this project.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* hotspot = R"(
kernel void run(global const float* temperature, global const float* power, global float* out, int w, int h) {
    local float tile[18][18];
    int x = get_global_id(0), y = get_global_id(1), u = get_local_id(0) + 1, v = get_local_id(1) + 1;
    tile[v][u] = temperature[y * w + x];
    if (u == 1) tile[v][0] = temperature[y * w + max(x - 1, 0)];
    if (u == 16) tile[v][17] = temperature[y * w + min(x + 1, w - 1)];
    if (v == 1) tile[0][u] = temperature[max(y - 1, 0) * w + x];
    if (v == 16) tile[17][u] = temperature[min(y + 1, h - 1) * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float t = tile[v][u];
    out[y * w + x] = t + .3f * (power[y * w + x] + (tile[v - 1][u] + tile[v + 1][u] - 2 * t) * .1f
                                + (tile[v][u - 1] + tile[v][u + 1] - 2 * t) * .2f + (80 - t) * .05f);
})";

constexpr const char* pathfinder = R"(
kernel void run(global const int* wall, global const int* from, global int* to, int columns, int rounds) {
    local int before[256], after[256];
    int u = get_local_id(0), x = get_group_id(0) * (256 - 2 * rounds) + u - rounds;
    int inside = x >= 0 && x < columns;
    before[u] = inside ? from[x] : 1 << 20;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < rounds; ++i) {
        int done = 0;
        if (u >= i + 1 && u <= 254 - i && inside) {
            int least = min(before[u], min(before[u - 1], before[u + 1]));
            after[u] = least + wall[i * columns + x];
            done = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (done) before[u] = after[u];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (u >= rounds && u < 256 - rounds && inside) to[x] = before[u];
})";

constexpr const char* gaussian_rows_first = R"(
kernel void run(global const float* m, global float* a, int size, int t) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size - 1 - t || y >= size - t) return;
    a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
})";

constexpr const char* gaussian_columns_first = R"(
kernel void run(global const float* m, global float* a, int size, int t) {
    int x = get_global_id(0), y = get_global_id(1);
    if (y >= size - 1 - t || x >= size - t) return;
    a[size * (y + 1 + t) + x + t] -= m[size * (y + 1 + t) + t] * a[size * t + x + t];
})";

constexpr const char* nearest_neighbour = R"(
typedef struct { float lat, lng; } Place;
kernel void run(global const Place* places, global float* distances, int count, float lat, float lng) {
    int i = get_global_id(0);
    if (i < count) {
        Place p = places[i];
        distances[i] = sqrt((lat - p.lat) * (lat - p.lat) + (lng - p.lng) * (lng - p.lng));
    }
})";

constexpr const char* k_means_features_first = R"(
kernel void run(global const float* features, global const float* centres, global int* nearest, int points, int k, int n) {
    int i = get_global_id(0);
    int best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; ++c) {
        float distance = 0;
        for (int f = 0; f < n; ++f) {
            float d = features[f * points + i] - centres[c * n + f];
            distance += d * d;
        }
        if (distance < least) { least = distance; best = c; }
    }
    nearest[i] = best;
})";

constexpr const char* k_means_points_first = R"(
kernel void run(global const float* features, global const float* centres, global int* nearest, int points, int k, int n) {
    int i = get_global_id(0);
    int best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; ++c) {
        float distance = 0;
        for (int f = 0; f < n; ++f) {
            float d = features[i * n + f] - centres[c * n + f];
            distance += d * d;
        }
        if (distance < least) { least = distance; best = c; }
    }
    nearest[i] = best;
})";

constexpr const char* backprop_layer = R"(
kernel void run(global const float* input, global const float* weights, global float* partial, int hidden) {
    local float nodes[16], products[16][16];
    int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
    int index = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + hidden + 2;
    if (tx == 0) nodes[ty] = input[16 * by + ty + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    products[ty][tx] = weights[index];
    barrier(CLK_LOCAL_MEM_FENCE);
    products[ty][tx] *= nodes[ty];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i <= 4; ++i) {
        int power = 1 << i;
        if (ty % power == 0) products[ty][tx] += products[ty + power / 2][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tx == 0) for (int i = 0; i < 16; ++i) partial[by * 16 + i] = products[0][i];
})";

constexpr const char* backprop_adjust = R"(
kernel void run(global const float* delta, int hidden, global const float* layer, global float* w, global float* old) {
    int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
    int index = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + hidden + 2;
    int iy = 16 * by + ty + 1, ix = tx + 1;
    float step = .3f * delta[ix] * layer[iy] + .3f * old[index];
    w[index] += step;
    old[index] = step;
})";

constexpr const char* lud_diagonal = R"(
kernel void run(global float* m, int dim) {
    local float shadow[16][16];
    int t = get_local_id(0), block = get_group_id(0) * 16;
    for (int i = 0; i < 16; ++i) shadow[i][t] = m[(block + i) * dim + block + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 15; ++i) {
        if (t > i) {
            for (int j = 0; j < i; ++j) shadow[t][i] -= shadow[t][j] * shadow[j][i];
            shadow[t][i] /= shadow[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t > i)
            for (int j = 0; j < i + 1; ++j) shadow[i + 1][t] -= shadow[i + 1][j] * shadow[j][t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 1; i < 16; ++i) m[(block + i) * dim + block + t] = shadow[i][t];
})";

constexpr const char* lava_md = R"(
kernel void run(global const float4* positions, global const float* charges, global const int* neighbours,
                global float4* forces, float a2) {
    local float4 others[100];
    local float other_charges[100];
    int box = get_group_id(0), t = get_local_id(0);
    float4 sum = 0;
    float4 own = positions[box * 100 + min(t, 99)];
    for (int k = 0; k < 6; ++k) {
        int other = neighbours[box * 6 + k];
        if (t < 100) { others[t] = positions[other * 100 + t]; other_charges[t] = charges[other * 100 + t]; }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < 100)
            for (int j = 0; j < 100; ++j) {
                float r2 = own.w + others[j].w - (own.x * others[j].x + own.y * others[j].y + own.z * others[j].z);
                float u2 = a2 * r2, vij = exp(-u2), fs = 2 * vij;
                float4 d = own - others[j];
                sum.w += other_charges[j] * vij;
                sum.xyz += other_charges[j] * fs * d.xyz;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t < 100) forces[box * 100 + t] = sum;
})";

constexpr const char* srad = R"(
kernel void run(global const float* image, global float* c, global float* dn, global float* de, int w, int h, float q0) {
    int i = get_global_id(0);
    if (i >= w * h) return;
    int row = i % h, column = i / h;
    int north = max(row - 1, 0), south = min(row + 1, h - 1), west = max(column - 1, 0), east = min(column + 1, w - 1);
    float v = image[i];
    float n = image[north + h * column] - v, s = image[south + h * column] - v;
    float o = image[row + h * west] - v, e = image[row + h * east] - v;
    float g2 = (n * n + s * s + o * o + e * e) / (v * v), l = (n + s + o + e) / v;
    float num = .5f * g2 - .0625f * l * l, den = 1 + .25f * l, q = num / (den * den);
    den = (q - q0) / (q0 * (1 + q0));
    float k = 1 / (1 + den);
    c[i] = k < 0 ? 0 : k > 1 ? 1 : k;
    dn[i] = n;
    de[i] = e;
})";

constexpr const char* breadth_first = R"(
kernel void run(global const int* starts, global const int* edges, global const uchar* front, global uchar* next,
                global const uchar* visited, global int* cost, int nodes) {
    int i = get_global_id(0);
    if (i < nodes && front[i])
        for (int k = starts[i]; k < starts[i + 1]; ++k) {
            int other = edges[k];
            if (!visited[other]) { cost[other] = 7; next[other] = 1; }
        }
})";

constexpr const char* tree_search = R"(
typedef struct { int keys[16]; int children[17]; } Node;
kernel void run(global const Node* tree, global const int* wanted, global int* found, int height) {
    int i = get_global_id(0), key = wanted[i], node = 0;
    for (int level = 0; level < height; ++level) {
        int k = 0;
        while (k < 16 && tree[node].keys[k] <= key) ++k;
        node = tree[node].children[k];
    }
    found[i] = node;
})";

constexpr const char* stream_cluster = R"(
kernel void run(global const float* points, global const float* weights, global const float* coordinates,
                global const int* centre_of, global const float* costs, global uchar* switches, global float* gain,
                int count, int dims, int x) {
    int i = get_global_id(0);
    if (i >= count) return;
    float sum = 0;
    for (int k = 0; k < dims; ++k) {
        float d = coordinates[k * count + i] - coordinates[k * count + x];
        sum += d * d;
    }
    float now = sum * weights[i], before = costs[i];
    if (now < before) { switches[i] = 1; gain[i] = now - before; }
    else { gain[i] = before - now; }
})";

Arguments gaussian_data() { return {reals(512 * 512), changed(reals(512 * 512)), scalar(512), scalar(3)}; }

Arguments graph_data() {
    constexpr std::size_t nodes = 65536;
    std::vector<int> starts(nodes + 1);
    Dice dice(11);
    for (std::size_t i = 0; i < nodes; ++i) starts[i + 1] = starts[i] + static_cast<int>(dice.below(12));
    const auto edges = static_cast<std::size_t>(starts.back());
    return {array(starts),   ints(edges, 0, nodes),      bytes(nodes, 2),   changed(bytes(nodes, 1)),
            bytes(nodes, 2), changed(ints(nodes, 0, 1)), scalar<int>(nodes)};
}

/// Returns a search tree with 17 children per node, and with keys evenly spaced in 24 bits.
Arguments tree_data() {
    constexpr int height = 3;
    std::vector<int> nodes;
    std::size_t level_begin = 0, level_size = 1;
    for (int level = 0; level < height; ++level) {
        const std::size_t next = level_begin + level_size;
        const double width = double{1 << 24} / static_cast<double>(level_size);
        for (std::size_t n = 0; n < level_size; ++n) {
            for (int k = 1; k <= 16; ++k)
                nodes.push_back(static_cast<int>(width * (static_cast<double>(n) + k / 17.0)));
            for (std::size_t k = 0; k < 17; ++k) nodes.push_back(static_cast<int>(next + n * 17 + k));
        }
        level_begin = next;
        level_size *= 17;
    }
    return {array(nodes), ints(65536, 0, 1 << 24), result<int>(65536), scalar(height)};
}

Family grids_and_eliminations() {
    return {
        {"hotspot",
         hotspot,
         {512, 512},
         {16, 16},
         [] {
             return Arguments{reals(512 * 512, 60, 90), reals(512 * 512, 0, 1), result<float>(512 * 512), scalar(512),
                              scalar(512)};
         }},
        {"pathfinder",
         pathfinder,
         {256 * 128},
         {256},
         [] {
             return Arguments{ints(20 * 28672, 0, 10), ints(28672, 0, 10), result<int>(28672), scalar(27648),
                              scalar(20)};
         }},
        {"gaussian_rows_first", gaussian_rows_first, {512, 512}, {}, gaussian_data},
        {"gaussian_rows_first_4x4", gaussian_rows_first, {512, 512}, {4, 4}, gaussian_data},
        {"gaussian_columns_first", gaussian_columns_first, {512, 512}, {16, 16}, gaussian_data},
    };
}

Family points_and_networks() {
    return {
        {"nearest_neighbour",
         nearest_neighbour,
         {1 << 18},
         {},
         [] {
             return Arguments{reals(1 << 19, 0, 90), result<float>(1 << 18), scalar(1 << 18), scalar(30.f),
                              scalar(60.f)};
         }},
        {"k_means_features_first",
         k_means_features_first,
         {32768},
         {256},
         [] {
             return Arguments{reals(32768 * 16), reals(16 * 5), result<int>(32768),
                              scalar(32768),     scalar(5),     scalar(16)};
         }},
        {"k_means_points_first",
         k_means_points_first,
         {32768},
         {256},
         [] {
             return Arguments{reals(32768 * 16), reals(16 * 5), result<int>(32768),
                              scalar(32768),     scalar(5),     scalar(16)};
         }},
        {"backprop_layer",
         backprop_layer,
         {16, 16384},
         {16, 16},
         [] { return Arguments{reals(16386), reals(17 * 16386), result<float>(16384), scalar(16)}; }},
        {"backprop_adjust",
         backprop_adjust,
         {16, 16384},
         {16, 16},
         [] {
             return Arguments{reals(17), scalar(16), reals(16386), changed(reals(17 * 16386)),
                              changed(reals(17 * 16386))};
         }},
    };
}

Family blocks_graphs_and_clusters() {
    return {
        {"lud_diagonal",
         lud_diagonal,
         {16 * 32},
         {16},
         [] { return Arguments{changed(reals(512 * 512, 1, 2)), scalar(512)}; }},
        {"lava_md",
         lava_md,
         {128 * 16},
         {128},
         [] {
             return Arguments{reals(1600 * 4, 0, 1), reals(1600), ints(16 * 6, 0, 16), result<float>(1600 * 4),
                              scalar(.5f)};
         }},
        {"srad",
         srad,
         {512 * 256},
         {256},
         [] {
             return Arguments{reals(512 * 256, .1f, 1),
                              result<float>(512 * 256),
                              result<float>(512 * 256),
                              result<float>(512 * 256),
                              scalar(512),
                              scalar(256),
                              scalar(.05f)};
         }},
        {"breadth_first", breadth_first, {65536}, {256}, graph_data},
        {"tree_search", tree_search, {65536}, {256}, tree_data},
        {"stream_cluster",
         stream_cluster,
         {32768},
         {256},
         [] {
             return Arguments{reals(32768),         reals(32768, 0, 1),
                              reals(32768 * 16),    ints(32768, 0, 64),
                              reals(32768, 0, 20),  result<std::uint8_t>(32768),
                              result<float>(32768), scalar(32768),
                              scalar(16),           scalar(77)};
         }},
    };
}

}  // namespace

Family rodinia_kernels() {
    return joined({grids_and_eliminations(), points_and_networks(), blocks_graphs_and_clusters()});
}

}  // namespace bench
