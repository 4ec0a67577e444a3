#include "device/kernel/lane_order.h"

#include <algorithm>
#include <utility>

#include "device/kernel/launch.h"
#include "device/kernel/regroup.h"

namespace lanewise::device {

namespace {

/// Minimum speedup over the usual code for which a launch uses other code. The first launch that uses the other code
/// waits until that code is compiled; a smaller speedup would not justify this wait.
constexpr double least_gain = 1.3;
/// Estimated times of chunks; the unit is the time of a chunk that fills a register and needs no masks. `masked` is for
/// a chunk with masks, and `half_filled` for a chunk that fills half a register. The factors do not apply to serialized
/// work.
constexpr double masked = 1.5, half_filled = 1.5;
constexpr std::uint64_t few_lanes = 8;
/// A launch with slow partial chunks waits for a compilation in any case. The launch needs either code for partial
/// chunks or code with fewer lanes. For code with fewer lanes, the smaller speedup `least_gain_of_tails` therefore
/// suffices. `half_of_lanes` is the factor by which a row takes longer with half as many lanes. Both constants are
/// fitted to the times of rows of several kernels (docs/decisions/planner/029-partial-rows-without-masks.md).
constexpr double least_gain_of_tails = 1.1, half_of_lanes = 1.1;
/// Minimum number of work-items for which a launch waits for code with other lanes, instead of code for partial chunks.
/// "Other lanes" means another number of lanes, or lanes along another dimension. Code with other lanes takes longer to
/// compile than code for partial chunks, and a smaller launch would not save as much time.
constexpr std::uint64_t few_items = 4096;
/// Minimum gain (Choice::gain) for which a single launch waits until other code is compiled. The compilation takes
/// about as long as a launch whose estimated cost is this number.
constexpr double gain_of_compiling = 400'000'000;
/// Number of work-items below which the usual code takes less time than a comparison of the costs would take.
constexpr std::uint64_t hardly_any_items = 64;
/// `few_of_thread` is the maximum number of work-items per thread for which one-lane code is faster than vector code
/// with mostly idle lanes. `long_ns` is the minimum time of a launch that justifies the compilation of one-lane code.
constexpr std::uint64_t few_of_thread = 2;
constexpr float long_ns = 20'000;

/// Cost of a work-item if the lanes are along a certain dimension, as in KernelCode::cost_along_0. `whole` includes
/// `apart`, the cost of serialized accesses.
struct OrderCost {
    std::uint32_t whole;
    std::uint32_t apart;

    /// Returns the cost if all work except serialized accesses takes `times` times as long.
    double stretched(double times) const { return (whole - apart) * times + apart; }
};

OrderCost cost_along(const KernelCode& code, unsigned dimension) {
    const OrderCost costs[3] = {{code.cost_along_0, code.apart_along_0},
                                {code.cost_along_1, code.apart_along_1},
                                {code.cost_along_2, code.apart_along_2}};
    return costs[dimension];
}

/// Finds the order of lanes with the least estimated time per work-item.
class Choice {
public:
    Choice(const NDRange& range, const KernelCode& code) : range_(range), code_(code) {}

    void choose() {
        const Dim3& items = is_free() ? range_.global_size : range_.local_size;
        const unsigned usual = code_.lane_dimension;
        const std::uint64_t lanes = busy_lanes(code_);
        usual_ = time(cost_along(code_, usual), items[usual], lanes);
        least_ = usual_ / least_gain;
        // For a kernel with barriers, assumes that code with lanes along another dimension has as many lanes as fill
        // one register. More lanes would need a guess of the width of the work-groups, and the planner guesses this
        // width only along the usual dimension (plan/group_width.h).
        const std::uint64_t lanes_of_others = is_free() ? code_.lanes : lanes;
        for (unsigned d = 0; d < 3; ++d)
            if (d != usual && cost_along(code_, d).whole != 0)
                consider(variant_along(d), time(cost_along(code_, d), items[d], lanes_of_others));
        if (lanes > few_lanes)
            consider(CodeVariant::lanes_8, time(cost_along(code_, usual), items[usual], few_lanes, half_filled));
        if (!is_free()) {
            if (code_.cost_along_linear_id != 0)
                consider(CodeVariant::along_linear_id, time({code_.cost_along_linear_id, code_.apart_along_linear_id},
                                                            range_.items_per_group(), lanes));
            consider(CodeVariant::one_lane, code_.cost_of_one_lane);
        }
    }

    CodeVariant best() const { return best_; }

    /// Returns the estimated cost of the whole launch with the usual code minus its cost with the best code.
    double gain() const { return (usual_ - least_) * static_cast<double>(range_.items()) / words_of_register; }

private:
    /// Number of work-items to which a cost such as KernelCode::cost_along_0 refers.
    static constexpr double words_of_register = 16;

    bool is_free() const { return code_.any_grouping || range_.local_size[0] == 0; }

    double time(const OrderCost& cost, std::uint64_t items, std::uint64_t lanes, double stretch = 1) const {
        const std::uint64_t whole = items / lanes, rest = items % lanes;
        double of_chunks = static_cast<double>(whole) * cost.stretched(stretch);
        if (rest != 0) of_chunks += cost.stretched(stretch * masked);
        // In a kernel with barriers, the code for partial chunks runs all chunks of a work-group that has a partial
        // chunk (docs/ir.md).
        if (code_.has_barriers && rest != 0)
            of_chunks = static_cast<double>(whole + 1) * cost.stretched(stretch * masked);
        return of_chunks * static_cast<double>(lanes) / static_cast<double>(items);
    }

