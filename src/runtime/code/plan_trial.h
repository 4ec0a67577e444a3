// Chooses the best plan for a kernel by timing launches of the kernel (auto-tuning). Once the kernel is hot, code for
// other plans that may be faster (KernelCode::other_plans) is compiled in the background. Launches of the same size run
// these codes in turn. The launches are timed, and the fastest code is kept.
//
// Codes are compiled one at a time; meanwhile, launches run the fastest of the codes compiled so far. The next
// compilation starts only after launches have run for longer than the last compilation took, so most launches run while
// nothing is compiled. All codes of a kernel give the same results, and no launch waits for a code.
//
//   watching -> making -> trying -> settled
//                  ^---------'
//
// The number of a code is its CodeVariant. If the process forks while the trial is in the stage `making`, the next
// launch in the child starts the compilation again. Thread-safe; there is one object for each kernel of a program.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "lanewise/code_variant.h"

namespace lanewise::runtime {

class PlanTrial {
public:
    static constexpr unsigned usual = static_cast<unsigned>(CodeVariant::usual), most_codes = code_variants;

    enum class Step : std::uint8_t {
        none,
        make,    // the caller must compile the code of the next plan
        settle,  // `code` is kept; the caller must store it in the cache
    };

    struct Turn {
        std::uint8_t code = usual;
        Step step = Step::none;
        bool is_timed = false;  // report() or take_back() must follow (see TimedTurn)
    };

    /// Returns the code that a launch of `items` work-items runs, and what the caller must do. `expected_ns` is the
    /// launch's expected time, as the sum of the times of all threads; 0 if unknown. A kernel is hot when its launches
    /// have taken `hot_ns` in total.
    Turn advise(std::uint64_t items, float expected_ns, float hot_ns) noexcept;

    /// Returns whether advise() may choose a code other than the usual code for a launch of this expected time.
    bool concerns(float expected_ns) const noexcept { return expected_ns >= telling_ns || settled() != usual; }

    /// Returns whether a code is being compiled.
    bool is_making() const noexcept { return stage_.load(std::memory_order_acquire) == Stage::making; }

    /// Returns whether codes are being compiled or compared.
    bool is_under_way() const noexcept {
        const Stage stage = stage_.load(std::memory_order_acquire);
        return stage == Stage::making || stage == Stage::trying;
    }

    /// Returns whether the trial pauses until the next compilation begins. During a pause, launches run the fastest of
    /// the codes compiled so far.
    bool is_pausing() const noexcept {
        return stage_.load(std::memory_order_acquire) == Stage::trying &&
               !are_all_made_.load(std::memory_order_relaxed);
    }

    /// Lets launches try a code that has been compiled.
    void try_code(unsigned code) noexcept;
    bool is_made(unsigned code) const noexcept { return (made_.load(std::memory_order_acquire) >> code & 1) != 0; }

    /// Returns the position of the next code in the order of compilation: 0 at the first call, then 1, and so on.
    unsigned next_to_make() noexcept { return next_to_make_++; }

    /// Must be called by a caller that got Step::make but cannot start the compilation now. A later launch then gets
    /// Step::make again.
    void put_off() noexcept { stage_.store(Stage::watching, std::memory_order_release); }

    /// Delays the next compilation until the times of further launches, summed over all threads, reach `ns`
    /// nanoseconds.
    void pause(float ns) noexcept;

    /// Announces that no more codes will be compiled.
    void all_are_made() noexcept;

    /// Reports the time of a timed launch, as the sum of the times of all threads. `ns` is infinite if launches of this
    /// size cannot use `code`.
    void report(unsigned code, float ns) noexcept;

    /// Withdraws a timed launch that did not end normally, so that another launch is timed instead.
    void take_back(unsigned code) noexcept { sides_[code].begun.fetch_sub(1, std::memory_order_relaxed); }

    /// Returns the code that the trial has chosen, or the usual code if the trial has not settled yet. The function
    /// ratio() returns the time of this code divided by the time of the usual code.
    unsigned settled() const noexcept { return settled_.load(std::memory_order_acquire); }
    float ratio() const noexcept { return sides_[settled()].least_ns / sides_[usual].least_ns; }

private:
    enum class Stage : std::uint8_t { watching, making, trying, settled };

    /// Launches shorter than this time are not timed, since most of their time is overhead.
    static constexpr float telling_ns = 3000;
    /// Minimum number of launches before a kernel can be hot.
    static constexpr unsigned hot_launches = 3;
    /// Number of timed launches of each code. The shortest time of these launches is the code's time.
    static constexpr unsigned samples = 3;
    /// Total number of timed launches that the fastest code and the usual code each get. The launches after the first
    /// `samples` launches are a final comparison, in which the fastest code must again be faster: another thread on the
    /// same core may have disturbed the first comparison.
    static constexpr unsigned last_samples = 5;
    /// Limits for slow codes: a code whose time exceeds the fastest code's time by this factor is not timed again.
    /// The first factor applies after one launch of the code, the second factor after several launches.
    static constexpr float hopeless = 1.3f, behind = 1.15f;
    /// A code replaces the usual code only if it is at least this many times as fast, since smaller differences may be
    /// noise.
    static constexpr float least_gain = 1.05f;

    struct Side {
        std::atomic<unsigned> begun = 0;
        std::atomic<unsigned> seen = 0;
        std::atomic<float> least_ns = std::numeric_limits<float>::infinity();
        /// The shortest time of those launches that follow the first `samples` launches.
        std::atomic<float> last_least_ns = std::numeric_limits<float>::infinity();
    };

    /// Adds the expected time of a launch; returns the total time of the kernel's launches.
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
    std::atomic<bool> is_taken_ = false;  // whether a thread is choosing the next code (next_turn)
    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> spent_ns_ = 0;
    std::atomic<float> next_ns_ = 0;  // when spent_ns_ reaches this value, the next code is compiled
    std::atomic<bool> are_all_made_ = false;
    std::atomic<int> maker_ = 0;  // id of the process that compiles the other codes
    unsigned next_to_make_ = 0;   // changed only by the thread that compiles the other codes
    std::atomic<unsigned> settled_ = usual;
    std::atomic<std::uint64_t> items_ = 0;           // number of work-items of each timed launch; 0: not set yet
    std::atomic<std::uint32_t> made_ = 1U << usual;  // bit mask of the codes that have been made
    std::uint32_t left_behind_ = 0;  // bit mask of the codes in made_ that are too slow; used only in next_turn()
    std::array<Side, most_codes> sides_;
};

/// The turn of a launch that is timed, or no turn. The destructor calls take_back() unless the time was reported.
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

    /// Reports the time of the launch; the object must hold a turn.
    void report(float ns) noexcept { std::exchange(trial_, nullptr)->report(code_, ns); }

    void end() noexcept {
        if (trial_) std::exchange(trial_, nullptr)->take_back(code_);
    }

private:
    std::shared_ptr<PlanTrial> trial_;
    unsigned code_ = 0;
};

}  // namespace lanewise::runtime
