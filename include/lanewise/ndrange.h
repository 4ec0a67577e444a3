// The sizes of an NDRange, in work-items (OpenCL API 3.0, section 3.2.1). Uses no OpenCL handle and no LLVM type.
#pragma once

#include <array>
#include <cstdint>

namespace lanewise {

/// Three sizes, ids or offsets. In an unused dimension, a size is 1 and an id or offset is 0.
using Dim3 = std::array<std::uint64_t, 3>;

/// Exchanges dimensions 0 and `d`.
constexpr Dim3 exchanged(Dim3 sizes, unsigned d) {
    const std::uint64_t first = sizes[0];
    sizes[0] = sizes[d];
    sizes[d] = first;
    return sizes;
}

/// The order of the dimensions in which work-groups are numbered.
struct GroupOrder {
    unsigned first = 0, second = 1;

    constexpr unsigned last() const { return 3 - first - second; }
    constexpr std::array<unsigned, 3> dimensions() const { return {first, second, last()}; }
    /// Returns the order as one number, for KernelCode::group_order.
    constexpr std::uint32_t number() const { return first + 3 * second; }
    static constexpr GroupOrder of_number(std::uint32_t number) { return {number % 3, number / 3}; }
    static constexpr bool is_number(std::uint32_t number) { return number < 9 && number % 3 != number / 3; }
};

/// The index space of one kernel launch.
struct NDRange {
    std::uint32_t work_dim = 1;   // 1 to 3
    Dim3 global_offset{0, 0, 0};  // in work-items
    Dim3 global_size{1, 1, 1};    // in work-items
    Dim3 local_size{1, 1, 1};     // work-group size in work-items, as enqueued

    /// Returns whether the range has no work-items.
    constexpr bool is_empty() const { return global_size[0] == 0 || global_size[1] == 0 || global_size[2] == 0; }
    /// Returns the number of work-groups along dimension `d`. The last work-group may be smaller (non-uniform
    /// work-groups).
    constexpr std::uint64_t num_groups(unsigned d) const {
        if (local_size[d] == 1) return global_size[d];  // avoids the division, the slowest part of this function
        return global_size[d] / local_size[d] + (global_size[d] % local_size[d] != 0);
    }
    constexpr std::uint64_t total_groups() const { return num_groups(0) * num_groups(1) * num_groups(2); }
    /// Returns whether all ids, sizes and offsets are below `bound`.
    constexpr bool is_below(std::uint64_t bound) const {
        for (unsigned d = 0; d < 3; ++d)
            if (global_size[d] >= bound || global_offset[d] >= bound - global_size[d]) return false;
        return true;
    }
    /// Returns whether all work-groups have a size along dimension `d` that is a multiple of `unit`.
    constexpr bool has_whole(unsigned d, std::uint64_t unit) const {
        if (unit == 1) return true;
        const std::uint64_t last = global_size[d] % local_size[d];
        return last % unit == 0 && (global_size[d] < local_size[d] || local_size[d] % unit == 0);
    }
    constexpr std::uint64_t items() const { return global_size[0] * global_size[1] * global_size[2]; }
    constexpr std::uint64_t items_per_group() const { return local_size[0] * local_size[1] * local_size[2]; }
    /// Exchanges dimensions 0 and `d`: converts the dimensions of a launch to the dimensions of code with lanes along
    /// `d`, and back.
    constexpr NDRange exchanged(unsigned d) const {
        if (d == 0) return *this;
        return {work_dim, lanewise::exchanged(global_offset, d), lanewise::exchanged(global_size, d),
                lanewise::exchanged(local_size, d)};
    }
};

}  // namespace lanewise
