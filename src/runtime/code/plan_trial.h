// Launches teach the plan of a kernel that the planner is unsure of (KernelCode::unsure): once it has turned out hot,
// its other code is compiled in the background, some launches of one size run by turns the one and the other, and the
// faster stays. All codes of a kernel give the same results; no launch waits.
//
//   watching -> making -> trying -> settled
//
// Thread-safe; one for each kernel of a program.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

namespace lanewise::runtime {

class PlanTrial {
public:
    enum class Advice : std::uint8_t {
        usual,
        other,
        begin_other,   // the usual one, and the other is to be made from now on
        settle_usual,  // the usual one, and that for ever: tell whom it concerns
        settle_other,
    };

    /// The other code, as far as it is known.
    enum class Other : std::uint8_t { unknown, made, impossible };

    struct Turn {
        Advice advice = Advice::usual;
        bool is_timed = false;  // report() is to be told
    };

    /// For a launch of `items` work-items that is expected to take so long; 0: nobody knows yet.
    Turn advise(std::uint64_t items, float expected_ns, Other other) noexcept;

    /// A launch whose turn was timed took so long, on all threads together.
    void report(bool is_other, float ns) noexcept;

    /// What the other code takes of the time of the usual one; once there is an advice to settle.
    float ratio() const noexcept { return of(true).least_ns / of(false).least_ns; }

private:
    enum class Stage : std::uint8_t { watching, making, trying, settled_usual, settled_other };

    /// A kernel is hot after so many launches and so much time: compiling takes about as long.
    static constexpr unsigned hot_launches = 3;
    static constexpr float hot_ns = 10'000'000;
    /// Launches of each code that are compared, by the fastest of them.
    static constexpr unsigned samples = 3;
    /// The other code must be as much faster, or the difference may be the weather; if its first launch is as much
    /// slower, there is no second.
    static constexpr float least_gain = 1.05f, hopeless = 1.5f;

    struct Side {
        std::atomic<unsigned> begun = 0;
        std::atomic<unsigned> seen = 0;
        std::atomic<float> least_ns = std::numeric_limits<float>::max();
    };

    const Side& of(bool is_other) const noexcept { return sides_[is_other]; }
    Turn watch(float expected_ns) noexcept;
    Turn try_out(std::uint64_t items) noexcept;
    bool is_known() const noexcept;
    Turn settle() noexcept;

    std::atomic<Stage> stage_ = Stage::watching;
    std::atomic<unsigned> launches_ = 0;
    std::atomic<float> spent_ns_ = 0;
    std::atomic<std::uint64_t> items_ = 0;  // of the launches that are compared
    std::array<Side, 2> sides_;
};

}  // namespace lanewise::runtime
