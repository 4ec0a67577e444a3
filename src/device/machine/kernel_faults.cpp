#include "device/machine/kernel_faults.h"

#include <link.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <utility>

#include "lanewise/replaced_action.h"

namespace lanewise::device {

/// A running kernel. The object lies on the stack of the thread that runs the kernel.
struct RunningKernel {
    void* registers[5];  // filled by __builtin_setjmp: frame pointer, address at which to continue, stack pointer
    CodeRange code;
    Fault fault;
};

/// The kernel that the calling thread runs, or null. The TLS model must be initial-exec, since the signal handler and
/// the assembly code below must read the variable without a call of __tls_get_addr.
[[gnu::tls_model("initial-exec"),
  gnu::visibility("hidden")]] extern constinit thread_local RunningKernel* running __asm__("lanewise_running_kernel");
constinit thread_local RunningKernel* running = nullptr;

namespace {

constexpr std::array fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t fault_stack_bytes = 128 * 1024;

std::atomic<bool> is_handling = false;

/// The signal actions that this file replaced, in the order of fault_signals.
std::array<struct sigaction, fault_signals.size()> earlier_actions;

/// The address range of each library's code, for the libraries that kernels call (imports.h).
std::array<CodeRange, 3> called_code;

int add_called_code(dl_phdr_info* info, std::size_t, void*) {
    const std::array functions{reinterpret_cast<std::uintptr_t>(static_cast<double (*)(double)>(&::sin)),
                               reinterpret_cast<std::uintptr_t>(&::memmove),
                               reinterpret_cast<std::uintptr_t>(&call_kernel)};
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        const CodeRange range{info->dlpi_addr + part.p_vaddr, part.p_memsz};
        if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
        for (std::size_t f = 0; f < functions.size(); ++f) {
            if (range.contains(functions[f])) called_code[f] = range;
        }
    }
    return 0;
}

bool is_of_kernel(const RunningKernel& kernel, std::uintptr_t instruction) noexcept {
    if (kernel.code.contains(instruction)) return true;
    for (const CodeRange& range : called_code) {
        if (range.contains(instruction)) return true;
    }
    return false;
}

/// Calls the handler of the action `earlier`. During the call, blocks the signals that sa_mask of this action
/// specifies.
void call_handler(const struct sigaction& earlier, int signal, siginfo_t* info, void* context) noexcept {
    sigset_t mask = earlier.sa_mask;
    if ((earlier.sa_flags & SA_NODEFER) == 0) sigaddset(&mask, signal);
    sigset_t own_mask;
    ::pthread_sigmask(SIG_BLOCK, &mask, &own_mask);
    if ((earlier.sa_flags & SA_NODEFER) != 0) {
        sigemptyset(&mask);
        sigaddset(&mask, signal);
        ::pthread_sigmask(SIG_UNBLOCK, &mask, nullptr);
    }
    if ((earlier.sa_flags & SA_SIGINFO) != 0) {
        earlier.sa_sigaction(signal, info, context);
    } else {
        earlier.sa_handler(signal);
    }
    ::pthread_sigmask(SIG_SETMASK, &own_mask, nullptr);
}

/// Passes a signal on to the action that this file replaced.
void hand_on(int signal, siginfo_t* info, void* context) noexcept {
    std::size_t index = 0;
    while (fault_signals[index] != signal) ++index;
    const struct sigaction& earlier = earlier_actions[index];
    const bool is_function =
        (earlier.sa_flags & SA_SIGINFO) != 0 || (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN);
    if (is_function && (earlier.sa_flags & SA_RESETHAND) == 0) return call_handler(earlier, signal, info, context);
    const bool was_sent = info->si_code <= 0;
    if (was_sent && earlier.sa_handler == SIG_IGN) return;
    if (is_function) {
        ::signal(signal, SIG_DFL);
        return call_handler(earlier, signal, info, context);
    }
    // Restores the default action, which ends the process when the signal occurs again. An instruction that caused the
    // signal is executed again after the handler returns. A signal that was sent is raised again here.
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
    if (was_sent) ::raise(signal);
}

#if defined(__x86_64__)
std::uintptr_t instruction_of(const ucontext_t& context) noexcept {
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}

/// Sets the place at which the thread continues when the signal handler returns: after the thread's call of the kernel.
void leave_kernel(ucontext_t& context, const RunningKernel& kernel) noexcept {
    auto& registers = context.uc_mcontext.gregs;
    registers[REG_RBP] = reinterpret_cast<greg_t>(kernel.registers[0]);
    registers[REG_RIP] = reinterpret_cast<greg_t>(kernel.registers[1]);
    registers[REG_RSP] = reinterpret_cast<greg_t>(kernel.registers[2]);
    constexpr greg_t direction_and_alignment = 0x400 | 0x40000;
    registers[REG_EFL] &= ~direction_and_alignment;
}

/// Returns whether the instruction directly follows a system call. Kernels, and the library functions that they call,
/// make no system calls, so such an instruction belongs to other code.
bool is_after_system_call(std::uintptr_t instruction) noexcept {
    constexpr unsigned char system_call[] = {0x0f, 0x05};
    return ::memcmp(reinterpret_cast<const void*>(instruction - sizeof system_call), system_call, sizeof system_call) ==
           0;
}

/// Returns whether a handler that was installed later received a kernel's fault and raised the signal again, as
/// Python's faulthandler does.
bool was_raised_by_handler(const siginfo_t& info, std::uintptr_t instruction) noexcept {
    return info.si_code == SI_TKILL && info.si_pid == ::getpid() && is_after_system_call(instruction);
}

void on_fault(int signal, siginfo_t* info, void* data) noexcept {
    RunningKernel* const kernel = running;
    auto& context = *static_cast<ucontext_t*>(data);
    const std::uintptr_t instruction = instruction_of(context);
    if (!kernel) return hand_on(signal, info, data);
    const bool is_own = info->si_code > 0 && is_of_kernel(*kernel, instruction);
    if (!is_own && !was_raised_by_handler(*info, instruction)) return hand_on(signal, info, data);
    kernel->fault.signal = signal;
    kernel->fault.has_address = is_own;
    kernel->fault.address = kernel->fault.is_access() ? reinterpret_cast<std::uintptr_t>(info->si_addr) : instruction;
    running = nullptr;
    leave_kernel(context, *kernel);
}

constexpr bool can_leave_kernels = true;

static_assert(offsetof(RunningKernel, registers) == 0);

/// The target of jumps out of a kernel. Restores only the frame pointer and the stack pointer, since call_guarded()
/// reads no other register after the jump.
[[gnu::naked]] void leave_running_kernel() {
    __asm__(
        "movq lanewise_running_kernel@GOTTPOFF(%rip), %rax\n"
        "movq %fs:(%rax), %rcx\n"
        "movq $0, %fs:(%rax)\n"
        "cld\n"
        "movq (%rcx), %rbp\n"
        "movq 16(%rcx), %rsp\n"
        "jmpq *8(%rcx)\n");
}

/// Clears the upper halves of the vector registers; values left in them could slow down SSE code of the host.
void tidy_registers() noexcept {
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
}
#else
void on_fault(int signal, siginfo_t* info, void* data) noexcept { hand_on(signal, info, data); }

constexpr bool can_leave_kernels = false;

void leave_running_kernel() {}
void tidy_registers() noexcept {}
#endif

}  // namespace

