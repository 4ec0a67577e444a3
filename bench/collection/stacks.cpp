// Kernels with private stacks and arrays: tree traversals, searches, and sorts within a work-item.
#include <algorithm>

#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* bvh = R"(
typedef struct { float low[3]; int left; float high[3]; int count; } Node;
kernel void run(global const Node* nodes, global const float4* spheres, global float* depths, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    float ox = 0, oy = 0, oz = -3;
    float dx = (x + .5f) / w - .5f, dy = (y + .5f) / h - .5f, dz = 1;
    float ix = 1 / dx, iy = 1 / dy, iz = 1 / dz, nearest = 1e30f;
    int stack[24], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        int at = stack[--top];
        float x1 = (nodes[at].low[0] - ox) * ix, x2 = (nodes[at].high[0] - ox) * ix;
        float y1 = (nodes[at].low[1] - oy) * iy, y2 = (nodes[at].high[1] - oy) * iy;
        float z1 = (nodes[at].low[2] - oz) * iz, z2 = (nodes[at].high[2] - oz) * iz;
        float enter = fmax(fmax(fmin(x1, x2), fmin(y1, y2)), fmin(z1, z2));
        float leave = fmin(fmin(fmax(x1, x2), fmax(y1, y2)), fmax(z1, z2));
        if (leave < 0 || enter > leave || enter > nearest) continue;
        if (nodes[at].count > 0) {
            for (int i = 0; i < nodes[at].count; ++i) {
                float4 s = spheres[nodes[at].left + i];
                float cx = s.x - ox, cy = s.y - oy, cz = s.z - oz;
                float b = cx * dx + cy * dy + cz * dz, dd = dx * dx + dy * dy + dz * dz;
                float disc = b * b - dd * (cx * cx + cy * cy + cz * cz - s.w * s.w);
                if (disc >= 0) {
                    float t = (b - sqrt(disc)) / dd;
                    if (t > 0 && t < nearest) nearest = t;
                }
            }
        } else {
            stack[top++] = nodes[at].left;
            stack[top++] = nodes[at].left + 1;
        }
    }
    depths[y * w + x] = nearest;
})";

constexpr const char* queens = R"(
kernel void run(global const uint* starts, global int* counts, int n) {
    int i = get_global_id(0);
    uint start = starts[i];
    uint all = (1u << n) - 1, columns[16], left[16], right[16], open[16];
    uint a = 1u << start % n, b = 1u << start / n % n;
    int solutions = 0;
    if (!(a & b) && !((a << 1) & b) && !((a >> 1) & b)) {
        int depth = 2;
        columns[2] = a | b;
        left[2] = ((a << 1) | b) << 1;
        right[2] = ((a >> 1) | b) >> 1;
        open[2] = all & ~(columns[2] | left[2] | right[2]);
        while (depth >= 2) {
            uint choice = open[depth] & -open[depth];
            if (!choice) { --depth; continue; }
            open[depth] ^= choice;
            if (depth == n - 1) { ++solutions; continue; }
            columns[depth + 1] = columns[depth] | choice;
            left[depth + 1] = (left[depth] | choice) << 1;
            right[depth + 1] = (right[depth] | choice) >> 1;
            ++depth;
            open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
        }
    }
    counts[i] = solutions;
})";

constexpr const char* quicksort = R"(
kernel void run(global int* data, int n) {
    global int* own = data + get_global_id(0) * n;
    int begins[32], ends[32], top = 1;
    begins[0] = 0;
    ends[0] = n - 1;
    while (top > 0) {
        --top;
        int low = begins[top], high = ends[top];
        if (low >= high) continue;
        int pivot = own[(low + high) / 2], i = low, j = high;
        while (i <= j) {
            while (own[i] < pivot) ++i;
            while (own[j] > pivot) --j;
            if (i <= j) {
                int t = own[i];
                own[i++] = own[j];
                own[j--] = t;
            }
        }
        begins[top] = low; ends[top++] = j;
        begins[top] = i; ends[top++] = high;
    }
})";

