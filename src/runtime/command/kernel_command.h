// A kernel launch as a command. The command owns the code and a snapshot of the arguments, so later changes of the
// kernel object have no effect. Its units are the work-groups.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "device/kernel/launch.h"
#include "device/kernel/printf_buffer.h"
#include "lanewise/ndrange.h"
#include "runtime/code/program_code.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/command.h"

namespace lanewise::runtime {

/// The code that a launch runs.
struct LaunchedKernel {
    std::shared_ptr<const CompiledKernel> usual;
    std::shared_ptr<const CompiledKernel> partial_chunks;  // null if `usual` runs these chunks as well
    TimedTurn turn{};                                      // receives the time of the launch if the launch is timed
};

class KernelCommand : public Command {
public:
    /// Creates a launch. An empty NDRange is allowed: the command then runs nothing, but keeps its order in the queue.
    /// Throws CL_OUT_OF_RESOURCES if a work-group needs more memory than a thread lends. Faults are reported with the
    /// local size `asked_local`.
    KernelCommand(Ref<Queue>&& queue, cl_command_type type, LaunchedKernel&& kernel, const NDRange& range,
                  const Dim3& asked_local, ArgBlock&& arguments);

protected:
    ~KernelCommand() override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    /// Runs the work-groups. `enqueues` is stored in abi::Worker::enqueues.
    void launch(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues) noexcept;
    void release_resources() noexcept override;
    std::uint64_t groups() const noexcept { return launch_.groups(); }
    /// Sets the text that failure() returns. Only the thread that reports the first failure may call this function.
    void set_failure(std::string text) noexcept { failure_ = std::move(text); }

    static const abi::RuntimeFunctions functions;

private:
    std::uint64_t plan() noexcept override { return launch_.groups(); }
    std::string failure() noexcept override { return std::move(failure_); }

    static std::int32_t print(const abi::Launch* launch, const char* format, const std::byte* arguments,
                              std::uint64_t argument_bytes);

    LaunchedKernel kernel_;
    ArgBlock arguments_;
    device::Launch launch_;
    const std::array<std::uint32_t, 3> asked_local_;
    device::PrintfBuffer printf_;
    std::string failure_;  // written only by the thread that reports the first failure
};

}  // namespace lanewise::runtime
