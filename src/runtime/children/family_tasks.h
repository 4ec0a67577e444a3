// The tasks that run a family's children: helpers, and children with many work-groups.
#pragma once

#include <optional>

#include "device/kernel/launch.h"
#include "device/pool/task.h"
#include "runtime/children/family.h"

namespace lanewise::runtime {

/// A task that runs children from the family's pool for a limited time.
class Family::Helper final : private device::Task {
public:
    explicit Helper(Family& family) noexcept;

    /// Posts the helper. `work_ns` is the estimated time of all children in the pool. The caller must have called
    /// FamilyHead::hold(); the helper calls let_go() after it has run.
    void post(float work_ns) noexcept;
    device::Task& task() noexcept { return *this; }

    bool is_posted = false;  // this member and is_running are guarded by the family's mutex
    bool is_running = false;

private:
    std::uint64_t start() noexcept override;
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void finish() noexcept override;

    Family& family_;
};

/// A task that runs one child with many work-groups, which several threads share.
class Family::LargeChild final : private device::Task {
public:
    explicit LargeChild(Family& family) noexcept;

    /// Posts the child; `ns` is its estimated time.
    void post(Child& child, ChosenCode code, const device::Launch& launch, float ns) noexcept;
    device::Task& task() noexcept { return *this; }

    bool is_posted = false;  // guarded by the family's mutex

private:
    std::uint64_t start() noexcept override { return launch_->groups(); }
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override;
    void finish() noexcept override;

    Family& family_;
    Child* child_ = nullptr;
    ChosenCode code_{};
    std::optional<device::Launch> launch_;
    std::uint64_t spent_before_ = 0;  // ticks that this task spent on earlier children
    ChildList waiting_;               // children to run after all work-groups of child_; guarded by the family's mutex
};

}  // namespace lanewise::runtime
