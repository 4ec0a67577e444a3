// Tunes the plan of a kernel by its launches (auto-tuning). Once the kernel is hot, code for other plans that may be
// faster (KernelCode::other_plans) is compiled in the background. Launches of one size run all codes in turns, and the
// fastest is kept. Codes are compiled one at a time. The next compilation starts only when launches have taken longer
// than the last one, so that most launches have the CPUs for themselves. Meanwhile the best code so far runs. All codes
// of a kernel give the same results; no launch waits.
//
//   watching -> making -> trying -> settled
//                  ^---------'
//
// Codes are numbered here: 0 is the usual one, the others follow. The child of a fork has no thread that makes codes
// when its parent was in the stage `making`; the next launch starts one. Thread-safe; one object for each kernel of a
// program.
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
        settle,  // this code is kept: report it
    };

    struct Turn {
        std::uint8_t code = usual;
        Step step = Step::none;
        bool is_timed = false;  // report() or take_back() must follow: see TimedTurn
    };

    /// Decides which code a launch of `items` work-items runs. `expected_ns` is its expected time on all threads
    /// together, 0 when unknown. A kernel is hot when its launches have taken `hot_ns`.
    Turn advise(std::uint64_t items, float expected_ns, float hot_ns) noexcept;

    /// Whether advise() may return anything but the usual code for a launch of this expected time.
    bool concerns(float expected_ns) const noexcept { return expected_ns >= telling_ns || settled() != usual; }

    /// Whether a code is being compiled.
    bool is_making() const noexcept { return stage_.load(std::memory_order_acquire) == Stage::making; }

    /// Whether codes are being compiled or compared.
    bool is_under_way() const noexcept {
        const Stage stage = stage_.load(std::memory_order_acquire);
        return stage == Stage::making || stage == Stage::trying;
    }

    /// Whether the best code so far runs until the next one is compiled.
    bool is_pausing() const noexcept {
        return stage_.load(std::memory_order_acquire) == Stage::trying &&
               !are_all_made_.load(std::memory_order_relaxed);
    }

    /// Lets launches try another code, which has been compiled.
    void try_code(unsigned code) noexcept;
    bool is_made(unsigned code) const noexcept { return (made_.load(std::memory_order_acquire) >> code & 1) != 0; }

    /// The other code to compile next, counted from 0; returns each number once.
    unsigned next_to_make() noexcept { return next_to_make_++; }

    /// Withdraws Step::make, which cannot be done now: a later launch gets the same step.
    void put_off() noexcept { stage_.store(Stage::watching, std::memory_order_release); }

    /// Delays the next compilation until launches have taken `ns` more, on all threads together.
    void pause(float ns) noexcept;

    /// Tells that no more codes will be compiled.
    void all_are_made() noexcept;

    /// Reports the time of a timed launch, on all threads together; infinity when `code` does not suit such launches.
    void report(unsigned code, float ns) noexcept;

    /// Withdraws a timed launch that has not run, or not to its end: another launch takes its turn.
    void take_back(unsigned code) noexcept { sides_[code].begun.fetch_sub(1, std::memory_order_relaxed); }

    /// The code that is kept, or the usual one, and the ratio of its time to the usual code's time.
    unsigned settled() const noexcept { return settled_.load(std::memory_order_acquire); }
    float ratio() const noexcept { return sides_[settled()].least_ns / sides_[usual].least_ns; }

private:
    enum class Stage : std::uint8_t { watching, making, trying, settled };

    /// Launches shorter than this are mostly overhead.
    static constexpr float telling_ns = 3000;
    /// The fewest launches after which a kernel is hot.
    static constexpr unsigned hot_launches = 3;
    /// Number of launches of each code that are compared; the fastest of them counts.
    static constexpr unsigned samples = 3;
    /// Number of launches of the fastest code and the usual code that are compared in the end, in turns. Another thread
    /// on the same core may slow down many launches, so the code that is kept must be faster in this comparison as
    /// well.
    static constexpr unsigned last_samples = 5;
    /// Factors of the fastest code's time at which a code is given up: after its first launch, and later.
    static constexpr float hopeless = 1.3f, behind = 1.15f;
    /// Another code must be faster than the usual one by this factor, since smaller differences may be noise.
    static constexpr float least_gain = 1.05f;

    struct Side {
        std::atomic<unsigned> begun = 0;
        std::atomic<unsigned> seen = 0;
        std::atomic<float> least_ns = std::numeric_limits<float>::infinity();
        std::atomic<float> last_least_ns = std::numeric_limits<float>::infinity();  // after the first `samples`
    };

    /// Adds a launch's time; returns the time that the kernel's launches have taken so far.
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
    std::atomic<bool> is_taken_ = false;  // whether a thread is in next_turn()
    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> spent_ns_ = 0;
    std::atomic<float> next_ns_ = 0;  // the next code is compiled when spent_ns_ reaches this
    std::atomic<bool> are_all_made_ = false;
    std::atomic<int> maker_ = 0;  // the process that compiles the other codes
    unsigned next_to_make_ = 0;   // changed only by the thread that compiles them
    std::atomic<unsigned> settled_ = usual;
    std::atomic<std::uint64_t> items_ = 0;           // size of the compared launches; 0: that of the next one
    std::atomic<std::uint32_t> made_ = 1U << usual;  // a bit for each code
    std::uint32_t left_behind_ = 0;                  // of made_: the codes that are too slow; used in next_turn()
    std::array<Side, most_codes> sides_;
};

/// The timed turn of one launch, or none. Taken back unless it is reported.
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

    /// Reports the time of the launch; there must be a turn.
    void report(float ns) noexcept { std::exchange(trial_, nullptr)->report(code_, ns); }

    void end() noexcept {
        if (trial_) std::exchange(trial_, nullptr)->take_back(code_);
    }

private:
    std::shared_ptr<PlanTrial> trial_;
    unsigned code_ = 0;
};

}  // namespace lanewise::runtime
