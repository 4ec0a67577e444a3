// Undoes incomplete objects of a failed guarded call: function-local statics and std::call_once flags. The next user of
// an incomplete object would wait forever; after the undo, the next user makes the object.
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

/// The objects that a guarded call has begun but not finished to make.
class HalfMade {
public:
    using Guard = std::uint64_t;  // guard variable of a function-local static, as in the C++ ABI

    void begin(Guard* guard) noexcept { push({guard, nullptr}); }
    void begin(pthread_once_t* control) noexcept { push({nullptr, control}); }
    void finish() noexcept;

    /// Undoes all incomplete objects after the call has failed, the innermost first.
    void take_back() noexcept;

private:
    struct Entry {
        Guard* guard;  // null if `control` is set
        pthread_once_t* control;
    };
    void push(Entry entry) noexcept;

    // Maximum nesting: making one static may need another one. Objects nested more deeply are not undone.
    static constexpr std::size_t most_nested = 64;
    std::array<Entry, most_nested> entries_;
    std::size_t count_ = 0;
};

}  // namespace lanewise::compiler
