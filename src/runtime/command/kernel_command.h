// A kernel launch as a command. The command's units of work are the work-groups.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lanewise/ndrange.h"
#include "runtime/command/kernel_launch.h"
#include "runtime/core/command.h"

namespace lanewise::runtime {

class KernelCommand : public Command {
public:
    /// Creates a launch. If the NDRange is empty, the command runs nothing, but still has its position in the order of
    /// the queue. Throws CL_OUT_OF_RESOURCES like the constructor of KernelLaunch.
    KernelCommand(Ref<Queue>&& queue, cl_command_type type, LaunchedKernel&& kernel, const NDRange& range,
                  const Dim3& asked_local, ArgBlock&& arguments);

    /// Makes all work-groups run concurrently. Must be called before the command is enqueued.
    void make_concurrent() { launch_.make_concurrent(/*runs_often=*/false); }

    bool may_use(const Allocation& allocation) const noexcept final { return launch_.arguments().may_use(allocation); }

protected:
    ~KernelCommand() override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    /// Runs the work-groups. The compiled code finds the value of `enqueues` in abi::Worker::enqueues.
    void launch(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues) noexcept;
    void release_resources() noexcept override;
    KernelLaunch& kernel_launch() noexcept { return launch_; }
    std::uint64_t groups() const noexcept { return launch_.groups(); }
    /// Sets the text that failure() returns. Only the thread that reports the first failure may call this function.
    void set_failure(std::string text) noexcept { failure_ = std::move(text); }

private:
    std::uint64_t plan() noexcept override { return launch_.groups(); }
    std::string failure() noexcept override { return std::move(failure_); }

    KernelLaunch launch_;
    std::string failure_;  // written only by the thread that reports the first failure
};

}  // namespace lanewise::runtime
