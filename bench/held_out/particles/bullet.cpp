// Kernels of the OpenCL rigid bodies of Bullet: pairs by sweep and grid, radix sort, prefix sums, a quantized tree,
// separating axes, contacts and steps.
#include <algorithm>
#include <cmath>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

constexpr const char* sweep_pairs = R"(
typedef struct { float4 low, high; } Box;
bool touch(Box a, Box b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y
        && a.low.z <= b.high.z && b.low.z <= a.high.z;
}
kernel void run(global const Box* boxes, global int4* pairs, volatile global int* count, global int* found, int many,
                int axis, int most) {
    int i = get_global_id(0), own = 0;
    if (i >= many) return;
    for (int j = i + 1; j < many; ++j) {
        float end = axis == 0 ? boxes[i].high.x : axis == 1 ? boxes[i].high.y : boxes[i].high.z;
        float start = axis == 0 ? boxes[j].low.x : axis == 1 ? boxes[j].low.y : boxes[j].low.z;
        if (end < start) break;
        if (touch(boxes[i], boxes[j])) {
            int a = as_int(boxes[i].low.w), b = as_int(boxes[j].low.w);
            atomic_inc(count);
            if (own < most) pairs[i * most + own] = (int4)(min(a, b), max(a, b), i, j);
            ++own;
        }
    }
    found[i] = own;
})";

constexpr const char* sweep_pairs_local = R"(
typedef struct { float4 low, high; } Box;
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const Box* boxes, global int4* pairs, volatile global int* count, global int* found, int many, int axis,
         int most) {
    local int going;
    local int stopped[64];
    local Box cache[128];
    int i = get_global_id(0), t = get_local_id(0), own = 0, base = get_group_id(0) * 64, block = 0;
    going = 1;
    stopped[t] = i >= many - 1;
    Box mine = boxes[min(i, many - 1)];
    cache[t] = mine;
    if (base + 64 + t < many) cache[64 + t] = boxes[base + 64 + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    int j = i + 1, at = t + 1;
    while (going) {
        if (!stopped[t]) {
            for (int k = 0; k < 64; ++k) {
                if (j >= many) { stopped[t] = 1; break; }
                Box other = cache[at + k];
                float end = axis == 0 ? mine.high.x : axis == 1 ? mine.high.y : mine.high.z;
                float start = axis == 0 ? other.low.x : axis == 1 ? other.low.y : other.low.z;
                if (end < start) { stopped[t] = 1; break; }
                if (mine.low.x <= other.high.x && other.low.x <= mine.high.x && mine.low.y <= other.high.y
                    && other.low.y <= mine.high.y && mine.low.z <= other.high.z && other.low.z <= mine.high.z) {
                    int a = as_int(mine.low.w), b = as_int(other.low.w);
                    atomic_inc(count);
                    if (own < most) pairs[i * most + own] = (int4)(min(a, b), max(a, b), i, j);
                    ++own;
                }
                ++j;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t == 0) {
            int all = 1;
            for (int k = 0; k < 64; ++k) all = all && stopped[k];
            going = !all;
        }
        block += 64;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (going) {
            cache[t] = cache[64 + t];
            if (base + block + 64 + t < many) cache[64 + t] = boxes[base + block + 64 + t];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < many) found[i] = own;
})";

constexpr const char* grid_pairs = R"(
kernel void run(int many, global const float4* boxes, global const int2* hashes, global const int* starts,
                constant float* cells, global int* found, global int* pairs, int most) {
    int index = get_global_id(0);
    if (index >= many) return;
    int own = hashes[index].y, count = 0;
    float4 low = boxes[own * 2], high = boxes[own * 2 + 1], centre = (low + high) * .5f;
    int sides[3] = {(int)cells[4], (int)cells[5], (int)cells[6]};
    int gx = (int)floor(centre.x / cells[0]) & sides[0] - 1, gy = (int)floor(centre.y / cells[1]) & sides[1] - 1;
    int gz = (int)floor(centre.z / cells[2]) & sides[2] - 1;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                int cx = (gx + x) & (sides[0] - 1), cy = (gy + y) & (sides[1] - 1), cz = (gz + z) & (sides[2] - 1);
                int hash = (cz * sides[1] + cy) * sides[0] + cx;
                int start = starts[hash];
                if (start < 0) continue;
                for (int k = start; k < min(start + 32, many); ++k) {
                    int2 other = hashes[k];
                    if (other.x != hash) break;
                    if (other.y >= own) continue;
                    float4 l = boxes[other.y * 2], h = boxes[other.y * 2 + 1];
                    if (low.x <= h.x && high.x >= l.x && low.y <= h.y && high.y >= l.y && low.z <= h.z
                        && high.z >= l.z) {
                        if (count < most) pairs[own * most + count] = other.y;
                        ++count;
                    }
                }
            }
    found[own] = count;
})";

