#include "device/turns/turns.h"

#include <sched.h>

#include <new>
#include <utility>

#include "device/machine/switch_stacks.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lanewise::device {

namespace {

/// The reason why a sub-group ended its turn.
enum class Stop : std::uint8_t { waits, at_barrier, at_device_barrier, ended };

/// The Turns object that the calling thread runs, or null.
[[gnu::tls_model("initial-exec")]] constinit thread_local Turns* current = nullptr;

/// A thread lets other threads run after this many rounds in which only waiting sub-groups had turns. The number is
/// large, since a launch may make progress in such rounds: if two sub-groups wait for each other alternately, all of
/// their turns end at waits.
constexpr unsigned rounds_between_yields = 4096;
/// A thread begins another work-group of a concurrent launch after this many rounds, even if its other work-groups make
/// progress. The other work-groups may pass barriers, which counts as progress, although they wait for a work-group
/// that has not begun.
constexpr unsigned rounds_between_begins = 64;

}  // namespace

// `worker` must be the first member: compiled code treats addresses between `worker` and the stack pointer as private.
struct alignas(abi::block_alignment) RunningSubGroup {
    abi::TurnWorker worker;
    void* stack_pointer = nullptr;
    RunningSubGroup* next = nullptr;
    RunningGroup* group = nullptr;
    Turns* turns = nullptr;
    std::uint64_t barriers_done = 0;  // value of barriers_done() when the sub-group arrived at its barrier
    Stop stop = Stop::waits;
};

static_assert(sizeof(RunningSubGroup) == abi::block_alignment);

std::uint64_t ConcurrentGroups::claim() noexcept {
    if (next_.load(std::memory_order_relaxed) >= groups_) return groups_;
    const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    return number < groups_ ? number : groups_;
}

