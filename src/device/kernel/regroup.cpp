#include "device/kernel/regroup.h"

#include <algorithm>

#include "device/machine/round_up.h"

namespace lanewise::device {

namespace {

constexpr std::uint64_t wanted_items = 256;  // wanted work-items per group; starting smaller groups takes too long
constexpr std::uint64_t groups_per_thread = 4;
/// Number of work-items of a row with contiguous accesses. Starting a row of this length takes little time compared
/// with the computation of the row's work-items.
constexpr std::uint64_t wanted_row = 1024;
constexpr std::uint64_t streams_per_thread = 16;  // minimum number of groups for each thread when rows are lengthened

// Lengthens the rows of work-groups, as long as enough groups remain for each thread. If the range is a single row,
// each group continues the contiguous accesses of the group before it, so shorter rows suffice.
void widen_rows(NDRange& range, std::uint64_t lanes, std::uint64_t items, unsigned threads) {
    Dim3& local = range.local_size;
    const std::uint64_t column = local[1] * local[2];
    const std::uint64_t wanted = items == range.global_size[0] ? wanted_items : wanted_row;
    const std::uint64_t row = std::min(wanted, items / (streams_per_thread * threads * column));
    local[0] = std::max(local[0], row < range.global_size[0] ? row / lanes * lanes : range.global_size[0]);
}

// Makes work-groups of KernelCode::tile_items work-items along tile_dimension and one chunk along dimension 0. Returns
// false if the range is too small, or if the kernel needs no tiles.
bool make_tiles(NDRange& range, const KernelCode& code, unsigned threads) {
    const unsigned across = code.tile_dimension;
    const std::uint64_t items = range.items();
    const std::uint64_t tile = std::uint64_t{code.lanes} * code.tile_items;
    if (code.tile_items == 1 || range.local_size[across] >= code.tile_items) return false;
    if (range.global_size[0] < code.lanes || range.global_size[across] < code.tile_items) return false;
    if (items < groups_per_thread * threads * tile) return false;
    range.local_size = {1, 1, 1};
    range.local_size[across] = code.tile_items;
    range.local_size[0] = code.lanes;
    return true;
}

// Makes work-groups whose rows fill the lanes; the groups are so small that every thread gets some.
void fill_lanes(NDRange& range, const KernelCode& code, std::uint64_t rows, unsigned threads) {
    Dim3& local = range.local_size;
    const std::uint64_t lanes = code.lanes;
    const std::uint64_t most = std::clamp(range.items() / (groups_per_thread * threads), lanes * rows,
                                          std::max({wanted_items, range.items_per_group(), lanes * rows}));
    local[0] = std::min(round_up(local[0], lanes), range.global_size[0]);
    local[1] = std::min(round_up(local[1], rows), range.global_size[1]);
    const Dim3 least{lanes, rows, 1};
    for (unsigned d = 2; d > 0; --d)
        while (local[d] > least[d] && range.items_per_group() > most) local[d] = round_up((local[d] + 1) / 2, least[d]);
    if (rows > 1 && range.items_per_group() > most)
        local[0] = std::max(lanes, most / (local[1] * local[2]) / lanes * lanes);
    const std::uint64_t row = most / (local[1] * local[2]) / lanes * lanes;
    local[0] = std::min(std::max(local[0], row), range.global_size[0]);
}

}  // namespace

NDRange regroup(const NDRange& range, const KernelCode& code, unsigned threads) noexcept {
    NDRange result = range;
    if (!may_regroup(range, code) || make_tiles(result, code, threads)) return result;
    const Dim3& local = range.local_size;
    const std::uint64_t rows = range.global_size[1] < code.rows ? 1 : code.rows;
    const bool fills_lanes = local[0] > 1 && local[0] % code.lanes == 0 && local[1] % rows == 0;
    if (!fills_lanes) fill_lanes(result, code, rows, threads);
    if (code.row_streams) widen_rows(result, code.lanes, range.items(), threads);
    return result;
}

}  // namespace lanewise::device
