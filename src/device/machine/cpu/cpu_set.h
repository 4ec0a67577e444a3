// A set of CPUs, identified by their numbers in the operating system, and a binding of a thread to such a set.
// Thread-safe.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lanewise::device {

class CpuSet {
public:
    static constexpr unsigned most_cpus = 1u << 16;

    CpuSet() = default;
    explicit CpuSet(std::vector<unsigned> cpus);

    /// Returns the CPUs that the process may use.
    static CpuSet of_process();
    /// Reads a list in the operating system's notation, "0-3,8,10-11"; stops at text that is not part of such a list.
    static CpuSet parse(std::string_view list);

    bool empty() const noexcept { return cpus_.empty(); }
    std::size_t size() const noexcept { return cpus_.size(); }
    bool contains(unsigned cpu) const noexcept;
    CpuSet common(const CpuSet& other) const;
    /// Returns the numbers in ascending order.
    const std::vector<unsigned>& cpus() const noexcept { return cpus_; }
    bool operator==(const CpuSet&) const = default;

private:
    std::vector<unsigned> cpus_;
};

/// Binds the calling thread to a set of CPUs while the object lives. An empty set changes nothing, and the driver's own
/// threads keep the CPUs of their arena.
class BoundThread {
public:
    explicit BoundThread(const CpuSet& cpus) noexcept;
    ~BoundThread();
    BoundThread(const BoundThread&) = delete;
    BoundThread& operator=(const BoundThread&) = delete;

private:
    std::vector<unsigned long> before_;  // the thread's former mask; empty if it was not changed
};

}  // namespace lanewise::device
