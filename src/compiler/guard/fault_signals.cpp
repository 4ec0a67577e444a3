#include "compiler/guard/fault_signals.h"

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/guard/fault_frames.h"
#include "compiler/guard/guarded_call.h"
#include "compiler/guard/switch_stack.h"
#include "lanewise/replaced_action.h"

namespace lanewise::compiler {
namespace {

struct FaultSignal {
    int number;
    const char* name;
};

constexpr std::array fault_signals{FaultSignal{SIGSEGV, "SIGSEGV"}, FaultSignal{SIGBUS, "SIGBUS"},
                                   FaultSignal{SIGILL, "SIGILL"}, FaultSignal{SIGFPE, "SIGFPE"},
                                   FaultSignal{SIGABRT, "SIGABRT"},
                                   // Code that runs past the end of a function reaches padding, which raises SIGTRAP.
                                   FaultSignal{SIGTRAP, "SIGTRAP"}};

using Action = struct sigaction;

// All signal handlers of the application that this library has ever found installed, in the order of their discovery.
// Entries are added under install_mutex, are never changed, and may be read at any time. `handlers[k]` is this
// library's handler that replaced known_actions[k]. Each handler of this library thus belongs to one handler of the
// application forever, even if the application saves this library's handler and reinstalls it much later.
constexpr std::size_t most_known_actions = 32;
constinit std::array<Action, most_known_actions> known_actions{};
constinit std::atomic<std::size_t> known_count = 0;

// For each signal in fault_signals, the handler that was installed before this library installed its first handler for
// the signal. This earlier handler therefore cannot call a handler of this library.
std::array<std::atomic<const Action*>, fault_signals.size()> first_actions;

// Handler for faults that no other handler resolves.
constinit Action last_action{};
std::atomic<bool> has_last_action = false;

// The last unresolved fault of a thread, and the number of times that it happened in a row.
struct Repetition {
    std::uintptr_t instruction, address;
    unsigned times;
    bool has_returned;  // false while a handler runs, and after siglongjmp() has left a handler
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Repetition repetition{};

// Marks the context of a signal while a handler of the application runs. If that handler calls this library's handler
// with the same context, the mark shows this. The marks of all copies of this library form a list that begins at
// uc_link of the context, which the system sets to null for each signal. A mark begins like a ucontext_t. If
// siglongjmp() leaves the application's handler, the mark disappears together with the context.
struct Mark {
    const void* copy_of_library;  // at the place of uc_flags
    ucontext_t* outer;            // at the place of uc_link
};
constexpr char this_copy = 0;

// Must be locked to install or remove handlers. Handlers stay installed while at least one thread compiles.
std::mutex install_mutex;
unsigned compiling_threads = 0;  // under install_mutex

// For each signal, whether the application replaced this library's handler. The handlers that the application installs
// from then on may call this library's handler, so this library must not call them. While one of these handlers of the
// application is installed, this library does not install its own handler. If the application reinstalls this library's
// handler, this library's handler stays installed.
std::array<bool, fault_signals.size()> has_leaked{};  // under install_mutex

// For each signal, whether this library's handler is installed. If the application has installed too many different
// handlers, this library installs none, and the signal behaves as without the compiler.
std::array<bool, fault_signals.size()> is_installed{};  // under install_mutex

std::size_t index_of(int signal) {
    std::size_t index = 0;
    while (fault_signals[index].number != signal) ++index;
    return index;
}

void take_default_action(int signal, const siginfo_t* info) {
    ::signal(signal, SIG_DFL);
    // Raise the signal again only if it was sent by a process; a faulting instruction faults again anyway when the
    // handler returns.
    if (info->si_code <= 0) ::raise(signal);
}

// Returns whether a handler of the application called this library's handler.
bool is_called_back(const ucontext_t& context) {
    for (const ucontext_t* at = context.uc_link; at;) {
        const auto* const mark = reinterpret_cast<const Mark*>(at);
        if (mark->copy_of_library == &this_copy) return true;
        at = mark->outer;
    }
    return false;
}

bool is_function(const Action& action) {
    return (action.sa_flags & SA_SIGINFO) || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// Returns the handler to call for a repeated fault. If the called handler has no effect, the instruction would fault
// again forever; Python's handler, for example, has no effect while it is disabled. After some repetitions, the other
// known handlers are therefore called, the latest first. Each handler is called for several faults in a row, since a
// handler may need several faults to repair their cause.
const Action* action_of_repetition(const Action* previous) {
    constexpr unsigned faults_of_each = 4;
    unsigned turn = repetition.times / faults_of_each;
    if (turn == 0) return previous;
    for (std::size_t k = known_count.load(std::memory_order_acquire); k-- > 0;) {
        const Action* const known = &known_actions[k];
        if (known != previous && is_function(*known) && --turn == 0) return known;
    }
    return has_last_action.load(std::memory_order_acquire) ? &last_action : nullptr;
}

const Action* next_action(std::size_t index, const Action* previous, const ucontext_t& context) {
    if (!is_called_back(context)) return action_of_repetition(previous);
    const Action* const first = first_actions[index].load(std::memory_order_acquire);
    return first == previous ? nullptr : first;
}

void hand_on(const Action* previous, int signal, siginfo_t* info, ucontext_t& context) {
    const Action* const action = next_action(index_of(signal), previous, context);
    const bool has_function = action && ((action->sa_flags & SA_SIGINFO) || action->sa_handler != SIG_DFL);
    if (!has_function) return take_default_action(signal, info);
    if (!(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN) {
        // A fault ends the process even if its signal is ignored.
        if (info->si_code > 0) take_default_action(signal, info);
        return;
    }
    if (action->sa_flags & SA_RESETHAND) ::signal(signal, SIG_DFL);
    sigset_t mask = action->sa_mask;
    if (!(action->sa_flags & SA_NODEFER)) sigaddset(&mask, signal);
    sigset_t own_mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &own_mask);
    sigset_t together;
    sigorset(&together, &mask, &own_mask);
    if (action->sa_flags & SA_NODEFER) sigdelset(&together, signal);
    ::pthread_sigmask(SIG_SETMASK, &together, nullptr);
    Mark mark{&this_copy, context.uc_link};
    context.uc_link = reinterpret_cast<ucontext_t*>(&mark);
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal, info, &context);
    } else {
        action->sa_handler(signal);
    }
    context.uc_link = mark.outer;
    ::pthread_sigmask(SIG_SETMASK, &own_mask, nullptr);
}

// True if the compiler's thread caused the signal itself. Signals that kill() or another thread sent are not faults of
// the compiler.
bool is_own_fault(int signal, const siginfo_t& info) {
    if (signal == SIGABRT) return info.si_code == SI_TKILL && info.si_pid == ::getpid();
    return info.si_code > 0;
}

// Ends the guarded call after a library function that overflowed the stack has returned. The library function returns
// to the first instruction of this function, so the stack is not aligned as after a call instruction.
[[gnu::force_align_arg_pointer]] void end_overflowed_call() {
    GuardedCall* const call = GuardedCall::current();
    call->note_end(CallEnd::stack_overflow, "");
    call->leave();
}

// Writes the signal's name and the address to `text`, without printf, which is not safe in signal handlers.
void write_place(int signal, std::uintptr_t place, char (&text)[64]) {
    std::size_t length = 0;
    const auto add = [&](const char* part) {
        while (*part) text[length++] = *part++;
    };
    add(fault_signals[index_of(signal)].name);
    add(" at 0x");
    for (int shift = 60; shift >= 0; shift -= 4) {
        if (place >> shift == 0 && shift > 0) continue;
        text[length++] = "0123456789abcdef"[place >> shift & 15];
    }
    text[length] = '\0';
}

// Ends the guarded call; returns false if the compiler did not cause the fault. If a function of another library
// overflowed the stack, that library function gets more stack and continues, since it may hold a lock, such as
// malloc's. The guarded call then ends when the library function returns.
bool end_call(GuardedCall& call, int signal, siginfo_t& info, ucontext_t& context) {
    auto& registers = context.uc_mcontext.gregs;
    const auto instruction = static_cast<std::uintptr_t>(registers[REG_RIP]);
    if (!call.stack().holds(static_cast<std::uintptr_t>(registers[REG_RSP]))) return false;
    const FaultFrames frames = fault_frames(instruction, call.stack());
    if (!frames.is_of_compiler || frames.is_abort_of_libc) return false;
    const auto accessed = reinterpret_cast<std::uintptr_t>(info.si_addr);
    const bool overflow = signal == SIGSEGV && call.stack().is_beyond_end(accessed);
    if (overflow && !frames.is_in_library && frames.return_slot && call.stack().open_reserve()) {
        *frames.return_slot = reinterpret_cast<std::uintptr_t>(&end_overflowed_call);
        return true;
    }
    char text[64];
    write_place(signal, frames.place, text);
    call.note_end(overflow ? CallEnd::stack_overflow : CallEnd::fault, text);
    registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(&lanewise_leave_stack));
    registers[REG_RDI] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(call.way_back()));
    return true;
}

