#include "device/kernel/lane_order.h"

namespace lanewise::device {

namespace {

/// What is worth other code: a launch waits for it once.
constexpr double least_gain = 1.4;

double per_item(std::uint32_t cost, std::uint64_t items, std::uint64_t lanes) {
    const auto chunks = static_cast<double>((items + lanes - 1) / lanes);
    return static_cast<double>(cost) * chunks / static_cast<double>(items);
}

}  // namespace

unsigned best_lane_dimension(const NDRange& range, const KernelCode& code) noexcept {
    const unsigned usual = code.lane_dimension;
    const std::uint32_t costs[3] = {code.cost_along_0, code.cost_along_1, code.cost_along_2};
    if (costs[usual] == 0 || range.is_empty()) return usual;
    const bool is_free = code.any_grouping || range.local_size[0] == 0;
    const Dim3& items = is_free ? range.global_size : range.local_size;
    unsigned best = usual;
    double least = per_item(costs[usual], items[usual], code.lanes) / least_gain;
    const auto try_code = [&](unsigned which, std::uint32_t cost, std::uint64_t count) {
        if (cost == 0) return;
        const double time = per_item(cost, count, code.lanes);
        if (time >= least) return;
        least = time;
        best = which;
    };
    for (unsigned d = 0; d < 3; ++d)
        if (d != usual) try_code(d, costs[d], items[d]);
    if (!is_free) try_code(linear_id, code.cost_along_linear_id, range.items_per_group());
    return best;
}

}  // namespace lanewise::device
