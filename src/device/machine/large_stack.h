// Runs a function on a larger stack than the calling thread may have, without another thread. Programs run threads with
// stacks of 16 KB, most of which the loader of libraries takes.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
// Thread-safety: every function, on any number of threads.
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace lanewise::device {

/// Calls `work(object)`, which must not throw, on a stack with a few hundred kilobytes left. This is the thread's own
/// stack or a new one. The thread's own is also used if there is no memory for a new one, or if stacks must not be
/// changed.
void call_on_large_stack(void (*work)(void*), void* object) noexcept;

/// Calls `work()` in the same way and rethrows its exception.
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
