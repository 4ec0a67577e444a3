// A kernel launch that is ready to run: its code, its NDRange and a snapshot of its arguments. Later changes of the
// kernel object have no effect. Commands and command buffers use this class. Several threads may run work-groups of a
// launch at once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "device/kernel/launch.h"
#include "device/kernel/printf_buffer.h"
#include "device/machine/page_sizes.h"
#include "device/machine/page_watcher.h"
#include "lanewise/ndrange.h"
#include "runtime/code/program_code.h"
#include "runtime/command/work_outlook.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/device.h"
#include "runtime/core/mem_object.h"
#include "runtime/core/zeroed_memory.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

/// The code that a launch runs.
struct LaunchedKernel {
    std::shared_ptr<const CompiledKernel> usual;
    std::shared_ptr<const CompiledKernel> partial_chunks;  // code for partial chunks; null if `usual` handles them
    TimedTurn turn{};                                      // receives the time of the launch if the launch is timed
};

class KernelLaunch {
public:
    /// Creates a launch. An empty NDRange is allowed: the launch then has no work-groups. Throws CL_OUT_OF_RESOURCES if
    /// a work-group needs more memory than a thread provides. Messages about faults contain the local size
    /// `asked_local`.
    KernelLaunch(const Context& context, const Device& device, LaunchedKernel&& kernel, const NDRange& range,
                 const Dim3& asked_local, ArgBlock&& arguments);
    [[gnu::always_inline]] ~KernelLaunch() = default;
    KernelLaunch(const KernelLaunch&) = delete;
    KernelLaunch& operator=(const KernelLaunch&) = delete;

    const LaunchedKernel& kernel() const noexcept { return kernel_; }
    const CompiledKernel& code() const noexcept { return *kernel_.usual; }
    TimedTurn& turn() noexcept { return kernel_.turn; }
    const ArgBlock& arguments() const noexcept { return arguments_; }
    std::uint64_t groups() const noexcept { return launch_.groups(); }
    std::uint64_t items_per_group() const noexcept { return launch_.items_per_group(); }

    /// Estimated time of a work-group and of the whole launch, in nanoseconds. Neither function may be called after
    /// release().
    float group_ns() const noexcept;
    float total_ns(float of_group) const noexcept;

    WorkOutlook outlook() const noexcept;

    /// Runs the work-groups [first, first + count). The compiled code finds the value of `enqueues` in
    /// abi::Worker::enqueues.
    device::Outcome run(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                        void* enqueues) noexcept;
    /// Returns a text about the fault that `outcome` reports.
    std::string text_of(const device::Outcome& outcome) const;

    /// Writes the output of printf to stdout.
    void flush_output() noexcept { printf_.flush(); }
    /// Releases the code of the launch, and the objects among the arguments. Must be called after all work-groups have
    /// run.
    void release() noexcept;

    /// Makes all work-groups run concurrently (cl_intel_concurrent_dispatch). If `runs_often` is true, as for a launch
    /// in a command buffer, one thread runs all work-groups. Otherwise the launch runs only once, and any number of
    /// threads can share the work-groups.
    void make_concurrent(bool runs_often);

    /// Functions that compiled code calls. These functions expect that abi::Launch::command points to the KernelLaunch.
    static const abi::RuntimeFunctions functions;

private:
    /// Overhead of a launch, and of each work-group, in addition to the time of the work-items.
    static constexpr float launch_overhead_ns = 50;
    static constexpr float group_overhead_ns = 3;
    /// In a launch of fewer work-groups than this number, one work-group may touch much memory while no other thread
    /// looks for resident pages. Therefore run() first wakes the thread that looks for them
    /// (device/machine/page_watcher.h).
    static constexpr std::uint64_t few_groups = 16;

    struct Concurrency;
    struct FreeConcurrency {
        void operator()(Concurrency* concurrency) const noexcept;
    };
    device::Outcome run_special(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                                void* enqueues) noexcept;

