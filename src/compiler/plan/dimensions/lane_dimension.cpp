#include "compiler/plan/dimensions/lane_dimension.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <limits>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/dimensions/dimension_costs.h"
#include "compiler/plan/dimensions/memory_order.h"
#include "lanewise/ndrange.h"

namespace lanewise::compiler {
namespace {

// Whether the program can observe which work-items form a chunk: by sub-groups, or by the order of work-items.
bool can_tell(const llvm::Function& kernel) {
    return kernel.hasFnAttribute(fact::uses_sub_groups) || kernel.hasFnAttribute(fact::ordered_items);
}

// Returns the local size that attributes in the source require or hint; zeros without such attributes.
Dim3 expected_local_size(const llvm::Function& kernel) {
    if (kernel.hasFnAttribute(fact::any_grouping)) return {0, 0, 0};
    const KernelInfo info = read_kernel(kernel);
    return info.reqd_work_group_size[0] != 0 ? info.reqd_work_group_size : info.work_group_size_hint;
}

unsigned cheapest_dimension(const DimensionCosts& costs, unsigned lanes, const Dim3& local) {
    const auto of_item = [&](unsigned d) {
        const auto cost = static_cast<double>(costs.along[d].sum());
        if (costs.single_items[d]) return cost * lanes;
        return local[0] == 0
                   ? cost
                   : cost * static_cast<double>(llvm::divideCeil(local[d], lanes)) / static_cast<double>(local[d]);
    };
    if (!costs.differ()) return 0;
    unsigned best = costs.along[0].sum() != 0 ? 0 : 3;
    for (unsigned d = 1; d < 3; ++d) {
        if (costs.along[d].sum() == 0) continue;
        if (best == 3 || of_item(d) * costs::better_dimension / 100 < of_item(best)) best = d;
    }
    return best;
}

// Maximum cost that a fact can hold; deep nests of loops may cost more.
constexpr std::uint64_t most_cost = std::numeric_limits<std::uint32_t>::max();

void set_cost(llvm::Function& kernel, llvm::StringRef whole, llvm::StringRef apart, const LaneCost& cost) {
    const std::uint64_t sum = std::max<std::uint64_t>(cost.sum(), 1);
    const double fits = std::min(1.0, static_cast<double>(most_cost) / static_cast<double>(sum));
    set_number_fact(kernel, whole, std::min(cost.sum(), most_cost));
    set_number_fact(kernel, apart, static_cast<std::uint64_t>(static_cast<double>(cost.apart) * fits));
}

void publish(llvm::Function& kernel, const DimensionCosts& costs) {
    const bool meets = has_barriers(kernel);
    if (meets) kernel.addFnAttr(fact::has_barriers);
    if (costs.one_lane == 0) return;
    set_cost(kernel, fact::cost_along_0, fact::apart_along_0, costs.along[0]);
    set_cost(kernel, fact::cost_along_1, fact::apart_along_1, costs.along[1]);
    set_cost(kernel, fact::cost_along_2, fact::apart_along_2, costs.along[2]);
    if (costs.differ())
        set_cost(kernel, fact::cost_along_linear_id, fact::apart_along_linear_id, costs.along_linear_id);
    for (unsigned d = 0; d < 3; ++d)
        if (costs.single_items[d])
            set_number_fact(kernel, fact::single_items, number_fact(kernel, fact::single_items) | 1u << d);
    set_number_fact(kernel, fact::cost_of_one_lane, std::min<std::uint64_t>(costs.one_lane, most_cost));
}

// Sets an order of work-groups in which consecutive work-groups, and consecutive rows of work-groups, access adjacent
// memory. The order is set even if the lanes of a chunk do not access adjacent memory.
void set_group_order(llvm::Function& kernel, unsigned lane_dimension, unsigned along_memory) {
    const Dim3 of_code = exchanged({0, 1, 2}, lane_dimension);
    const auto order = memory_order(kernel, along_memory);
    const GroupOrder groups{static_cast<unsigned>(of_code[order[0]]), static_cast<unsigned>(of_code[order[1]])};
    if (groups.number() != GroupOrder().number()) set_number_fact(kernel, fact::group_order, groups.number());
}

}  // namespace

void choose_lane_dimension(llvm::Function& kernel, const Target& target, Along wanted) {
    if (can_tell(kernel)) return;
    const unsigned lanes = std::max(target.vector_bits / 32, costs::fewest_lanes);
    const DimensionCosts costs = dimension_costs(kernel, lanes, target);
    publish(kernel, costs);
    if (!costs.differ() && wanted == Along::where_it_pays) return;
    const unsigned along_memory = cheapest_dimension(costs, lanes, {0, 0, 0});
    unsigned dimension = along_memory;
    if (wanted == Along::where_it_pays)
        dimension = cheapest_dimension(costs, lanes, expected_local_size(kernel));
    else if (wanted != Along::linear_id)
        dimension = static_cast<unsigned>(wanted) - static_cast<unsigned>(Along::dimension_0);
    if (dimension != 0) set_number_fact(kernel, fact::lane_dimension, dimension);
    set_group_order(kernel, dimension, along_memory);
    const DimensionCosts::Crossing& crossing = costs.crossings[dimension];
    if (crossing.items == 1) return;
    set_number_fact(kernel, fact::tile_items, crossing.items);
    set_number_fact(kernel, fact::tile_dimension, exchanged({0, 1, 2}, dimension)[crossing.dimension]);
}

}  // namespace lanewise::compiler
