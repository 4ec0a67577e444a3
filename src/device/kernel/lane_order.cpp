#include "device/kernel/lane_order.h"

#include <algorithm>

#include "device/kernel/launch.h"
#include "device/kernel/regroup.h"

namespace lanewise::device {

namespace {

/// What is worth other code: a launch waits for it once.
constexpr double least_gain = 1.3;
/// What a chunk takes with masks, and lanes of half a register, of the time with whole ones.
constexpr double masked = 1.5, half_filled = 1.5;
constexpr std::uint64_t few_lanes = 8;
/// Work-items of a launch that gains less than the code would take to compile, however often it is made.
constexpr std::uint64_t few_items = 4096;

/// Finds the least time that a work-item takes.
class Choice {
public:
    Choice(const NDRange& range, const KernelCode& code) : range_(range), code_(code) {}

    LaneOrder best() {
        const std::uint32_t costs[3] = {code_.cost_along_0, code_.cost_along_1, code_.cost_along_2};
        const Dim3& items = is_free() ? range_.global_size : range_.local_size;
        const unsigned usual = code_.lane_dimension;
        const std::uint64_t lanes = busy_lanes(code_);
        least_ = time(costs[usual], items[usual], lanes) / least_gain;
        for (unsigned d = 0; d < 3; ++d)
            if (d != usual && costs[d] != 0)
                consider(static_cast<LaneOrder>(static_cast<unsigned>(LaneOrder::along_0) + d),
                         time(costs[d], items[d], lanes));
        if (is_free()) return best_;
        if (code_.cost_along_linear_id != 0)
            consider(LaneOrder::along_linear_id, time(code_.cost_along_linear_id, range_.items_per_group(), lanes));
        if (lanes > few_lanes)
            consider(LaneOrder::eight_lanes, half_filled * time(costs[usual], items[usual], few_lanes));
        consider(LaneOrder::one_lane, code_.cost_of_one_lane);
        return best_;
    }

private:
    bool is_free() const { return code_.any_grouping || range_.local_size[0] == 0; }

    double time(std::uint32_t cost, std::uint64_t items, std::uint64_t lanes) const {
        const std::uint64_t whole = items / lanes, rest = items % lanes;
        double chunks = static_cast<double>(whole) + (rest != 0 ? masked : 0);
        // All chunks of a group with barriers run by the same code (docs/ir.md).
        if (code_.has_barriers && rest != 0) chunks = masked * static_cast<double>(whole + 1);
        return cost * chunks * static_cast<double>(lanes) / static_cast<double>(items);
    }

    void consider(LaneOrder order, double time) {
        if (time >= least_) return;
        least_ = time;
        best_ = order;
    }

    const NDRange& range_;
    const KernelCode& code_;
    double least_ = 0;
    LaneOrder best_ = LaneOrder::usual;
};

}  // namespace

bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept {
    const NDRange own = regroup(range.exchanged(other.lane_dimension), other, threads);
    if (!has_room(own, other)) return false;
    return other.any_grouping || other.lanes <= usual.lanes || own.has_whole(0, other.lanes);
}

LaneOrder fewer_lanes(const NDRange& range, const KernelCode& code) noexcept {
    if (code.lanes <= busy_lanes(code) || code.flat_groups) return LaneOrder::usual;
    if (!code.any_grouping && !code.has_barriers) return LaneOrder::usual;
    if (range.items() < few_items) return LaneOrder::usual;
    const std::uint64_t row = (code.any_grouping ? range.global_size : range.local_size)[code.lane_dimension];
    if (row == 0) return LaneOrder::usual;  // not chosen yet
    const auto taken = [row](std::uint64_t lanes) { return (row + lanes - 1) / lanes * lanes; };
    const auto pays = [&](std::uint64_t lanes) {
        return lanes < code.lanes &&
               static_cast<double>(taken(lanes)) * least_gain <= static_cast<double>(taken(code.lanes));
    };
    // The more, the fewer chunks.
    if (pays(32) && taken(32) == taken(16)) return LaneOrder::thirty_two_lanes;
    return pays(16) ? LaneOrder::sixteen_lanes : LaneOrder::usual;
}

LaneOrder best_lane_order(const NDRange& range, const KernelCode& code) noexcept {
    const std::uint32_t costs[3] = {code.cost_along_0, code.cost_along_1, code.cost_along_2};
    if (costs[code.lane_dimension] == 0) return LaneOrder::usual;
    if (range.items() < few_items) return LaneOrder::usual;
    const LaneOrder best = Choice(range, code).best();
    // Of all that is as good as usual, lanes beyond one register's idle in rows that do not even fill that one.
    return best == LaneOrder::usual ? fewer_lanes(range, code) : best;
}

}  // namespace lanewise::device
