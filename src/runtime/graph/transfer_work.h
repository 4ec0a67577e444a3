// A copy or fill that was recorded into a command buffer.
#pragma once

#include <utility>

#include "runtime/command/transfer.h"
#include "runtime/core/faults.h"
#include "runtime/core/mem_object.h"
#include "runtime/graph/recorded_work.h"

namespace lanewise::runtime {

/// `Job` is device::CopyJob, FillJob or BoxFillJob. Retains the memory objects that the job accesses.
template <class Job>
class TransferWork final : public RecordedWork {
public:
    explicit TransferWork(const Job& job, Ref<MemObject> first = {}, Ref<MemObject> second = {}) noexcept
        : RecordedWork(job.bytes() == 0 ? 0 : job.units()),
          job_(job),
          first_(std::move(first)),
          second_(std::move(second)),
          ns_(transfer_ns(job)) {}

    float expected_ns() const noexcept override { return ns_; }
    WorkOutlook outlook() const noexcept override {
        return {.total_ns = ns_, .unit_ns = ns_ / static_cast<float>(job_.units())};
    }
    cl_int run(std::uint64_t first, std::uint64_t count, device::WorkerMemory&, void*,
               std::string& failure) noexcept override {
        const device::Fault fault = run_transfer(job_, first, count);
        if (fault.signal == 0) return CL_COMPLETE;
        failure = transfer_fault_text(fault);
        return CL_OUT_OF_RESOURCES;
    }
    cl_int run_all(device::WorkerMemory& memory, float, std::string& failure) noexcept override {
        begin();
        return run(0, units(), memory, nullptr, failure);
    }
    void begin() noexcept override { prepare_transfer(job_); }
    void end(float, bool, bool) noexcept override {}
    bool may_use(const Allocation& allocation) const noexcept override { return transfer_may_use(job_, allocation); }

private:
    const Job job_;
    const Ref<MemObject> first_;
    const Ref<MemObject> second_;
    const float ns_;
};

}  // namespace lanewise::runtime