std::uintptr_t instruction_of(const ucontext_t& context) {
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}

// Calls the next handler, and counts how often in a row the same instruction faults.
void hand_on_counting(const Action* previous, int signal, siginfo_t* info, ucontext_t& context) {
    const bool was_sent = info->si_code <= 0;
    const std::uintptr_t instruction = instruction_of(context);
    const auto address = was_sent ? 0 : reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool again =
        !was_sent && repetition.has_returned && repetition.instruction == instruction && repetition.address == address;
    repetition = {instruction, address, again ? repetition.times + 1 : 0, /*has_returned=*/false};
    hand_on(previous, signal, info, context);
    repetition.has_returned = true;
    if (instruction_of(context) != instruction) repetition = {};
}

template <std::size_t known>
void handle(int signal, siginfo_t* info, void* data) {
    const int saved_errno = errno;
    auto& context = *static_cast<ucontext_t*>(data);
    GuardedCall* const call = GuardedCall::current();
    if (!call || !is_own_fault(signal, *info) || !end_call(*call, signal, *info, context))
        hand_on_counting(&known_actions[known], signal, info, context);
    errno = saved_errno;
}

using Handler = void (*)(int, siginfo_t*, void*);

template <std::size_t... known>
constexpr std::array<Handler, sizeof...(known)> handlers_over(std::index_sequence<known...>) {
    return {&handle<known>...};
}

