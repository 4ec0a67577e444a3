// Tests how timed launches determine which of several compiled codes a kernel keeps (code/plan_trial.h).
#include "runtime/code/plan_trial.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <initializer_list>
#include <limits>
#include <list>

namespace lanewise::runtime::test {
namespace {

using Step = PlanTrial::Step;

constexpr std::uint64_t items = 4096;
constexpr float long_ns = 50'000'000, hot_ns = 10'000'000;
constexpr unsigned first_other = 1, second_other = 3;

/// Simulates launches of a kernel during a trial. A launch of code number i takes shares[i] * long_ns.
class PlanTrials : public testing::Test {
protected:
    void make_hot() {
        for (int launch = 0; launch < 100; ++launch)
            if (advise().step == Step::make) return;
        FAIL() << "not hot after 100 long launches";
    }

    void try_codes(std::initializer_list<unsigned> codes) {
        for (const unsigned code : codes) trials.back().try_code(code);
        trials.back().all_are_made();
    }

    PlanTrial::Turn advise(std::uint64_t size = items) { return trials.back().advise(size, long_ns, hot_ns); }

    /// Simulates launches of `size` work-items until the trial settles on a code.
    PlanTrial::Turn run(std::uint64_t size = items) {
        for (int launch = 0; launch < 100; ++launch) {
            const PlanTrial::Turn turn = advise(size);
            if (turn.step == Step::settle) return turn;
            ++launches.at(turn.code);
            EXPECT_TRUE(turn.code == PlanTrial::usual || turn.is_timed || trials.back().is_making());
            if (turn.is_timed) trials.back().report(turn.code, shares.at(turn.code) * long_ns);
        }
        return {};
    }

