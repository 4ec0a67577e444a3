// The work of a command that was recorded into a command buffer: a kernel launch, a copy or a fill. Several runs of the
// command buffer may execute the same work at the same time, so a work never changes after its creation.
#pragma once

#include <cstdint>
#include <string>

#include "device/pool/worker_memory.h"
#include "runtime/command/work_outlook.h"
#include "runtime/graph/shared.h"
#include "runtime/memory/allocation.h"
#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

class RecordedWork : public Shared<RecordedWork> {
public:
    virtual ~RecordedWork() = default;

    /// Returns the number of units, which several threads may share; 0 if there is nothing to do.
    std::uint64_t units() const noexcept { return units_; }

    /// Returns whether the work is a LaunchWork whose work-items enqueue other kernels.
    bool enqueues() const noexcept { return enqueues_; }

    /// Estimated time of all units together, in nanoseconds. The value is large if the work was never timed and may
    /// take long.
    virtual float expected_ns() const noexcept = 0;
    virtual WorkOutlook outlook() const noexcept = 0;

    /// Runs the units [first, first + count). Returns CL_COMPLETE or an error code; may store a text about the error in
    /// `failure`. The compiled code finds the value of `enqueues` in abi::Worker::enqueues.
    virtual cl_int run(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues,
                       std::string& failure) noexcept = 0;
    /// Runs all units; `ns` is expected_ns().
    virtual cl_int run_all(device::WorkerMemory& memory, float ns, std::string& failure) noexcept = 0;

    /// Each run calls begin() before the first unit and end() after the last unit. `ns` is the sum of the times of all
    /// units, or 0 if the time was not measured.
    virtual void begin() noexcept {}
    virtual void end(float ns, bool is_shared, bool is_good) noexcept = 0;

    virtual bool may_use(const Allocation& allocation) const noexcept = 0;

protected:
    explicit RecordedWork(std::uint64_t units, bool enqueues = false) noexcept : units_(units), enqueues_(enqueues) {}

private:
    const std::uint64_t units_;
    const bool enqueues_;
};

}  // namespace lanewise::runtime
