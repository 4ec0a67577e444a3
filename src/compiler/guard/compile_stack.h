// Stacks that the compiler runs on. Clang and LLVM recurse as deep as a source nests and as its chains of values are
// long, while an application's thread may have a stack of a few kilobytes. A stack is a reservation of addresses: pages
// come with their first use and are freed after a deep compilation.
//
// Thread-safety: take() and the destructor may be called from any number of threads. They hold no lock, so a fork finds
// none held.
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

    /// The address of the first frame.
    void* top() const noexcept;
    /// An address far from top(). Clang, if told that its stack begins here, gives up estimating the space that is
    /// left. Otherwise it would continue in a new thread, which our guard knows nothing about.
    void* far_bottom() const noexcept;
    /// Memory for the handlers of signals.
    void* signal_stack() const noexcept;
    static std::size_t signal_stack_bytes() noexcept;

    bool holds(std::uintptr_t address) const noexcept;
    /// Whether an access to `address` overflowed the stack.
    bool is_beyond_end(std::uintptr_t address) const noexcept;
    /// Opens a last piece beyond the end, so that a library function can finish; false if it was open before. Safe in
    /// signal handlers.
    bool open_reserve() noexcept;

    /// Marks the frames as abandoned: pointers to them may still be in use, so the stack is not used again.
    void abandon() noexcept { abandoned_ = true; }

private:
    static CompileStack map(std::size_t bytes) noexcept;

    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;  // of the stack proper
    bool reserve_open_ = false;
    bool abandoned_ = false;
};

}  // namespace lanewise::compiler