constexpr const char* count_digits = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint2* pairs, global uint* histogram, int n, int shift, int groups, int blocks_of_group) {
    local uint counts[16 * 64];
    int t = get_local_id(0), g = get_group_id(0);
    for (int k = 0; k < 16; ++k) counts[k * 64 + t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int blocks = (n + 255) / 256 - blocks_of_group * g, at = blocks_of_group * 256 * g + t * 4;
    for (int b = 0; b < min(blocks_of_group, blocks); ++b, at += 256)
        for (int k = 0; k < 4; ++k)
            if (at + k < n) counts[(pairs[at + k].x >> shift & 15) * 64 + t]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16) {
        uint sum = 0;
        for (int k = 0; k < 64; ++k) sum += counts[t * 64 + k];
        histogram[t * groups + g] = sum;
    }
})";

constexpr const char* scatter_digits = R"(
uint scan64(uint value, local uint* room, int t, uint* total) {
    room[t] = 0;
    room[t + 64] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < 64; step <<= 1) {
        uint add = room[t + 64 - step];
        barrier(CLK_LOCAL_MEM_FENCE);
        room[t + 64] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = room[127];
    uint before = room[t + 63];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint2* in, global const uint* histogram, global uint2* out, int n, int shift, int groups,
         int blocks_of_group) {
    local uint room[128], offsets[16], counts[16], starts[16];
    local uint2 sorted[256];
    int t = get_local_id(0), g = get_group_id(0);
    if (t < 16) offsets[t] = histogram[t * groups + g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int blocks = (n + 255) / 256 - blocks_of_group * g, at = blocks_of_group * 256 * g + t * 4;
    for (int b = 0; b < min(blocks_of_group, blocks); ++b, at += 256) {
        uint2 own[4];
        for (int k = 0; k < 4; ++k) own[k] = at + k < n ? in[at + k] : (uint2)(0xffffffff, 0xffffffff);
        for (int bit = 0; bit < 4; ++bit) {
            uint zeros = 0, total;
            for (int k = 0; k < 4; ++k) zeros += !(own[k].x >> (shift + bit) & 1);
            uint before = scan64(zeros, room, t, &total);
            for (int k = 0; k < 4; ++k) {
                uint one = own[k].x >> (shift + bit) & 1;
                uint to = one ? total + (t * 4 + k - before) : before;
                sorted[to] = own[k];
                before += !one;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < 4; ++k) own[k] = sorted[t * 4 + k];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (t < 16) counts[t] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k) atomic_inc(&counts[own[k].x >> shift & 15]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t == 0)
            for (uint k = 0, sum = 0; k < 16; ++k) { starts[k] = sum; sum += counts[k]; }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k) {
            uint digit = own[k].x >> shift & 15, to = offsets[digit] + t * 4 + k - starts[digit];
            if (at + k < n && to < n) out[to] = own[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < 16) offsets[t] += counts[t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* prefix_sums = R"(
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void run(global uint* to, global const uint* from, global uint* sums, uint n) {
    local uint data[260];
    int t = get_local_id(0), at = get_global_id(0);
    data[2 * t] = 2 * at < n ? from[2 * at] : 0;
    data[2 * t + 1] = 2 * at + 1 < n ? from[2 * at + 1] : 0;
    int offset = 1;
    for (int nodes = 128; nodes > 0; nodes >>= 1, offset <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = t; k < nodes; k += 128) data[offset * (2 * k + 2) - 1] += data[offset * (2 * k + 1) - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) { sums[get_group_id(0)] = data[255]; data[255] = 0; }
    offset >>= 1;
    for (int nodes = 1; nodes < 256; nodes <<= 1, offset >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = t; k < nodes; k += 128) {
            int low = offset * (2 * k + 1) - 1, high = offset * (2 * k + 2) - 1;
            uint kept = data[low];
            data[low] = data[high];
            data[high] += kept;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (2 * at < n) to[2 * at] = data[2 * t];
    if (2 * at + 1 < n) to[2 * at + 1] = data[2 * t + 1];
})";

/// Returns the axis-aligned boxes of a pile of bodies, sorted along x.
std::vector<float> sorted_boxes(int many) {
    Dice dice(211);
    std::vector<std::array<float, 8>> boxes;
    for (int b = 0; b < many; ++b) {
        std::array<float, 8> box{};
        const float sizes[3] = {dice.real(.4f, .6f), dice.real(.4f, .6f), dice.real(.4f, .6f)};
        const float places[3] = {dice.real(-20, 20), dice.real(0, 15), dice.real(-20, 20)};
        for (std::size_t k = 0; k < 3; ++k) {
            box[k] = places[k] - sizes[k];
            box[k + 4] = places[k] + sizes[k];
        }
        boxes.push_back(box);
    }
    std::sort(boxes.begin(), boxes.end());
    std::vector<float> flat;
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        const auto id = static_cast<std::uint32_t>(b * 7919 % boxes.size());
        std::memcpy(&boxes[b][3], &id, 4);
        flat.insert(flat.end(), boxes[b].begin(), boxes[b].end());
    }
    return flat;
}

Arguments sweep_arguments() {
    return {array(sorted_boxes(8000)),
            result<int>(8000 * 4 * 16),
            changed(result<int>(1)),
            result<int>(8000),
            scalar(8000),
            scalar(0),
            scalar(16)};
}

Arguments grid_arguments() {
    const std::vector<float> boxes = sorted_boxes(16000);
    std::vector<std::array<int, 2>> hashes;
    for (std::size_t b = 0; b < 16000; ++b) {
        const auto cell = [&](std::size_t k) {
            return static_cast<int>(std::floor((boxes[b * 8 + k] + boxes[b * 8 + k + 4]) * .5f / 1.2f)) & 31;
        };
        hashes.push_back({(cell(2) * 32 + cell(1)) * 32 + cell(0), static_cast<int>(b)});
    }
    std::sort(hashes.begin(), hashes.end());
    std::vector<int> starts(32768, -1), flat;
    for (std::size_t k = 0; k < hashes.size(); ++k) {
        int& start = starts[static_cast<std::size_t>(hashes[k][0])];
        if (start < 0) start = static_cast<int>(k);
        flat.insert(flat.end(), hashes[k].begin(), hashes[k].end());
    }
    return {scalar(16000),
            array(boxes),
            array(flat),
            array(starts),
            array(std::vector<float>{1.2f, 1.2f, 1.2f, 0, 32, 32, 32, 0}),
            result<int>(16000),
            result<int>(16000 * 32),
            scalar(32)};
}

constexpr int keys = 65536, sort_groups = 64;

/// Returns an array of pairs and an array of offsets. Each pair is a key and an index. For each work-group and each
/// value of the key's bits 4 to 7, an offset says where the work-group stores its pairs with this value.
Arguments scatter_arguments() {
    Dice dice(223);
    std::vector<std::uint32_t> pairs, counts(16 * sort_groups);
    for (unsigned k = 0; k < keys; ++k) {
        pairs.insert(pairs.end(), {dice.word() >> 8, k});
        ++counts[(pairs[2 * k] >> 4 & 15) * sort_groups + k / (keys / sort_groups)];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& count : counts) {
        sum += count;
        count = sum - count;
    }
    return {array(pairs),
            array(counts),
            result<std::uint32_t>(2 * keys),
            scalar(static_cast<int>(keys)),
            scalar(4),
            scalar(static_cast<int>(sort_groups)),
            scalar(keys / 256 / sort_groups)};
}

}  // namespace

Family bullet_kernels() {
    return {
        {"bullet_sweep_pairs", sweep_pairs, {8000}, {64}, sweep_arguments},
        {"bullet_sweep_pairs_local", sweep_pairs_local, {8000}, {64}, sweep_arguments},
        {"bullet_grid_pairs", grid_pairs, {16000}, {64}, grid_arguments},
        {"bullet_count_digits",
         count_digits,
         {sort_groups * 64},
         {64},
         [] {
             return Arguments{
                 words(2 * keys), result<std::uint32_t>(16 * sort_groups), scalar(static_cast<int>(keys)),
                 scalar(8),       scalar(static_cast<int>(sort_groups)),   scalar(keys / 256 / sort_groups)};
         }},
        {"bullet_scatter_digits", scatter_digits, {sort_groups * 64}, {64}, scatter_arguments},
        {"bullet_prefix_sums",
         prefix_sums,
         {65536},
         {128},
         [] {
             return Arguments{result<std::uint32_t>(131072), ints(131072, 0, 9), result<std::uint32_t>(512),
                              scalar(131000u)};
         }},
    };
}

}  // namespace bench
