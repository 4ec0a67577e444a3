// Tunes the plan of a kernel by its launches (auto-tuning). Once the kernel is hot, code for other plans that may be
// faster (KernelCode::other_plans) is compiled in the background. Launches of one size run all codes in turns, and the
// fastest code is kept.
//
// Codes are compiled one at a time, and the best code so far runs meanwhile. The next compilation starts only after
// launches have taken longer than the last compilation. Most launches thus run without a compilation beside them. All
// codes of a kernel give the same results, and no launch waits.
//
//   watching -> making -> trying -> settled
//                  ^---------'
//
// The codes have numbers: 0 is the usual code, and the codes of other plans follow. In the child of a fork whose parent
// was in the stage `making`, no thread makes codes; the next launch starts one. Thread-safe; there is one object for
// each kernel of a program.
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
        make,    // compile the next of the other codes now
        settle,  // `code` is kept: store it in the cache
    };

    struct Turn {
        std::uint8_t code = usual;
        Step step = Step::none;
        bool is_timed = false;  // report() or take_back() must follow (see TimedTurn)
    };

    /// Decides which code a launch of `items` work-items runs. `expected_ns` is the launch's expected time, added over
    /// all threads; 0 if unknown. A kernel is hot when its launches have taken `hot_ns` in total.
    Turn advise(std::uint64_t items, float expected_ns, float hot_ns) noexcept;

    /// Returns whether advise() may choose a code other than the usual one for a launch of this expected time.
    bool concerns(float expected_ns) const noexcept { return expected_ns >= telling_ns || settled() != usual; }

    /// Returns whether a code is being compiled.
    bool is_making() const noexcept { return stage_.load(std::memory_order_acquire) == Stage::making; }

    /// Returns whether codes are being compiled or compared.
    bool is_under_way() const noexcept {
        const Stage stage = stage_.load(std::memory_order_acquire);
        return stage == Stage::making || stage == Stage::trying;
    }

    /// Returns whether launches run the best code so far until the next code is compiled.
    bool is_pausing() const noexcept {
        return stage_.load(std::memory_order_acquire) == Stage::trying &&
               !are_all_made_.load(std::memory_order_relaxed);
    }

    /// Lets launches try another code, which must have been compiled.
    void try_code(unsigned code) noexcept;
    bool is_made(unsigned code) const noexcept { return (made_.load(std::memory_order_acquire) >> code & 1) != 0; }

    /// Returns the number of the other code to compile next, counted from 0. Returns each number once.
    unsigned next_to_make() noexcept { return next_to_make_++; }

    /// Withdraws Step::make if the compilation cannot begin now. A later launch then gets this step.
    void put_off() noexcept { stage_.store(Stage::watching, std::memory_order_release); }

    /// Delays the next compilation until further launches have taken `ns`, added over all threads.
    void pause(float ns) noexcept;

    /// Announces that no more codes will be compiled.
    void all_are_made() noexcept;

    /// Reports the time of a timed launch, added over all threads. Infinity means that `code` does not suit such
    /// launches.
    void report(unsigned code, float ns) noexcept;

    /// Withdraws a timed launch that did not run to its end. Another launch is timed instead.
    void take_back(unsigned code) noexcept { sides_[code].begun.fetch_sub(1, std::memory_order_relaxed); }

    /// Returns the code that is kept, or the usual code before that; ratio() divides its time by that of the usual
    /// code.
    unsigned settled() const noexcept { return settled_.load(std::memory_order_acquire); }
    float ratio() const noexcept { return sides_[settled()].least_ns / sides_[usual].least_ns; }

private:
    enum class Stage : std::uint8_t { watching, making, trying, settled };

    /// Launches shorter than this are not timed, since most of their time is overhead.
    static constexpr float telling_ns = 3000;
    /// Minimum number of launches before a kernel can be hot.
    static constexpr unsigned hot_launches = 3;
    /// Number of launches of each code that are compared. The shortest of them is the code's time.
    static constexpr unsigned samples = 3;
    /// Number of launches of the fastest code, and of the usual code, in a final comparison. Another thread on the same
    /// core may have slowed down many launches. The code is therefore kept only if it is faster in this comparison as
    /// well.
    static constexpr unsigned last_samples = 5;
    /// A code is given up if its time exceeds that of the fastest code by one of these factors. The first holds after
    /// one launch, the second after several.
    static constexpr float hopeless = 1.3f, behind = 1.15f;
    /// Another code is kept only if it is faster than the usual code by this factor, since smaller differences may be
    /// noise.
    static constexpr float least_gain = 1.05f;

    struct Side {
        std::atomic<unsigned> begun = 0;
        std::atomic<unsigned> seen = 0;
        std::atomic<float> least_ns = std::numeric_limits<float>::infinity();
        /// The least time of the launches after the first `samples`.
        std::atomic<float> last_least_ns = std::numeric_limits<float>::infinity();
    };

    /// Adds a launch's time; returns the total time of the kernel's launches.
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
    std::atomic<bool> is_taken_ = false;  // whether a thread is inside next_turn()
    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> spent_ns_ = 0;
    std::atomic<float> next_ns_ = 0;  // value of spent_ns_ at which the next code is compiled
    std::atomic<bool> are_all_made_ = false;
    std::atomic<int> maker_ = 0;  // id of the process that compiles the other codes
    unsigned next_to_make_ = 0;   // changed only by the thread that compiles the other codes
    std::atomic<unsigned> settled_ = usual;
    std::atomic<std::uint64_t> items_ = 0;  // number of work-items of the compared launches; 0: set by the next launch
    std::atomic<std::uint32_t> made_ = 1U << usual;  // bit mask of the codes that have been made
    std::uint32_t left_behind_ = 0;  // bit mask of the codes in made_ that are too slow; used only in next_turn()
    std::array<Side, most_codes> sides_;
};

/// The timed turn of one launch, or none. The destructor takes the turn back unless it was reported.
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
