// Faults of kernels: a kernel that touches memory which is not there, or executes what traps, ends its launch
// instead of the process. The signal's handler acts only on threads that are running a kernel, at instructions of
// the kernel's code or of the libraries that it calls; it hands on everything else to who handled the signal before.
//
// A call of compiled code costs no system call for it. Thread-safe.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "lanewise/kernel_abi.h"

namespace lanewise::device {

/// When the handler is installed: where nobody handles the signal, never, or in front of who does.
enum class FaultHandling : std::uint8_t { where_free, never, always };

/// Installs the handler for all signals of faults; once in a process, before any kernel runs.
void handle_kernel_faults(FaultHandling handling) noexcept;

/// The handler that this installed; null where it did not. What is no kernel's fault it hands on.
using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);
FaultHandler kernel_fault_handler() noexcept;

/// What ended a kernel.
struct Fault {
    int signal = 0;              // 0: none
    std::uintptr_t address = 0;  // that it touched, or of the instruction
    bool has_address = true;     // false: a handler of the application's was told it, and nobody else
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
/// worker is in any state.
Fault call_kernel(const CodeRange& code, abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
                  const std::byte* arguments, std::uint64_t count) noexcept;

/// Where an instruction of a running kernel may jump to, whatever is in its registers: the thread goes on behind the
/// call of the kernel, as if that had returned. 0 where there is no such way.
std::uintptr_t way_out_of_kernel() noexcept;

/// Marks that a kernel has called back: faults in the driver are none of the kernel's, for it may hold locks.
class OutsideKernel {
public:
    OutsideKernel() noexcept;
    ~OutsideKernel();
    OutsideKernel(const OutsideKernel&) = delete;
    OutsideKernel& operator=(const OutsideKernel&) = delete;

private:
    void* const kernel_;
};

/// A stack for the handler, since kernels use theirs up to the end. One for each thread that runs kernels; the
/// thread's own, if it has one, is used instead.
class FaultStack {
public:
    FaultStack() noexcept = default;
    ~FaultStack();
    FaultStack(const FaultStack&) = delete;
    FaultStack& operator=(const FaultStack&) = delete;

    /// To be called, on the thread that it belongs to, before a kernel runs.
    void prepare() noexcept {
        if (!is_prepared_) make();
    }
    /// Whether the thread blocked the signals at that time: then they have to be let through while it runs kernels.
    bool blocks_signals() const noexcept { return blocks_signals_; }

private:
    void make() noexcept;

    bool is_prepared_ = false;
    bool blocks_signals_ = false;
    void* memory_ = nullptr;
};

/// Lets the signals of faults through while it lives, if that is `wanted`: the system ends a process that blocks a
/// signal which its own instruction causes.
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
