// Commands that move bytes: reads, writes, copies and fills of buffers, images and shared virtual memory. A large
// command is divided into units that several threads share.
#pragma once

#include <string>
#include <utility>

#include "runtime/command/transfer.h"
#include "runtime/core/command.h"
#include "runtime/core/faults.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

/// `Job` is device::CopyJob, FillJob or BoxFillJob. The command holds the memory objects until it has run.
template <class Job>
class TransferCommand final : public Command {
public:
    TransferCommand(Ref<Queue>&& queue, cl_command_type type, const Job& job, Ref<MemObject> first = {},
                    Ref<MemObject> second = {}) noexcept
        : Command(std::move(queue), type), job_(job), first_(std::move(first)), second_(std::move(second)) {
        const float total_ns = transfer_ns(job);
        set_cost(total_ns, total_ns / static_cast<float>(job.units()));
    }

    bool may_use(const Allocation& allocation) const noexcept override { return transfer_may_use(job_, allocation); }

private:
    std::uint64_t plan() noexcept override {
        prepare_transfer(job_);
        return job_.units();
    }

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory&) noexcept override {
        if (has_failed()) return skip_rest();
        const device::Fault fault = run_transfer(job_, first, count);
        if (fault.signal != 0 && fail(CL_OUT_OF_RESOURCES)) fault_ = fault;
    }

    std::string failure() noexcept override { return transfer_fault_text(fault_); }

    void release_resources() noexcept override {
        first_ = {};
        second_ = {};
    }

    Job job_;
    Ref<MemObject> first_;
    Ref<MemObject> second_;
    device::Fault fault_;  // written only by the thread that reports the first failure
};

using CopyCommand = TransferCommand<device::CopyJob>;
using FillCommand = TransferCommand<device::FillJob>;
using BoxFillCommand = TransferCommand<device::BoxFillJob>;

}  // namespace lanewise::runtime
