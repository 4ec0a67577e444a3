// The signals of faults (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT) while the compiler runs: one that its own code
// causes ends the guarded call of that thread; all others go on to the handlers that were there before. Our handlers
// are installed while some thread compiles and gone when none does; where the application changes handlers meanwhile,
// what is there then is left as it is.
//
// Thread-safety: every function.
#pragma once

#include <signal.h>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

/// Who takes a fault that is not the compiler's and that no other handler does anything about; null: nobody, and the
/// process ends. The first one stays.
void set_last_fault_handler(void (*handler)(int signal, siginfo_t* info, void* context)) noexcept;

/// Makes ready for faults in what the calling thread does on `stack` while the object lives.
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