// Counts a sub-group that has arrived at the barrier or ended. The last counted sub-group completes the barrier: all
// other sub-groups have ended or wait at the barrier, so no other thread changes the counters.
void ConcurrentGroups::count_one() noexcept {
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    missing_.store(present_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    barriers_done_.fetch_add(1, std::memory_order_release);
}

void ConcurrentGroups::arrive() noexcept { count_one(); }

void ConcurrentGroups::leave() noexcept {
    present_.fetch_sub(1, std::memory_order_acq_rel);
    count_one();
}

void SubGroupList::push_back(RunningSubGroup& one) noexcept {
    one.next = nullptr;
    (last ? last->next : first) = &one;
    last = &one;
}

void SubGroupList::insert_by_number(RunningSubGroup& one) noexcept {
    if (!last || last->worker.chunk < one.worker.chunk) return push_back(one);
    RunningSubGroup** place = &first;
    while ((*place)->worker.chunk < one.worker.chunk) place = &(*place)->next;
    one.next = *place;
    *place = &one;
}

RunningSubGroup* SubGroupList::pop_front() noexcept {
    RunningSubGroup* const one = first;
    if (!one) return nullptr;
    first = one->next;
    if (!first) last = nullptr;
    return one;
}

// Sanitizers record calls and returns for each thread; switches between stacks would confuse these records.
[[clang::disable_sanitizer_instrumentation]] void Turns::switch_back() noexcept {
    lanewise_switch_stacks(&running_->stack_pointer, stack_pointer_);
}

[[clang::disable_sanitizer_instrumentation]] void Turns::begin_sub_group(void* argument) noexcept {
    auto& one = *static_cast<RunningSubGroup*>(argument);
    const TurnLaunch& launch = one.turns->launch_;
    launch.entry(&launch.launch, &one.worker.worker, launch.arguments, 1);
    one.stop = Stop::ended;
    one.turns->switch_back();
    __builtin_unreachable();
}

[[clang::disable_sanitizer_instrumentation]] void Turns::wait_turn() noexcept {
    Turns* const turns = current;
    if (!turns) return;
    turns->running_->stop = Stop::waits;
    turns->switch_back();
}

[[clang::disable_sanitizer_instrumentation]] void Turns::meet() noexcept {
    Turns* const turns = current;
    if (!turns) return;
    turns->running_->stop = Stop::at_barrier;
    turns->switch_back();
}

[[clang::disable_sanitizer_instrumentation]] void Turns::meet_all() noexcept {
    Turns* const turns = current;
    if (!turns || !turns->concurrent_) return;
    RunningSubGroup& one = *turns->running_;
    one.barriers_done = turns->concurrent_->barriers_done();
    one.stop = Stop::at_device_barrier;
    turns->concurrent_->arrive();
    turns->switch_back();
}

// Reuses the stack of a sub-group that has ended, if there is one, because the memory of this stack is probably in the
// cache.
RunningSubGroup& Turns::begin(RunningGroup& group) noexcept {
    std::byte* place = reinterpret_cast<std::byte*>(group.unused);
    if (group.unused) {
        group.unused = group.unused->next;
    } else {
        place = group.worker.context + ++group.stacks * launch_.stack_bytes - sizeof(RunningSubGroup);
    }
    auto& one = *new (place) RunningSubGroup{{group.worker, group.begun++}};
    one.group = &group;
    one.turns = this;
    one.stack_pointer = prepare_flow(place, &Turns::begin_sub_group, &one);
    return one;
}

// Runs a sub-group until it stops. Returns whether the sub-group made progress, as far as the driver can tell.
[[clang::disable_sanitizer_instrumentation]] bool Turns::resume(RunningSubGroup& one) noexcept {
    RunningGroup& group = *one.group;
    if (one.stop == Stop::at_device_barrier && concurrent_->barriers_done() == one.barriers_done) {
        group.ready.push_back(one);
        return false;
    }
    running_ = &one;
    lanewise_switch_stacks(&stack_pointer_, one.stack_pointer);
    switch (one.stop) {
        case Stop::waits: group.ready.push_back(one); return false;
        case Stop::at_device_barrier: group.ready.push_back(one); break;
        case Stop::at_barrier:
            group.waiting.insert_by_number(one);
            ++group.met;
            break;
        case Stop::ended:
            one.next = group.unused;
            group.unused = &one;
            ++group.ended;
            if (concurrent_) concurrent_->leave();
            break;
    }
    return true;
}

// Gives each sub-group of a work-group a turn. At the start and after a barrier, the turns are in the order of the
// sub-groups' numbers.
bool Turns::step(RunningGroup& group) noexcept {
    active_group_ = group.number;
    bool has_progress = false;
    SubGroupList turn = std::exchange(group.ready, {});
    while (RunningSubGroup* const one = turn.pop_front()) has_progress |= resume(*one);
    while (group.begun != launch_.sub_groups) has_progress |= resume(begin(group));
    if (group.met != 0 && group.met + group.ended == launch_.sub_groups) {
        group.met = 0;
        group.ready = std::exchange(group.waiting, {});
        has_progress = true;
    }
    return has_progress;
}

void Turns::idle() noexcept {
    if (++idle_rounds_ % rounds_between_yields == 0) ::sched_yield();
#if defined(__x86_64__)
    _mm_pause();
#endif
}

void Turns::run_one() noexcept {
    while (only_->ended != launch_.sub_groups) {
        if (step(*only_))
            idle_rounds_ = 0;
        else
            idle();
    }
}

// Gives each sub-group of each work-group a turn, and frees the work-groups that have ended.
bool Turns::step_all() noexcept {
    bool has_progress = false;
    for (RunningGroup** place = &first_; *place;) {
        RunningGroup& group = **place;
        has_progress |= step(group);
        if (group.ended != launch_.sub_groups) {
            place = &group.next;
            continue;
        }
        *place = group.next;
        if (end_ == &group.next) end_ = place;
        --held_;
        groups_->end(group);
    }
    return has_progress;
}

// Begins further work-groups. The number of new work-groups is proportional to the number of work-groups that the
// thread holds: if each call began only one work-group, the total time would be quadratic. Returns false if all
// work-groups have begun.
bool Turns::begin_more() noexcept {
    for (std::uint64_t wanted = 1 + held_ / 8; wanted != 0; --wanted) {
        const std::uint64_t number = concurrent_->claim();
        if (number == concurrent_->groups()) return false;
        RunningGroup* const begun = groups_->begin(number);
        if (!begun) {
            concurrent_->stop();
            return true;
        }
        *end_ = begun;
        end_ = &begun->next;
        ++held_;
    }
    return true;
}

void Turns::run_many() noexcept {
    for (unsigned round = 1; !concurrent_->is_stopped(); ++round) {
        const bool has_progress = step_all();
        if (has_progress) idle_rounds_ = 0;
        if (has_progress && round % rounds_between_begins != 0) continue;
        if (begin_more()) continue;
        if (!first_) {
            is_finished_ = true;
            return;
        }
        if (!has_progress) idle();
    }
}

void Turns::enter(const abi::Launch*, const abi::Worker*, const std::byte*, std::uint64_t) noexcept {
    Turns& turns = *current;
    (turns.*turns.what_)();
}

// After a fault, the sub-groups do not continue, and no objects on their stacks are destroyed: compiled code has no
// destructors.
Fault Turns::call(void (Turns::*what)() noexcept) noexcept {
    what_ = what;
    Turns* const outer = std::exchange(current, this);
    constexpr abi::Worker none{};
    const Fault fault = call_kernel(launch_.instructions, &Turns::enter, launch_.launch, none, launch_.arguments, 1);
    current = outer;
    return fault;
}

Fault Turns::run(const abi::Worker& worker) noexcept {
    RunningGroup group;
    group.worker = worker;
    only_ = &group;
    return call(&Turns::run_one);
}

Fault Turns::run(Groups& groups) noexcept {
    groups_ = &groups;
    return call(&Turns::run_many);
}

}  // namespace lanewise::device

void lanewise_wait_turn() noexcept { lanewise::device::Turns::wait_turn(); }
void lanewise_meet() noexcept { lanewise::device::Turns::meet(); }
void lanewise_meet_all(std::uint32_t active) noexcept {
    if (active != 0) lanewise::device::Turns::meet_all();
}
