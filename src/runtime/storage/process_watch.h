// Watches another process, so that a thread that sleeps notices the end of this process at once. The watch has a file
// descriptor (pidfd). Before it uses this descriptor, it checks that the application has not closed it and opened
// another file under the same number. Before Linux 6.9, the check cannot tell a pidfd from an eventfd or a similar
// file. An object may be used by one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise::runtime {

class ProcessWatch {
public:
    ProcessWatch() noexcept = default;
    ~ProcessWatch() { close(); }
    ProcessWatch(const ProcessWatch&) = delete;
    ProcessWatch& operator=(const ProcessWatch&) = delete;

    /// Starts to watch the process. Returns false if it has ended or is this process, or if the system is older than
    /// Linux 5.3. If another machine or container wrote the id, an unrelated process may have it here and is watched.
    bool open(int process) noexcept;
    bool is_open() const noexcept;
    void close() noexcept;

    /// Sleeps for the time, or until the process ends. Returns whether the process has ended.
    bool ends_within(std::chrono::microseconds time) noexcept;

private:
    int number_ = -1;
    std::uint64_t file_id_[2] = {};  // device and inode
};

}  // namespace lanewise::runtime
