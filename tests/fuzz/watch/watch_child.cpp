#include "watch_child.h"

#include <sys/wait.h>

#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace lanewise::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::nanoseconds cpu_time(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Returns whether a thread runs or waits for a processor. According to proc(5), the state is the letter after the
// thread's name, and the name ends at the last bracket.
bool wants_to_run(const std::filesystem::path& thread) {
    std::string line;
    std::getline(std::ifstream(thread / "stat"), line);
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || name_end + 2 >= line.size()) return false;
    const char state = line[name_end + 2];
    // A stopped thread (T) counts as running, because it would run if it were continued.
    return state == 'R' || state == 'D' || state == 'T' || state == 't';
}

bool any_thread_wants_to_run(pid_t process) {
    std::error_code gone;
    std::filesystem::directory_iterator threads("/proc/" + std::to_string(process) + "/task", gone);
    for (; !gone && threads != std::filesystem::directory_iterator(); threads.increment(gone))
        if (wants_to_run(threads->path())) return true;
    return false;
}

// Measures how long a process has made no progress, and decides whether the process hangs.
class Patience {
public:
    Patience(pid_t process, std::chrono::seconds limit) : process_(process), limit_(limit) { renew(); }

    void renew() {
        cpu_at_step_ = cpu_time(process_);
        idle_ = {};
    }
    /// Returns whether the process hangs. Must be called once in each `interval`.
    bool is_over(Clock::duration interval) {
        if (cpu_time(process_) - cpu_at_step_ > limit_) return true;
        any_thread_wants_to_run(process_) ? idle_ = {} : idle_ += interval;
        return idle_ > limit_;
    }

private:
    const pid_t process_;
    const std::chrono::seconds limit_;
    std::chrono::nanoseconds cpu_at_step_{};
    Clock::duration idle_{};  // observed time in which no thread ran, and none waited for a processor
};

}  // namespace

bool Ending::is_good() const { return !hung && WIFEXITED(status) && WEXITSTATUS(status) == 0; }

Ending watch_child(pid_t child, const std::function<std::uint64_t()>& steps, std::chrono::seconds patience) {
    using namespace std::chrono_literals;
    constexpr Clock::duration interval = 50ms;
    Patience left(child, patience);
    std::uint64_t last_steps = steps();
    Clock::time_point last_look = Clock::now();
    Ending ending;
    while (waitpid(child, &ending.status, WNOHANG) == 0) {
        std::this_thread::sleep_for(1ms);
        if (Clock::now() - last_look < interval) continue;
        last_look = Clock::now();
        if (const std::uint64_t now = steps(); now != last_steps) {
            last_steps = now;
            left.renew();
            // Adds only one interval, even if more time has passed since the last call of steps(). The watching process
            // may have been stopped meanwhile, perhaps together with the child, and so cannot know whether the child
            // was idle.
        } else if (left.is_over(interval)) {
            ending.hung = true;
            kill(child, SIGABRT);
            waitpid(child, &ending.status, 0);
            return ending;
        }
    }
    return ending;
}

}  // namespace lanewise::fuzz
