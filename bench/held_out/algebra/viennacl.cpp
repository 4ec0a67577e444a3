// Kernels like those of ViennaCL: products with sparse matrices in the formats CSR, ELL, sliced ELL, HYB and COO.
// ViennaCL launches a fixed number of work-groups, and each work-item loops over the rows.
#include "../../collection/families.h"
#include "../projects.h"
#include "viennacl_matrices.h"

namespace bench {

namespace {

constexpr const char* csr_stream = R"(
kernel void run(global const uint* starts, global const uint* columns, global const uint* blocks,
                global const float* values, global const float* x, global float* y, float alpha, float beta,
                uint block_count) {
    local float products[1024];
    const uint me = get_local_id(0), width = get_local_size(0);
    for (uint b = get_group_id(0); b < block_count; b += get_num_groups(0)) {
        const uint top = blocks[b], bottom = blocks[b + 1], begin = starts[top], count = starts[bottom] - begin;
        if (bottom - top > 1) {
            for (uint e = me; e < count; e += width) products[e] = values[begin + e] * x[columns[begin + e]];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint r = top + me; r < bottom; r += width) {
                float total = 0;
                for (uint e = starts[r] - begin; e < starts[r + 1] - begin; ++e) total += products[e];
                y[r] = beta != 0 ? alpha * total + beta * y[r] : alpha * total;
            }
        } else {
            float mine = 0;
            for (uint e = me; e < count; e += width) mine += values[begin + e] * x[columns[begin + e]];
            products[me] = mine;
            for (uint half_width = width / 2; half_width; half_width /= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);
                if (me < half_width) products[me] += products[me + half_width];
            }
            if (me == 0) y[top] = beta != 0 ? alpha * products[0] + beta * y[top] : alpha * products[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
})";

constexpr const char* csr_rows_of_groups = R"(
kernel void run(global const uint* starts, global const uint* columns, global const double* values,
                global const double* x, global double* y, uint rows) {
    const uint share = (rows - 1) / get_global_size(0) + 1;
    uint r = get_global_id(0) * share;
    const uint last = min(r + share, rows);
    for (; r < last; ++r) {
        double total = 0;
        for (uint e = starts[r]; e < starts[r + 1]; ++e) total += values[e] * x[columns[e]];
        y[r] = total;
    }
})";

constexpr const char* ell = R"(
kernel void run(global const uint* columns, global const float* values, global const float* x, global float* y,
                float alpha, uint rows, uint padded_rows, uint most) {
    for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
        float total = 0;
        for (uint k = 0, at = r; k < most; ++k, at += padded_rows) {
            const float v = values[at];
            if (v != 0) total += v * x[columns[at]];
        }
        y[r] = alpha * total;
    }
})";

constexpr const char* sliced_ell = R"(
kernel void run(global const uint* widths, global const uint* columns, global const uint* slice_starts,
                global const float* values, global const float* x, global float* y, uint rows, uint slices,
                uint height) {
    const uint in_slice = get_local_id(0) % height, per_group = get_local_size(0) / height;
    uint s = get_group_id(0) * per_group + get_local_id(0) / height;
    for (; s < slices; s += get_num_groups(0) * per_group) {
        const uint r = s * height + in_slice;
        uint at = slice_starts[s] + in_slice;
        float total = 0;
        for (uint k = 0; k < widths[s]; ++k, at += height) {
            const float v = values[at];
            total += v != 0 ? x[columns[at]] * v : 0.0f;
        }
        if (r < rows) y[r] = total;
    }
})";

constexpr const char* hybrid = R"(
kernel void run(global const uint* ell_columns, global const float* ell_values, global const uint* starts,
                global const uint* columns, global const float* values, global const float* x, global float* y,
                uint rows, uint padded_rows, uint ell_width) {
    for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
        float total = 0;
        uint at = r;
        for (uint k = 0; k < ell_width; ++k) {
            const float v = ell_values[at];
            if (v != 0) total += v * x[ell_columns[at]];
            at += padded_rows;
        }
        for (uint e = starts[r]; e < starts[r + 1]; ++e) total += values[e] * x[columns[e]];
        y[r] = total;
    }
})";

constexpr const char* coo = R"(
kernel void run(global const uint2* places, global const float* values, global const uint* bounds,
                global const float* x, global float* y, local uint* row_of, local float* sums) {
    const uint me = get_local_id(0), width = get_local_size(0);
    const uint begin = bounds[get_group_id(0)], end = bounds[get_group_id(0) + 1];
    const uint rounds = end > begin ? (end - begin + width - 1) / width : 0;
    uint at = 0;
    uint2 place = 0;
    for (uint k = 0; k < rounds; ++k) {
        at = begin + k * width + me;
        place = at < end ? places[at] : (uint2)(0, 0);
        float product = at < end ? values[at] * x[place.y] : 0;
        if (k > 0 && me == 0) {
            if (row_of[width - 1] == place.x) product += sums[width - 1];
            else y[row_of[width - 1]] = sums[width - 1];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        row_of[me] = place.x;
        sums[me] = product;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint reach = 1; reach < width; reach <<= 1) {
            const float other = me >= reach && row_of[me - reach] == place.x ? sums[me - reach] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            sums[me] += other;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (at < end && me + 1 < width && row_of[me] != row_of[me + 1]) y[place.x] = sums[me];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (at + 1 == end) y[place.x] = sums[me];
})";

constexpr const char* sparse_times_dense = R"(
kernel void run(global const uint* starts, global const uint* columns, global const float* values,
                global const float* b, global float* c, uint rows, uint width) {
    for (uint r = get_group_id(0); r < rows; r += get_num_groups(0)) {
        const uint begin = starts[r], end = starts[r + 1];
        for (uint j = get_local_id(0); j < width; j += get_local_size(0)) {
            float total = 0;
            for (uint e = begin; e < end; ++e) total += values[e] * b[columns[e] * width + j];
            c[r * width + j] = total;
        }
    }
})";

