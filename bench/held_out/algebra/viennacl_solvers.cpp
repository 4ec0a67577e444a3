// Kernels like those of ViennaCL: conjugate gradients, GMRES, Jacobi's method, incomplete factorizations, the choice of
// coarse points of algebraic multigrid, and dense reductions. Most launches have 128 work-groups of 128 work-items.
#include "../../collection/families.h"
#include "../projects.h"
#include "viennacl_matrices.h"

namespace bench {

namespace {

constexpr const char* cg_product = R"(
kernel void run(global const uint* starts, global const uint* columns, global const float* values,
                global const float* p, global float* ap, global float* partial, uint rows, uint stride,
                local float* squares, local float* dots) {
    const uint me = get_local_id(0);
    float square = 0, dot_p = 0;
    for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
        float total = 0;
        const uint end = starts[r + 1];
        for (uint e = starts[r]; e < end; ++e) total += values[e] * p[columns[e]];
        ap[r] = total;
        square += total * total;
        dot_p += p[r] * total;
    }
    squares[me] = square;
    dots[me] = dot_p;
    for (uint s = get_local_size(0) / 2; s; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < s) {
            squares[me] += squares[me + s];
            dots[me] += dots[me + s];
        }
    }
    if (me == 0) {
        partial[stride + get_group_id(0)] = squares[0];
        partial[2 * stride + get_group_id(0)] = dots[0];
    }
})";

constexpr const char* cg_update = R"(
kernel void run(global double* x, global double* p, global double* r, global const double* ap, global double* partial,
                double alpha, double beta, uint size, local double* sums) {
    const uint me = get_local_id(0);
    double mine = 0;
    for (uint i = get_global_id(0); i < size; i += get_global_size(0)) {
        const double direction = p[i], rest = r[i] - alpha * ap[i];
        x[i] += alpha * direction;
        p[i] = rest + beta * direction;
        r[i] = rest;
        mine += rest * rest;
    }
    sums[me] = mine;
    for (uint s = get_local_size(0) >> 1; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < s) sums[me] += sums[me + s];
    }
    if (me == 0) partial[get_group_id(0)] = sums[0];
})";

constexpr const char* gram_schmidt = R"(
kernel void run(global const float* basis, global float* partial, uint size, uint stride, uint k, uint chunk) {
    local float sums[7 * 128];
    const uint me = get_local_id(0), width = get_local_size(0);
    for (uint from = 0; from < k; from += 7) {
        float mine[7] = {0, 0, 0, 0, 0, 0, 0};
        const uint count = min(k - from, 7u);
        for (uint i = get_global_id(0); i < size; i += get_global_size(0)) {
            const float v = basis[k * stride + i];
            for (uint j = 0; j < count; ++j) mine[j] += v * basis[(from + j) * stride + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < count; ++j) sums[j * width + me] = mine[j];
        for (uint s = width / 2; s; s /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (me < s)
                for (uint j = 0; j < count; ++j) sums[j * width + me] += sums[j * width + me + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < count) partial[(from + me) * chunk + get_group_id(0)] = sums[me * width];
    }
})";

constexpr const char* strongest_neighbour = R"(
kernel void run(global const uint* states, global const uint* weights, global const uint* ids, global uint* new_states,
                global uint* new_weights, global uint* new_ids, global const uint* starts, global const uint* links,
                uint points) {
    for (uint i = get_global_id(0); i < points; i += get_global_size(0)) {
        uint s = states[i], w = weights[i], id = ids[i];
        const uint end = starts[i + 1];
        for (uint e = starts[i]; e < end; ++e) {
            const uint n = links[e];
            bool better = false;
            if (states[n] > s) better = true;
            else if (states[n] == s) {
                if (weights[n] > w) better = true;
                else if (weights[n] == w && ids[n] > id) better = true;
            }
            if (better) {
                s = states[n];
                w = weights[n];
                id = ids[n];
            }
        }
        new_states[i] = s;
        new_weights[i] = w;
        new_ids[i] = id;
    }
})";

