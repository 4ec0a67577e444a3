// A kernel launch that was recorded into a command buffer.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "runtime/command/kernel_launch.h"
#include "runtime/core/queue.h"
#include "runtime/graph/recorded_work.h"

namespace lanewise::runtime {

class LaunchWork final : public RecordedWork {
public:
    /// Like KernelLaunch. `program` is the program of the code; `device_queues` are the device queues among the
    /// arguments.
    LaunchWork(const Context& context, const Device& device, LaunchedKernel&& kernel, const NDRange& range,
               const Dim3& asked_local, ArgBlock&& arguments, std::shared_ptr<ProgramCode> program,
               std::vector<Ref<Queue>> device_queues);
    ~LaunchWork() override;

    const LaunchedKernel& kernel() const noexcept { return launch_.kernel(); }
    const ArgBlock& arguments() const noexcept { return launch_.arguments(); }
    KernelLaunch& launch() noexcept { return launch_; }
    const std::shared_ptr<ProgramCode>& program() const noexcept { return program_; }
    const std::vector<Ref<Queue>>& device_queues() const noexcept { return device_queues_; }

    /// Returns whether the launch takes part in a trial of plans. Only the first successful run reports its time to the
    /// trial.
    bool has_turn() const noexcept { return has_turn_; }

    float expected_ns() const noexcept override;
    WorkOutlook outlook() const noexcept override { return launch_.outlook(); }
    cl_int run(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues,
               std::string& failure) noexcept override;
    cl_int run_all(device::WorkerMemory& memory, float ns, std::string& failure) noexcept override;
    void end(float ns, bool is_shared, bool is_good) noexcept override;
    bool may_use(const Allocation& allocation) const noexcept override { return arguments().may_use(allocation); }

private:
    KernelLaunch launch_;
    const std::shared_ptr<ProgramCode> program_;
    const std::vector<Ref<Queue>> device_queues_;
    const bool has_turn_;
    std::atomic<bool> turn_is_taken_ = false;  // whether a run has reported, or is reporting, its time to the trial
};

}  // namespace lanewise::runtime
