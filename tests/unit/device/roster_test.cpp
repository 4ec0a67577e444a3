// Tests which threads are participants of an arena, which threads an arena calls, and when an arena needs more threads.
#include "device/pool/roster.h"

#include <gtest/gtest.h>

#include <array>

namespace lanewise::device {
namespace {

constexpr float tick = 1;

TEST(MissedWork, SumsUpWithinASuccession) {
    MissedWork missed;
    constexpr float work = much_missed_ns / 4;
    std::uint64_t now = 1000;
    for (int task = 1; task < 4; ++task, now += static_cast<std::uint64_t>(work))
        EXPECT_FALSE(missed.add(work, now, tick)) << task;
    EXPECT_TRUE(missed.add(work, now, tick));
    EXPECT_FALSE(missed.add(work, now, tick));  // when add() returned true, it set the sum of missed work to 0
}

TEST(MissedWork, APauseBeginsANewSuccession) {
    MissedWork missed;
    constexpr float work = much_missed_ns / 2;
    EXPECT_FALSE(missed.add(work, 1000, tick));
    const std::uint64_t later = 1000 + static_cast<std::uint64_t>(work + linger_ns) + 1;
    EXPECT_FALSE(missed.add(work, later, tick));
    EXPECT_TRUE(missed.add(work, later + 1, tick));
}

TEST(Roster, PlacesAreLimited) {
    Roster roster(2);
    EXPECT_TRUE(roster.enter());
    EXPECT_FALSE(roster.is_full());
    EXPECT_TRUE(roster.may_wake());
    EXPECT_TRUE(roster.enter());
    EXPECT_TRUE(roster.is_full());
    EXPECT_FALSE(roster.may_wake());
    EXPECT_FALSE(roster.enter());
    roster.leave();
    EXPECT_TRUE(roster.enter());
}

TEST(Roster, CalledWorkersHaveAPlaceInSight) {
    Roster roster(1);
    EXPECT_TRUE(roster.add_recruit());
    EXPECT_TRUE(roster.has_called());
    EXPECT_TRUE(roster.is_attended());
    EXPECT_FALSE(roster.may_wake());
    EXPECT_TRUE(roster.enter());  // a host thread takes the place before the recruit arrives
    EXPECT_TRUE(roster.remove_recruit());
    EXPECT_FALSE(roster.enter());
    EXPECT_FALSE(roster.has_recruits());
}

TEST(Roster, TheFirstAndLastRecruitAreTold) {
    Roster roster(4);
    EXPECT_TRUE(roster.add_recruit());
    EXPECT_FALSE(roster.add_recruit());
    EXPECT_FALSE(roster.remove_recruit());
    EXPECT_TRUE(roster.remove_recruit());
}

TEST(Roster, ThreadsThatAreAwayAttendToNothing) {
    Roster roster(2);
    EXPECT_FALSE(roster.is_attended());
    roster.enter();
    EXPECT_TRUE(roster.is_attended());
    roster.long_runs() = 1;
    EXPECT_FALSE(roster.is_attended());
    roster.enter();
    EXPECT_TRUE(roster.is_attended());
}

TEST(Roster, HomesAreTheLowestThatAreFree) {
    Roster roster(4);
    EXPECT_EQ(roster.take_home(), 1u);
    EXPECT_EQ(roster.take_home(), 2u);
    roster.give_back_home(1);
    EXPECT_EQ(roster.take_home(), 1u);
    EXPECT_EQ(roster.take_home(), 3u);
}

TEST(Roster, MoreWorkersThanHomesHaveNone) {
    Roster roster(100);
    for (unsigned home = 1; home < 64; ++home) EXPECT_EQ(roster.take_home(), home);
    EXPECT_EQ(roster.take_home(), 0u);
    roster.give_back_home(0);
    EXPECT_EQ(roster.take_home(), 0u);
}

TEST(Roster, LingerersAreCalledInTheOrderOfTheirHomes) {
    Roster roster(4);
    Lingerer third{.home = 3}, first{.home = 1}, second{.home = 2};
    for (Lingerer* worker : {&third, &first, &second}) roster.add(*worker);
    roster.remove(second);
    EXPECT_TRUE(roster.call_lingering());
    EXPECT_TRUE(first.is_called);
    EXPECT_FALSE(third.is_called);
    EXPECT_TRUE(roster.call_lingering());
    EXPECT_TRUE(third.is_called);
    EXPECT_FALSE(second.is_called);
    EXPECT_FALSE(roster.call_lingering());
    EXPECT_TRUE(roster.answer_call());
    EXPECT_TRUE(roster.answer_call());
    EXPECT_FALSE(roster.has_called());
}

TEST(Roster, EachLingererThatIsCalledGetsEnoughWork) {
    Roster roster(8);
    std::array<Lingerer, 4> workers{{{.home = 1}, {.home = 2}, {.home = 3}, {.home = 4}}};
    for (Lingerer& worker : workers) roster.add(worker);
    EXPECT_EQ(roster.call_lingering(4, call_ns / 2), 0u);
    EXPECT_EQ(roster.call_lingering(4, call_ns * 2.5f), 2u);
    EXPECT_EQ(roster.call_lingering(1, call_ns * 100), 1u);
    EXPECT_EQ(roster.call_lingering(4, call_ns * 100), 1u);
}

TEST(Roster, SleepersAreWokenOnce) {
    Roster roster(1);
    Waiter first, second;
    roster.add_sleeper(first);
    roster.add_sleeper(second);
    EXPECT_FALSE(roster.wake_sleeper([](const Waiter&) { return false; }));
    EXPECT_TRUE(roster.wake_sleeper([&](const Waiter& waiter) { return &waiter == &first; }));
    EXPECT_FALSE(roster.wake_sleeper([&](const Waiter& waiter) { return &waiter == &first; }));
    roster.remove_sleeper(first);  // returns normally, although the waiter is already awake
    roster.remove_sleeper(second);
    EXPECT_FALSE(roster.wake_sleeper([](const Waiter&) { return true; }));
}

TEST(Roster, ExtraThreadsServeWhatNobodyAttendsTo) {
    Roster roster(1);
    EXPECT_TRUE(roster.wants_extra());
    roster.enter();
    EXPECT_FALSE(roster.wants_extra());
    roster.long_runs() = 1;
    EXPECT_TRUE(roster.wants_extra());
    roster.add_extra();
    EXPECT_FALSE(roster.wants_extra());
    for (unsigned away = 1; away < 3; ++away) {  // models extra threads whose tasks turn out to be long
        roster.long_extras() = away;
        EXPECT_TRUE(roster.wants_extra());
        roster.add_extra();
    }
    roster.long_extras() = 3;
    EXPECT_FALSE(roster.wants_extra());
}

TEST(Roster, BackgroundThreadsAreAFractionOfThePlaces) {
    Roster small(2), large(8);
    EXPECT_TRUE(small.may_add_background());
    small.add_background();
    EXPECT_FALSE(small.may_add_background());
    large.add_background();
    EXPECT_TRUE(large.may_add_background());
    large.add_background();
    EXPECT_FALSE(large.may_add_background());
    large.remove_background();
    EXPECT_TRUE(large.may_add_background());
}

TEST(Roster, TheChildOfAForkHasOneThread) {
    Roster roster(2);
    Lingerer lingerer{.home = 1};
    Waiter sleeper;
    roster.enter();
    roster.add_recruit();
    roster.add(lingerer);
    roster.add_sleeper(sleeper);
    roster.start_anew({.has_place = true, .is_away = true});
    EXPECT_TRUE(roster.has_participants());
    EXPECT_FALSE(roster.has_called());
    EXPECT_FALSE(roster.is_attended());
    EXPECT_FALSE(roster.call_lingering());
    EXPECT_FALSE(roster.wake_sleeper([](const Waiter&) { return true; }));
    roster.start_anew({});
    EXPECT_FALSE(roster.has_participants());
}

}  // namespace
}  // namespace lanewise::device
