#include "compiler/pipeline/print_plan.h"

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/facts.h"
#include "compiler/plan/estimates/latency.h"
#include "compiler/plan/estimates/pressure.h"
#include "compiler/plan/estimates/spills.h"
#include "compiler/plan/lane_dimension.h"
#include "compiler/plan/plan.h"
#include "compiler/plan/plan_rows.h"
#include "compiler/plan/row_streams.h"
#include "lanewise/ndrange.h"
#include "lanewise/target.h"

namespace lanewise::compiler {
namespace {

void print_linearized(llvm::Function& kernel, const Target& target, unsigned lanes, llvm::raw_ostream& out) {
    const PrivateLayouts layouts(kernel);
    const ShapeInfo shapes(kernel, lanes, layouts);
    const std::string reason = reason_for_scalar(kernel, target, lanes, {}).text;
    out << "  scalar: " << (reason.empty() ? "no" : reason) << '\n';
    out << "  widest fit: " << widest_fit(kernel, target, lanes, {}) << " lanes\n";
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
}

}  // namespace

void print_plan(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out) {
    const Target target{.features = {}, .vector_bits = options.bits};
    out << "plan of '" << kernel.getName() << "' for " << options.bits << " bits:\n";
    if (options.linearized) return print_linearized(kernel, target, options.lanes, out);
    const Plan plan = choose_plan(kernel, target, 0);
    out << "  lanes: " << plan.lanes << (plan.reason.empty() ? "" : ", " + plan.reason) << '\n';
    out << "  rows: "
        << (!can_run_in_rows(kernel)          ? "no"
            : may_pay_in_rows(kernel, target) ? "may pay"
                                              : "never pay")
        << '\n';
}

void print_dimensions(llvm::Function& kernel, const PrintOptions& options, llvm::raw_ostream& out) {
    choose_lane_dimension(kernel, {.features = {}, .vector_bits = options.bits}, Along::where_it_pays);
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
    // Prints the cost of all lanes, and in brackets the part of it that they do one after another.
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