    static std::optional<device::LaunchedCode> launched_code(const std::shared_ptr<const CompiledKernel>& kernel) {
        if (!kernel) return std::nullopt;
        return device::LaunchedCode{kernel->code, kernel->entry()};
    }
    static std::int32_t print(const abi::Launch* launch, const char* format, const std::byte* arguments,
                              std::uint64_t argument_bytes);

    LaunchedKernel kernel_;
    ArgBlock arguments_;
    device::Launch launch_;
    const std::array<std::uint32_t, 3> asked_local_;
    // Whether run_special() runs the work-groups. True if local memory must contain zeros at first, or if the
    // work-groups run concurrently.
    bool is_special_;
    std::unique_ptr<Concurrency, FreeConcurrency> concurrency_;  // null if work-groups do not run concurrently
    device::PrintfBuffer printf_;
};

// Inlined into its few callers, because a short launch takes so little time that each call is noticeable.
[[gnu::always_inline]] inline KernelLaunch::KernelLaunch(const Context& context, const Device& device,
                                                         LaunchedKernel&& kernel, const NDRange& range,
                                                         const Dim3& asked_local, ArgBlock&& arguments)
    : kernel_(std::move(kernel)),
      arguments_(std::move(arguments)),
      launch_(*launched_code(kernel_.usual), launched_code(kernel_.partial_chunks), range,
              device.cpu().largest_cache_bytes(), arguments_.local_bytes, kernel_.usual->variables->block_of(device),
              functions, this),
      asked_local_{static_cast<std::uint32_t>(asked_local[0]), static_cast<std::uint32_t>(asked_local[1]),
                   static_cast<std::uint32_t>(asked_local[2])},
      is_special_(zeroes_local_memory(context, arguments_.local_bytes)) {
    check(launch_.fits(), CL_OUT_OF_RESOURCES,
          "A work-group of this size needs more private and local memory than a thread of the device has. Use a "
          "smaller local_work_size.");
}

[[gnu::always_inline]] inline device::Outcome KernelLaunch::run(std::uint64_t first, std::uint64_t count,
                                                                device::WorkerMemory& memory, void* enqueues) noexcept {
    if (launch_.groups() < few_groups) device::expect_touches();
    const device::Outcome outcome = is_special_ ? run_special(first, count, memory, enqueues)
                                                : launch_.run(arguments_.data(), first, count, memory, enqueues);
    device::look_at_pages();
    return outcome;
}

[[gnu::always_inline]] inline void KernelLaunch::release() noexcept {
    arguments_.release_objects();
    kernel_.usual.reset();
    kernel_.partial_chunks.reset();
    kernel_.turn.end();
}

inline float KernelLaunch::group_ns() const noexcept {
    return group_overhead_ns + kernel_.usual->cost.item_ns() * static_cast<float>(launch_.items_per_group());
}

inline float KernelLaunch::total_ns(float of_group) const noexcept {
    return launch_overhead_ns + static_cast<float>(launch_.groups()) * of_group;
}

inline WorkOutlook KernelLaunch::outlook() const noexcept {
    const device::CostEstimate& cost = kernel_.usual->cost;
    WorkOutlook outlook;
    outlook.unit_ns = group_ns();
    outlook.total_ns = total_ns(outlook.unit_ns);
    // Sets a lower bound of the launch's time only for long launches, because the arena needs no bound for short ones.
    constexpr float long_ns = 100'000;
    if (outlook.total_ns > long_ns) {
        const float items = static_cast<float>(launch_.groups()) * static_cast<float>(launch_.items_per_group());
        outlook.least_ns = cost.least_item_ns() * items;
    }
    outlook.is_alone = cost.wants_alone(outlook.total_ns);
    outlook.is_unknown = !cost.is_known();
    outlook.is_any_order = kernel_.usual->code.any_order;
    return outlook;
}

}  // namespace lanewise::runtime
