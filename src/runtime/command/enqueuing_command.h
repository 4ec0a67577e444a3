// A command for a kernel whose work-items enqueue other kernels. The command is complete when all its child kernels and
// their descendants are complete.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "runtime/children/family.h"
#include "runtime/command/kernel_command.h"

namespace lanewise::runtime {

class EnqueuingCommand final : public KernelCommand, private FamilyHead {
public:
    /// Takes the parameters of KernelCommand's constructor, and two more. `program` is the kernel's program; `queues`
    /// are the device queues among the arguments.
    EnqueuingCommand(Ref<Queue>&& queue, cl_command_type type, LaunchedKernel kernel, const NDRange& range,
                     const Dim3& asked_local, ArgBlock arguments, std::shared_ptr<ProgramCode> program,
                     std::vector<Ref<Queue>> queues);

private:
    ~EnqueuingCommand() override = default;

    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void release_resources() noexcept override;
    bool is_complete() noexcept override;
    device::Task* find_rest() noexcept override { return family_.find_task(); }

    void child_failed(cl_int status, std::string text) noexcept override;
    bool is_ending() const noexcept override;
    void family_complete() noexcept override;
    void hold() noexcept override { retain(); }
    void let_go() noexcept override { release(); }

    Family family_;
    std::atomic<cl_int> child_status_ = CL_COMPLETE;  // status of the first child that failed
};

}  // namespace lanewise::runtime
