// Kernels of LuxCore and Radeon Rays: intersections of rays with trees of triangles, whose nodes have two or four
// children.
#include <algorithm>
#include <array>
#include <cmath>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

// Each node has a box and the index of the node after its subtree, so the traversal needs no stack.
constexpr const char* skip_links = R"(
typedef struct { float4 low, high; } Box;
typedef struct { float4 origin, direction; } Ray;
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const Box* nodes, global const float4* vertices, global const int4* triangles, global const Ray* rays,
         int count, global int4* hits) {
    int i = get_global_id(0);
    if (i >= count) return;
    float3 o = rays[i].origin.xyz, d = rays[i].direction.xyz, inverse = native_recip(d), move = -o * inverse;
    float far = rays[i].origin.w, hit_u = 0, hit_v = 0;
    int at = 0, hit = -1;
    while (at >= 0) {
        Box node = nodes[at];
        float3 t0 = fma(node.low.xyz, inverse, move), t1 = fma(node.high.xyz, inverse, move);
        float3 last = fmax(t0, t1), start = fmin(t0, t1);
        float leave = fmin(fmin(last.x, last.y), fmin(last.z, far));
        float enter = fmax(fmax(start.x, start.y), fmax(start.z, 0.f));
        if (enter <= leave) {
            int first = as_int(node.low.w);
            if (first < 0) { ++at; continue; }
            for (int k = first >> 4; k < (first >> 4) + (first & 15); ++k) {
                int4 face = triangles[k];
                float3 v0 = vertices[face.x].xyz, e1 = vertices[face.y].xyz - v0, e2 = vertices[face.z].xyz - v0;
                float3 p = cross(d, e2), w = o - v0, q = cross(w, e1);
                float scale = 1 / dot(p, e1), u = dot(w, p) * scale, v = dot(d, q) * scale, t = dot(e2, q) * scale;
                if (u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t < far) { far = t; hit = k; hit_u = u; hit_v = v; }
            }
        }
        at = as_int(node.high.w);
    }
    hits[i] = (int4)(hit, as_int(hit_u), as_int(hit_v), as_int(far));
})";

// Tests a ray against the four children of a node together. Each work-item keeps a stack of nodes in private memory.
constexpr const char* four_children = R"(
typedef struct { float4 boxes[6]; int4 children; } Node;
typedef struct { float4 origin, direction; } Ray;
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const Node* nodes, global const float4* vertices, global const int4* triangles, global const Ray* rays,
         int count, global int4* hits) {
    int i = get_global_id(0);
    if (i >= count) return;
    float4 o = rays[i].origin, d = rays[i].direction;
    float3 inverse = 1 / d.xyz;
    int signs[3] = {inverse.x < 0, inverse.y < 0, inverse.z < 0}, stack[24], top = 0, hit = -1;
    float far = o.w, hit_u = 0, hit_v = 0;
    stack[0] = 0;
    while (top >= 0) {
        int at = stack[top--];
        if (at >= 0) {
            global const Node* node = nodes + at;
            float4 enter = 0, leave = far;
            enter = max(enter, (node->boxes[signs[0] * 3] - o.x) * inverse.x);
            leave = min(leave, (node->boxes[3 - signs[0] * 3] - o.x) * inverse.x);
            enter = max(enter, (node->boxes[signs[1] * 3 + 1] - o.y) * inverse.y);
            leave = min(leave, (node->boxes[4 - signs[1] * 3] - o.y) * inverse.y);
            enter = max(enter, (node->boxes[signs[2] * 3 + 2] - o.z) * inverse.z);
            leave = min(leave, (node->boxes[5 - signs[2] * 3] - o.z) * inverse.z);
            int4 visit = leave >= enter, child = node->children;
            if (visit.w && child.w != 0x7fffffff) stack[++top] = child.w;
            if (visit.z && child.z != 0x7fffffff) stack[++top] = child.z;
            if (visit.y && child.y != 0x7fffffff) stack[++top] = child.y;
            if (visit.x && child.x != 0x7fffffff) stack[++top] = child.x;
        } else {
            int first = ~at >> 4, many = ~at & 15;
            for (int k = first; k < first + many; ++k) {
                int4 face = triangles[k];
                float3 v0 = vertices[face.x].xyz, e1 = vertices[face.y].xyz - v0, e2 = vertices[face.z].xyz - v0;
                float3 s1 = cross(d.xyz, e2);
                float divisor = dot(s1, e1);
                if (divisor == 0) continue;
                float scale = 1 / divisor;
                float3 w = o.xyz - v0, s2 = cross(w, e1);
                float u = dot(w, s1) * scale;
                if (u < 0) continue;
                float v = dot(d.xyz, s2) * scale, t = dot(e2, s2) * scale;
                if (v >= 0 && u + v <= 1 && t >= 1e-4f && t < far) { far = t; hit = k; hit_u = u; hit_v = v; }
            }
        }
    }
    hits[i] = (int4)(hit, as_int(hit_u), as_int(hit_v), as_int(far));
})";

