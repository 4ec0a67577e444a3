// Kernels of Bullet's OpenCL simulation of rigid bodies: a quantized tree of triangles, separating axes, reduction and
// batches of contacts, time steps, and bounding boxes.
#include <cmath>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* tree_pairs = R"(
typedef struct { ushort low[3], high[3]; int escape_or_triangle; } Node;
kernel void run(global const float4* boxes, global const Node* nodes, float4 base, float4 scale, global int4* pairs,
                volatile global int* total, global int* found, int many, int node_count, int most) {
    int i = get_global_id(0);
    if (i >= many) return;
    float4 low = boxes[2 * i], high = boxes[2 * i + 1];
    if (low.y > 1e6f) return;
    ushort l[3], h[3];
    l[0] = (ushort)clamp((low.x - base.x) * scale.x, 0.f, 65533.f) & 0xfffe;
    l[1] = (ushort)clamp((low.y - base.y) * scale.y, 0.f, 65533.f) & 0xfffe;
    l[2] = (ushort)clamp((low.z - base.z) * scale.z, 0.f, 65533.f) & 0xfffe;
    h[0] = (ushort)clamp((high.x - base.x) * scale.x + 1, 0.f, 65534.f) | 1;
    h[1] = (ushort)clamp((high.y - base.y) * scale.y + 1, 0.f, 65534.f) | 1;
    h[2] = (ushort)clamp((high.z - base.z) * scale.z + 1, 0.f, 65534.f) | 1;
    int at = 0, count = 0;
    while (at < node_count) {
        Node node = nodes[at];
        int overlap = l[0] <= node.high[0] && h[0] >= node.low[0] && l[1] <= node.high[1] && h[1] >= node.low[1]
                   && l[2] <= node.high[2] && h[2] >= node.low[2];
        int leaf = node.escape_or_triangle >= 0;
        if (leaf && overlap) {
            if (count < most) pairs[i * most + count] = (int4)(i, node.escape_or_triangle >> 21,
                                                              node.escape_or_triangle & 0x1fffff, -1);
            ++count;
            atomic_inc(total);
        }
        at += leaf || overlap ? 1 : -node.escape_or_triangle;
    }
    found[i] = count;
})";

constexpr const char* separating_axes = R"(
typedef struct { float4 position, orientation; int shape; float inverse_mass, pad0, pad1; } Body;
typedef struct {
    int first_face, face_count, first_corner, corner_count, first_edge, edge_count, pad0, pad1;
    float4 centre;
} Hull;
float3 turn(float4 q, float3 v) { return v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
float3 turn_back(float4 q, float3 v) { return turn((float4)(-q.xyz, q.w), v); }
void project(global const Hull* hull, float4 at, float4 q, float3 axis, global const float4* corners, float* low,
             float* high) {
    float3 inner = turn_back(q, axis);
    float offset = dot(at.xyz, axis), l = 1e30f, h = -1e30f;
    for (int k = 0; k < hull->corner_count; ++k) {
        float d = dot(corners[hull->first_corner + k].xyz, inner);
        l = fmin(l, d);
        h = fmax(h, d);
    }
    *low = fmin(l, h) + offset;
    *high = fmax(l, h) + offset;
}
bool overlap(global const Hull* a, global const Hull* b, Body p, Body q, float3 axis, global const float4* corners,
             float* depth) {
    float l0, h0, l1, h1;
    project(a, p.position, p.orientation, axis, corners, &l0, &h0);
    project(b, q.position, q.orientation, axis, corners, &l1, &h1);
    if (h0 < l1 || h1 < l0) return false;
    *depth = fmin(h0 - l1, h1 - l0);
    return true;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const int4* pairs, global const Body* bodies, global const Hull* hulls, global const float4* corners,
         global const float4* faces, global const float4* edges, global float4* axes, global int* touching, int count) {
    int i = get_global_id(0);
    if (i >= count) return;
    touching[i] = 0;
    Body p = bodies[pairs[i].x], q = bodies[pairs[i].y];
    global const Hull* a = hulls + p.shape;
    global const Hull* b = hulls + q.shape;
    float3 delta = p.position.xyz - q.position.xyz, best = 0;
    float least = 1e30f, depth;
    for (int side = 0; side < 2; ++side) {
        global const Hull* hull = side ? b : a;
        float4 orientation = side ? q.orientation : p.orientation;
        for (int k = 0; k < hull->face_count; ++k) {
            float3 normal = turn(orientation, faces[hull->first_face + k].xyz);
            if (dot(delta, normal) < 0) normal = -normal;
            if (!overlap(a, b, p, q, normal, corners, &depth)) return;
            if (depth < least) { least = depth; best = normal; }
        }
    }
    for (int k = 0; k < a->edge_count; ++k) {
        float3 u = turn(p.orientation, edges[a->first_edge + k].xyz);
        for (int m = 0; m < b->edge_count; ++m) {
            float3 v = turn(q.orientation, edges[b->first_edge + m].xyz), normal = cross(u, v);
            if (fabs(normal.x) > 1e-6f || fabs(normal.y) > 1e-6f || fabs(normal.z) > 1e-6f) {
                normal = normalize(normal);
                if (dot(delta, normal) < 0) normal = -normal;
                if (!overlap(a, b, p, q, normal, corners, &depth)) return;
                if (depth < least) { least = depth; best = normal; }
            }
        }
    }
    axes[i] = (float4)(best, least);
    touching[i] = 1;
})";

