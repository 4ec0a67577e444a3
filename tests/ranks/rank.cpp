#include "rank.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "../robustness/time_limit.h"

namespace lanewise::test {

namespace fs = std::filesystem;

Rank::Rank(const std::function<int()>& body) : id_(::fork()) {
    if (id_ != 0) return;
    limit_time(120);
    ::_exit(body());
}

Rank::Rank(Rank&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

void Rank::signal(int number) const noexcept {
    if (id_ > 0) ::kill(id_, number);
}

void Rank::kill() noexcept {
    signal(SIGKILL);
    wait();
}

int Rank::wait() noexcept {
    const pid_t id = std::exchange(id_, -1);
    int status = 0;
    if (id <= 0 || ::waitpid(id, &status, 0) != id) return wrong;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

SharedCache::SharedCache(const std::string& name)
    : folder_(fs::temp_directory_path() / ("lanewise-" + name + "-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    ::unsetenv("LANEWISE_CACHE");
    ::setenv("LANEWISE_CACHE_DIR", folder_.c_str(), 1);
}

SharedCache::~SharedCache() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

std::vector<fs::path> SharedCache::files(const std::string& part) const {
    std::vector<fs::path> found;
    std::error_code ignored;
    // Ranks may remove files during this loop, so the iterator may fail.
    for (fs::recursive_directory_iterator at(folder_, ignored), end; at != end; at.increment(ignored)) {
        if (at->path().filename().string().find(part) != std::string::npos) found.push_back(at->path());
        if (ignored) break;
    }
    return found;
}

std::vector<int> cpus_of(pid_t thread) {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cpus;
    if (::sched_getaffinity(thread, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
}

void bind(pid_t thread, const std::vector<int>& cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus) CPU_SET(cpu, &set);
    ::sched_setaffinity(thread, sizeof set, &set);
}

std::vector<pid_t> own_threads() {
    std::vector<pid_t> threads;
    for (const auto& entry : fs::directory_iterator("/proc/self/task"))
        threads.push_back(std::stoi(entry.path().filename().string()));
    return threads;
}

bool are_threads_within(const std::vector<int>& cpus) {
    return std::ranges::all_of(own_threads(), [&](pid_t thread) {
        return std::ranges::includes(cpus, cpus_of(thread));  // no CPUs if the thread has just ended
    });
}

}  // namespace lanewise::test
