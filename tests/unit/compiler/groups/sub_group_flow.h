// Runs kernels with sub-group operations in NDRanges of all shapes, and compares the results with a model of one
// sub-group.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "sub_group_model.h"

namespace lanewise::test {

using Values = std::vector<std::int32_t>;

/// The lanes of one sub-group, with the input and the output of each lane.
struct Lanes {
    Values x;
    Values out;
    unsigned width;

    std::int32_t sum(const std::function<bool(unsigned)>& on,
                     const std::function<std::int32_t(unsigned)>& value) const {
        std::int32_t total = 0;
        for (unsigned lane = 0; lane < x.size(); ++lane)
            if (on(lane)) total += value(lane);
        return total;
    }
    std::int32_t sum(const std::function<bool(unsigned)>& on) const {
        return sum(on, [&](unsigned lane) { return x[lane]; });
    }
    std::uint32_t bits(const std::function<bool(unsigned)>& on) const {
        std::uint32_t bits = 0;
        for (unsigned lane = 0; lane < x.size(); ++lane) bits |= static_cast<std::uint32_t>(on(lane)) << lane;
        return bits;
    }
    void each(const std::function<std::int32_t(unsigned)>& value) {
        for (unsigned lane = 0; lane < x.size(); ++lane) out.push_back(value(lane));
    }
};

using Model = std::function<void(Lanes&)>;

/// Runs `body`, which computes `out` from `x`, `lane` and `lid`, in NDRanges of all shapes. Compares each sub-group's
/// results with the results of `model`.
inline void check_flow(const std::string& body, const Model& model, const std::string& functions = "",
                       const std::string& options = "", std::uint32_t lanes = 0) {
    const std::string source = functions +
                               "kernel void k(global const int* in, global int* result) {"
                               "  local int shared[4096];"
                               "  size_t i = index(); int x = in[i], out = 0; uint lane = get_sub_group_local_id();"
                               "  uint lid = get_local_linear_id();" +
                               body + "  result[i] = out; }";
    const Code code(source, options);
    const CompiledKernel kernel(code.ir, "k", lanes, "");
    ASSERT_TRUE(kernel) << kernel.log();
    const auto width = static_cast<unsigned>(kernel.facts().sub_group_size);
    for (const NDRange& range : some_shapes()) {
        Values in(items_of(range)), result(items_of(range), -7);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * 2654435761u >> 20) % 13;
        kernel.run(range, ArgumentBlock().add(in.data()).add(result.data()), 0);
        for (const auto& items : sub_groups(range, width)) {
            Lanes group{{}, {}, width};
            for (const std::uint64_t item : items) group.x.push_back(in[item]);
            model(group);
            for (std::size_t lane = 0; lane < items.size(); ++lane)
                ASSERT_EQ(result[items[lane]], group.out[lane])
                    << "local " << range.local_size[0] << ',' << range.local_size[1] << " lane " << lane;
        }
    }
}

}  // namespace lanewise::test
