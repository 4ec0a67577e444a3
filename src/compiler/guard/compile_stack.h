// Stacks on which the compiler runs. Clang and LLVM recurse along nested source code and along chains of values, but a
// thread of the application may have a stack of only a few kilobytes. A stack only reserves addresses. Its pages are
// allocated at their first use, and freed after a compilation that used many pages.
//
// Thread-safety: take() and the destructor may be called from any number of threads. These functions use no lock, so
// that the child of a fork never waits for a lock that a thread of the parent held.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::compiler {

class CompileStack {
public:
    CompileStack() = default;
    CompileStack(CompileStack&& other) noexcept;
    CompileStack& operator=(CompileStack&&) = delete;
    /// Keeps the stack for the next build, or releases its addresses.
    ~CompileStack();

    /// Returns an unused stack. The result is empty (`!is_there()`) if the process has no addresses left.
    static CompileStack take() noexcept;

    bool is_there() const noexcept { return base_ != nullptr; }
    std::size_t bytes() const noexcept { return bytes_; }

    /// Returns the address at which the first frame begins.
    void* top() const noexcept;
    /// Returns an address far from top() to pass to Clang as the start of its stack. At such a distance, Clang does not
    /// estimate how much of its stack is left. Otherwise Clang would continue in a new thread when little of the stack
    /// is left, and the new thread would have no guarded call.
    void* far_bottom() const noexcept;
    /// Returns the stack for signal handlers.
    void* signal_stack() const noexcept;
    static std::size_t signal_stack_bytes() noexcept;

    bool holds(std::uintptr_t address) const noexcept;
    /// True if an access to `address` overflowed the stack.
    bool is_beyond_end(std::uintptr_t address) const noexcept;
    /// Makes the reserve beyond the end of the stack accessible, so that a library function that overflowed the stack
    /// can finish. Returns false if the reserve was accessible already. Safe in signal handlers.
    bool open_reserve() noexcept;

    /// Marks the stack as abandoned: pointers to its frames may still be in use, so the stack is not used again.
    void abandon() noexcept { abandoned_ = true; }

private:
    static CompileStack map(std::size_t bytes) noexcept;

    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;  // size of the stack without guard pages, reserve, gap and signal stack
    bool reserve_open_ = false;
    bool abandoned_ = false;
};

}  // namespace lanewise::compiler
