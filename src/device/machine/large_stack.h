// Runs a function on the calling thread, but on another stack if the thread's stack is small. Some programs create
// threads with stacks of 16 KB, and the dynamic loader alone needs most of such a stack.
//
// Thread-safety: any number of threads may call every function.
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace lanewise::device {

/// Calls `work(object)`, which must not throw, on a stack with a few hundred free kilobytes: the thread's own stack or
/// a new one. If there is no memory for a new stack, or if the switch of stacks fails, uses the thread's own stack,
/// even if that stack is small.
void call_on_large_stack(void (*work)(void*), void* object) noexcept;

/// Calls `work()` like call_on_large_stack() and rethrows its exception.
template <class Work>
void with_large_stack(Work&& work) {
    struct Call {
        std::remove_reference_t<Work>* work;
        std::exception_ptr thrown;
    } call{std::addressof(work), nullptr};
    const auto run = [](void* object) {
        auto& [work, thrown] = *static_cast<Call*>(object);
        try {
            (*work)();
        } catch (...) {
            thrown = std::current_exception();
        }
    };
    call_on_large_stack(run, &call);
    if (call.thrown) std::rethrow_exception(std::move(call.thrown));
}

}  // namespace lanewise::device
