// What is made once in a process (function-local statics, std::call_once), in a guarded call that fails while it makes
// it: left so, whoever needs it next would wait for ever. Here it is taken back, and the next one makes it.
//
// The linker has the library's calls of __cxa_guard_* and pthread_once come here (--wrap), LLVM's and Clang's included.
// Thread-safety: an object belongs to its call's thread.
#pragma once

#include <pthread.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanewise::compiler {

/// What a guarded call has begun to make and has not finished.
class HalfMade {
public:
    using Guard = std::uint64_t;  // of a function-local static; the C++ ABI has it so

    void begin(Guard* guard) noexcept { push({guard, nullptr}); }
    void begin(pthread_once_t* control) noexcept { push({nullptr, control}); }
    void finish() noexcept;

    /// When the call has failed: the innermost first.
    void take_back() noexcept;

private:
    struct Entry {
        Guard* guard;  // either of the two
        pthread_once_t* control;
    };
    void push(Entry entry) noexcept;

    // One static may need another. What lies deeper than this is not taken back.
    static constexpr std::size_t most_nested = 64;
    std::array<Entry, most_nested> entries_;
    std::size_t count_ = 0;
};

}  // namespace lanewise::compiler
