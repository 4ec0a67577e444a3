#include "runtime/graph/launch_work.h"

#include <algorithm>
#include <utility>

#include "device/machine/clock.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

namespace {

/// Maximum number of work-items of a short launch, if its code was never timed. A launch with more work-items is
/// treated as long.
constexpr std::uint64_t many_items = 16384;
constexpr float long_ns = 1'000'000;

}  // namespace

// "A command-buffer object does not update the reference count of objects set as arguments on kernels recorded into the
// command-buffer." LaunchWork holds these objects nevertheless, so that no kernel accesses memory that was freed.
// Queries of reference counts do not count these references.
LaunchWork::LaunchWork(const Context& context, const Device& device, LaunchedKernel&& kernel, const NDRange& range,
                       const Dim3& asked_local, ArgBlock&& arguments, std::shared_ptr<ProgramCode> program,
                       std::vector<Ref<Queue>> device_queues)
    : RecordedWork(range.is_empty() ? 0 : range.total_groups(), kernel.usual->code.enqueues),
      launch_(context, device, std::move(kernel), range, asked_local, std::move(arguments)),
      program_(std::move(program)),
      device_queues_(std::move(device_queues)),
      has_turn_(static_cast<bool>(launch_.turn())) {
    launch_.arguments().for_each_object([](MemObject& object) { object.hide_reference(); });
}

LaunchWork::~LaunchWork() {
    launch_.arguments().for_each_object([](MemObject& object) { object.unhide_reference(); });
}

float LaunchWork::expected_ns() const noexcept {
    const float ns = launch_.total_ns(launch_.group_ns());
    const bool may_be_long = units() > 1 && units() * launch_.items_per_group() > many_items;
    return may_be_long && !launch_.code().cost.is_known() ? std::max(ns, long_ns) : ns;
}

cl_int LaunchWork::run(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory, void* enqueues,
                       std::string& failure) noexcept {
    const device::Outcome outcome = launch_.run(first, count, memory, enqueues);
    if (outcome.is_good()) return CL_COMPLETE;
    if (outcome.fault.signal != 0) failure = launch_.text_of(outcome);
    return CL_OUT_OF_RESOURCES;
}

cl_int LaunchWork::run_all(device::WorkerMemory& memory, float ns, std::string& failure) noexcept {
    const bool is_timed = launch_.code().cost.wants_time(ns) || has_turn_;
    const std::uint64_t start = is_timed ? device::ticks() : 0;
    const cl_int status = run(0, units(), memory, nullptr, failure);
    end(is_timed ? device::nanoseconds(device::ticks() - start) : 0, false, status == CL_COMPLETE);
    return status;
}

void LaunchWork::end(float ns, bool is_shared, bool is_good) noexcept {
    launch_.flush_output();
    if (ns == 0) return;
    launch_.code().cost.correct(ns, static_cast<float>(units() * launch_.items_per_group()), is_shared);
    if (has_turn_ && is_good && !turn_is_taken_.exchange(true, std::memory_order_acq_rel)) launch_.turn().report(ns);
}

}  // namespace lanewise::runtime