constexpr const char* mark_points = R"(
kernel void run(global const uint* states, global const uint* ids, global uint* kinds, global uint* undecided,
                uint points) {
    local uint counts[256];
    const uint me = get_local_id(0);
    uint open = 0;
    for (uint i = get_global_id(0); i < points; i += get_global_size(0))
        if (kinds[i] == 0) {
            if (ids[i] == i) kinds[i] = 1;
            else if (states[i] == 2) kinds[i] = 2;
            else ++open;
        }
    counts[me] = open;
    for (uint s = get_local_size(0) / 2; s; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < s) counts[me] += counts[me + s];
    }
    if (me == 0) undecided[get_group_id(0)] = counts[0];
})";

constexpr const char* jacobi_smoother = R"(
kernel void run(global const uint* starts, global const uint* columns, global const float* values, float omega,
                global const float* old, global float* fresh, global const float* rhs, uint rows) {
    for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
        float rest = 0, pivot = 1;
        for (uint e = starts[r]; e < starts[r + 1]; ++e) {
            const uint c = columns[e];
            if (c == r) pivot = values[e];
            else rest += values[e] * old[c];
        }
        fresh[r] = omega * (rhs[r] - rest) / pivot + (1 - omega) * old[r];
    }
})";

constexpr const char* block_forward = R"(
kernel void run(global const uint* starts, global const uint* rows, global const float* values,
                global const uint2* blocks, global float* x) {
    const uint2 range = blocks[get_group_id(0)];
    for (uint c = range.x; c < range.y; ++c) {
        const float solved = x[c];
        for (uint e = starts[c] + get_local_id(0); e < starts[c + 1]; e += get_local_size(0))
            x[rows[e]] -= solved * values[e];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
})";

constexpr const char* largest_index = R"(
kernel void run(global const float* x, global uint* found, uint size) {
    local float values[128];
    local uint places[128];
    const uint me = get_local_id(0);
    float best = -1;
    uint place = 0;
    for (uint i = me; i < size; i += get_local_size(0)) {
        const float v = fabs(x[i]);
        if (v > best) {
            best = v;
            place = i;
        }
    }
    values[me] = best;
    places[me] = place;
    for (uint s = get_local_size(0) / 2; s; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < s && values[me] < values[me + s]) {
            values[me] = values[me + s];
            places[me] = places[me + s];
        }
    }
    if (me == 0) *found = places[0];
})";