constexpr const char* occlusion_local_stack = R"(
typedef struct { float4 low, high; } Box;
typedef struct { float4 origin, direction; } Ray;
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const Box* nodes, global const int2* children, global const float4* vertices,
         global const int4* triangles, global const Ray* rays, int count, global int* blocked) {
    local int stacks[32 * 64];
    int i = get_global_id(0), t = get_local_id(0), at = 0, depth = 0, found = -1;
    if (i >= count) return;
    float3 o = rays[i].origin.xyz, d = rays[i].direction.xyz, inverse = 1 / d;
    float far = rays[i].origin.w;
    while (at >= 0) {
        int2 child = children[at];
        if (child.x < 0) {
            for (int k = ~child.x; k < ~child.x + child.y && found < 0; ++k) {
                int4 face = triangles[k];
                float3 v0 = vertices[face.x].xyz, e1 = vertices[face.y].xyz - v0, e2 = vertices[face.z].xyz - v0;
                float3 p = cross(d, e2), w = o - v0, q = cross(w, e1);
                float scale = 1 / dot(p, e1), u = dot(w, p) * scale, v = dot(d, q) * scale, z = dot(e2, q) * scale;
                if (u >= 0 && v >= 0 && u + v <= 1 && z > 0 && z < far) found = 1;
            }
            if (found > 0) break;
        } else {
            float starts[2];
            bool through[2];
            for (int side = 0; side < 2; ++side) {
                Box box = nodes[side ? child.y : child.x];
                float3 a = (box.low.xyz - o) * inverse, b = (box.high.xyz - o) * inverse, l = fmin(a, b),
                    h = fmax(a, b);
                starts[side] = fmax(fmax(l.x, l.y), fmax(l.z, 0.f));
                through[side] = starts[side] <= fmin(fmin(h.x, h.y), fmin(h.z, far));
            }
            if (through[0] && through[1]) {
                bool second = starts[1] < starts[0];
                if (depth < 32) stacks[depth++ * 64 + t] = second ? child.x : child.y;
                at = second ? child.y : child.x;
                continue;
            }
            if (through[0] || through[1]) { at = through[0] ? child.x : child.y; continue; }
        }
        at = depth > 0 ? stacks[--depth * 64 + t] : -1;
    }
    blocked[i] = found;
})";

struct Span {
    float low[3], high[3];
};

struct Scene {
    std::vector<std::array<float, 3>> vertices;
    std::vector<std::array<int, 3>> triangles;
};

