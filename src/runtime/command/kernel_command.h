// A kernel launch as a command: owns the code and a snapshot of the arguments, so nothing that happens
// to the kernel object after the enqueue matters. Its units are the work-groups.
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
#include "runtime/children/family.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/command.h"
#include "runtime/core/program_code.h"

namespace lanewise::runtime {

/// What a launch runs.
struct LaunchedKernel {
    std::shared_ptr<const CompiledKernel> usual;
    std::shared_ptr<const CompiledKernel> partial_chunks;  // null: `usual` runs all
    std::shared_ptr<ProgramCode> program;                  // of kernels whose work-items enqueue; else null
};

class KernelCommand final : public Command, private FamilyHead {
public:
    /// An empty NDRange is allowed: the command then only takes its place in the queue. Throws
    /// CL_OUT_OF_RESOURCES when a work-group needs more memory than a thread lends. `asked_local` is the local size
    /// that faults are told in.
    KernelCommand(Queue& queue, cl_command_type type, LaunchedKernel kernel, const NDRange& range,
                  const Dim3& asked_local, ArgBlock arguments);

private:
    std::uint64_t plan() noexcept override { return launch_.groups(); }
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void release_resources() noexcept override;
    std::string failure() noexcept override { return std::move(failure_); }

    bool is_complete() noexcept override;
    device::Task* find_rest() noexcept override { return family_->find_task(); }
    void child_failed(cl_int status, std::string text) noexcept override;
    bool is_ending() const noexcept override;
    void family_complete() noexcept override;
    void hold() noexcept override { retain(); }
    void let_go() noexcept override { release(); }

    void run_enqueuing(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept;
    void note(const device::Outcome& outcome) noexcept;

    static const abi::RuntimeFunctions functions;
    static std::int32_t print(const abi::Launch* launch, const char* format, const std::byte* arguments,
                              std::uint64_t argument_bytes);

    LaunchedKernel kernel_;
    ArgBlock arguments_;
    device::Launch launch_;
    const std::array<std::uint32_t, 3> asked_local_;
    device::PrintfBuffer printf_;
    std::unique_ptr<Family> family_;                  // null: work-items do not enqueue
    std::atomic<cl_int> child_status_ = CL_COMPLETE;  // the first failure
    std::string failure_;                             // written by the thread whose fault is the first
};

}  // namespace lanewise::runtime
