#include "device/machine/thread_room.h"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include "device/machine/cgroup.h"
#include "device/machine/text_file.h"

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

/// What others may make before ours are made.
constexpr std::uint64_t threads_of_others = 64;
/// What else a new thread and its surroundings ask for.
constexpr std::uint64_t spare_bytes = std::uint64_t{64} << 20;

/// All threads of the system: the fourth word of /proc/loadavg, "runnable/all".
std::optional<std::uint64_t> threads_of_system(const fs::path& root) {
    const auto text = read_text_file(root / "proc/loadavg");
    if (!text) return std::nullopt;
    std::istringstream words(*text);
    std::string word;
    for (int i = 0; i < 3; ++i) words >> word;
    std::uint64_t runnable = 0;
    std::uint64_t all = 0;
    char slash = 0;
    if (words >> runnable >> slash >> all && slash == '/') return all;
    return std::nullopt;
}

/// A user has at most as many threads as the system; to count them would take a look at every process.
bool fit_user_and_system(std::uint64_t more, const ThreadLimits& limits, const fs::path& root) {
    const auto all = threads_of_system(root);
    if (!all) return limits.threads_of_user == RLIM_INFINITY;
    if (limits.threads_of_user != RLIM_INFINITY && *all + more > limits.threads_of_user) return false;
    for (const char* name : {"proc/sys/kernel/threads-max", "proc/sys/kernel/pid_max"}) {
        if (const auto most = read_number_file(root / name); most && *all + more > *most) return false;
    }
    return true;
}

bool fit_memory(unsigned threads, std::size_t stack_bytes, const ThreadLimits& limits, const fs::path& root) {
    // Where every page that might be written counts, what fits is not foreseeable.
    if (read_number_file(root / "proc/sys/vm/overcommit_memory") == 2) return false;
    if (limits.addresses == RLIM_INFINITY && limits.data == RLIM_INFINITY) return true;
    const auto text = read_text_file(root / "proc/self/statm");
    if (!text) return false;
    std::istringstream words(*text);
    std::array<std::uint64_t, 6> pages{};  // the first are all, the sixth those that count as data
    for (std::uint64_t& number : pages) words >> number;
    if (!words) return false;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const std::uint64_t more = spare_bytes + threads * (std::uint64_t{stack_bytes} + page);
    const auto fits = [&](rlim_t limit, std::uint64_t used) {
        return limit == RLIM_INFINITY || used * page + more <= limit;
    };
    return fits(limits.addresses, pages[0]) && fits(limits.data, pages[5]);
}

rlim_t soft_limit(decltype(RLIMIT_AS) resource) noexcept {
    rlimit limit{};
    return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

}  // namespace

ThreadLimits own_thread_limits() noexcept {
    return {soft_limit(RLIMIT_NPROC), soft_limit(RLIMIT_AS), soft_limit(RLIMIT_DATA)};
}

bool has_room_for_threads(unsigned threads, std::size_t stack_bytes, const ThreadLimits& limits, const fs::path& root) {
    const std::uint64_t more = threads + threads_of_others;
    return fit_user_and_system(more, limits, root) && fit_memory(threads, stack_bytes, limits, root) &&
           read_cgroup_thread_room(root).value_or(std::numeric_limits<std::uint64_t>::max()) >= more;
}

}  // namespace lanewise::device
