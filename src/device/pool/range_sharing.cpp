#include "device/pool/range_sharing.h"

#include "device/machine/clock.h"

namespace lanewise::device {

RangeSharing::RangeSharing(Task& task, unsigned home, unsigned threads) noexcept
    : task_(task), home_(home), threads_(threads), start_(ticks()) {}

Claims::Range RangeSharing::claim() noexcept {
    // Uses the longest of three estimates, since an estimate from other units may be too short. For example, units
    // whose work-items lie beyond the end of the data return at once.
    const float unit_ns = std::max({unit_ns_of(task_), task_.expected_unit_ns_, own_unit_ns_});
    const RangeSize size = range_size(unit_ns, /*is_first=*/own_unit_ns_ == 0);
    return task_.claims_.claim(home_, size.least, size.wanted, threads_);
}

void RangeSharing::note(std::uint64_t count, std::uint64_t ticks) noexcept {
    own_unit_ns_ = nanoseconds(ticks) / static_cast<float>(count);
    task_.note(count, ticks);
}

bool RangeSharing::is_turn_over() const noexcept { return nanoseconds(ticks() - start_) > turn_ns; }

}  // namespace lanewise::device