    void consider(CodeVariant order, double time) {
        if (time >= least_) return;
        least_ = time;
        best_ = order;
    }

    const NDRange& range_;
    const KernelCode& code_;
    double usual_ = 0;
    double least_ = 0;
    CodeVariant best_ = CodeVariant::usual;
};

Choice choice_of(const NDRange& range, const KernelCode& code) {
    Choice choice(range, code);
    choice.choose();
    return choice;
}

/// Estimates the time of a row of work-items that is computed with `lanes` lanes. Assumes that partial chunks take
/// longer than whole chunks. The unit is the time of a whole chunk of `code`, divided by the number of lanes of `code`.
double time_of_row(std::uint64_t row, std::uint64_t lanes, const KernelCode& code) {
    auto of_chunk = static_cast<double>(lanes);
    for (std::uint64_t more = lanes; more < code.lanes; more *= 2) of_chunk *= half_of_lanes;
    const std::uint64_t whole_chunks = row / lanes;
    const auto whole = static_cast<double>(whole_chunks);
    if (row % lanes == 0) return whole * of_chunk;
    const double partial = code.partial_chunk / 100.;
    // In a kernel with barriers, a partial chunk makes its whole work-group run code with masks (docs/ir.md).
    return (code.has_barriers ? (whole + 1) * partial : whole + partial) * of_chunk;
}

/// Chooses the number of lanes if partial chunks of `code` are slow. A partial chunk is slow if some of its operations
/// run for one lane after another.
CodeVariant lanes_of_costly_tails(std::uint64_t row, const KernelCode& code) {
    constexpr std::pair<std::uint64_t, CodeVariant> others[] = {
        {32, CodeVariant::lanes_32}, {16, CodeVariant::lanes_16}, {8, CodeVariant::lanes_8}};
    CodeVariant best = CodeVariant::usual;
    double least = time_of_row(row, code.lanes, code) / least_gain_of_tails;
    for (const auto& [lanes, order] : others) {
        if (lanes >= code.lanes) continue;
        const double time = time_of_row(row, lanes, code);
        if (time >= least) continue;
        least = time;
        best = order;
    }
    return best;
}

}  // namespace

bool suits(const NDRange& range, const KernelCode& usual, const KernelCode& other, unsigned threads) noexcept {
    const NDRange own = regroup(range.exchanged(other.lane_dimension), other, threads);
    if (!has_room(own, other)) return false;
    return other.any_grouping || other.lanes <= usual.lanes || own.has_whole(0, other.lanes);
}

CodeVariant fewer_lanes(const NDRange& range, const KernelCode& code) noexcept {
    const bool has_costly_tails = code.partial_chunk != 0;
    const bool may_idle = code.lanes > busy_lanes(code) && (code.any_grouping || code.has_barriers);
    if (code.flat_groups || !(has_costly_tails || may_idle)) return CodeVariant::usual;
    const std::uint64_t row = (code.any_grouping ? range.global_size : range.local_size)[code.lane_dimension];
    if (row == 0) return CodeVariant::usual;  // the device chooses the local size
    if (has_costly_tails) return lanes_of_costly_tails(row, code);
    const auto taken = [row](std::uint64_t lanes) { return (row + lanes - 1) / lanes * lanes; };
    const auto pays = [&](std::uint64_t lanes) {
        return lanes < code.lanes &&
               static_cast<double>(taken(lanes)) * least_gain <= static_cast<double>(taken(code.lanes));
    };
    // If equally many lanes are idle with 16 lanes as with 32 lanes, 32 lanes are better, since there are fewer chunks.
    if (pays(32) && taken(32) == taken(16)) return CodeVariant::lanes_32;
    return pays(16) ? CodeVariant::lanes_16 : CodeVariant::usual;
}

CodeVariant best_lane_order(const NDRange& range, const KernelCode& code) noexcept {
    if (cost_along(code, code.lane_dimension).whole == 0 || range.items() < hardly_any_items) return CodeVariant::usual;
    const CodeVariant best = choice_of(range, code).best();
    // Even if the usual order is best, code whose lanes fill several registers leaves lanes idle if the rows are short.
    return best == CodeVariant::usual ? fewer_lanes(range, code) : best;
}

bool are_few(const NDRange& range, const KernelCode& code, unsigned threads) noexcept {
    // One-lane code must give the same results as `code`, bit for bit. If this is not certain, the kernel has no other
    // plans (KernelCode::other_plans).
    return code.lanes > 1 && code.other_plans != 0 && range.items() <= few_of_thread * threads;
}

bool are_few_and_long(const NDRange& range, const KernelCode& code, float ns, unsigned threads) noexcept {
    return ns >= long_ns && are_few(range, code, threads);
}

bool is_worth_waiting(const NDRange& range, const KernelCode& code, bool lacks_code) noexcept {
    if (lacks_code && range.items() >= few_items) return true;
    if (cost_along(code, code.lane_dimension).whole == 0) return false;
    const Choice choice = choice_of(range, code);
    return choice.best() != CodeVariant::usual && choice.gain() > gain_of_compiling;
}

}  // namespace lanewise::device
