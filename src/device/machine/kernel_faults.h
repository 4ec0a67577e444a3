// Handles faults of kernels: a kernel that accesses invalid memory, or executes a trap, ends only its launch, not the
// process. The signal handler acts only on threads that run a kernel, and only at instructions of the kernel or of
// libraries whose functions kernels call. It passes all other signals to the handler that was installed before. Copies
// and fills are protected in the same way, since the memory of the application may be invalid.
//
// The protection costs no system call per call of compiled code. Thread-safe.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "lanewise/kernel_abi.h"

namespace lanewise::device {

/// Decides whether to install the handler: only if there is no other handler (`where_free`), never, or always. With
/// `always`, a handler that was installed before gets only the signals that the driver's handler passes on.
enum class FaultHandling : std::uint8_t { where_free, never, always };

/// Installs the handler for all signals of faults. Must be called once in a process, before any kernel runs.
void handle_kernel_faults(FaultHandling handling) noexcept;

/// Returns the driver's handler; null if it is not installed. This handler passes signals that are not faults of a
/// kernel to the handler that was installed before.
using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);
FaultHandler kernel_fault_handler() noexcept;

/// The fault that ended a kernel, if any.
struct Fault {
    int signal = 0;              // 0: no fault
    std::uintptr_t address = 0;  // the accessed address; for other faults, the address of the instruction
    bool has_address = true;     // false if the application's handler raised the signal again, so the address is lost
    bool is_access() const noexcept { return signal == SIGSEGV || signal == SIGBUS; }
    const char* name() const noexcept;
};

/// The addresses [begin, begin + bytes) of a kernel's instructions.
struct CodeRange {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool contains(std::uintptr_t address) const noexcept { return address - begin < bytes; }
};

/// Calls compiled code. After a fault, or if the code was ended (code_group.h), the contents of the launch's memory and
/// of the worker's memory are undefined.
Fault call_kernel(const CodeRange& code, abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
                  const std::byte* arguments, std::uint64_t count) noexcept;

/// Calls a function of the driver that reads and writes memory of the application: a copy or a fill. If one of these
/// accesses faults, the function is left at once, so the function must hold no lock and own nothing.
Fault call_transfer(void (*transfer)(const void* data), const void* data) noexcept;

/// Returns an address to which a running kernel may jump with any register contents. The thread then continues after
/// its call of the kernel, as if the kernel had returned. Returns 0 if this CPU architecture is not supported.
std::uintptr_t way_out_of_kernel() noexcept;

/// Marks a call from a kernel into the driver. If the driver's code faults, the kernel must not be ended, since the
/// driver may hold locks.
class OutsideKernel {
public:
    OutsideKernel() noexcept;
    ~OutsideKernel();
    OutsideKernel(const OutsideKernel&) = delete;
    OutsideKernel& operator=(const OutsideKernel&) = delete;

private:
    void* const kernel_;
};

/// A stack for the signal handler, since a kernel may use up its own stack. Each thread that runs kernels has such a
/// stack. If the thread already has an alternate stack, that stack is used instead.
class FaultStack {
public:
    FaultStack() noexcept = default;
    ~FaultStack();
    FaultStack(const FaultStack&) = delete;
    FaultStack& operator=(const FaultStack&) = delete;

    /// Must be called on the owning thread before a kernel runs.
    void prepare() noexcept {
        if (!is_prepared_) make();
    }
    /// Returns whether the thread blocked the signals of faults (SIGSEGV and so on) when it first called prepare(). If
    /// so, these signals must be unblocked while the thread runs kernels.
    bool blocks_signals() const noexcept { return blocks_signals_; }

private:
    void make() noexcept;

    bool is_prepared_ = false;
    bool blocks_signals_ = false;
    void* memory_ = nullptr;
};

/// Unblocks the signals of faults while the object lives, if `wanted` is true. If an instruction causes a blocked
/// signal, the system ends the process.
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