Arguments csr_stream_data() {
    const Sparse m = graph(12000);
    std::vector<std::uint32_t> blocks{0};
    for (std::uint32_t r = 0; r < m.rows(); ++r)
        if (m.starts[r + 1] - m.starts[blocks.back()] > 1024 && r > blocks.back()) blocks.push_back(r);
    blocks.push_back(m.rows());
    const auto count = static_cast<std::uint32_t>(blocks.size() - 1);
    return {array(m.starts),         array(m.columns), array(blocks), array(m.values), reals(m.rows()),
            result<float>(m.rows()), scalar(1.f),      scalar(0.f),   scalar(count)};
}

Arguments csr_double_data() {
    const Sparse m = elements(12000);
    return {array(m.starts),   array(m.columns),         doubles(m.columns.size()),
            doubles(m.rows()), result<double>(m.rows()), scalar(m.rows())};
}

Arguments ell_data() {
    const Sparse m = poisson(36);
    const std::uint32_t pitch = (m.rows() + 127) / 128 * 128, most = m.most();
    const auto [columns, values] = by_columns(m, most, pitch);
    return {array(columns), array(values),    reals(m.rows()), result<float>(m.rows()),
            scalar(1.f),    scalar(m.rows()), scalar(pitch),   scalar(most)};
}

Arguments sliced_ell_data() {
    const Sparse m = elements(16000);
    constexpr std::uint32_t height = 32;
    const std::uint32_t slices = (m.rows() + height - 1) / height;
    std::vector<std::uint32_t> widths, starts, columns;
    std::vector<float> values;
    for (std::uint32_t s = 0; s < slices; ++s) {
        std::uint32_t width = 0;
        for (std::uint32_t r = s * height; r < std::min(m.rows(), (s + 1) * height); ++r)
            width = std::max(width, m.starts[r + 1] - m.starts[r]);
        widths.push_back(width);
        starts.push_back(static_cast<std::uint32_t>(columns.size()));
        for (std::uint32_t k = 0; k < width; ++k)
            for (std::uint32_t r = s * height; r < (s + 1) * height; ++r) {
                const bool full = r < m.rows() && k < m.starts[r + 1] - m.starts[r];
                columns.push_back(full ? m.columns[m.starts[r] + k] : 0);
                values.push_back(full ? m.values[m.starts[r] + k] : 0);
            }
    }
    return {array(widths),           array(columns),   array(starts),  array(values), reals(m.rows()),
            result<float>(m.rows()), scalar(m.rows()), scalar(slices), scalar(height)};
}

Arguments hybrid_data() {
    const Sparse m =
        irregular(16000, 600, [](Dice& dice) { return dice.below(20) ? 4 + dice.below(6) : 20 + dice.below(60); });
    constexpr std::uint32_t width = 10;
    const std::uint32_t pitch = (m.rows() + 127) / 128 * 128;
    const auto [columns, values] = by_columns(m, width, pitch);
    Sparse rest;
    for (std::uint32_t r = 0; r < m.rows(); ++r) {
        for (std::uint32_t e = m.starts[r] + width; e < m.starts[r + 1]; ++e) rest.add(m.columns[e], m.values[e]);
        rest.end_row();
    }
    return {array(columns),  array(values),           array(rest.starts), array(rest.columns), array(rest.values),
            reals(m.rows()), result<float>(m.rows()), scalar(m.rows()),   scalar(pitch),       scalar(width)};
}

Arguments coo_data() {
    constexpr std::uint32_t groups = 64;
    const Sparse m = graph(8000);
    std::vector<std::uint32_t> places, bounds{0};
    for (std::uint32_t r = 0; r < m.rows(); ++r) {
        if (m.starts[r] >= m.starts.back() / groups * bounds.size() && bounds.size() < groups)
            bounds.push_back(m.starts[r]);
        for (std::uint32_t e = m.starts[r]; e < m.starts[r + 1]; ++e) {
            places.push_back(r);
            places.push_back(m.columns[e]);
        }
    }
    bounds.resize(groups + 1, m.starts.back());
    return {array(places),           array(m.values),      array(bounds),       reals(m.rows()),
            result<float>(m.rows()), local_bytes(4 * 128), local_bytes(4 * 128)};
}

Arguments sparse_times_dense_data() {
    const Sparse m = elements(1500);
    constexpr std::uint32_t width = 100;
    return {
        array(m.starts),  array(m.columns), array(m.values), reals(m.rows() * width), result<float>(m.rows() * width),
        scalar(m.rows()), scalar(width)};
}

}  // namespace

Family viennacl_kernels() {
    return {
        {"viennacl_csr_stream", csr_stream, {256 * 128}, {128}, csr_stream_data},
        {"viennacl_csr_rows_of_groups_double", csr_rows_of_groups, {128 * 128}, {128}, csr_double_data},
        {"viennacl_ell", ell, {128 * 128}, {128}, ell_data},
        {"viennacl_sliced_ell", sliced_ell, {256 * 256}, {256}, sliced_ell_data},
        {"viennacl_hybrid", hybrid, {256 * 256}, {256}, hybrid_data},
        {"viennacl_coo", coo, {64 * 128}, {128}, coo_data},
        {"viennacl_sparse_times_dense", sparse_times_dense, {128 * 128}, {128}, sparse_times_dense_data},
    };
}

}  // namespace bench