constexpr const char* dense_row_product = R"(
kernel void run(global const float* a, global const float* x, global float* y, uint rows, uint columns, uint pitch,
                local float* sums) {
    const uint me = get_local_id(0);
    for (uint r = get_group_id(0); r < rows; r += get_num_groups(0)) {
        float mine = 0;
        for (uint c = me; c < columns; c += get_local_size(0)) mine += a[r * pitch + c] * x[c];
        sums[me] = mine;
        for (uint s = get_local_size(0) / 2; s; s /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (me < s) sums[me] += sums[me + s];
        }
        if (me == 0) y[r] = sums[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

Arguments cg_product_data() {
    const Sparse m = poisson(36);
    return {array(m.starts),        array(m.columns), array(m.values), reals(m.rows()),      result<float>(m.rows()),
            result<float>(3 * 128), scalar(m.rows()), scalar(128u),    local_bytes(4 * 128), local_bytes(4 * 128)};
}

Arguments cg_update_data() {
    constexpr std::uint32_t n = 150000;
    return {changed(doubles(n)), changed(doubles(n)), changed(doubles(n)), doubles(n),          result<double>(128),
            scalar(.375),        scalar(.8125),       scalar(n),           local_bytes(8 * 128)};
}

Arguments gram_schmidt_data() {
    constexpr std::uint32_t n = 40000, k = 12;
    return {reals((k + 1) * n), result<float>(k * 128), scalar(n), scalar(n), scalar(k), scalar(128u)};
}

BufferData integers_below(std::uint32_t seed, std::size_t count, std::uint32_t bound) {
    Dice dice(seed);
    return each(count, [&](std::size_t) { return dice.below(bound); });
}

Arguments strongest_neighbour_data() {
    const Sparse m = elements(12000);
    const std::uint32_t n = m.rows();
    Dice dice(72);
    return {each(n, [&](std::size_t) { return dice.below(10) ? 1u : 2 * dice.below(2); }),
            integers_below(73, n, 1u << 20),
            each(n, [](std::size_t i) { return static_cast<std::uint32_t>(i); }),
            result<std::uint32_t>(n),
            result<std::uint32_t>(n),
            result<std::uint32_t>(n),
            array(m.starts),
            array(m.columns),
            scalar(n)};
}

Arguments mark_points_data() {
    constexpr std::uint32_t n = 400000;
    Dice dice(74);
    return {integers_below(75, n, 3),
            each(n,
                 [&](std::size_t i) {
                     const auto id = static_cast<std::uint32_t>(i);
                     return dice.below(12) ? std::min(n - 1, id + dice.below(60)) : id;
                 }),
            changed(integers_below(76, n, 3)), result<std::uint32_t>(128), scalar(n)};
}

Arguments jacobi_data() {
    const Sparse m = elements(12000);
    return {array(m.starts), array(m.columns),        array(m.values), scalar(.67f),
            reals(m.rows()), result<float>(m.rows()), reals(m.rows()), scalar(m.rows())};
}

// Returns eight triangular blocks, each stored column by column. They resemble the blocks of an incomplete
// factorization of a finite element matrix.
Arguments block_forward_data() {
    constexpr std::uint32_t blocks = 8, size = 1000;
    Dice dice(77);
    Sparse columns;
    std::vector<std::uint32_t> ranges;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        ranges.push_back(b * size);
        ranges.push_back((b + 1) * size);
        for (std::uint32_t c = b * size; c < (b + 1) * size; ++c) {
            std::set<std::uint32_t> rows;
            for (std::uint32_t k = 2 + dice.below(9); k; --k) rows.insert(c + 1 + dice.below(200));
            for (const std::uint32_t r : rows)
                if (r < (b + 1) * size) columns.add(r, dice.real(-.1f, .1f));
            columns.end_row();
        }
    }
    return {array(columns.starts), array(columns.columns), array(columns.values), array(ranges),
            changed(reals(blocks * size))};
}

Family iterations() {
    return {
        {"viennacl_cg_product", cg_product, {128 * 128}, {128}, cg_product_data},
        {"viennacl_cg_update_double", cg_update, {128 * 128}, {128}, cg_update_data},
        {"viennacl_gram_schmidt", gram_schmidt, {128 * 128}, {128}, gram_schmidt_data},
        {"viennacl_jacobi_smoother", jacobi_smoother, {128 * 128}, {128}, jacobi_data},
        {"viennacl_block_forward", block_forward, {8 * 128}, {128}, block_forward_data},
    };
}

Family grids_and_vectors() {
    return {
        {"viennacl_strongest_neighbour", strongest_neighbour, {128 * 128}, {128}, strongest_neighbour_data},
        {"viennacl_mark_points", mark_points, {128 * 256}, {256}, mark_points_data},
        {"viennacl_largest_index",
         largest_index,
         {128},
         {128},
         [] { return Arguments{reals(1 << 19), result<std::uint32_t>(1), scalar(1u << 19)}; }},
        {"viennacl_dense_row_product",
         dense_row_product,
         {128 * 128},
         {128},
         [] {
             return Arguments{reals(1000 * 768), reals(768),   result<float>(1000), scalar(1000u),
                              scalar(760u),      scalar(768u), local_bytes(4 * 128)};
         }},
    };
}

}  // namespace

Family viennacl_solver_kernels() { return joined({iterations(), grids_and_vectors()}); }

}  // namespace bench
