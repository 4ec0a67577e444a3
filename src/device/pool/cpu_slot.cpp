#include "device/pool/cpu_slot.h"

#include <sched.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "device/machine/cpu/own_thread_masks.h"
#include "lanewise/per_thread.h"

namespace lanewise::device {

namespace {

// Number of CPUs that have slots; CPUs with larger numbers have none.
constexpr unsigned known_cpus = 1024;

// Number of threads that hold the slot of each CPU.
constinit std::array<std::atomic<std::uint16_t>, known_cpus> occupied{};

unsigned this_cpu() noexcept { return static_cast<unsigned>(sched_getcpu()); }

}  // namespace

CpuSlot& CpuSlot::of_host_thread() noexcept { return per_thread<CpuSlot>(); }

void CpuSlot::take() noexcept {
    if (const unsigned cpu = this_cpu(); place_ != cpu + 1) occupy(cpu);
}

void CpuSlot::take_aside() noexcept {
    take();
    if (count_on(this_cpu()) <= 1) return;
    leave();
    const timespec moment{.tv_sec = 0, .tv_nsec = 1000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, nullptr);
    take();
    if (place_ != 0 && count_on(place_ - 1) > 1 && move_own_thread_off(place_ - 1)) take();
}

void CpuSlot::occupy(unsigned cpu) noexcept {
    leave();
    if (cpu >= known_cpus) return;
    occupied[cpu].fetch_add(1, std::memory_order_relaxed);
    place_ = cpu + 1;
}

// The count may already be 0, since the child of a fork clears all slots.
void CpuSlot::leave() noexcept {
    if (place_ == 0) return;
    std::atomic<std::uint16_t>& threads = occupied[place_ - 1];
    place_ = 0;
    std::uint16_t count = threads.load(std::memory_order_relaxed);
    while (count != 0 &&
           !threads.compare_exchange_weak(count, static_cast<std::uint16_t>(count - 1), std::memory_order_relaxed)) {
    }
}

unsigned CpuSlot::count_on(unsigned cpu) noexcept {
    return cpu < known_cpus ? occupied[cpu].load(std::memory_order_relaxed) : 0;
}

void CpuSlot::clear_all() noexcept {
    for (auto& count : occupied) count.store(0, std::memory_order_relaxed);
}

}  // namespace lanewise::device