/// Returns a scene: hills, which consist of 4608 triangles, and 40 columns on the hills.
Scene hills() {
    Dice dice(317);
    Scene scene;
    const auto quad = [&](int a, int b, int c, int d) {
        scene.triangles.push_back({a, b, c});
        scene.triangles.push_back({b, d, c});
    };
    for (int y = 0; y < 49; ++y)
        for (int x = 0; x < 49; ++x) {
            const auto u = static_cast<float>(x), v = static_cast<float>(y);
            scene.vertices.push_back({u, 2 * std::sin(u * .3f) * std::cos(v * .21f) + dice.real(0, .3f), v});
            if (x < 48 && y < 48) quad(y * 49 + x, y * 49 + x + 1, y * 49 + x + 49, y * 49 + x + 50);
        }
    for (int column = 0; column < 40; ++column) {
        const int first = static_cast<int>(scene.vertices.size());
        const float x = dice.real(2, 46), z = dice.real(2, 46), r = dice.real(.2f, .6f), high = dice.real(3, 7);
        for (int k = 0; k < 24; ++k) {
            const float a = 6.2831853f * static_cast<float>(k / 2) / 12;
            scene.vertices.push_back({x + r * std::cos(a), k % 2 ? high : -2, z + r * std::sin(a)});
        }
        for (int k = 0; k < 12; ++k) {
            const int a = 2 * k, b = (2 * k + 2) % 24;
            quad(first + a, first + b, first + a + 1, first + b + 1);
        }
    }
    return scene;
}

Span span_of(const Scene& scene, std::size_t first, std::size_t last) {
    Span span{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
    for (std::size_t t = first; t < last; ++t)
        for (const int corner : scene.triangles[t])
            for (std::size_t k = 0; k < 3; ++k) {
                const float at = scene.vertices[static_cast<std::size_t>(corner)][k];
                span.low[k] = std::min(span.low[k], at);
                span.high[k] = std::max(span.high[k], at);
            }
    return span;
}

/// Sorts the triangles along the longest side of their box, and returns the index at which the second half of the
/// triangles begins.
std::size_t divide(Scene& scene, std::size_t first, std::size_t last) {
    const Span span = span_of(scene, first, last);
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (span.high[k] - span.low[k] > span.high[axis] - span.low[axis]) axis = k;
    const auto place = [&](const std::array<int, 3>& t) {
        float sum = 0;
        for (const int corner : t) sum += scene.vertices[static_cast<std::size_t>(corner)][axis];
        return sum;
    };
    const auto begin = scene.triangles.begin();
    std::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
              [&](const auto& a, const auto& b) { return place(a) == place(b) ? a < b : place(a) < place(b); });
    return (first + last) / 2;
}

float as_float(int bits) {
    float value = 0;
    std::memcpy(&value, &bits, 4);
    return value;
}

void add_box(std::vector<float>& boxes, const Span& span, int low_w, int high_w) {
    boxes.insert(boxes.end(), {span.low[0], span.low[1], span.low[2], as_float(low_w), span.high[0], span.high[1],
                               span.high[2], as_float(high_w)});
}

constexpr std::size_t leaf_size = 4;

void add_skips(Scene& scene, std::vector<float>& boxes, std::size_t first, std::size_t last) {
    const std::size_t own = boxes.size() / 8;
    const bool leaf = last - first <= leaf_size;
    add_box(boxes, span_of(scene, first, last), leaf ? static_cast<int>(first << 4 | (last - first)) : -1, 0);
    if (!leaf) {
        const std::size_t middle = divide(scene, first, last);
        add_skips(scene, boxes, first, middle);
        add_skips(scene, boxes, middle, last);
    }
    boxes[own * 8 + 7] = as_float(static_cast<int>(boxes.size() / 8));
}

int add_four(Scene& scene, std::vector<float>& nodes, std::size_t first, std::size_t last) {
    if (last - first <= leaf_size) return ~static_cast<int>(first << 4 | (last - first));
    const std::size_t own = nodes.size() / 28;
    nodes.resize(nodes.size() + 28);
    const std::size_t half = divide(scene, first, last);
    const std::size_t ends[5] = {first, divide(scene, first, half), half, divide(scene, half, last), last};
    for (std::size_t c = 0; c < 4; ++c) {
        const Span span = span_of(scene, ends[c], ends[c + 1]);
        for (std::size_t k = 0; k < 3; ++k) {
            nodes[own * 28 + k * 4 + c] = span.low[k];
            nodes[own * 28 + 12 + k * 4 + c] = span.high[k];
        }
        const int child = add_four(scene, nodes, ends[c], ends[c + 1]);
        nodes[own * 28 + 24 + c] = as_float(child);
    }
    return static_cast<int>(own);
}

