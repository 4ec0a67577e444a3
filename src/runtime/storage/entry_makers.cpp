#include "runtime/storage/entry_makers.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "device/machine/descriptor.h"
#include "device/machine/not_cancelled.h"

namespace lanewise::runtime {
namespace {

using namespace std::chrono_literals;

/// About the time that loading the compiler takes.
constexpr EntryMakers::Duration usual_grace = 50ms;
constexpr EntryMakers::Duration recently = 2s;

EntryMakers::Duration now() noexcept {
    return std::chrono::duration_cast<EntryMakers::Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

/// Returns whether a process may run on the same CPUs as this process. Other threads than the first may have CPUs of
/// their own.
bool shares_cpus(int process) noexcept {
    cpu_set_t own, other;
    return ::sched_getaffinity(::getpid(), sizeof own, &own) == 0 &&
           ::sched_getaffinity(process, sizeof other, &other) == 0 && CPU_EQUAL(&own, &other);
}

}  // namespace

ProcessState state_of_process(int id) noexcept {
    if (id <= 0) return ProcessState::none;
    const device::NotCancelled by_cancellation;
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/stat", id);
    const device::Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
    if (!file) return ProcessState::none;
    std::array<char, 128> text{};
    if (::read(file.number(), text.data(), text.size() - 1) <= 0) return ProcessState::none;
    // The state follows the name of the program, which is in parentheses and may contain any characters.
    const char* const name_end = std::strrchr(text.data(), ')');
    if (!name_end || std::strlen(name_end) < 3) return ProcessState::none;
    switch (name_end[2]) {
        case 'T':
        case 't': return ProcessState::stopped;
        case 'Z':
        case 'X': return ProcessState::none;
        default: return ProcessState::runs;
    }
}

EntryMakers& EntryMakers::of_this_process() noexcept {
    static constinit EntryMakers makers;
    return makers;
}

void EntryMakers::note_pause(Duration pause) noexcept {
    paused_until_.store((now() + pause).count(), std::memory_order_relaxed);
}

bool EntryMakers::come_first(Duration left) const noexcept {
    const Duration until(paused_until_.load(std::memory_order_relaxed));
    if (until == Duration::zero() || is_maker_.load(std::memory_order_relaxed)) return false;
    const Duration since = now() - until;
    if (left < usual_grace) return left != Duration::zero() || since < recently;
    // The maker may compile something large, and never want this entry.
    if (left >= 4 * longest_grace_) return false;
    // On a busy machine, the maker may need longer than usual before it runs again. On such a machine, the last wait
    // was long, too.
    const int maker = maker_.load(std::memory_order_relaxed);
    return since < std::min(last_wait() / 2, longest_grace_) && state_of_process(maker) == ProcessState::runs &&
           shares_cpus(maker);
}

}  // namespace lanewise::runtime
