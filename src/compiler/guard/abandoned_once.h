// Undoes half-made objects of a failed guarded call: function-local statics and std::call_once flags. Left half made,
// they would make the next user wait forever; once undone, the next user makes them.
//
// The linker redirects the library's calls of __cxa_guard_* and pthread_once to this file (--wrap), including those of
// LLVM and Clang.
// Thread-safety: an object belongs to its call's thread.
#pragma once

#include <pthread.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanewise::compiler {

/// The objects that a guarded call has begun to make and has not finished.
class HalfMade {
public:
    using Guard = std::uint64_t;  // of a function-local static, as in the C++ ABI

    void begin(Guard* guard) noexcept { push({guard, nullptr}); }
    void begin(pthread_once_t* control) noexcept { push({nullptr, control}); }
    void finish() noexcept;

    /// Undoes all of them after the call has failed, the innermost first.
    void take_back() noexcept;

private:
    struct Entry {
        Guard* guard;  // either this or `control` is set
        pthread_once_t* control;
    };
    void push(Entry entry) noexcept;

    // One static may need another; deeper ones than this are not undone.
    static constexpr std::size_t most_nested = 64;
    std::array<Entry, most_nested> entries_;
    std::size_t count_ = 0;
};

}  // namespace lanewise::compiler