constexpr std::array handlers = handlers_over(std::make_index_sequence<most_known_actions>{});

// Returns the application's handler that `action` replaced; null if `action` is not a handler of this library.
const Action* previous_of(const Action& action) {
    if ((action.sa_flags & SA_SIGINFO) == 0) return nullptr;
    const auto* const ours = std::ranges::find(handlers, action.sa_sigaction);
    return ours == handlers.end() ? nullptr : &known_actions[static_cast<std::size_t>(ours - handlers.begin())];
}

bool is_ours(const Action& action) { return previous_of(action) != nullptr; }

std::optional<std::size_t> find_known(const Action& action) {
    const std::size_t count = known_count.load(std::memory_order_relaxed);
    for (std::size_t k = 0; k < count; ++k)
        if (is_same_action(known_actions[k], action)) return k;
    return std::nullopt;
}

bool may_call_ours(std::size_t index, const Action& action) {
    return has_leaked[index] && is_function(action) && !is_ours(action) && !find_known(action);
}

// Adds a handler to known_actions if it is unknown. Returns the handler's index; none if there are too many handlers.
std::optional<std::size_t> remember(std::size_t index, const Action& action) {
    std::optional<std::size_t> known = find_known(action);
    if (!known) {
        const std::size_t count = known_count.load(std::memory_order_relaxed);
        if (count == most_known_actions) return std::nullopt;
        known_actions[count] = action;
        known_count.store(count + 1, std::memory_order_release);
        known = count;
    }
    const Action* none = nullptr;
    first_actions[index].compare_exchange_strong(none, &known_actions[*known], std::memory_order_acq_rel);
    return known;
}