int add_two(Scene& scene, std::vector<float>& boxes, std::vector<int>& children, std::size_t first, std::size_t last) {
    const std::size_t own = boxes.size() / 8;
    add_box(boxes, span_of(scene, first, last), 0, 0);
    children.resize(children.size() + 2);
    if (last - first <= leaf_size) {
        children[own * 2] = ~static_cast<int>(first);
        children[own * 2 + 1] = static_cast<int>(last - first);
    } else {
        const std::size_t middle = divide(scene, first, last);
        const int left = add_two(scene, boxes, children, first, middle);
        const int right = add_two(scene, boxes, children, middle, last);
        children[own * 2] = left;
        children[own * 2 + 1] = right;
    }
    return static_cast<int>(own);
}

void add_triangles(Arguments& made, const Scene& scene) {
    std::vector<float> vertices;
    std::vector<int> triangles;
    for (const auto& v : scene.vertices) vertices.insert(vertices.end(), {v[0], v[1], v[2], 0});
    for (const auto& t : scene.triangles) triangles.insert(triangles.end(), {t[0], t[1], t[2], 0});
    made.push_back(array(vertices));
    made.push_back(array(triangles));
}

constexpr int ray_count = 128 * 96;

/// Returns the rays of a camera above the hills, or rays in all directions from places on the hills.
BufferData rays(bool from_camera) {
    Dice dice(331);
    std::vector<float> made;
    for (int i = 0; i < ray_count; ++i) {
        const auto x = static_cast<float>(i % 128) / 128 - .5f, y = static_cast<float>(i / 128) / 96 - .5f;
        if (from_camera) {
            made.insert(made.end(), {24, 8, -6, 1e4f, x * 1.2f, -.3f - y, 1, 0});
        } else {
            const float u = (x + .5f) * 47, v = (y + .5f) * 47;
            made.insert(made.end(), {u, 2 * std::sin(u * .3f) * std::cos(v * .21f) + .4f, v, 30});
            made.insert(made.end(), {dice.real(-1, 1), dice.real(.02f, 1), dice.real(-1, 1), 0});
        }
    }
    return array(made);
}

Arguments skip_arguments() {
    Scene scene = hills();
    std::vector<float> boxes;
    add_skips(scene, boxes, 0, scene.triangles.size());
    const int none = -1, count = static_cast<int>(boxes.size() / 8);
    for (std::size_t k = 7; k < boxes.size(); k += 8)
        if (std::memcmp(&boxes[k], &count, 4) == 0) std::memcpy(&boxes[k], &none, 4);
    Arguments made{array(boxes)};
    add_triangles(made, scene);
    made.insert(made.end(), {rays(true), scalar(static_cast<int>(ray_count)), result<int>(ray_count * 4)});
    return made;
}

Arguments four_arguments(bool from_camera) {
    Scene scene = hills();
    std::vector<float> nodes;
    add_four(scene, nodes, 0, scene.triangles.size());
    Arguments made{array(nodes)};
    add_triangles(made, scene);
    made.insert(made.end(), {rays(from_camera), scalar(static_cast<int>(ray_count)), result<int>(ray_count * 4)});
    return made;
}

Arguments occlusion_arguments() {
    Scene scene = hills();
    std::vector<float> boxes;
    std::vector<int> children;
    add_two(scene, boxes, children, 0, scene.triangles.size());
    Arguments made{array(boxes), array(children)};
    add_triangles(made, scene);
    made.insert(made.end(), {rays(false), scalar(static_cast<int>(ray_count)), result<int>(ray_count)});
    return made;
}

}  // namespace

Family luxcore_kernels() {
    return {
        {"luxcore_skip_links", skip_links, {ray_count}, {64}, skip_arguments},
        {"luxcore_four_children", four_children, {ray_count}, {64}, [] { return four_arguments(true); }},
        {"luxcore_four_children_bounced", four_children, {ray_count}, {64}, [] { return four_arguments(false); }},
        {"luxcore_occlusion_local_stack", occlusion_local_stack, {ray_count}, {64}, occlusion_arguments},
    };
}

}  // namespace bench
