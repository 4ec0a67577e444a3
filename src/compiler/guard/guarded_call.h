// Runs the compiler apart from its caller: on a stack of its own, and so that whatever ends it (LLVM's fatal errors,
// memory that is not there, a stack that overflows, a fault of its code) ends that one call and not the process.
//
// A call that fails is left without destructors: what it made leaks, and what it began stays begun, but for what an
// UndoOnFailure names. So nothing that outlives a call may be changed without one.
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
    unreadable,  // a fault while what somebody else wrote was read
};

struct CallOutcome {
    CallEnd end = CallEnd::returned;
    std::string reason;  // of a fault, or of what is unreadable: what LLVM said, or the signal and where it came from
};

/// Calls `work`, which must not be called back from itself through here.
CallOutcome run_guarded(llvm::function_ref<void()> work);

/// While it lives, a guarded call of this thread that fails calls `undo` (in the opposite order of those made).
/// That may not allocate nor rely on anything that was being changed. Outside of guarded calls it does nothing.
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

/// While it lives, a fault of this thread's guarded call is one of what it reads: LLVM's reader believes most numbers
/// of its input, which only a program's binary brings from outside. Outside of guarded calls it does nothing.
class ReadsFromOutside {
public:
    ReadsFromOutside() noexcept;
    ~ReadsFromOutside();
    ReadsFromOutside(const ReadsFromOutside&) = delete;
    ReadsFromOutside& operator=(const ReadsFromOutside&) = delete;
};

/// The call that a thread is in. Only run_guarded makes them; fault_signals.cpp ends them.
class GuardedCall {
public:
    explicit GuardedCall(llvm::function_ref<void()> work) : work_(work), stack_(CompileStack::take()) {}

    /// Of the calling thread; null outside of the compiler. Safe in signal handlers.
    static GuardedCall* current() noexcept;

    CallOutcome run();

    CompileStack& stack() noexcept { return stack_; }
    HalfMade& half_made() noexcept { return half_made_; }
    /// Notes why the call ends; of several reasons the first counts. Safe in signal handlers.
    void note_end(CallEnd end, const char* reason) noexcept;
    /// What lanewise_leave_stack needs.
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
