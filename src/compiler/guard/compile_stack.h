// Stacks that the compiler runs on. Clang and LLVM recurse as deep as a source nests and as its chains of values are
// long, and an application's thread may have a stack of a few kilobytes. A stack is a reservation of addresses: pages
// come with their first use and go again after a deep compilation.
//
// Thread-safety: take() and the destructor may be called from any number of threads; they hold no lock, so that a fork
// finds none held.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::compiler {

class CompileStack {
public:
    CompileStack() = default;
    CompileStack(CompileStack&& other) noexcept;
    CompileStack& operator=(CompileStack&&) = delete;
    /// Keeps the stack for the next build, or gives its addresses back.
    ~CompileStack();

    /// One that nobody uses. Without one (`!is_there()`) there are no addresses left.
    static CompileStack take() noexcept;

    bool is_there() const noexcept { return base_ != nullptr; }
    std::size_t bytes() const noexcept { return bytes_; }

    /// Where the first frame stands.
    void* top() const noexcept;
    /// A place so far from top() that Clang, when it is told that its stack begins there, does not believe to know how
    /// much is left: it would go on in a new thread otherwise, which we know nothing of.
    void* far_bottom() const noexcept;
    /// Memory for the handlers of signals.
    void* signal_stack() const noexcept;
    static std::size_t signal_stack_bytes() noexcept;

    bool holds(std::uintptr_t address) const noexcept;
    /// Whether an access there ran over the end.
    bool is_beyond_end(std::uintptr_t address) const noexcept;
    /// Makes a last piece behind the end usable, for a library function to finish; false when that was done before.
    /// Safe in signal handlers.
    bool open_reserve() noexcept;

    /// The frames were abandoned: somebody may still hold pointers to them, so the stack is not used again.
    void abandon() noexcept { abandoned_ = true; }

private:
    static CompileStack map(std::size_t bytes) noexcept;

    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;  // of the stack proper
    bool reserve_open_ = false;
    bool abandoned_ = false;
};

}  // namespace lanewise::compiler
