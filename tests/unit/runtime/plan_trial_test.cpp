// How launches settle which of two codes a kernel keeps: code/plan_trial.h.
#include "runtime/code/plan_trial.h"

#include <gtest/gtest.h>

#include <list>

namespace lanewise::runtime::test {
namespace {

using Advice = PlanTrial::Advice;
using Other = PlanTrial::Other;

constexpr std::uint64_t items = 4096;
constexpr float long_ns = 50'000'000;

/// A trial that waits for the other code.
class PlanTrials : public testing::Test {
protected:
    void make_hot() {
        for (int launch = 0; launch < 100; ++launch)
            if (trials.back().advise(items, long_ns, Other::unknown).advice == Advice::begin_other) return;
        FAIL() << "not hot after 100 long launches";
    }

    /// Launches of `size` work-items until there is an advice to settle; the other code takes `ratio` of the time.
    /// How many ran the other code by then is added to `others`.
    Advice run(std::uint64_t size, float ratio, unsigned& others) {
        for (int launch = 0; launch < 100; ++launch) {
            const PlanTrial::Turn turn = trials.back().advise(size, long_ns, Other::made);
            if (turn.advice == Advice::settle_usual || turn.advice == Advice::settle_other) return turn.advice;
            const bool is_other = turn.advice == Advice::other;
            others += is_other;
            EXPECT_TRUE(!is_other || turn.is_timed);
            if (turn.is_timed) trials.back().report(is_other, is_other ? long_ns * ratio : long_ns);
        }
        return Advice::usual;
    }

    std::list<PlanTrial> trials{1};
};

TEST_F(PlanTrials, BeginWhenAKernelIsHot) {
    // Short launches, and those of which nobody knows how long they take, are no reason.
    for (int launch = 0; launch < 1000; ++launch) {
        EXPECT_EQ(trials.back().advise(items, 10, Other::unknown).advice, Advice::usual);
        EXPECT_EQ(trials.back().advise(items, 0, Other::unknown).advice, Advice::usual);
    }
    make_hot();
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::unknown).advice, Advice::usual);
}

TEST_F(PlanTrials, TheFirstLaunchesAreNoReason) {
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::unknown).advice, Advice::usual);
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::unknown).advice, Advice::usual);
}

TEST_F(PlanTrials, TheFasterCodeStays) {
    make_hot();
    unsigned others = 0;
    EXPECT_EQ(run(items, 0.5f, others), Advice::settle_other);
    EXPECT_LE(others, 3u);
    EXPECT_FLOAT_EQ(trials.back().ratio(), 0.5f);
    for (const std::uint64_t size : {items, items / 2})
        EXPECT_EQ(trials.back().advise(size, long_ns, Other::made).advice, Advice::other);
}

TEST_F(PlanTrials, TheUsualCodeStaysUnlessTheOtherIsFaster) {
    for (const float ratio : {4.0f, 1.0f, 0.99f}) {
        trials.emplace_back();
        make_hot();
        unsigned others = 0;
        EXPECT_EQ(run(items, ratio, others), Advice::settle_usual);
        EXPECT_EQ(others, ratio > 2 ? 1u : 3u);
        EXPECT_EQ(trials.back().advise(items, long_ns, Other::made).advice, Advice::usual);
    }
}

// Times of launches of different sizes tell nothing.
TEST_F(PlanTrials, OnlyLaunchesOfOneSizeAreCompared) {
    make_hot();
    unsigned others = 0;
    trials.back().advise(items, long_ns, Other::made);
    EXPECT_EQ(run(2 * items, 0.5f, others), Advice::usual);
    EXPECT_EQ(others, 0u);
    EXPECT_EQ(run(items, 0.5f, others), Advice::settle_other);
}

// Launches may be enqueued long before any of them has run.
TEST_F(PlanTrials, FewLaunchesRunTheOtherCodeBeforeItIsKnown) {
    make_hot();
    unsigned others = 0;
    for (int launch = 0; launch < 1000; ++launch)
        others += trials.back().advise(items, long_ns, Other::made).advice == Advice::other;
    EXPECT_EQ(others, 1u);
}

TEST_F(PlanTrials, ACodeThatCannotBeMadeIsForgotten) {
    make_hot();
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::impossible).advice, Advice::usual);
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::made).advice, Advice::usual);
    EXPECT_EQ(trials.back().advise(items, long_ns, Other::made).advice, Advice::usual);
}

}  // namespace
}  // namespace lanewise::runtime::test
