// Handles the signals of faults (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP) while the compiler runs. A fault of
// the compiler's code ends the guarded call of the faulting thread. All other signals are passed to the handlers that
// were installed before. The handlers of this library are installed while at least one thread compiles. If the
// application installs other handlers meanwhile, these stay installed.
//
// Thread-safety: any number of threads may call every function.
#pragma once

#include <signal.h>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

/// Sets the handler for faults that the compiler did not cause and that no other handler resolves. Without such a
/// handler, these faults end the process. A null `handler` is ignored. After the first handler was set, further calls
/// are ignored, too.
void set_last_fault_handler(void (*handler)(int signal, siginfo_t* info, void* context)) noexcept;

/// Handles faults of the calling thread while the object lives; the thread's code runs on `stack`.
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
