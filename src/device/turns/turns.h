// Runs work-groups whose sub-groups may wait for each other (KernelCode::waits). Each sub-group runs on a stack of its
// own. The sub-groups of a thread take turns: a sub-group runs until it waits, meets others at a barrier, or ends. Each
// sub-group therefore makes progress, and no sub-group is interrupted.
//
// After a barrier, sub-groups continue in the order of their numbers, each up to its next wait or barrier.
//
// In a concurrent launch (cl_intel_concurrent_dispatch) a thread holds many work-groups at the same time. When none of
// these work-groups makes progress, the thread begins another work-group. All work-groups of the launch therefore
// begin, even if the launch has only one thread.
//
// Thread-safety: A Turns object belongs to one thread; several threads may use a ConcurrentGroups object at the same
// time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "device/machine/kernel_faults.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::device {

/// Data that all threads of a concurrent launch share.
class ConcurrentGroups {
public:
    ConcurrentGroups(std::uint64_t groups, std::uint64_t sub_groups_of_each) noexcept
        : groups_(groups), missing_(groups * sub_groups_of_each), present_(groups * sub_groups_of_each) {}

    /// Returns the number of a work-group that no thread has begun; `groups` if there is none.
    std::uint64_t claim() noexcept;
    std::uint64_t groups() const noexcept { return groups_; }

    /// Records that a sub-group has arrived at the device barrier. The sub-group may continue when barriers_done() has
    /// changed.
    void arrive() noexcept;
    /// Records that a sub-group has ended, so no barrier waits for this sub-group any more.
    void leave() noexcept;
    std::uint64_t barriers_done() const noexcept { return barriers_done_.load(std::memory_order_acquire); }

    /// Makes all threads leave the launch.
    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
    bool is_stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

private:
    void count_one() noexcept;

    const std::uint64_t groups_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> missing_;  // number of sub-groups that the current barrier still waits for
    std::atomic<std::uint64_t> present_;  // number of sub-groups that have not ended
    std::atomic<std::uint64_t> barriers_done_ = 0;
    std::atomic<bool> stopped_ = false;
};

/// How a launch runs its work-groups.
struct TurnLaunch {
    const abi::Launch& launch;
    abi::Entry entry;
    CodeRange instructions;
    const std::byte* arguments;
    std::uint64_t sub_groups;   // number of sub-groups of a work-group of the enqueued size
    std::uint64_t stack_bytes;  // size of the stack of a sub-group; a multiple of abi::block_alignment
};

/// A sub-group that has begun. Lies at the upper end of its stack.
struct RunningSubGroup;

/// Sub-groups in the order in which they continue.
struct SubGroupList {
    RunningSubGroup* first = nullptr;
    RunningSubGroup* last = nullptr;

    void push_back(RunningSubGroup& one) noexcept;
    void insert_by_number(RunningSubGroup& one) noexcept;
    RunningSubGroup* pop_front() noexcept;
};

/// A work-group that has begun.
struct RunningGroup {
    abi::Worker worker;  // Worker::context points to the memory of the sub-groups' stacks
    std::uint64_t number = 0;
    std::uint64_t begun = 0, met = 0, ended = 0;  // counts of sub-groups
    std::uint64_t stacks = 0;                     // number of stacks in use or in `unused`
    SubGroupList ready, waiting;                  // `waiting`: sub-groups at the barrier
    RunningSubGroup* unused = nullptr;            // stacks of sub-groups that have ended
    RunningGroup* next = nullptr;
};

class Turns {
public:
    explicit Turns(const TurnLaunch& launch, ConcurrentGroups* concurrent = nullptr) noexcept
        : launch_(launch), concurrent_(concurrent) {}
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    /// Runs one work-group to its end.
    Fault run(const abi::Worker& worker) noexcept;

    /// Runs work-groups of the concurrent launch until none is left, or until the launch is stopped. Stops the launch
    /// if there is no memory for a work-group.
    class Groups;
    Fault run(Groups& groups) noexcept;

    /// Returns whether run(Groups&) ran until no work-group was left. If the result is false, there was a fault, the
    /// launch was stopped, or the code was ended (code_group.h).
    bool is_finished() const noexcept { return is_finished_; }

    /// The work-group in which the last fault happened.
    std::uint64_t faulty_group() const noexcept { return active_group_; }

    /// Functions that compiled code calls, on the stack of the sub-group `running`.
    static void wait_turn() noexcept;
    static void meet() noexcept;
    static void meet_all() noexcept;

private:
    static void enter(const abi::Launch*, const abi::Worker*, const std::byte*, std::uint64_t) noexcept;
    static void begin_sub_group(void* sub_group) noexcept;

    Fault call(void (Turns::*what)() noexcept) noexcept;
    void run_one() noexcept;
    void run_many() noexcept;
    bool step_all() noexcept;
    bool begin_more() noexcept;
    bool step(RunningGroup& group) noexcept;
    bool resume(RunningSubGroup& one) noexcept;
    RunningSubGroup& begin(RunningGroup& group) noexcept;
    void idle() noexcept;
    void switch_back() noexcept;

    const TurnLaunch& launch_;
    ConcurrentGroups* const concurrent_;
    void (Turns::*what_)() noexcept = nullptr;
    void* stack_pointer_ = nullptr;  // stack pointer of the thread's own stack
    RunningSubGroup* running_ = nullptr;
    RunningGroup* only_ = nullptr;
    RunningGroup* first_ = nullptr;  // list of the begun work-groups that the thread holds, in a concurrent launch
    RunningGroup** end_ = &first_;
    std::uint64_t held_ = 0;  // number of work-groups in this list
    Groups* groups_ = nullptr;
    std::uint64_t active_group_ = 0;
    unsigned idle_rounds_ = 0;
    bool is_finished_ = false;
};

/// Creates and frees the work-groups of a concurrent launch.
class Turns::Groups {
public:
    /// Returns the work-group `number`; null if there is no memory.
    virtual RunningGroup* begin(std::uint64_t number) noexcept = 0;
    virtual void end(RunningGroup& group) noexcept = 0;

protected:
    ~Groups() = default;
};

}  // namespace lanewise::device

extern "C" {

/// Lets other sub-groups run, because the calling sub-group waits.
void lanewise_wait_turn() noexcept;
/// The work-group barrier: returns when each sub-group of the work-group has called this function or ended.
void lanewise_meet() noexcept;
/// The device barrier: returns when each sub-group of a concurrent launch has called this function or ended. If
/// `active` is 0, or the launch is not concurrent, returns at once.
void lanewise_meet_all(std::uint32_t active) noexcept;
}