// Maximum number of attempts to install a handler. An attempt fails if the application changes the handler at the same
// time.
constexpr int most_tries = 16;

/// Installs this library's handler, unless the installed handler may call this library's handler. The application may
/// have changed the handler since the last call of this function.
void install(std::size_t index) {
    const int signal = fault_signals[index].number;
    const bool was_installed = std::exchange(is_installed[index], false);
    for (int tries = 0; tries < most_tries; ++tries) {
        Action found{};
        if (::sigaction(signal, nullptr, &found) != 0) return;
        is_installed[index] = is_ours(found);
        if (is_installed[index]) return;
        has_leaked[index] |= was_installed;
        if (may_call_ours(index, found)) return;
        const std::optional<std::size_t> known = remember(index, found);
        if (!known) return;
        Action ours{};
        ours.sa_sigaction = handlers[*known];
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&ours.sa_mask);
        const Replaced result = replace_action(signal, found, ours);
        is_installed[index] = result == Replaced::done;
        has_leaked[index] |= result == Replaced::seen;
        if (result == Replaced::done || result == Replaced::refused) return;
    }
}

// Restores the application's handler. If the application installs a new handler at the same time, this library may
// replace that handler for the short time between two system calls. This can happen only once for each signal:
// afterwards this library neither removes its handler nor installs it over another handler.
void uninstall(std::size_t index) {
    if (!std::exchange(is_installed[index], false)) return;
    const int signal = fault_signals[index].number;
    Action found{};
    if (has_leaked[index] || ::sigaction(signal, nullptr, &found) != 0) return;
    const Action* const previous = previous_of(found);
    has_leaked[index] = !previous || replace_action(signal, found, *previous) != Replaced::done;
}

// Corrects the count of compiling threads in the child of a fork, where no other thread runs.
void watch_forks() {
    ::pthread_atfork([] { install_mutex.lock(); }, [] { install_mutex.unlock(); },
                     [] {
                         const unsigned here = GuardedCall::current() ? 1 : 0;
                         const bool were_others = std::exchange(compiling_threads, here) > here;
                         for (std::size_t i = 0; were_others && here == 0 && i < fault_signals.size(); ++i)
                             uninstall(i);
                         install_mutex.unlock();
                     });
}

void count_in() {
    static std::once_flag once;
    std::call_once(once, watch_forks);
    const std::lock_guard lock(install_mutex);
    ++compiling_threads;
    // Install handlers even if another thread is already compiling, since the application may have changed handlers
    // after that thread installed them.
    for (std::size_t i = 0; i < fault_signals.size(); ++i) install(i);
}

void count_out() {
    const std::lock_guard lock(install_mutex);
    if (--compiling_threads > 0) return;
    for (std::size_t i = 0; i < fault_signals.size(); ++i) uninstall(i);
}

}  // namespace

void set_last_fault_handler(void (*handler)(int, siginfo_t*, void*)) noexcept {
    if (!handler || has_last_action.load(std::memory_order_acquire)) return;
    last_action.sa_sigaction = handler;
    last_action.sa_flags = SA_SIGINFO;
    has_last_action.store(true, std::memory_order_release);
}

// Also unblocks the signals of faults, since a fault whose signal is blocked ends the process.
FaultSignals::FaultSignals(const CompileStack& stack) noexcept {
    stack_t ours{};
    ours.ss_sp = stack.signal_stack();
    ours.ss_size = CompileStack::signal_stack_bytes();
    has_stack_ = ::sigaltstack(&ours, &old_stack_) == 0;
    count_in();
    sigset_t faults;
    sigemptyset(&faults);
    for (const FaultSignal& signal : fault_signals) sigaddset(&faults, signal.number);
    ::pthread_sigmask(SIG_UNBLOCK, &faults, &old_mask_);
}

FaultSignals::~FaultSignals() {
    bool were_blocked = false;
    for (const FaultSignal& signal : fault_signals) were_blocked |= sigismember(&old_mask_, signal.number) == 1;
    if (were_blocked) ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
    count_out();
    if (has_stack_) ::sigaltstack(&old_stack_, nullptr);
}

}  // namespace lanewise::compiler
