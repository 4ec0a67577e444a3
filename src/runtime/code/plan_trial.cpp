#include "runtime/code/plan_trial.h"

namespace lanewise::runtime {

PlanTrial::Turn PlanTrial::advise(std::uint64_t items, float expected_ns, Other other) noexcept {
    switch (stage_.load(std::memory_order_acquire)) {
        case Stage::watching: return watch(expected_ns);
        case Stage::settled_usual: return {};
        case Stage::settled_other: return {Advice::other, false};
        case Stage::trying: return try_out(items);
        case Stage::making: break;
    }
    if (other == Other::unknown) return {};
    Stage making = Stage::making;
    const Stage next = other == Other::made ? Stage::trying : Stage::settled_usual;
    if (next == Stage::trying) items_.store(items, std::memory_order_relaxed);
    stage_.compare_exchange_strong(making, next, std::memory_order_acq_rel);
    return {};
}

PlanTrial::Turn PlanTrial::watch(float expected_ns) noexcept {
    if (expected_ns == 0) return {};
    // Updates may get lost: then the kernel is hot a little later.
    const float spent = spent_ns_.load(std::memory_order_relaxed) + expected_ns;
    spent_ns_.store(spent, std::memory_order_relaxed);
    if (launches_.fetch_add(1, std::memory_order_relaxed) < hot_launches || spent < hot_ns) return {};
    Stage watching = Stage::watching;
    if (!stage_.compare_exchange_strong(watching, Stage::making, std::memory_order_acq_rel)) return {};
    return {Advice::begin_other, false};
}

bool PlanTrial::is_known() const noexcept {
    const unsigned usual = of(false).seen.load(std::memory_order_acquire);
    const unsigned other = of(true).seen.load(std::memory_order_acquire);
    if (usual >= samples && other >= samples) return true;
    return usual != 0 && other != 0 && of(true).least_ns > hopeless * of(false).least_ns;
}

// By turns, and one at a time of the other code, which may be much slower.
PlanTrial::Turn PlanTrial::try_out(std::uint64_t items) noexcept {
    if (is_known()) return settle();
    if (items != items_.load(std::memory_order_relaxed)) return {};
    Side& usual = sides_[false];
    Side& other = sides_[true];
    unsigned others = other.begun.load(std::memory_order_relaxed);
    const bool is_turn = others < usual.begun.load(std::memory_order_relaxed) && others < samples &&
                         others == other.seen.load(std::memory_order_relaxed);
    if (is_turn && other.begun.compare_exchange_strong(others, others + 1, std::memory_order_relaxed))
        return {Advice::other, true};
    usual.begun.fetch_add(1, std::memory_order_relaxed);
    return {Advice::usual, true};
}

PlanTrial::Turn PlanTrial::settle() noexcept {
    const bool is_faster = of(true).least_ns * least_gain < of(false).least_ns;
    Stage trying = Stage::trying;
    const Stage next = is_faster ? Stage::settled_other : Stage::settled_usual;
    if (!stage_.compare_exchange_strong(trying, next, std::memory_order_acq_rel)) return {};
    return {is_faster ? Advice::settle_other : Advice::settle_usual, false};
}

void PlanTrial::report(bool is_other, float ns) noexcept {
    Side& side = sides_[is_other];
    float least = side.least_ns.load(std::memory_order_relaxed);
    while (ns < least && !side.least_ns.compare_exchange_weak(least, ns, std::memory_order_relaxed)) {
    }
    side.seen.fetch_add(1, std::memory_order_release);
}

}  // namespace lanewise::runtime
