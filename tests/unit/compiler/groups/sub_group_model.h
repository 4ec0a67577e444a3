// The host's model of sub-groups: the group and linear id of each work-item of a launch, and the sub-group of the
// work-item.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {

inline NDRange shape(std::array<std::uint64_t, 3> global, std::array<std::uint64_t, 3> local) {
    NDRange range;
    range.work_dim = 3;
    range.global_size = global;
    range.local_size = local;
    return range;
}

inline std::vector<NDRange> all_shapes() {
    std::vector<NDRange> ranges;
    for (std::uint64_t local = 1; local <= 70; ++local) ranges.push_back(line(3 * local + local / 2, local));
    for (const auto& [global, local] : std::initializer_list<std::pair<Dim3, Dim3>>{{{40, 6, 1}, {8, 2, 1}},
                                                                                    {{40, 6, 1}, {16, 2, 1}},
                                                                                    {{13, 7, 1}, {5, 3, 1}},
                                                                                    {{33, 9, 4}, {3, 3, 2}},
                                                                                    {{64, 4, 1}, {32, 4, 1}},
                                                                                    {{17, 5, 3}, {17, 5, 3}},
                                                                                    {{24, 10, 1}, {1, 5, 1}}})
        ranges.push_back(shape(global, local));
    return ranges;
}

inline std::vector<NDRange> some_shapes() {
    return {line(48, 16),
            line(50, 25),
            line(7, 7),
            line(140, 70),
            shape({13, 7, 1}, {5, 3, 1}),
            shape({64, 3, 1}, {32, 3, 1})};
}

/// The work-group of a work-item, the work-item's linear id in this group, and the group's number of work-items.
struct Place {
    std::uint64_t group, linear, items;
};

inline Place place_of(const NDRange& range, std::uint64_t index) {
    std::uint64_t left = index, group = 0, linear = 0, items = 1;
    std::array<std::uint64_t, 3> id{}, size{}, local{};
    for (unsigned d = 0; d < 3; ++d) {
        id[d] = left % range.global_size[d];
        left /= range.global_size[d];
        const std::uint64_t of = id[d] / range.local_size[d];
        local[d] = id[d] % range.local_size[d];
        size[d] = std::min(range.local_size[d], range.global_size[d] - of * range.local_size[d]);
        items *= size[d];
    }
    for (unsigned d = 3; d-- > 0;) {
        group = group * range.num_groups(d) + id[d] / range.local_size[d];
        linear = linear * size[d] + local[d];
    }
    return {group, linear, items};
}

inline std::uint64_t items_of(const NDRange& range) {
    return range.global_size[0] * range.global_size[1] * range.global_size[2];
}

/// Returns the work-items of each sub-group. Each inner vector has the indices of one sub-group's work-items, in the
/// order of their ids.
inline std::vector<std::vector<std::uint64_t>> sub_groups(const NDRange& range, std::uint64_t size) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<std::uint64_t, std::uint64_t>> sorted;
    for (std::uint64_t i = 0; i < items_of(range); ++i) {
        const Place place = place_of(range, i);
        sorted[{place.group, place.linear / size}][place.linear] = i;
    }
    std::vector<std::vector<std::uint64_t>> result;
    for (const auto& [key, items] : sorted) {
        result.emplace_back();
        for (const auto& [linear, item] : items) result.back().push_back(item);
    }
    return result;
}

/// OpenCL C source of `index()`, which returns a work-item's index in the launch.
inline constexpr const char* index_source = R"(
    size_t index() {
        return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    }
)";

/// The IR of a program. The constructor makes the IR from the source with the given options.
struct Code {
    compiler::Ir ir;
    explicit Code(const std::string& source, const std::string& options = "") {
        const compiler::ProgramResult program =
            compiler::compiler_instance().build(index_source + source, "-cl-std=CL3.0 " + options);
        EXPECT_EQ(program.status, compiler::Status::success) << program.log;
        ir = program.ir;
    }
};

}  // namespace lanewise::test
