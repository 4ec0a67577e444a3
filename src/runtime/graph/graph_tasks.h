// The tasks of a run of a command buffer (graph_command.h). The run must not be destroyed while one of its tasks is in
// the arena (posted).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "device/pool/task.h"
#include "runtime/children/family.h"
#include "runtime/graph/launch_work.h"
#include "runtime/graph/recorded_work.h"

namespace lanewise::runtime {

class GraphCommand;

/// A task that runs ready commands from the pool of the run for a limited time.
class GraphHelper final : private device::Task {
public:
    explicit GraphHelper(GraphCommand& run) noexcept;

    /// Posts the helper. `work_ns` is the estimated time of all commands in the pool.
    void post(float work_ns) noexcept;
    device::Task& task() noexcept { return *this; }

    bool is_posted = false;  // this member and is_running are guarded by the run's mutex
    bool is_running = false;

private:
    std::uint64_t start() noexcept override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void finish() noexcept override;

    GraphCommand& run_;
};

/// A task that runs one recorded command, which several threads share.
class LargeWorkTask final : private device::Task {
public:
    explicit LargeWorkTask(GraphCommand& run) noexcept;

    void post(std::uint32_t node, RecordedWork& work) noexcept;
    device::Task& task() noexcept { return *this; }

    bool is_posted = false;  // guarded by the run's mutex

private:
    std::uint64_t start() noexcept override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void finish() noexcept override;

    GraphCommand& run_;
    std::uint32_t node_ = 0;
    RecordedWork* work_ = nullptr;
    std::uint64_t spent_before_ = 0;  // ticks spent on earlier commands
};

/// A task that runs a launch whose work-items enqueue other kernels, and also runs these kernels.
class FamilyTask final : private device::Task, private FamilyHead {
public:
    FamilyTask(GraphCommand& run, std::uint32_t node, LaunchWork& work);

    void post() noexcept;
    /// Returns a task for a thread that waits for the launch; null if there is none now.
    device::Task* find_task() noexcept;

private:
    std::uint64_t start() noexcept override { return work_.units(); }
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void finish() noexcept override;

    void child_failed(cl_int status, std::string text) noexcept override;
    bool is_ending() const noexcept override;
    void family_complete() noexcept override;
    void hold() noexcept override;
    void let_go() noexcept override;

    GraphCommand& run_;
    const std::uint32_t node_;
    LaunchWork& work_;
    Family family_;
    std::atomic<bool> has_ended_ = false;  // whether all work-groups of the launch itself have run
};

}  // namespace lanewise::runtime