constexpr const char* reduce_contacts = R"(
kernel void run(global const float4* points, global const int* starts, global const float4* normals, global int4* kept,
                int count) {
    int i = get_global_id(0);
    if (i >= count) return;
    int first = starts[i], many = starts[i + 1] - first;
    int4 chosen = (int4)(0, 1, 2, 3);
    if (many > 4) {
        float3 centre = 0;
        int deepest = 0;
        float depth = 1e30f;
        for (int k = 0; k < many; ++k) {
            float4 p = points[first + k];
            if (p.w < depth) { depth = p.w; deepest = k; }
            centre += p.xyz;
        }
        centre /= many;
        float3 n = normals[i].xyz, u = cross(n, points[first].xyz - centre), v = cross(n, u);
        u = normalize(u);
        v = normalize(v);
        float best[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
        int at[4] = {0, 0, 0, 0};
        for (int k = 0; k < many; ++k) {
            float3 r = points[first + k].xyz - centre;
            float reach[4] = {dot(u, r), -dot(u, r), dot(v, r), -dot(v, r)};
            for (int s = 0; s < 4; ++s)
                if (reach[s] > best[s]) { best[s] = reach[s]; at[s] = k; }
        }
        chosen = (int4)(at[0], at[1], at[2], at[3]);
        if (at[0] != deepest && at[1] != deepest && at[2] != deepest && at[3] != deepest) chosen.x = deepest;
    }
    kept[i] = min(chosen, many - 1);
})";

constexpr const char* solve_batches = R"(
typedef struct { float4 linear; float4 points[4]; float rhs[4], inverse[4], sums[4]; int a, b, batch, pad; } Contact;
typedef struct { float4 position, linear, angular; float inverse_mass, pad0, pad1, pad2; } Body;
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global Body* bodies, global const float4* inertias, global Contact* contacts, global const int* counts,
         global const int* offsets, int batches) {
    local int next, end;
    int t = get_local_id(0), first = offsets[get_group_id(0)], many = counts[get_group_id(0)];
    for (int batch = 0; batch < batches; ++batch) {
        if (t == 0) {
            next = first;
            while (next < first + many && contacts[next].batch < batch) ++next;
            end = next;
            while (end < first + many && contacts[end].batch == batch) ++end;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int c = next + t; c < end; c += 64) {
            int a = contacts[c].a, b = contacts[c].b;
            Body p = bodies[a], q = bodies[b];
            float3 n = contacts[c].linear.xyz;
            for (int k = 0; k < 4; ++k) {
                if (contacts[c].inverse[k] == 0) continue;
                float3 r0 = contacts[c].points[k].xyz - p.position.xyz, r1 = contacts[c].points[k].xyz - q.position.xyz;
                float3 turn0 = -cross(n, r0), turn1 = cross(n, r1);
                float speed = dot(n, p.linear.xyz - q.linear.xyz);
                speed += dot(turn0, p.angular.xyz) + dot(turn1, q.angular.xyz);
                float change = (speed + contacts[c].rhs[k]) * contacts[c].inverse[k], before = contacts[c].sums[k];
                float after = clamp(before + change, 0.f, 1e30f);
                contacts[c].sums[k] = after;
                change = after - before;
                p.linear.xyz += n * (p.inverse_mass * change);
                q.linear.xyz -= n * (q.inverse_mass * change);
                p.angular.xyz += inertias[a].xyz * turn0 * change;
                q.angular.xyz += inertias[b].xyz * turn1 * change;
            }
            if (p.inverse_mass > 0) { bodies[a].linear = p.linear; bodies[a].angular = p.angular; }
            if (q.inverse_mass > 0) { bodies[b].linear = q.linear; bodies[b].angular = q.angular; }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
})";

constexpr const char* integrate = R"(
typedef struct { float4 position, orientation, linear, angular; int shape; float inverse_mass, friction, pad; } Body;
kernel void run(global Body* bodies, int many, float dt, float damping, float4 gravity) {
    int i = get_global_id(0);
    if (i >= many || bodies[i].inverse_mass == 0) return;
    float4 angular = bodies[i].angular;
    if (damping > 0) angular *= damping;
    float rate = sqrt(dot(angular.xyz, angular.xyz)), scale;
    if (rate > M_PI_4_F / dt) rate = M_PI_4_F / dt;
    if (rate < .001f) scale = .5f * dt - dt * dt * dt * .020833333f * rate * rate;
    else scale = sin(.5f * rate * dt) / rate;
    float4 d = (float4)(angular.xyz * scale, cos(rate * dt * .5f)), q = bodies[i].orientation;
    float4 r = (float4)(cross(d.xyz, q.xyz) + d.w * q.xyz + q.w * d.xyz, d.w * q.w - dot(d.xyz, q.xyz));
    bodies[i].orientation = r * rsqrt(dot(r, r));
    bodies[i].position += bodies[i].linear * dt;
    bodies[i].linear += gravity * dt;
    bodies[i].angular = angular;
})";

