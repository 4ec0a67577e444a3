// Handles faults of kernels: a kernel that accesses absent memory, or executes a trap, ends its launch instead of the
// process. The signal handler acts only on threads that run a kernel, at instructions of the kernel or of the libraries
// that the kernel calls. It passes all other signals to the handler that was installed before.
//
// A call of compiled code needs no system call for this. Thread-safe.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "lanewise/kernel_abi.h"

namespace lanewise::device {

/// When to install the handler: only if there is no other handler, never, or always; then it comes before another
/// handler.
enum class FaultHandling : std::uint8_t { where_free, never, always };

/// Installs the handler for all signals of faults. To be called once in a process, before any kernel runs.
void handle_kernel_faults(FaultHandling handling) noexcept;

/// The installed handler; null if it is not installed. It passes on signals that are no fault of a kernel.
using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);
FaultHandler kernel_fault_handler() noexcept;

/// The fault that ended a kernel.
struct Fault {
    int signal = 0;              // 0: none
    std::uintptr_t address = 0;  // the accessed address, or that of the instruction
    bool has_address = true;     // false: only a handler of the application got the address
    bool is_access() const noexcept { return signal == SIGSEGV || signal == SIGBUS; }
    const char* name() const noexcept;
};

/// The instructions [begin, begin + bytes) of a kernel.
struct CodeRange {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool contains(std::uintptr_t address) const noexcept { return address - begin < bytes; }
};

/// Calls compiled code. After a fault, or when the code was ended (code_group.h), memory of the launch and of the
/// worker is undefined.
Fault call_kernel(const CodeRange& code, abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
                  const std::byte* arguments, std::uint64_t count) noexcept;

/// Address that a running kernel may jump to with any register contents. The thread then continues after the call of
/// the kernel, as if the kernel had returned. 0 if there is no such address.
std::uintptr_t way_out_of_kernel() noexcept;

/// Marks a call from a kernel into the driver: a fault there must not end the kernel, since the driver may hold locks.
class OutsideKernel {
public:
    OutsideKernel() noexcept;
    ~OutsideKernel();
    OutsideKernel(const OutsideKernel&) = delete;
    OutsideKernel& operator=(const OutsideKernel&) = delete;

private:
    void* const kernel_;
};

/// A stack for the handler, since a kernel may use up its own. Each thread that runs kernels has one; an alternate
/// stack that the thread already has is used instead.
class FaultStack {
public:
    FaultStack() noexcept = default;
    ~FaultStack();
    FaultStack(const FaultStack&) = delete;
    FaultStack& operator=(const FaultStack&) = delete;

    /// To be called on the owning thread before a kernel runs.
    void prepare() noexcept {
        if (!is_prepared_) make();
    }
    /// Whether the thread blocked the signals at the first prepare(). If so, they have to be unblocked while it runs
    /// kernels.
    bool blocks_signals() const noexcept { return blocks_signals_; }

private:
    void make() noexcept;

    bool is_prepared_ = false;
    bool blocks_signals_ = false;
    void* memory_ = nullptr;
};

/// Unblocks the signals of faults while the object lives, if `wanted`. The system ends a process whose instruction
/// causes a blocked signal.
class UnblockedFaults {
public:
    explicit UnblockedFaults(bool wanted) noexcept : is_wanted_(wanted) {
        if (wanted) unblock();
    }
    ~UnblockedFaults() {
        if (is_wanted_) restore();
    }
    UnblockedFaults(const UnblockedFaults&) = delete;
    UnblockedFaults& operator=(const UnblockedFaults&) = delete;

private:
    void unblock() noexcept;
    void restore() noexcept;

    const bool is_wanted_;
    sigset_t before_;
};

}  // namespace lanewise::device