    std::list<PlanTrial> trials{1};
    std::array<float, PlanTrial::most_codes> shares{1, 1, 1, 1, 1, 1, 1, 1, 1};
    std::array<unsigned, PlanTrial::most_codes> launches{};
};

TEST_F(PlanTrials, BeginWhenAKernelIsHot) {
    // Neither short launches nor launches whose time is unknown (0) start a trial.
    for (int launch = 0; launch < 1000; ++launch) {
        EXPECT_EQ(trials.back().advise(items, 10, hot_ns).step, Step::none);
        EXPECT_EQ(trials.back().advise(items, 0, hot_ns).step, Step::none);
    }
    make_hot();
    EXPECT_TRUE(trials.back().is_making());
    EXPECT_EQ(advise().step, Step::none);
}

TEST_F(PlanTrials, WhatIsPutOffIsMadeLater) {
    make_hot();
    trials.back().put_off();
    EXPECT_FALSE(trials.back().is_under_way());
    EXPECT_EQ(advise().step, Step::make);
    EXPECT_EQ(advise().step, Step::none);
    try_codes({first_other});
    shares[first_other] = .5F;
    EXPECT_EQ(run().code, first_other);
}

TEST_F(PlanTrials, WhatIsMadeIsTriedWhileTheRestIsMade) {
    make_hot();
    shares[first_other] = .5F;
    shares[second_other] = .25F;
    trials.back().try_code(first_other);
    EXPECT_EQ(run().step, Step::none);  // the trial is not settled yet
    EXPECT_EQ(advise().code, first_other);
    EXPECT_FALSE(advise().is_timed);
    try_codes({second_other});
    const PlanTrial::Turn kept = run();
    EXPECT_EQ(kept.step, Step::settle);
    EXPECT_EQ(kept.code, second_other);
}

// After a pause, launches run for some time before the next code is compiled, because the compilation uses CPUs that
// launches need.
TEST_F(PlanTrials, TheNextIsMadeWhenLaunchesHaveTakenLonger) {
    make_hot();
    EXPECT_EQ(trials.back().next_to_make(), 0u);
    shares[first_other] = .5F;
    shares[second_other] = .25F;
    trials.back().try_code(first_other);
    trials.back().pause(20 * long_ns);
    EXPECT_FALSE(trials.back().is_making());
    PlanTrial::Turn turn;
    unsigned before = 0;
    for (; before < 100 && turn.step == Step::none; ++before) {
        turn = advise();
        if (turn.is_timed) trials.back().report(turn.code, shares.at(turn.code) * long_ns);
    }
    EXPECT_EQ(turn.step, Step::make);
    EXPECT_EQ(turn.code, first_other);  // the fastest code so far
    EXPECT_EQ(before, 20u);
    EXPECT_TRUE(trials.back().is_making());
    EXPECT_EQ(trials.back().next_to_make(), 1u);
    try_codes({second_other});
    EXPECT_EQ(run().code, second_other);
}

TEST_F(PlanTrials, TheFirstLaunchesAreNoReason) {
    EXPECT_EQ(advise().step, Step::none);
    EXPECT_EQ(advise().step, Step::none);
}

TEST_F(PlanTrials, WhatTakesLongerToCompileMustBeHotter) {
    for (int launch = 0; launch < 19; ++launch)
        EXPECT_EQ(trials.back().advise(items, long_ns, 20 * long_ns).step, Step::none);
    EXPECT_EQ(trials.back().advise(items, long_ns, 20 * long_ns).step, Step::make);
}

TEST_F(PlanTrials, TheFastestCodeStays) {
    make_hot();
    try_codes({first_other, second_other});
    shares[1] = 0.6f;
    shares[3] = 0.5f;
    EXPECT_EQ(run().code, 3);
    EXPECT_LE(launches[1], 3u);
    EXPECT_LE(launches[3], 5u);
    EXPECT_LE(launches[PlanTrial::usual], 5u);
    EXPECT_EQ(launches[2], 0u);
    EXPECT_EQ(trials.back().settled(), 3u);
    EXPECT_FLOAT_EQ(trials.back().ratio(), 0.5f);
    for (const std::uint64_t size : {items, items / 2}) EXPECT_EQ(advise(size).code, 3);
}

TEST_F(PlanTrials, TheUsualCodeStaysUnlessAnotherIsFaster) {
    for (const float share : {4.0f, 1.0f, 0.99f}) {
        trials.emplace_back();
        make_hot();
        try_codes({first_other});
        shares[1] = share;
        launches = {};
        EXPECT_EQ(run().code, PlanTrial::usual);
        EXPECT_EQ(launches[1], share > 2 ? 1u : 3u);
        EXPECT_EQ(advise().code, PlanTrial::usual);
    }
}

// The first launches of the usual code are slow only because of other load on the machine. The other code therefore
// seems to be faster at first.
TEST_F(PlanTrials, WhatSeemsFastestMustStaySo) {
    make_hot();
    try_codes({first_other});
    shares[PlanTrial::usual] = 2;
    unsigned turns = 0;
    while (turns++ < 100) {
        const PlanTrial::Turn turn = advise();
        if (turn.step == Step::settle) break;
        const bool is_late = turn.code == PlanTrial::usual && launches.at(turn.code) >= 3;
        ++launches.at(turn.code);
        if (turn.is_timed) trials.back().report(turn.code, is_late ? long_ns : shares.at(turn.code) * long_ns);
    }
    EXPECT_EQ(trials.back().settled(), PlanTrial::usual);
    EXPECT_GE(launches[PlanTrial::usual], 4u);
}

// The first three launches of the other code are fast only by chance. All later launches of this code are slower.
TEST_F(PlanTrials, WhatWasFasterInPassingIsNotKept) {
    make_hot();
    try_codes({first_other});
    for (unsigned turns = 0; turns < 100; ++turns) {
        const PlanTrial::Turn turn = advise();
        if (turn.step == Step::settle) break;
        const bool is_early = turn.code == first_other && launches.at(turn.code) < 3;
        ++launches.at(turn.code);
        if (turn.is_timed) trials.back().report(turn.code, is_early ? long_ns / 2 : long_ns);
    }
    EXPECT_EQ(trials.back().settled(), PlanTrial::usual);
    EXPECT_EQ(launches[first_other], 5u);
}

TEST_F(PlanTrials, WhatDoesNotSuitLaunchesIsForgotten) {
    make_hot();
    try_codes({first_other, second_other});
    shares[1] = std::numeric_limits<float>::infinity();
    shares[3] = 0.5f;
    EXPECT_EQ(run().code, 3);
    EXPECT_EQ(launches[1], 1u);
}

// Times of launches with different numbers of work-items cannot be compared.
TEST_F(PlanTrials, OnlyLaunchesOfOneSizeAreCompared) {
    make_hot();
    try_codes({first_other});
    shares[1] = 0.5f;
    EXPECT_EQ(advise().code, PlanTrial::usual);
    trials.back().report(PlanTrial::usual, long_ns);
    EXPECT_EQ(run(2 * items).code, PlanTrial::usual);
    EXPECT_EQ(launches[1], 0u);
    EXPECT_EQ(run().code, 1);
}

// An application may enqueue many launches before any of them has run. Only few of these launches may use code whose
// time is unknown.
TEST_F(PlanTrials, FewLaunchesRunOtherCodesBeforeTheyAreKnown) {
    make_hot();
    try_codes({first_other, second_other});
    unsigned others = 0;
    for (int launch = 0; launch < 1000; ++launch) others += advise().code != PlanTrial::usual;
    EXPECT_EQ(others, 1u);
}

// A launch whose command fails reports no time, so that another launch must time the code.
TEST_F(PlanTrials, LaunchesThatDidNotRunGiveTheirTurnsBack) {
    make_hot();
    try_codes({first_other});
    shares[1] = 0.5f;
    const auto trial = [this] { return std::shared_ptr<PlanTrial>(std::shared_ptr<void>(), &trials.back()); };
    for (int launch = 0; launch < 100; ++launch) {
        const PlanTrial::Turn turn = advise();
        ASSERT_TRUE(turn.is_timed) << launch;
        TimedTurn left(trial(), turn.code);
        TimedTurn moved = std::move(left);
        EXPECT_FALSE(left);  // NOLINT(bugprone-use-after-move)
        EXPECT_TRUE(moved);
        moved = {};
        EXPECT_FALSE(moved);
        if (launch % 10 == 9 && launch < 30) TimedTurn(trial(), advise().code).report(long_ns);
    }
    EXPECT_EQ(run().code, 1);
}

TEST_F(PlanTrials, AForksChildMakesWhatItsParentMakes) {
    make_hot();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(advise().step == Step::make && advise().step == Step::none ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(advise().step, Step::none);
}

TEST_F(PlanTrials, CodesThatCannotBeMadeAreForgotten) {
    make_hot();
    try_codes({});
    EXPECT_FALSE(trials.back().is_making());
    for (int launch = 0; launch < 10; ++launch) {
        const PlanTrial::Turn turn = advise();
        EXPECT_EQ(turn.code, PlanTrial::usual);
        EXPECT_FALSE(turn.is_timed);
    }
}

}  // namespace
}  // namespace lanewise::runtime::test
