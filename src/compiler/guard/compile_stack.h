// Stacks on which the compiler runs. Clang and LLVM recurse as deeply as a source nests, and along chains of values,
// but an application's thread may have a stack of only a few kilobytes. A stack reserves addresses: pages are allocated
// at their first use, and freed after a compilation that used many.
//
// Thread-safety: take() and the destructor may be called from any number of threads. They use no lock, so no lock is
// held in the child of a fork.
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

    /// Returns an unused stack. The result is empty (`!is_there()`) if no addresses are left.
    static CompileStack take() noexcept;

    bool is_there() const noexcept { return base_ != nullptr; }
    std::size_t bytes() const noexcept { return bytes_; }

    /// Returns the address of the first frame.
    void* top() const noexcept;
    /// Returns an address far from top() to pass to Clang as the begin of its stack. Clang then stops estimating the
    /// space that is left. Otherwise Clang would continue in a new thread, which has no guarded call.
    void* far_bottom() const noexcept;
    /// Returns the stack for signal handlers.
    void* signal_stack() const noexcept;
    static std::size_t signal_stack_bytes() noexcept;

    bool holds(std::uintptr_t address) const noexcept;
    /// True if an access to `address` overflowed the stack.
    bool is_beyond_end(std::uintptr_t address) const noexcept;
    /// Makes the reserve beyond the end accessible, so that a library function can finish. Returns false if the reserve
    /// was open already. Safe in signal handlers.
    bool open_reserve() noexcept;

    /// Marks the frames as abandoned: pointers to them may still be in use, so the stack is not used again.
    void abandon() noexcept { abandoned_ = true; }

private:
    static CompileStack map(std::size_t bytes) noexcept;

    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;  // size of the stack without guard, reserve, gap and signal stack
    bool reserve_open_ = false;
    bool abandoned_ = false;
};

}  // namespace lanewise::compiler
