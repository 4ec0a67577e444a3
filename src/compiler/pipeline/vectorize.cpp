#include "compiler/pipeline/vectorize.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/linearize/serialize_sparse/serialize_sparse.h"
#include "compiler/meetings/group_votes.h"
#include "compiler/pipeline/final_lanes.h"
#include "compiler/pipeline/stages.h"
#include "compiler/plan/estimates/row_iterations.h"
#include "compiler/plan/mask_cost.h"
#include "compiler/plan/other_plans.h"
#include "compiler/plan/plan.h"
#include "compiler/plan/plan_rows.h"
#include "compiler/plan/row_streams.h"
#include "compiler/widen/interleave_items.h"
#include "compiler/widen/widen.h"

namespace lanewise::compiler {
namespace {

// Whether the vectorized functions are valid IR. If they are invalid, because of an error in our passes, the kernel
// falls back to scalar code.
bool is_sound(const WidenResult& chunks) {
    return !llvm::verifyFunction(*chunks.full) && !llvm::verifyFunction(*chunks.tail);
}

void discard(WidenResult& chunks, const char* reason) {
    chunks.full->eraseFromParent();
    chunks.tail->eraseFromParent();
    chunks = {nullptr, nullptr, reason};
}

// Keeps only the version for tails, which also computes full chunks.
void keep_tail_alone(WidenResult& chunks) {
    chunks.tail->takeName(chunks.full);
    chunks.full->eraseFromParent();
    chunks.full = chunks.tail;
}

// Keeps both versions if both are affordable and the masks in the version for tails would slow down full chunks.
// Otherwise keeps only the version for tails.
void keep_versions_that_pay(WidenResult& chunks, const VectorIsa& isa, unsigned register_bits) {
    const budget::Versions versions = budget::affordable_versions(*chunks.full, *chunks.tail, register_bits);
    const bool masks_are_free = isa.avx512bw && masks_cost_little(*chunks.full, *chunks.tail, register_bits);
    if (versions == budget::Versions::both && !masks_are_free) return;
    keep_tail_alone(chunks);
}

// Marks the code as made for small launches. Other code replaces it when the kernel is hot.
void set_made_for_small_launches(llvm::Module& module) {
    for (llvm::Function* chunk : find_chunks(module)) chunk->addFnAttr(fact::for_small_launches);
    set_provisional(module);
}

// Whether the code is for small launches, for which fewer lanes suffice.
bool is_for_small_launches(const CodeOptions& options) {
    return options.effort == Effort::first && options.launches && options.launches->are_small();
}

// Returns the number of lanes whose 32-bit values fill one register.
unsigned lanes_of_one_register(const Target& target) { return std::max(target.vector_bits / 32, costs::fewest_lanes); }

bool is_for_partial_chunks(const llvm::Function& chunk, std::uint64_t whole_rows, const CodeOptions& options) {
    if (options.effort == Effort::full || !options.launches) return false;
    const auto across = static_cast<unsigned>(number_fact(chunk, fact::lane_dimension));
    const bool any_grouping = chunk.hasFnAttribute(fact::any_grouping);
    return options.launches->have_partial_chunks(across, number_fact(chunk, fact::lanes), any_grouping) ||
           options.launches->have_partial_chunks(across == 1 ? 0 : 1, whole_rows, any_grouping);
}

// Erases the version that `options.chunks` does not ask for. Keeps `rows` only together with the version for full
// chunks. In a kernel with barriers, `rows` runs all rows of a group or none, so fact::whole_rows is the number of rows
// in `rows`. If a first launch would need both versions, keeps the version for tails.
void keep_wanted(WidenResult& chunks, llvm::Function* rows, const CodeOptions& options) {
    const unsigned register_bits = options.target.vector_bits;
    const Chunks wanted = options.chunks;
    if (wanted == Chunks::all || chunks.full == chunks.tail) return;
    if (chunks.full->hasFnAttribute(fact::waits)) return;  // all chunks of a group must run in one launch
    if (!budget::is_tail_apart(*chunks.tail, register_bits)) return;
    const std::uint64_t whole_rows = rows && has_barriers(*chunks.full) ? number_fact(*rows, fact::rows) : 1;
    if (wanted == Chunks::full && is_for_partial_chunks(*chunks.full, whole_rows, options)) {
        if (rows) rows->eraseFromParent();
        keep_tail_alone(chunks);
        return set_provisional(*chunks.full->getParent());
    }
    llvm::Function* kept = wanted == Chunks::full ? chunks.full : chunks.tail;
    set_number_fact(*kept, fact::whole_lanes, number_fact(*kept, fact::lanes));
    set_number_fact(*kept, fact::whole_rows, whole_rows);
    if (wanted == Chunks::full) {
        chunks.tail->eraseFromParent();
        return;
    }
    chunks.full->eraseFromParent();
    if (rows) rows->eraseFromParent();
}

// Whether a linearized copy contains the code that seldom runs: the code of diverged work-items, and serialized sparse
// regions. Copies for planning leave this code out, since no plan may depend on it.
enum class Late : std::uint8_t { left_out, made };

Lanes lanes_of(const WidenOptions& widening) {
    return {widening.lanes, widening.isa.avx512f ? 512u : 256u, widening.isa};
}

// Makes a linearized copy of the kernel, and calls it `name`. If `rows` is true, the copy is for several rows together.
llvm::Function* linearized_copy(llvm::Function& kernel, AnalysisManagers& analyses, llvm::StringRef name, bool rows,
                                const WidenOptions& widening, Late late) {
    llvm::ValueToValueMapTy values;
    llvm::Function* copy = llvm::CloneFunction(&kernel, values);
    copy->setName(name);
    if (rows) copy->addFnAttr(fact::for_rows);
    if (late == Late::made) run_stage(Stage::parting, *copy, analyses);
    const unsigned copied = widening.isa.has_gathers() ? std::min(widening.lanes, 16u) : 4u;
    run_stage(Stage::linearize, *copy, analyses,
              {.copied_elements = copied, .parting_lanes = late == Late::made ? lanes_of(widening) : Lanes{}});
    // Without 512-bit registers, stores are merged only if the merged vectors leave no gaps in memory: otherwise, a
    // transposition is no faster than single stores.
    run_stage(widening.isa.avx512f ? Stage::merges : Stage::whole_merges, *copy, analyses, {.lanes = widening.lanes});
    return copy;
}

void drop(llvm::Function& copy, AnalysisManagers& analyses) {
    llvm::Module& module = *copy.getParent();
    analyses.functions().clear(copy, copy.getName());
    copy.eraseFromParent();
    for (llvm::Function& function : llvm::make_early_inc_range(module))
        if (function.hasFnAttribute(fact::sparse_region) && function.use_empty()) function.eraseFromParent();
}

bool wants_items(llvm::Function& kernel, const CodeOptions& options, const Plan& plan) {
    if (options.together == Together::where_possible) return true;
    if (options.together != Together::where_it_pays || options.vector_width != 0) return false;
    return plan.in_pairs || pays_to_pair(kernel);
}

// With one lane, the kernel itself is the chunk function.
std::string make_plain_chunk(llvm::Function& kernel, AnalysisManagers& analyses, const std::string& reason) {
    run_stage(Stage::one_lane, kernel, analyses);
    kernel.setName(part_name(kernel.getName(), Part::full));
    return "scalar (" + reason + ")";
}

// Makes code of one lane. Interleaves several work-items if interleaving pays.
std::string make_scalar_chunk(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options,
                              const Plan& plan, const std::string& reason) {
    if (!wants_items(kernel, options, plan) || !interleave_items(kernel))
        return make_plain_chunk(kernel, analyses, reason);
    drop(kernel, analyses);
    return "scalar (" + reason + "), " + std::to_string(paired_items) + " work-items at a time";
}

// Replaces `copy`, which was made for planning, by a copy that also contains the code that seldom runs (Late). The new
// copy is widened later.
void make_late(llvm::Function*& copy, llvm::Function& kernel, AnalysisManagers& analyses,
               const WidenOptions& widening) {
    const bool rows = copy->hasFnAttribute(fact::for_rows);
    if (!may_part(kernel) && (rows || !has_sparse_regions(kernel, lanes_of(widening)))) return;
    const std::string name = copy->getName().str();
    drop(*copy, analyses);
    copy = linearized_copy(kernel, analyses, name, rows, widening, Late::made);
}

// Makes the chunk function for several rows together (`k.rows`) if that pays; otherwise returns null.
llvm::Function* make_rows(llvm::Function& kernel, AnalysisManagers& analyses, llvm::StringRef name,
                          const CodeOptions& options, WidenOptions widening) {
    const bool forced = options.together == Together::where_possible;
    // A chunk of several rows would consist of several sub-groups, but a chunk must be one sub-group.
    if (kernel.hasFnAttribute(fact::uses_sub_groups)) return nullptr;
    if (options.together == Together::never || !can_run_in_rows(kernel)) return nullptr;
    if (!forced && !may_pay_in_rows(kernel, options.target)) return nullptr;
    llvm::Function* copy = linearized_copy(kernel, analyses, name, true, widening, Late::left_out);
    const bool fixed = options.vector_width != 0;
    const RowPlan chosen =
        forced ? RowPlan{2, widening.lanes} : choose_rows(*copy, options.target, widening.lanes, fixed);
    widening.rows = chosen.rows;
    if (!fixed) widening.lanes = chosen.lanes;
    if (widening.rows > 1) make_late(copy, kernel, analyses, widening);
    llvm::Function* rows = nullptr;
    if (widening.rows > 1) {
        const ObservedStage observed(analyses.observer(), "widen_rows", *kernel.getParent());
        rows = widen_rows(*copy, widening);
    }
    drop(*copy, analyses);
    if (rows && llvm::verifyFunction(*rows)) {
        rows->eraseFromParent();
        return nullptr;
    }
    if (!rows) return nullptr;
    set_number_fact(*rows, fact::lanes, widening.lanes);
    set_number_fact(*rows, fact::rows, widening.rows);
    return rows;
}

// Whether widened code is small enough to compile. With fewer lanes than planned, the limit is half as large, since
// fewer lanes save less time.
bool is_affordable(const WidenResult& chunks, unsigned register_bits, bool all_lanes) {
    if (budget::affordable_versions(*chunks.full, *chunks.tail, register_bits) == budget::Versions::none) return false;
    return all_lanes || !budget::is_too_large_for_fewer_lanes(*chunks.tail, register_bits);
}

// Whether the version for tails would have to run full chunks, too, and the masks of this version would slow down full
// chunks.
bool pays_for_masks(const WidenResult& chunks, const VectorIsa& isa, unsigned register_bits) {
    return budget::affordable_versions(*chunks.full, *chunks.tail, register_bits) != budget::Versions::both &&
           !(isa.avx512bw && masks_cost_little(*chunks.full, *chunks.tail, register_bits));
}

// Widens `copy`, and halves the number of lanes while the code is too large. Also halves the number if choose_plan
// chose fewer lanes (`plan.lanes`) and masks would slow down full chunks. For example, AES on bytes runs and compiles
// much faster with fewer lanes than with 64.
WidenResult widen_in_budget(llvm::Function& copy, WidenOptions& widening, unsigned register_bits, const Plan& plan) {
    const unsigned planned = widening.lanes;
    for (;; widening.lanes /= 2) {
        copy.removeFnAttr(fact::row_streams);
        if (has_row_streams(copy, widening.lanes)) copy.addFnAttr(fact::row_streams);
        WidenResult result = widen(copy, widening);
        if (!result.full) return result;
        if (!is_sound(result)) {
            discard(result, "internal error: the vectorized code is invalid");
            return result;
        }
        const bool is_too_wide = widening.lanes > plan.lanes && pays_for_masks(result, widening.isa, register_bits);
        if (plan.required || plan.rows > 1 ||
            (!is_too_wide && is_affordable(result, register_bits, widening.lanes == planned)))
            return result;
        discard(result, "the vectorized code is too large");
        if (plan.fixed || widening.lanes <= costs::fewest_lanes) return result;
    }
}

// Tries to vectorize copies of the kernel; the kernel stays unchanged if vectorization fails. Returns the reason for
// the failure, or an empty text. Changes `plan` to the plan of the chunks that were made.
std::string make_vector_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options,
                               Plan& plan) {
    llvm::Module& module = *kernel.getParent();
    const std::string name = kernel.getName().str();
    const bool is_planned = options.vector_width == 0 && !plan.fixed;
    const bool is_small = is_planned && is_for_small_launches(options);
    const bool by_iterations = is_planned && iterates_along_rows(kernel, analyses.functions(), plan.lanes);
    kernel.setName(part_name(name, Part::scalar));
    WidenOptions widening;
    widening.lanes = plan.lanes;
    widening.isa = VectorIsa::of_features(options.target.features);
    llvm::Function* rows = by_iterations || is_small ? nullptr : make_rows(kernel, analyses, name, options, widening);
    if (rows) {
        plan.rows = static_cast<unsigned>(number_fact(*rows, fact::rows));
        widening.lanes = static_cast<unsigned>(number_fact(*rows, fact::lanes));
    }
    llvm::Function* copy = linearized_copy(kernel, analyses, name, false, widening, Late::left_out);
    WidenResult result;
    if (is_planned) {
        const FinalLanes chosen =
            choose_final_lanes(*copy, analyses.functions(), options.target, widening.lanes, rows != nullptr);
        widening.lanes = is_small ? std::min(chosen.lanes, lanes_of_one_register(options.target)) : chosen.lanes;
        result.reason = by_iterations && chosen.scalar.text.empty() ? "each work-item iterates along its own row"
                                                                    : chosen.scalar.text;
        plan.in_pairs = chosen.scalar.in_pairs;
        const unsigned planned = result.reason.empty() ? chosen.lanes : 1;
        plan.others = other_plans(*copy, options.target, planned, can_run_in_rows(kernel));
    }
    if (result.reason.empty()) {
        make_late(copy, kernel, analyses, widening);
        if (transposes_streams(widening.isa))
            run_stage(Stage::strided_streams, *copy, analyses, {.lanes = widening.lanes});
        const ObservedStage observed(analyses.observer(), "widen", *kernel.getParent());
        result = widen_in_budget(*copy, widening, options.target.vector_bits, plan);
    }
    if (result.full && !rows) keep_versions_that_pay(result, widening.isa, options.target.vector_bits);
    drop(*copy, analyses);
    if (!result.full) {
        if (rows) rows->eraseFromParent();
        kernel.setName(name);
        return result.reason;
    }
    plan.lanes = widening.lanes;
    set_number_fact(*result.full, fact::lanes, plan.lanes);
    set_number_fact(*result.tail, fact::lanes, plan.lanes);
    if (result.full != result.tail && !widening.isa.avx512bw)
        set_number_fact(*result.full, fact::partial_chunk,
                        cost_of_partial_chunk(*result.full, *result.tail, options.target.vector_bits));
    keep_wanted(result, rows, options);
    if (is_small) set_made_for_small_launches(module);
    drop(kernel, analyses);
    return {};
}

// Makes the chunk functions for make_chunks(). Changes `plan` to the plan of the chunks that were made.
std::string make_planned_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options,
                                bool optimize, Plan& plan) {
    llvm::Module& module = *kernel.getParent();
    run_stage(Stage::meetings, kernel, analyses);
    const bool fixed = kernel.hasFnAttribute(fact::uses_sub_groups);
    if (!optimize && options.vector_width == 0 && !fixed)
        return make_plain_chunk(kernel, analyses, "optimization is off");
    if (kernel.hasFnAttribute(fact::shared_bodies))
        return make_plain_chunk(kernel, analyses, "too large to inline all calls");
    plan = choose_plan(kernel, options.target, options.vector_width);
    if (plan.fixed && plan.lanes == 1) return make_plain_chunk(kernel, analyses, "sub-groups of one work-item");
    if (plan.same_loops) {
        kernel.addFnAttr(fact::same_loops);
        return make_plain_chunk(kernel, analyses, plan.reason);
    }
    if (plan.lanes == 1) return make_scalar_chunk(kernel, analyses, options, plan, plan.reason);
    if (!plan.required && budget::is_too_large_to_widen(kernel, options.target.vector_bits))
        return make_scalar_chunk(kernel, analyses, options, plan, "the kernel is too large to vectorize");
    const std::string reason = make_vector_chunks(kernel, analyses, options, plan);
    if (!reason.empty() && plan.fixed) return make_plain_chunk(kernel, analyses, reason);
    if (!reason.empty()) return make_scalar_chunk(kernel, analyses, options, plan, reason);
    const std::string rows = plan.rows > 1 ? ", " + std::to_string(plan.rows) + " rows" : "";
    const std::uint64_t dimension = number_fact(*find_chunks(module).front(), fact::lane_dimension);
    const std::string along = dimension != 0 ? " along dimension " + std::to_string(dimension) : "";
    return std::to_string(plan.lanes) + " lanes" + along + rows;
}

}  // namespace

std::string make_chunks(llvm::Function& kernel, AnalysisManagers& analyses, const CodeOptions& options, bool optimize) {
    llvm::Module& module = *kernel.getParent();
    Plan plan;
    std::string summary = make_planned_chunks(kernel, analyses, options, optimize, plan);
    if (plan.others)
        for (llvm::Function* chunk : find_chunks(module)) set_number_fact(*chunk, fact::other_plans, plan.others);
    return summary;
}

}  // namespace lanewise::compiler