const char* Fault::name() const noexcept {
    switch (signal) {
        case SIGSEGV: return "an invalid memory access";
        case SIGBUS: return "an access to mapped memory without storage";
        case SIGFPE: return "an arithmetic exception";
        case SIGILL: return "a trap instruction";
        default: return "no fault";
    }
}

void handle_kernel_faults(FaultHandling handling) noexcept {
    if (!can_leave_kernels || handling == FaultHandling::never) return;
    ::dl_iterate_phdr(&add_called_code, nullptr);
    struct sigaction action{};
    action.sa_sigaction = &on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (std::size_t i = 0; i < fault_signals.size(); ++i) {
        struct sigaction& earlier = earlier_actions[i];
        Replaced result = Replaced::too_late;
        // If the application installs a handler at the same time, replace_action() fails, and the loop examines the new
        // handler.
        while (result == Replaced::too_late) {
            if (::sigaction(fault_signals[i], nullptr, &earlier) != 0) break;
            const bool is_free = (earlier.sa_flags & SA_SIGINFO) == 0 && earlier.sa_handler == SIG_DFL;
            if (!is_free && handling != FaultHandling::always) break;
            result = replace_action(fault_signals[i], earlier, action);
        }
        if (result == Replaced::done) is_handling.store(true, std::memory_order_relaxed);
    }
}

