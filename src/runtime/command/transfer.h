// Functions that run copies and fills, for commands of queues and for command buffers. `Job` is device::CopyJob,
// FillJob or BoxFillJob.
#pragma once

#include "device/kernel/transfer.h"
#include "device/machine/kernel_faults.h"
#include "device/machine/page_sizes.h"
#include "runtime/memory/allocation.h"

namespace lanewise::runtime {

/// Estimates the time of a transfer in nanoseconds from the number of bytes that a core moves per nanosecond.
template <class Job>
float transfer_ns(const Job& job) noexcept {
    return 50 + static_cast<float>(job.bytes()) / 16;
}

/// Must be called before a transfer begins. Asks for huge pages for the memory that a large transfer writes.
template <class Job>
void prepare_transfer(const Job& job) noexcept {
    if (job.bytes() < device::huge_page_bytes) return;
    const device::Bytes written = job.written();
    if (job.bytes() >= written.size() / 2) device::expect_dense(written.data(), written.size());
}

/// Runs units of the transfer. Returns a fault if the memory of the application is invalid, for example because another
/// process has shortened the file of an imported memory object. If the calling thread belongs to the application and
/// blocks the signals of faults, the system ends the process instead.
template <class Job>
device::Fault run_transfer(const Job& job, std::uint64_t first, std::uint64_t count) noexcept {
    struct Units {
        const Job& job;
        std::uint64_t first, count;
    };
    const Units units{job, first, count};
    const auto run = [](const void* data) {
        const auto& part = *static_cast<const Units*>(data);
        part.job.run(part.first, part.count);
    };
    return device::call_transfer(run, &units);
}

template <class Job>
bool transfer_may_use(const Job& job, const Allocation& allocation) noexcept {
    const device::Bytes written = job.written();
    if (allocation.meets(written.data(), written.size())) return true;
    if constexpr (requires { job.read(); }) {
        const std::span<const std::byte> read = job.read();
        return allocation.meets(read.data(), read.size());
    }
    return false;
}

}  // namespace lanewise::runtime
