#include "runtime/code/plan_trials.h"

#include <time.h>

#include <array>
#include <limits>
#include <memory>

#include "device/kernel/lane_order.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {
namespace {

/// Returns the CPU time that the calling thread has used.
float own_cpu_ns() noexcept {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<float>(time.tv_sec) * 1e9F + static_cast<float>(time.tv_nsec);
}

/// Returns the variant that PlanTrial identifies by the number `code`.
CodeVariant variant_of(unsigned code) { return static_cast<CodeVariant>(code); }

}  // namespace

PlannedCode PlanTrials::choose(std::size_t index, const NDRange& range, unsigned threads, Background background) {
    const CodeSlot::Code& usual = codes_.of_variant(index, CodeVariant::usual);
    const PlanTrial::Turn turn = advise(index, range.items(), background);
    TimedTurn timed;
    if (turn.is_timed) timed = {{background.program(), &trials_[index]}, turn.code};
    if (turn.code == PlanTrial::usual) return {usual, CodeVariant::usual, std::move(timed)};
    const CodeVariant variant = variant_of(turn.code);
    const CodeSlot::Code& other = codes_.of_variant(index, variant);
    if (device::suits(range, usual->code, other->code, threads)) return {other, variant, std::move(timed)};
    if (timed) timed.report(std::numeric_limits<float>::infinity());
    return {usual, CodeVariant::usual, {}};
}

PlanTrial::Turn PlanTrials::advise(std::size_t index, std::uint64_t items, Background& background) {
    PlanTrial& trial = trials_[index];
    const CompiledKernel& usual = *codes_.usual(index);
    const PlanTrial::Turn turn = trial.advise(items, usual.expected_ns(items), usual.hot_ns());
    if (turn.step == PlanTrial::Step::make) {
        constexpr float others_ns = 30'000'000;
        if (!background.post(others_ns, [this, index] { make_other(index); })) trial.put_off();
    }
    if (turn.step == PlanTrial::Step::settle) settle(index, turn.code);
    return turn;
}

// Compiles code with the next plan to try. Skips a plan whose code equals the code of an earlier plan.
void PlanTrials::make_other(std::size_t index) noexcept {
    // The order begins with plans that usually gain much and compile quickly.
    using enum CodeVariant;
    constexpr std::array order{one_lane,   lanes_32,  lanes_8,  lanes_16,   two_items,
                               rows_of_16, rows_of_8, lanes_64, rows_of_32, rows_of_64};
    static_assert(order.size() == code_variants - static_cast<unsigned>(one_lane), "each other plan has a place");
    // The slot has code, since launches have run the usual code.
    const KernelCode& usual_code = codes_.slot(index, CodeVariant::usual).code()->code;
    PlanTrial& trial = trials_[index];
    const float begin_ns = own_cpu_ns();
    for (unsigned next = trial.next_to_make(); next < order.size(); next = trial.next_to_make()) {
        if ((usual_code.other_plans & bit_of(order[next])) == 0) continue;
        const unsigned code = static_cast<unsigned>(order[next]);
        try {
            if (is_same_as_made(index, codes_.of_variant(index, variant_of(code))->code)) continue;
        } catch (...) {  // a plan whose code cannot be compiled is not tried
            continue;
        }
        trial.try_code(code);
        // The pause lasts until launches on all threads together have used twice the CPU time of the compilation. If
        // two threads run launches all the time, the pause is therefore as long as the compilation.
        constexpr float launches_for_each_ns = 2;
        return trial.pause(launches_for_each_ns * (own_cpu_ns() - begin_ns));
    }
    trial.all_are_made();
}

bool PlanTrials::is_same_as_made(std::size_t index, const KernelCode& code) {
    for (unsigned one = PlanTrial::usual; one < PlanTrial::most_codes; ++one)
        if (trials_[index].is_made(one) && codes_.of_variant(index, variant_of(one))->code.image == code.image)
            return true;
    return false;
}

// Stores the trial's winning code in the cache. A failure is ignored, since the next process can try the plans again.
void PlanTrials::settle(std::size_t index, unsigned code) noexcept {
    try {
        const CompiledKernel& best = *codes_.of_variant(index, variant_of(code));
        log_line("Kernel '%s' keeps its fastest plan, '%s': %.0f %% of the first plan's time.", best.info.name.c_str(),
                 best.code.summary.c_str(), 100 * trials_[index].ratio());
        codes_.store_as_usual(index, best);
    } catch (...) {
    }
}

CodeVariant PlanTrials::settled(std::size_t index) const noexcept { return variant_of(trials_[index].settled()); }

}  // namespace lanewise::runtime