constexpr const char* octree = R"(
kernel void run(global const int* children, global const float4* masses, global const float4* bodies, global float4* forces,
                float open) {
    int i = get_global_id(0);
    float4 own = bodies[i];
    float ax = 0, ay = 0, az = 0;
    int stack[64], top = 0;
    float sizes[64];
    stack[0] = 0; sizes[0] = 2; top = 1;
    while (top > 0) {
        int node = stack[--top];
        float size = sizes[top];
        float4 m = masses[node];
        float dx = m.x - own.x, dy = m.y - own.y, dz = m.z - own.z, d2 = dx * dx + dy * dy + dz * dz + .001f;
        int first = children[node];
        if (first == 0 || size * size < open * d2) {
            float f = m.w * rsqrt(d2) / d2;
            ax += f * dx; ay += f * dy; az += f * dz;
        } else
            for (int k = 0; k < 8; ++k) { stack[top] = first + k; sizes[top++] = size * .5f; }
    }
    forces[i] = (float4)(ax, ay, az, 0);
})";

constexpr const char* median_3x3 = R"(
kernel void run(global const float* a, global float* b, int w) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
    float v[9];
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) v[j * 3 + i] = a[(y + j - 1) * w + x + i - 1];
    for (int i = 0; i < 5; ++i)
        for (int j = i + 1; j < 9; ++j)
            if (v[j] < v[i]) { float t = v[i]; v[i] = v[j]; v[j] = t; }
    b[y * w + x] = v[4];
})";

constexpr const char* bubble_8 = R"(
kernel void run(global uint* data) {
    int i = get_global_id(0);
    uint v[8];
    for (int k = 0; k < 8; ++k) v[k] = data[i * 8 + k];
    for (int k = 7; k > 0; --k)
        for (int j = 0; j < k; ++j)
            if (v[j] > v[j + 1]) { uint t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
    for (int k = 0; k < 8; ++k) data[i * 8 + k] = v[k];
})";

constexpr const char* insertion_sort = R"(
kernel void run(global const uint* data, global uint* sorted, int count) {
    int i = get_global_id(0);
    uint v[32];
    for (int k = 0; k < 32; ++k) {
        uint value = data[k * count + i];
        int j = k;
        while (j > 0 && v[j - 1] > value) { v[j] = v[j - 1]; --j; }
        v[j] = value;
    }
    for (int k = 0; k < 32; ++k) sorted[k * count + i] = v[k];
})";

constexpr const char* heap_sort = R"(
kernel void run(global float* data, int n) {
    global float* a = data + get_global_id(0) * n;
    for (int start = n / 2 - 1, end = n; end > 1;) {
        int root = start;
        float value;
        if (start >= 0) { value = a[root]; --start; }
        else { --end; value = a[end]; a[end] = a[0]; root = 0; }
        for (;;) {
            int child = 2 * root + 1;
            if (child >= end) break;
            if (child + 1 < end && a[child + 1] > a[child]) ++child;
            if (a[child] <= value) break;
            a[root] = a[child];
            root = child;
        }
        a[root] = value;
    }
})";

constexpr const char* sudoku_masks = R"(
kernel void run(global const uchar* boards, global int* open) {
    int i = get_global_id(0);
    ushort rows[9], columns[9], boxes[9];
    for (int k = 0; k < 9; ++k) rows[k] = columns[k] = boxes[k] = 0;
    for (int k = 0; k < 81; ++k) {
        int digit = boards[i * 81 + k];
        if (digit) {
            ushort bit = 1 << digit;
            rows[k / 9] |= bit; columns[k % 9] |= bit; boxes[k / 27 * 3 + k % 9 / 3] |= bit;
        }
    }
    int count = 0;
    for (int k = 0; k < 81; ++k)
        if (!boards[i * 81 + k]) count += 9 - popcount((uint)(rows[k / 9] | columns[k % 9] | boxes[k / 27 * 3 + k % 9 / 3]));
    open[i] = count;
})";

constexpr const char* kd_tree = R"(
kernel void run(global const float4* nodes, global const float4* wanted, global int* nearest, int count) {
    int i = get_global_id(0);
    float4 q = wanted[i];
    int stack[20], top = 0, best = -1;
    float least = 1e30f;
    stack[top++] = 0;
    while (top) {
        int at = stack[--top];
        if (at >= count) continue;
        int depth = 31 - clz(at + 1);
        float4 p = nodes[at];
        float d2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z);
        if (d2 < least) { least = d2; best = at; }
        float d = depth % 3 == 0 ? q.x - p.x : depth % 3 == 1 ? q.y - p.y : q.z - p.z;
        int near = 2 * at + (d < 0 ? 1 : 2), far = 2 * at + (d < 0 ? 2 : 1);
        if (d * d < least) stack[top++] = far;
        stack[top++] = near;
    }
    nearest[i] = best;
})";

