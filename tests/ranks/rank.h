// Processes of a test that share a machine and a cache, like the ranks of a parallel program. Each rank is a fork of
// the test's process. The test's process itself must not use OpenCL.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lanewise::test {

/// The exit codes of ranks.
enum Outcome : int { wrong = 1, compiled = 3, found_all = 4, skipped = 5 };

class Rank {
public:
    /// Starts a process that exits with the result of `body`.
    explicit Rank(const std::function<int()>& body);
    Rank(Rank&& other) noexcept;
    ~Rank() { kill(); }

    pid_t id() const noexcept { return id_; }
    void signal(int number) const noexcept;
    void kill() noexcept;
    /// Waits until the process ends. Returns the exit code, or the negated number of the signal that ended the process.
    int wait() noexcept;

private:
    pid_t id_ = -1;
};

/// A folder for the cache of one test. The destructor removes the folder. All ranks that are started during the
/// lifetime of the object use the folder.
class SharedCache {
public:
    explicit SharedCache(const std::string& name);
    ~SharedCache();
    SharedCache(const SharedCache&) = delete;
    SharedCache& operator=(const SharedCache&) = delete;

    /// Returns the files whose name contains `part`.
    std::vector<std::filesystem::path> files(const std::string& part) const;
    const std::filesystem::path& folder() const noexcept { return folder_; }

private:
    const std::filesystem::path folder_;
};

/// Returns the CPUs that the thread with the id `thread` may use. The id 0 means the calling thread.
std::vector<int> cpus_of(pid_t thread = 0);
void bind(pid_t thread, const std::vector<int>& cpus);
/// Returns the ids of all threads of this process.
std::vector<pid_t> own_threads();
/// Returns whether all threads of this process may use only these CPUs.
bool are_threads_within(const std::vector<int>& cpus);

}  // namespace lanewise::test
