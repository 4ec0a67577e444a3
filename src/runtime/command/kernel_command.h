// A kernel launch as a command. It owns the code and a snapshot of the arguments, so later changes of the kernel object
// do not matter. Its units are the work-groups.
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
    std::shared_ptr<const CompiledKernel> partial_chunks;  // null: `usual` runs these chunks as well
    TimedTurn turn{};                                      // gets the time of the launch
};

class KernelCommand : public Command {
public:
    /// Creates a launch. An empty NDRange is allowed: the command then only takes its place in the queue. Throws
    /// CL_OUT_OF_RESOURCES when a work-group needs more memory than a thread lends. `asked_local` is the local size in
    /// which faults are reported.
    KernelCommand(Ref<Queue>&& queue, cl_command_type type, LaunchedKernel&& kernel, const NDRange& range,
                  const Dim3& asked_local, ArgBlock&& arguments);

protected:
    ~KernelCommand() override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    /// Runs the work-groups; `enqueues` is abi::Worker::enqueues.
    void launch(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues) noexcept;
    void release_resources() noexcept override;
    std::uint64_t groups() const noexcept { return launch_.groups(); }
    /// Sets the text for failure(); called by the thread whose fault is the first.
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
    std::string failure_;  // written by the thread whose fault is the first
};

}  // namespace lanewise::runtime