/// Returns a bounding-volume hierarchy over spheres along a line in space. The hierarchy is a binary tree with eight
/// levels below the root and 4 spheres in each leaf.
Arguments bvh_data() {
    constexpr int levels = 8, leaves = 1 << levels;
    Dice dice(21);
    std::vector<float> spheres;
    for (int i = 0; i < leaves * 4; ++i) {
        spheres.push_back(-1 + 2 * (static_cast<float>(i) + .5f) / (leaves * 4));
        spheres.push_back(dice.real(-1, 1));
        spheres.push_back(dice.real(0, 2));
        spheres.push_back(.02f);
    }
    struct Node {
        float low[3];
        int left;
        float high[3];
        int count;
    };
    std::vector<Node> nodes(2 * leaves);
    const auto fill = [&](auto&& self, std::size_t at, std::size_t& next, int begin, int end) -> void {
        Node& node = nodes[at];
        node = {{9, 9, 9}, 0, {-9, -9, -9}, 0};
        for (int i = begin * 4; i < end * 4; ++i)
            for (int k = 0; k < 3; ++k) {
                const float c = spheres[static_cast<std::size_t>(i * 4 + k)];
                node.low[k] = std::min(node.low[k], c - .02f);
                node.high[k] = std::max(node.high[k], c + .02f);
            }
        if (end - begin == 1) {
            node.left = begin * 4;
            node.count = 4;
            return;
        }
        const std::size_t left = next;
        next += 2;
        node.left = static_cast<int>(left);
        self(self, left, next, begin, (begin + end) / 2);
        self(self, left + 1, next, (begin + end) / 2, end);
    };
    std::size_t next = 1;
    fill(fill, 0, next, 0, leaves);
    return {array(std::vector<std::byte>(reinterpret_cast<std::byte*>(nodes.data()),
                                         reinterpret_cast<std::byte*>(nodes.data() + nodes.size()))),
            array(spheres), result<float>(128 * 96), scalar(128), scalar(96)};
}

Arguments octree_data() {
    std::vector<int> children(585);
    for (int i = 0; i < 73; ++i) children[static_cast<std::size_t>(i)] = 1 + 8 * i;
    return {array(children), reals(585 * 4), reals(2048 * 4), result<float>(2048 * 4), scalar(.7f)};
}

}  // namespace

Family stack_kernels() {
    return {
        {"bvh", bvh, {128, 96}, {}, bvh_data},
        {"bvh_8x8", bvh, {128, 96}, {8, 8}, bvh_data},
        {"queens",
         queens,
         {64},
         {16},
         [] {
             return Arguments{each(64, [](std::size_t i) { return static_cast<std::uint32_t>(i); }), result<int>(64),
                              scalar(8)};
         }},
        {"quicksort", quicksort, {512}, {64}, [] { return Arguments{changed(ints(512 * 64, 0, 100000)), scalar(64)}; }},
        {"octree", octree, {2048}, {64}, octree_data},
        {"median_3x3",
         median_3x3,
         {384, 254},
         {},
         [] { return Arguments{reals(386 * 256), result<float>(386 * 256), scalar(386)}; }},
        {"bubble_8", bubble_8, {16384}, {64}, [] { return Arguments{changed(words(16384 * 8))}; }},
        {"insertion_sort",
         insertion_sort,
         {4096},
         {64},
         [] { return Arguments{words(4096 * 32), result<std::uint32_t>(4096 * 32), scalar(4096)}; }},
        {"heap_sort", heap_sort, {512}, {64}, [] { return Arguments{changed(reals(512 * 64)), scalar(64)}; }},
        {"sudoku_masks", sudoku_masks, {4096}, {64}, [] { return Arguments{bytes(4096 * 81, 10), result<int>(4096)}; }},
        {"kd_tree",
         kd_tree,
         {2048},
         {64},
         [] { return Arguments{reals(1023 * 4), reals(2048 * 4), result<int>(2048), scalar(1023)}; }},
    };
}

}  // namespace bench
