// Resets function-local statics and std::call_once flags whose initialization a failed guarded call did not finish.
// Otherwise the next thread that uses such an object would wait forever. After the reset, the next thread initializes
// the object.
//
// The linker redirects the compiler library's calls of __cxa_guard_* and pthread_once to this file (--wrap). This
// includes the calls of LLVM and Clang. Thread-safety: an object belongs to the thread of its guarded call.
#pragma once

#include <pthread.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanewise::compiler {

/// Statics and flags whose initialization a guarded call has begun and not finished.
class HalfMade {
public:
    using Guard = std::uint64_t;  // guard variable of a function-local static, as in the C++ ABI

    void begin(Guard* guard) noexcept { push({guard, nullptr}); }
    void begin(pthread_once_t* control) noexcept { push({nullptr, control}); }
    void finish() noexcept;

    /// Resets all unfinished objects, the innermost first; called after the guarded call has failed.
    void take_back() noexcept;

private:
    struct Entry {
        Guard* guard;  // null if `control` is set
        pthread_once_t* control;
    };
    void push(Entry entry) noexcept;

    // Maximum nesting of initializations: the initializer of one static may use another static. Objects nested more
    // deeply are not reset.
    static constexpr std::size_t most_nested = 64;
    std::array<Entry, most_nested> entries_;
    std::size_t count_ = 0;
};

}  // namespace lanewise::compiler
