// Commands that move bytes: reads, writes, copies and fills of buffers, images and shared virtual memory. A large
// command is divided into units that several threads share.
#pragma once

#include <utility>

#include "device/kernel/transfer.h"
#include "device/machine/page_sizes.h"
#include "runtime/core/command.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

/// `Job` is device::CopyJob, FillJob or BoxFillJob. The command holds the memory objects until it has run.
template <class Job>
class TransferCommand final : public Command {
public:
    TransferCommand(Ref<Queue>&& queue, cl_command_type type, const Job& job, Ref<MemObject> first = {},
                    Ref<MemObject> second = {}) noexcept
        : Command(std::move(queue), type), job_(job), first_(std::move(first)), second_(std::move(second)) {
        // Estimates the time from the number of bytes that a core moves per nanosecond.
        const float total_ns = 50 + static_cast<float>(job.bytes()) / 16;
        set_cost(total_ns, total_ns / static_cast<float>(job.units()));
    }

private:
    std::uint64_t plan() noexcept override {
        if (job_.bytes() >= device::huge_page_bytes) expect_written();
        return job_.units();
    }

    void expect_written() const noexcept {
        const device::Bytes written = job_.written();
        if (job_.bytes() >= written.size() / 2) device::expect_dense(written.data(), written.size());
    }

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory&) noexcept override {
        if (has_failed()) return skip_rest();
        job_.run(first, count);
    }

    void release_resources() noexcept override {
        first_ = {};
        second_ = {};
    }

    Job job_;
    Ref<MemObject> first_;
    Ref<MemObject> second_;
};

using CopyCommand = TransferCommand<device::CopyJob>;
using FillCommand = TransferCommand<device::FillJob>;
using BoxFillCommand = TransferCommand<device::BoxFillJob>;

}  // namespace lanewise::runtime
