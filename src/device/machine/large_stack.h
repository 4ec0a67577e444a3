// A stack for what needs more of it than the calling thread may have: programs run threads with stacks of 16 KB, of
// which the loader of libraries alone takes most. The thread stays the same, and needs no other.
// Thread-safety: every function, on any number of threads.
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace lanewise::device {

/// Calls `work(object)`, which must not throw, on a stack that has some hundred kilobytes left: the thread's own, or
/// another one. Where there is no memory for that, or the stack may not be changed, it is the thread's own as well.
void call_on_large_stack(void (*work)(void*), void* object) noexcept;

/// Calls `work()` in the same way and throws what it throws.
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