constexpr const char* world_boxes = R"(
typedef struct { float4 position, orientation, linear, angular; int shape; float inverse_mass, friction, pad; } Body;
typedef struct { float4 low, high; } Box;
kernel void run(int many, global const Body* bodies, global const int* kinds, global const Box* shapes,
                global Box* boxes) {
    int i = get_global_id(0);
    if (i >= many) return;
    float4 at = bodies[i].position, q = bodies[i].orientation;
    int shape = bodies[i].shape;
    if (shape < 0) return;
    float margin = kinds[shape] == 7 ? 0.f : .02f;
    if (kinds[shape] == 7) {
        float r = shapes[shape].high.x;
        boxes[i].low = (float4)(at.xyz - r, as_float(i));
        boxes[i].high = (float4)(at.xyz + r, as_float(bodies[i].inverse_mass == 0 ? 0 : 1));
    } else {
        float4 half_size = .5f * (shapes[shape].high - shapes[shape].low) + margin;
        float4 centre = .5f * (shapes[shape].high + shapes[shape].low);
        float3 x = (float3)(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y));
        float3 y = (float3)(2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x));
        float3 z = (float3)(2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y));
        float3 c = (float3)(dot(x, centre.xyz), dot(y, centre.xyz), dot(z, centre.xyz)) + at.xyz;
        float3 h = half_size.xyz, e = (float3)(dot(fabs(x), h), dot(fabs(y), h), dot(fabs(z), h));
        boxes[i].low = (float4)(c - e, as_float(i));
        boxes[i].high = (float4)(c + e, as_float(bodies[i].inverse_mass == 0 ? 0 : 1));
    }
})";

struct Node {
    std::uint16_t low[3], high[3];
    int escape_or_triangle;
};

/// Adds the quadtree of a square terrain. Each leaf stands for a cell of two triangles.
void add_terrain(std::vector<Node>& nodes, int x, int y, int size, Dice& dice) {
    const std::size_t own = nodes.size();
    const auto at = [](int v) { return static_cast<std::uint16_t>(v * 1000); };
    nodes.push_back({{at(x), 20000, at(y)}, {at(x + size), 30000, at(y + size)}, 0});
    if (size == 1) {
        const int height = 20000 + static_cast<int>(dice.below(6000));
        nodes[own].low[1] = static_cast<std::uint16_t>(height);
        nodes[own].high[1] = static_cast<std::uint16_t>(height + 3000);
        nodes[own].escape_or_triangle = y * 64 + x;
        return;
    }
    for (int k = 0; k < 4; ++k) add_terrain(nodes, x + k % 2 * size / 2, y + k / 2 * size / 2, size / 2, dice);
    nodes[own].escape_or_triangle = -static_cast<int>(nodes.size() - own);
}

Scalar vector4(float x, float y, float z, float w) {
    const float values[4] = {x, y, z, w};
    Scalar made{{}, 16};
    std::memcpy(made.bytes.data(), values, 16);
    return made;
}

Arguments tree_arguments() {
    Dice dice(227);
    std::vector<Node> nodes;
    add_terrain(nodes, 0, 0, 64, dice);
    std::vector<float> boxes;
    for (int b = 0; b < 4000; ++b) {
        const float x = dice.real(0, 62), y = dice.real(20, 36), z = dice.real(0, 62), size = dice.real(.5f, 2);
        boxes.insert(boxes.end(), {x, y, z, 0, x + size, y + size, z + size, 0});
    }
    std::vector<std::uint32_t> raw(nodes.size() * 4);
    std::memcpy(raw.data(), nodes.data(), nodes.size() * sizeof(Node));
    return {array(boxes),
            array(raw),
            vector4(0, 0, 0, 0),
            vector4(1000, 1000, 1000, 0),
            result<int>(4000 * 4 * 32),
            changed(result<int>(1)),
            result<int>(4000),
            scalar(4000),
            scalar(static_cast<int>(nodes.size())),
            scalar(32)};
}

