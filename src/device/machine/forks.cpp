#include "device/machine/forks.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "device/machine/spin_mutex.h"

namespace lanewise::device {
namespace {

/// `gate` is the number of threads inside a NoFork scope, plus `closed` while a thread forks.
constexpr std::uint32_t closed = std::uint32_t{1} << 31;
constinit std::atomic<std::uint32_t> gate = 0;
constinit thread_local unsigned depth = 0;
constinit SpinMutex forking;  // locked by the thread that forks, since only one thread may fork at a time

constinit std::atomic<unsigned> forks = 0;

constinit std::array<ForkHandlers, 16> handlers;
constinit std::atomic<unsigned> handler_count = 0;

void wait_while(std::uint32_t value) noexcept { gate.wait(value, std::memory_order_acquire); }

void before_fork() noexcept {
    forking.lock();
    gate.fetch_or(closed, std::memory_order_acq_rel);
    const std::uint32_t own = closed + (depth != 0 ? 1 : 0);
    for (std::uint32_t seen = gate.load(); seen != own; seen = gate.load()) wait_while(seen);
    for (unsigned i = handler_count.load(); i-- != 0;) {
        if (handlers[i].before) handlers[i].before();
    }
}

void open_gate() noexcept {
    gate.fetch_and(~closed, std::memory_order_acq_rel);
    gate.notify_all();
    forking.unlock();
}

void in_parent() noexcept {
    for (unsigned i = 0; i < handler_count.load(); ++i) {
        if (handlers[i].in_parent) handlers[i].in_parent();
    }
    open_gate();
}

void in_child() noexcept {
    forks.fetch_add(1, std::memory_order_relaxed);
    for (unsigned i = 0; i < handler_count.load(); ++i) {
        if (handlers[i].in_child) handlers[i].in_child();
    }
    open_gate();
}

[[gnu::constructor]] void watch_forks() { ::pthread_atfork(&before_fork, &in_parent, &in_child); }

}  // namespace

void on_fork(const ForkHandlers& added) noexcept {
    const NoFork now;
    static constinit SpinMutex mutex;
    mutex.lock();
    const unsigned count = handler_count.load(std::memory_order_relaxed);
    handlers[count] = added;
    handler_count.store(count + 1);
    mutex.unlock();
}

unsigned fork_count() noexcept { return forks.load(std::memory_order_relaxed); }

void NoFork::enter() noexcept {
    if (depth++ != 0) return;
    std::uint32_t seen = gate.load(std::memory_order_relaxed);
    for (;;) {
        if ((seen & closed) != 0) {
            wait_while(seen);
            seen = gate.load(std::memory_order_relaxed);
        } else if (gate.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel)) {
            return;
        }
    }
}

void NoFork::leave() noexcept {
    if (--depth != 0) return;
    if ((gate.fetch_sub(1, std::memory_order_acq_rel) & closed) != 0) gate.notify_all();
}

}  // namespace lanewise::device
