// Handles the signals of faults (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP) while the compiler runs. A fault of
// the compiler's own code ends the guarded call of its thread; all other signals go to the handlers that were there
// before. Our handlers are installed while any thread compiles. If the application changes handlers meanwhile, its
// handlers stay.
//
// Thread-safety: every function.
#pragma once

#include <signal.h>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

/// Sets the handler for faults that are not the compiler's and that no other handler resolves. Null: none, and the
/// process ends. Only the first handler counts.
void set_last_fault_handler(void (*handler)(int signal, siginfo_t* info, void* context)) noexcept;

/// Prepares for faults of the calling thread on `stack` while the object lives.
class FaultSignals {
public:
    explicit FaultSignals(const CompileStack& stack) noexcept;
    ~FaultSignals();
    FaultSignals(const FaultSignals&) = delete;
    FaultSignals& operator=(const FaultSignals&) = delete;

private:
    stack_t old_stack_{};
    sigset_t old_mask_{};
    bool has_stack_ = false;
};

}  // namespace lanewise::compiler
