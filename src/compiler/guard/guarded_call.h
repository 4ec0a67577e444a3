// Isolates the compiler from its caller: runs a call of the compiler on a separate stack, and ends only this call if
// the compiler fails. Failures are fatal errors of LLVM, lack of memory, stack overflows and faults of the compiler's
// code.
//
// A failed call ends without running destructors. The objects of the call leak, and the call's unfinished changes of
// other objects stay unless an UndoOnFailure reverts them. Objects that outlive a call must therefore be changed only
// under an UndoOnFailure.
//
// Thread-safety: any number of threads may call every function.
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
    fault,       // a fault of the compiler's code, or a fatal error of LLVM
    unreadable,  // a fault while the compiler read data that it did not create
};

struct CallOutcome {
    CallEnd end = CallEnd::returned;
    std::string reason;  // for `fault` and `unreadable`: LLVM's message, or the signal and its address
};

/// Calls `work` as a guarded call; `work` must not call run_guarded() itself.
CallOutcome run_guarded(llvm::function_ref<void()> work);

/// Makes the guarded call of this thread call `undo` if the guarded call fails while this object lives. If several such
/// objects exist, their `undo` functions are called in reverse order of construction. `undo` must not allocate, and
/// must not rely on data that the failed call was changing. Has no effect outside of guarded calls.
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

/// Makes this thread's guarded call report faults as caused by the input of the call, while the object lives. The
/// object is used while a program's binary is read. LLVM's reader trusts most numbers of its input, so damaged binaries
/// can cause faults. Has no effect outside of guarded calls.
class ReadsFromOutside {
public:
    ReadsFromOutside() noexcept;
    ~ReadsFromOutside();
    ReadsFromOutside(const ReadsFromOutside&) = delete;
    ReadsFromOutside& operator=(const ReadsFromOutside&) = delete;
};

/// A thread's current guarded call. Only run_guarded() creates objects of this class; fault_signals.cpp ends a call
/// after a fault.
class GuardedCall {
public:
    explicit GuardedCall(llvm::function_ref<void()> work) : work_(work), stack_(CompileStack::take()) {}

    /// Returns the guarded call of the calling thread; null outside of guarded calls. Safe in signal handlers.
    static GuardedCall* current() noexcept;

    CallOutcome run();

    CompileStack& stack() noexcept { return stack_; }
    HalfMade& half_made() noexcept { return half_made_; }
    /// Records why the call ends, unless a reason was recorded before. Safe in signal handlers.
    void note_end(CallEnd end, const char* reason) noexcept;
    /// Returns the argument that lanewise_leave_stack() needs to end this call.
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
