#include "runtime/code/plan_trial.h"

#include <unistd.h>

namespace lanewise::runtime {
namespace {

void lower(std::atomic<float>& least, float ns) noexcept {
    float known = least.load(std::memory_order_relaxed);
    while (ns < known && !least.compare_exchange_weak(known, ns, std::memory_order_relaxed)) {
    }
}

}  // namespace

PlanTrial::Turn PlanTrial::advise(std::uint64_t items, float expected_ns, float hot_ns) noexcept {
    if (!concerns(expected_ns)) return {};
    const Stage stage = stage_.load(std::memory_order_acquire);
    if (stage == Stage::settled) return {.code = static_cast<std::uint8_t>(settled_.load(std::memory_order_relaxed))};
    const float spent_ns = spend(expected_ns);
    if (stage == Stage::watching) return watch(spent_ns, hot_ns);
    if (stage == Stage::making && takes_over()) return {.step = Step::make};
    return made_.load(std::memory_order_relaxed) == 1U << usual ? Turn{} : try_out(items);
}

// Adds the expected time of a launch. Concurrent additions may get lost; the kernel then becomes hot a little later.
float PlanTrial::spend(float expected_ns) noexcept {
    const float spent = spent_ns_.load(std::memory_order_relaxed) + expected_ns;
    spent_ns_.store(spent, std::memory_order_relaxed);
    return spent;
}

PlanTrial::Turn PlanTrial::watch(float spent_ns, float hot_ns) noexcept {
    if (launches_.fetch_add(1, std::memory_order_relaxed) < hot_launches || spent_ns < hot_ns) return {};
    return begin_making(Stage::watching, usual);
}

/// Changes the trial's stage from `stage` to Stage::making. The current launch runs the code with the number `code`.
PlanTrial::Turn PlanTrial::begin_making(Stage stage, unsigned code) noexcept {
    maker_.store(getpid(), std::memory_order_relaxed);
    const bool begins = stage_.compare_exchange_strong(stage, Stage::making, std::memory_order_acq_rel);
    return {.code = static_cast<std::uint8_t>(code), .step = begins ? Step::make : Step::none};
}

/// Returns true once in the child of a fork, if the parent began to compile the other codes before the fork. The child
/// must then compile these codes itself.
bool PlanTrial::takes_over() noexcept {
    const int own = getpid();
    int maker = maker_.load(std::memory_order_relaxed);
    return maker != own && maker_.compare_exchange_strong(maker, own, std::memory_order_relaxed);
}

void PlanTrial::try_code(unsigned code) noexcept { made_.fetch_or(1U << code, std::memory_order_release); }

void PlanTrial::pause(float ns) noexcept {
    next_ns_.store(spent_ns_.load(std::memory_order_relaxed) + ns, std::memory_order_relaxed);
    Stage making = Stage::making;
    stage_.compare_exchange_strong(making, Stage::trying, std::memory_order_acq_rel);
}

void PlanTrial::all_are_made() noexcept {
    are_all_made_.store(true, std::memory_order_relaxed);
    const bool are_none = made_.load(std::memory_order_relaxed) == 1U << usual;
    Stage making = Stage::making;
    stage_.compare_exchange_strong(making, are_none ? Stage::settled : Stage::trying, std::memory_order_acq_rel);
}

PlanTrial::Turn PlanTrial::try_out(std::uint64_t items) noexcept {
    std::uint64_t none = 0;
    items_.compare_exchange_strong(none, items, std::memory_order_relaxed);
    if (items != items_.load(std::memory_order_relaxed)) return {};
    if (is_taken_.exchange(true, std::memory_order_acquire)) return {};
    const Turn turn = next_turn();
    is_taken_.store(false, std::memory_order_release);
    return turn;
}

bool PlanTrial::is_left(unsigned code, float least_ns) const noexcept {
    if (((made_.load(std::memory_order_acquire) & ~left_behind_) >> code & 1) == 0) return false;
    const unsigned seen = sides_[code].seen.load(std::memory_order_acquire);
    return seen == 0 || code == usual || sides_[code].least_ns <= least_ns * (seen == 1 ? hopeless : behind);
}

unsigned PlanTrial::fastest() const noexcept {
    unsigned fastest = usual;
    for (unsigned code = 0; code < most_codes; ++code)
        if (sides_[code].least_ns < sides_[fastest].least_ns) fastest = code;
    return fastest;
}

// Chooses the code to time next, so that all codes that are not too slow get equally many launches. At most one timed
// launch at a time runs code other than the usual code, since any other code may be much slower.
PlanTrial::Turn PlanTrial::next_turn() noexcept {
    if (!is_under_way()) return {};
    const unsigned best = fastest();
    unsigned next = most_codes;
    bool is_other_running = false;
    for (unsigned code = 0; code < most_codes; ++code) {
        if (!is_left(code, sides_[best].least_ns)) {
            left_behind_ |= made_.load(std::memory_order_relaxed) & 1U << code;
            continue;
        }
        const unsigned begun = sides_[code].begun.load(std::memory_order_relaxed);
        if (code != usual) is_other_running |= begun != sides_[code].seen.load(std::memory_order_acquire);
        if (begun < samples && (next == most_codes || begun < sides_[next].begun.load(std::memory_order_relaxed)))
            next = code;
    }
    if (is_other_running) return {};
    return next == most_codes ? decide(best) : time(next);
}

PlanTrial::Turn PlanTrial::decide(unsigned best) noexcept {
    const auto seen = [this](unsigned code) { return sides_[code].seen.load(std::memory_order_acquire); };
    if (seen(usual) < samples) return {};
    // Until all codes are compiled, launches run the fastest code so far.
    if (!are_all_made_.load(std::memory_order_relaxed)) {
        const float left_ns = next_ns_.load(std::memory_order_relaxed) - spent_ns_.load(std::memory_order_relaxed);
        if (!is_making() && left_ns <= 0) return begin_making(Stage::trying, best);
        return {.code = static_cast<std::uint8_t>(best)};
    }
    if (sides_[best].least_ns * least_gain >= sides_[usual].least_ns) return settle(usual);
    if (seen(best) >= last_samples && seen(usual) >= last_samples)
        return settle(sides_[best].last_least_ns < sides_[usual].last_least_ns ? best : usual);
    const unsigned begun = sides_[usual].begun.load(std::memory_order_relaxed);
    return time(sides_[best].begun.load(std::memory_order_relaxed) < begun ? best : usual);
}

PlanTrial::Turn PlanTrial::time(unsigned code) noexcept {
    sides_[code].begun.fetch_add(1, std::memory_order_relaxed);
    return {.code = static_cast<std::uint8_t>(code), .is_timed = true};
}

PlanTrial::Turn PlanTrial::settle(unsigned code) noexcept {
    settled_.store(code, std::memory_order_relaxed);
    stage_.store(Stage::settled, std::memory_order_release);
    return {.code = static_cast<std::uint8_t>(code), .step = Step::settle};
}

void PlanTrial::report(unsigned code, float ns) noexcept {
    Side& side = sides_[code];
    lower(side.least_ns, ns);
    if (side.seen.load(std::memory_order_relaxed) >= samples) lower(side.last_least_ns, ns);
    side.seen.fetch_add(1, std::memory_order_release);
}

}  // namespace lanewise::runtime