/// Returns pairs of boxes. In about half of the pairs, the two boxes touch.
Arguments axes_arguments() {
    Dice dice(229);
    std::vector<int> pairs;
    std::vector<float> bodies, corners;
    for (int p = 0; p < 3000; ++p) pairs.insert(pairs.end(), {2 * p, 2 * p + 1, 0, 0});
    for (int b = 0; b < 6000; ++b) {
        const float w = dice.real(.8f, 1), v = std::sqrt(1 - w * w);
        for (int k = 0; k < 3; ++k) bodies.push_back(b % 2 ? dice.real(-1.3f, 1.3f) : 0);
        bodies.insert(bodies.end(), {0, v * .6f, v * .8f, 0, w, 0, 1, 0, 0});
    }
    for (int c = 0; c < 8; ++c)
        corners.insert(corners.end(), {c & 1 ? .5f : -.5f, c & 2 ? .5f : -.5f, c & 4 ? .5f : -.5f, 0});
    const std::vector<float> axes = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    return {array(pairs),
            array(bodies),
            array(std::vector<int>{0, 3, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0}),
            array(corners),
            array(axes),
            array(axes),
            result<float>(3000 * 4),
            result<int>(3000),
            scalar(3000)};
}

Arguments contact_arguments() {
    Dice dice(233);
    std::vector<int> starts{0};
    for (int m = 0; m < 12000; ++m) starts.push_back(starts.back() + 1 + static_cast<int>(dice.below(8)));
    return {reals(static_cast<std::size_t>(starts.back()) * 4), array(starts), reals(12000 * 4), result<int>(12000 * 4),
            scalar(12000)};
}

/// Returns the contacts between bodies of a pile, for each of 64 cells. The contacts of a cell are divided into batches
/// in which no body occurs twice.
Arguments solver_arguments() {
    Dice dice(239);
    std::vector<std::uint32_t> contacts;
    std::vector<int> counts, offsets;
    const auto real = [&](float value) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, 4);
        contacts.push_back(bits);
    };
    int total = 0;
    for (int cell = 0; cell < 64; ++cell) {
        offsets.push_back(total);
        for (int batch = 0; batch < 12; ++batch) {
            const int used = batch < 8 ? 40 : 8;
            for (int c = 0; c < used; ++c, ++total) {
                for (int k = 0; k < 4; ++k) real(k == 1 ? 1 : 0);
                for (int k = 0; k < 16; ++k) real(dice.real(-1, 1));
                for (int k = 0; k < 4; ++k) real(dice.real(-.1f, .1f));
                for (int k = 0; k < 4; ++k) real(dice.below(4) ? .3f : 0);
                for (int k = 0; k < 4; ++k) real(0);
                const int a = cell * 80 + (c + batch * 7) % 40, b = cell * 80 + 40 + (c * 3 + batch) % 40;
                for (int value : {a, b, batch, 0}) contacts.push_back(static_cast<std::uint32_t>(value));
            }
        }
        counts.push_back(total - offsets.back());
    }
    return {changed(reals(64 * 80 * 16)),
            reals(64 * 80 * 4, 0, 1),
            changed(array(contacts)),
            array(counts),
            array(offsets),
            scalar(12)};
}

BufferData moving_bodies(std::size_t count) {
    Dice dice(241);
    return each(count * 20, [&](std::size_t i) {
        if (i % 20 == 16) {
            float shape = 0;
            const int id = static_cast<int>(dice.below(8));
            std::memcpy(&shape, &id, 4);
            return shape;
        }
        return i % 20 == 17 ? (dice.below(50) ? 1.f : 0.f) : dice.real(-1, 1);
    });
}

}  // namespace

Family bullet_body_kernels() {
    return {
        {"bullet_tree_pairs", tree_pairs, {4032}, {64}, tree_arguments},
        {"bullet_separating_axes", separating_axes, {3008}, {64}, axes_arguments},
        {"bullet_reduce_contacts", reduce_contacts, {12032}, {64}, contact_arguments},
        {"bullet_solve_batches", solve_batches, {4096}, {64}, solver_arguments},
        {"bullet_integrate",
         integrate,
         {32768},
         {64},
         [] {
             return Arguments{changed(moving_bodies(32768)), scalar(32768), scalar(1 / 60.f), scalar(.99f),
                              vector4(0, -9.8f, 0, 0)};
         }},
        {"bullet_world_boxes",
         world_boxes,
         {32768},
         {64},
         [] {
             return Arguments{scalar(32768), moving_bodies(32768), array(std::vector<int>{7, 3, 3, 7, 3, 4, 3, 3}),
                              reals(64), result<float>(32768 * 8)};
         }},
    };
}

}  // namespace bench
