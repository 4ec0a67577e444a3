// Launches teach the plan of a kernel: once it has turned out hot, its code by other plans that may well be faster
// (KernelCode::other_plans) is compiled in the background, launches of one size run all of them by turns, and the
// fastest stays. One code is made at a time, and the next one only when launches have taken longer than that, so that
// most of them have the CPUs for themselves; meanwhile the best that there is runs. All codes of a kernel give the same
// results; no launch waits.
//
//   watching -> making -> trying -> settled
//                  ^---------'
//
// A code is a number here: 0 the usual one, then the others. In the child of a fork that came in the stage of making,
// there is nobody who makes them: the next launch sees to it.
// Thread-safe; one for each kernel of a program.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "lanewise/other_plans.h"

namespace lanewise::runtime {

class PlanTrial {
public:
    static constexpr unsigned usual = 0, most_codes = 1 + other_plan_count;

    enum class Step : std::uint8_t {
        none,
        make,    // the next of the others, from now on
        settle,  // this code is kept: tell whom it concerns
    };

    struct Turn {
        std::uint8_t code = usual;
        Step step = Step::none;
        bool is_timed = false;  // report() is to be told, or take_back(): see TimedTurn
    };

    /// For a launch of `items` work-items that is expected to take so long on all threads together; 0: nobody knows
    /// yet. A kernel is hot when it has taken `hot_ns`.
    Turn advise(std::uint64_t items, float expected_ns, float hot_ns) noexcept;

    /// Whether advise() may say anything but that a launch which is expected to take so long runs the usual code.
    bool concerns(float expected_ns) const noexcept { return expected_ns >= telling_ns || settled() != usual; }

    /// Whether a code is being made.
    bool is_making() const noexcept { return stage_.load(std::memory_order_acquire) == Stage::making; }

    /// Whether codes are being made or compared.
    bool is_under_way() const noexcept {
        const Stage stage = stage_.load(std::memory_order_acquire);
        return stage == Stage::making || stage == Stage::trying;
    }

    /// Whether the best of what has been made so far runs until the next one is.
    bool is_pausing() const noexcept {
        return stage_.load(std::memory_order_acquire) == Stage::trying &&
               !are_all_made_.load(std::memory_order_relaxed);
    }

    /// Another code has been made: launches may take it from now on.
    void try_code(unsigned code) noexcept;
    bool is_made(unsigned code) const noexcept { return (made_.load(std::memory_order_acquire) >> code & 1) != 0; }

    /// Which of the others is to be made next, counted from 0; each number once.
    unsigned next_to_make() noexcept { return next_to_make_++; }

    /// Step::make cannot be done now: another launch is told the same.
    void put_off() noexcept { stage_.store(Stage::watching, std::memory_order_release); }

    /// The next one is to be made when launches have taken so long on all threads together.
    void pause(float ns) noexcept;

    /// There will be no more codes.
    void all_are_made() noexcept;

    /// A launch whose turn was timed took so long, on all threads together; infinity: `code` does not suit such ones.
    void report(unsigned code, float ns) noexcept;

    /// Such a launch has not run, or not to its end: somebody else has its turn.
    void take_back(unsigned code) noexcept { sides_[code].begun.fetch_sub(1, std::memory_order_relaxed); }

    /// The code that is kept, once one is, and what it takes of the usual one's time.
    unsigned settled() const noexcept { return settled_.load(std::memory_order_acquire); }
    float ratio() const noexcept { return sides_[settled()].least_ns / sides_[usual].least_ns; }

private:
    enum class Stage : std::uint8_t { watching, making, trying, settled };

    /// Shorter launches are mostly overhead.
    static constexpr float telling_ns = 3000;
    /// A kernel is hot after so many launches at the least.
    static constexpr unsigned hot_launches = 3;
    /// Launches of each code that are compared, by the fastest of them.
    static constexpr unsigned samples = 3;
    /// And of the fastest one and the usual one in the end, by turns: another thread on the same core makes launches
    /// take twice as long, for many of them. What is kept was the faster one then, too.
    static constexpr unsigned last_samples = 5;
    /// After how much more time than the fastest one takes a code is given up: at its first launch, and later.
    static constexpr float hopeless = 1.3f, behind = 1.15f;
    /// Another code must be as much faster than the usual one, or the difference may be the weather.
    static constexpr float least_gain = 1.05f;

    struct Side {
        std::atomic<unsigned> begun = 0;
        std::atomic<unsigned> seen = 0;
        std::atomic<float> least_ns = std::numeric_limits<float>::infinity();
        std::atomic<float> last_least_ns = std::numeric_limits<float>::infinity();  // behind the first `samples`
    };

    /// What the kernel has taken with a launch that takes so long.
    float spend(float expected_ns) noexcept;
    Turn watch(float spent_ns, float hot_ns) noexcept;
    Turn begin_making(Stage stage, unsigned code) noexcept;
    bool takes_over() noexcept;
    Turn try_out(std::uint64_t items) noexcept;
    Turn next_turn() noexcept;
    Turn decide(unsigned best) noexcept;
    Turn time(unsigned code) noexcept;
    unsigned fastest() const noexcept;
    bool is_left(unsigned code, float least_ns) const noexcept;
    Turn settle(unsigned code) noexcept;

    std::atomic<Stage> stage_ = Stage::watching;
    std::atomic<bool> is_taken_ = false;  // some thread is in next_turn()
    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> spent_ns_ = 0;
    std::atomic<float> next_ns_ = 0;  // when spent_ns_ is that, the next one is made
    std::atomic<bool> are_all_made_ = false;
    std::atomic<int> maker_ = 0;  // the process that makes the others
    unsigned next_to_make_ = 0;   // by who makes them
    std::atomic<unsigned> settled_ = usual;
    std::atomic<std::uint64_t> items_ = 0;           // of the launches that are compared; 0: of the next one
    std::atomic<std::uint32_t> made_ = 1U << usual;  // a bit for each code
    std::uint32_t left_behind_ = 0;                  // of these, by the thread in next_turn(): those that are too slow
    std::array<Side, most_codes> sides_;
};

/// The turn of one launch that is timed, or none. Taken back unless it is told of.
class TimedTurn {
public:
    TimedTurn() = default;
    TimedTurn(std::shared_ptr<PlanTrial> trial, unsigned code) noexcept : trial_(std::move(trial)), code_(code) {}
    TimedTurn(TimedTurn&&) noexcept = default;
    TimedTurn& operator=(TimedTurn&& other) noexcept {
        if (this == &other) return *this;
        end();
        trial_ = std::move(other.trial_);
        code_ = other.code_;
        return *this;
    }
    ~TimedTurn() { end(); }

    explicit operator bool() const noexcept { return trial_ != nullptr; }

    /// There is one, and its launch took so long.
    void report(float ns) noexcept { std::exchange(trial_, nullptr)->report(code_, ns); }

    void end() noexcept {
        if (trial_) std::exchange(trial_, nullptr)->take_back(code_);
    }

private:
    std::shared_ptr<PlanTrial> trial_;
    unsigned code_ = 0;
};

}  // namespace lanewise::runtime