FaultHandler kernel_fault_handler() noexcept {
    return is_handling.load(std::memory_order_relaxed) ? &on_fault : nullptr;
}

// After a fault, the thread continues here as if __builtin_setjmp had returned a second time, and most registers have
// undefined contents. The branch for the second return must therefore read no variable of this function.
template <class Call>
[[gnu::noinline]] static bool call_guarded(RunningKernel& kernel, const Call& call) noexcept {
    if (__builtin_setjmp(kernel.registers) != 0) {
        tidy_registers();
        return false;
    }
    running = &kernel;
    call();
    running = nullptr;
    return true;
}

Fault call_kernel(const CodeRange& code, abi::Entry entry, const abi::Launch& launch, const abi::Worker& worker,
                  const std::byte* arguments, std::uint64_t count) noexcept {
    RunningKernel kernel;
    kernel.code = code;
    const auto call = [&] { entry(&launch, &worker, arguments, count); };
    return call_guarded(kernel, call) ? Fault{} : kernel.fault;
}

// The function `transfer` executes only code of this library and of memmove().
Fault call_transfer(void (*transfer)(const void* data), const void* data) noexcept {
    RunningKernel here;
    const auto call = [&] { transfer(data); };
    return call_guarded(here, call) ? Fault{} : here.fault;
}

std::uintptr_t way_out_of_kernel() noexcept {
    return can_leave_kernels ? reinterpret_cast<std::uintptr_t>(&leave_running_kernel) : 0;
}

OutsideKernel::OutsideKernel() noexcept : kernel_(std::exchange(running, nullptr)) {}

OutsideKernel::~OutsideKernel() { running = static_cast<RunningKernel*>(kernel_); }

void FaultStack::make() noexcept {
    is_prepared_ = true;
    if (!is_handling.load(std::memory_order_relaxed)) return;
    sigset_t mask;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    for (const int signal : fault_signals) blocks_signals_ = blocks_signals_ || sigismember(&mask, signal) == 1;
    stack_t present{};
    if (::sigaltstack(nullptr, &present) != 0) return;
    if ((present.ss_flags & SS_DISABLE) == 0) return;
    void* const memory = ::mmap(nullptr, fault_stack_bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return;
    const stack_t ours{memory, 0, fault_stack_bytes};
    if (::sigaltstack(&ours, nullptr) == 0) {
        memory_ = memory;
    } else {
        ::munmap(memory, fault_stack_bytes);
    }
}

void UnblockedFaults::unblock() noexcept {
    sigset_t faults;
    sigemptyset(&faults);
    for (const int signal : fault_signals) sigaddset(&faults, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &faults, &before_);
}

void UnblockedFaults::restore() noexcept { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

FaultStack::~FaultStack() {
    stack_t present{};
    if (!memory_ || ::sigaltstack(nullptr, &present) != 0) return;
    if (present.ss_sp == memory_) {
        const stack_t none{nullptr, SS_DISABLE, 0};
        if (::sigaltstack(&none, nullptr) != 0) return;
    }
    ::munmap(memory_, fault_stack_bytes);
}

}  // namespace lanewise::device
