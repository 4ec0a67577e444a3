#include "compiler/guard/abandoned_once.h"

#include <algorithm>
#include <atomic>

#include "compiler/guard/guarded_call.h"

namespace lanewise::compiler {
namespace {

// States of a std::call_once flag. Only code of this library uses these flags, so all values except `not_made` can be
// chosen freely.
enum OnceState : int { not_made = PTHREAD_ONCE_INIT, being_made = 1, made = 2 };

void change(pthread_once_t& control, OnceState state) noexcept {
    std::atomic_ref<int> value(control);
    value.store(state, std::memory_order_seq_cst);  // must precede notify_all(), which checks for waiting threads
    value.notify_all();
}

}  // namespace

extern "C" {

int __real___cxa_guard_acquire(HalfMade::Guard* guard);
void __real___cxa_guard_release(HalfMade::Guard* guard);
void __real___cxa_guard_abort(HalfMade::Guard* guard);

int __wrap___cxa_guard_acquire(HalfMade::Guard* guard) {
    const int is_mine = __real___cxa_guard_acquire(guard);
    GuardedCall* const call = GuardedCall::current();
    if (is_mine && call) call->half_made().begin(guard);
    return is_mine;
}

void __wrap___cxa_guard_release(HalfMade::Guard* guard) {
    if (GuardedCall* const call = GuardedCall::current()) call->half_made().finish();
    __real___cxa_guard_release(guard);
}

void __wrap___cxa_guard_abort(HalfMade::Guard* guard) {
    if (GuardedCall* const call = GuardedCall::current()) call->half_made().finish();
    __real___cxa_guard_abort(guard);
}

int __wrap_pthread_once(pthread_once_t* control, void (*make)()) {
    std::atomic_ref<int> state(*control);
    while (state.load(std::memory_order_acquire) != made) {
        int expected = not_made;
        if (!state.compare_exchange_strong(expected, being_made, std::memory_order_acquire)) {
            if (expected == being_made) state.wait(being_made, std::memory_order_acquire);
            continue;
        }
        GuardedCall* const call = GuardedCall::current();
        if (call) call->half_made().begin(control);
        make();
        if (call) call->half_made().finish();
        change(*control, made);
    }
    return 0;
}
}

void HalfMade::push(Entry entry) noexcept {
    if (count_ < most_nested) entries_[count_] = entry;
    ++count_;
}

void HalfMade::finish() noexcept {
    if (count_ != 0) --count_;
}

void HalfMade::take_back() noexcept {
    count_ = std::min(count_, most_nested);
    while (count_ != 0) {
        const Entry entry = entries_[--count_];
        if (entry.guard)
            __real___cxa_guard_abort(entry.guard);
        else
            change(*entry.control, not_made);
    }
}

}  // namespace lanewise::compiler
