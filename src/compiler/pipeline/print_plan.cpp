#include "compiler/pipeline/print_plan.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/facts.h"
#include "compiler/limits/costs.h"
#include "compiler/pipeline/final_lanes.h"
#include "compiler/pipeline/print_divergence.h"
#include "compiler/plan/dimensions/lane_dimension.h"
#include "compiler/plan/estimates/gathers.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/estimates/spills.h"
#include "compiler/plan/plan.h"
#include "compiler/plan/plan_rows.h"
#include "compiler/plan/row_streams.h"
#include "lanewise/ndrange.h"

namespace lanewise::compiler {

Target target_of(const PrintOptions& options) {
    if (!options.features.empty()) return {options.features, options.bits};
    if (options.bits == 512) return {"+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl,+fma", 512};
    if (options.bits == 256) return {"+avx2,+fma", 256};
    return {"+sse4.2", options.bits};
}

namespace {

// Prints the counts by which the planner decides whether lanes would mostly gather.
void print_loops(llvm::Function& kernel, const ShapeInfo& shapes, const VectorIsa& isa, llvm::raw_ostream& out) {
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const GatherCounts counts = count_gathers(*loop, shapes, isa, isa.has_fast_gathers() ? 1 : 2);
        out << "  loop at " << name_of(*loop->getHeader()) << ": " << counts.gathers << " gathers in " << counts.work
            << " operations" << (ends_by_vote(*loop) ? ", lanes leave it apart" : "") << '\n';
    }
}

void print_linearized(llvm::Function& kernel, const Target& target, const PrintOptions& options,
                      llvm::raw_ostream& out) {
    const unsigned lanes = options.lanes;
    const PrivateLayouts layouts(kernel);
    const ShapeInfo shapes(kernel, lanes, layouts);
    const FinalLanes chosen = choose_final_lanes(kernel, *options.analyses, target, lanes, /*fixed=*/false);
    out << "  scalar: " << (chosen.scalar.text.empty() ? "no" : chosen.scalar.text) << '\n';
    out << "  widest fit: " << chosen.lanes << " lanes\n";
    out << "  live at once: " << live_lane_bits(kernel, shapes, target) << " bits a lane, room for "
        << lane_register_bits(target) << '\n';
    out << "  in the chains' shadow: " << hot_loop(kernel, shapes).vectors_in_shadow << " vectors\n";
    out << "  streams by rows: " << (has_row_streams(kernel, lanes) ? "yes" : "no") << '\n';
    if (can_run_in_rows(kernel)) {
        const RowPlan rows = choose_rows(kernel, target, lanes, false);
        out << "  rows: " << rows.rows;
        if (rows.lanes != lanes) out << " of " << rows.lanes << " lanes";
        out << '\n';
    }
    const Spills spills = spills_of(kernel, shapes, target, 2 * lanes);
    out << "  spilled by twice the lanes: " << spills.moved << " moves beside " << spills.operations << " operations, "
        << spills.floating << " of floats; " << spills.carried << " carried" << (spills.in_loop ? " by a loop" : "")
        << '\n';
    out << "  private arrays: " << private_bytes(kernel) << " bytes a lane, " << costs::cached_bytes
        << " of all lanes stay in the cache\n";
    if (chosen.scalar.in_pairs) out << "  two work-items at a time\n";
    out << "  made in blocks: " << chosen.blocked.all.size() << " accesses, " << chosen.blocked.thin_loads.size()
        << " of them loads of few bytes\n";
    print_loops(kernel, shapes, VectorIsa::of_features(target.features), out);
}

}  // namespace

void print_plan(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out) {
    const Target target = target_of(options);
    out << "plan of '" << kernel.getName() << "' for " << options.bits << " bits:\n";
    if (options.linearized) return print_linearized(kernel, target, options, out);
    const Plan plan = choose_plan(kernel, target, 0);
    out << "  lanes: " << plan.lanes << (plan.reason.empty() ? "" : ", " + plan.reason) << '\n';
    out << "  rows: "
        << (!can_run_in_rows(kernel)          ? "no"
            : may_pay_in_rows(kernel, target) ? "may pay"
                                              : "never pay")
        << '\n';
}

void print_dimensions(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out) {
    choose_lane_dimension(kernel, target_of(options), Along::where_it_pays);
    out << "lanes of '" << kernel.getName() << "' along dimension " << number_fact(kernel, fact::lane_dimension);
    if (const auto number = static_cast<std::uint32_t>(number_fact(kernel, fact::group_order))) {
        out << ", work-groups along dimensions";
        for (const unsigned d : GroupOrder::of_number(number).dimensions()) out << ' ' << d;
        out << " of the code";
    }
    if (const std::uint64_t items = number_fact(kernel, fact::tile_items))
        out << ", tiles of " << items << " along dimension " << number_fact(kernel, fact::tile_dimension)
            << " of the code";
    out << "\n  costs:";
    if (!kernel.hasFnAttribute(fact::cost_of_one_lane)) {
        out << " no matter\n";
        return;
    }
    // Prints the cost for each choice of the lanes' dimension, and in brackets the part of the cost for serialized
    // operations.
    const std::pair<llvm::StringRef, llvm::StringRef> orders[] = {
        {fact::cost_along_0, fact::apart_along_0},
        {fact::cost_along_1, fact::apart_along_1},
        {fact::cost_along_2, fact::apart_along_2},
        {fact::cost_along_linear_id, fact::apart_along_linear_id}};
    for (const auto& [whole, apart] : orders)
        out << ' ' << number_fact(kernel, whole) << '(' << number_fact(kernel, apart) << ')';
    out << ", one lane " << number_fact(kernel, fact::cost_of_one_lane) << '\n';
}

}  // namespace lanewise::compiler
