// Isolates the compiler from its caller: runs it on a stack of its own, and ends only the call if the compiler fails.
// Failures are LLVM's fatal errors, lack of memory, stack overflows and faults of the code.
//
// A failed call is left without running destructors: its objects leak, and its unfinished changes stay unless an
// UndoOnFailure reverts them. So nothing that outlives a call may be changed without an UndoOnFailure.
//
// Thread-safety: every function, on any number of threads.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <string>

#include "compiler/guard/abandoned_once.h"
#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

enum class CallEnd : std::uint8_t {
    returned,
    out_of_memory,
    stack_overflow,
    fault,       // of the compiler's code
    unreadable,  // a fault while foreign data was read
};

struct CallOutcome {
    CallEnd end = CallEnd::returned;
    std::string reason;  // of `fault` and `unreadable`: LLVM's message, or the signal and its address
};

/// Calls `work`, which must not call run_guarded() itself.
CallOutcome run_guarded(llvm::function_ref<void()> work);

/// Makes a failing guarded call of this thread call `undo`, while the object lives. Several objects are called in
/// reverse order. `undo` may neither allocate nor rely on anything that was being changed. Has no effect outside of
/// guarded calls.
class UndoOnFailure {
public:
    explicit UndoOnFailure(llvm::function_ref<void()> undo);
    ~UndoOnFailure();
    UndoOnFailure(const UndoOnFailure&) = delete;
    UndoOnFailure& operator=(const UndoOnFailure&) = delete;

private:
    friend class GuardedCall;
    llvm::function_ref<void()> undo_;
    UndoOnFailure* outer_;
};

/// Attributes faults of this thread's guarded call to its input, while the object lives: LLVM's reader trusts most
/// numbers of its input, and only a program's binary comes from outside. Has no effect outside of guarded calls.
class ReadsFromOutside {
public:
    ReadsFromOutside() noexcept;
    ~ReadsFromOutside();
    ReadsFromOutside(const ReadsFromOutside&) = delete;
    ReadsFromOutside& operator=(const ReadsFromOutside&) = delete;
};

/// A thread's current guarded call. Only run_guarded() creates one; fault_signals.cpp ends it.
class GuardedCall {
public:
    explicit GuardedCall(llvm::function_ref<void()> work) : work_(work), stack_(CompileStack::take()) {}

    /// The calling thread's call; null outside of the compiler. Safe in signal handlers.
    static GuardedCall* current() noexcept;

    CallOutcome run();

    CompileStack& stack() noexcept { return stack_; }
    HalfMade& half_made() noexcept { return half_made_; }
    /// Records why the call ends; only the first reason counts. Safe in signal handlers.
    void note_end(CallEnd end, const char* reason) noexcept;
    /// The argument for lanewise_leave_stack().
    void* way_back() const noexcept { return way_back_; }
    [[noreturn]] void leave() noexcept;

private:
    friend class UndoOnFailure;
    friend class ReadsFromOutside;
    static void work_on_stack(void* call) noexcept;
    void work_further_down();
    void undo() noexcept;

    llvm::function_ref<void()> work_;
    CompileStack stack_;
    HalfMade half_made_;
    UndoOnFailure* undos_ = nullptr;
    void* way_back_ = nullptr;
    CallEnd end_ = CallEnd::returned;
    bool reads_from_outside_ = false;
    char reason_[512] = "";
};

}  // namespace lanewise::compiler
