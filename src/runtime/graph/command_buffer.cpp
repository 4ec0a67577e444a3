#include "runtime/graph/command_buffer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "runtime/graph/graph_command.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

namespace {

/// Largest number of runs between two choices of code. The code of all kernels is chosen again before the runs 1, 2, 4
/// and so on, up to the run with this number. Afterwards, the code is chosen before each run whose number is a multiple
/// of this number.
constexpr std::uint64_t rare_choice = 64;

}  // namespace

cl_command_buffer_state_khr CommandBuffer::state() const {
    const std::lock_guard lock(mutex_);
    if (!shape_) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
    return incomplete_ != 0 ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

// "CL_INVALID_OPERATION if command_buffer has been finalized."
void CommandBuffer::check_open() const {
    check(!shape_, CL_INVALID_OPERATION,
          "The command buffer has been finalized. Record all commands before clFinalizeCommandBufferKHR.");
}

void CommandBuffer::check_recording() const {
    const std::lock_guard lock(mutex_);
    check_open();
}

void CommandBuffer::check_finalized() const {
    // "CL_INVALID_OPERATION if command_buffer has not been finalized."
    check(static_cast<bool>(shape_), CL_INVALID_OPERATION,
          "The command buffer has not been finalized. Call clFinalizeCommandBufferKHR first.");
}

cl_sync_point_khr CommandBuffer::record(Ref<RecordedWork> work, SyncPoints waits) {
    const std::lock_guard lock(mutex_);
    const device::NoFork now;
    const bool is_barrier = !work;
    return add(std::move(work), is_barrier, waits);
}

cl_sync_point_khr CommandBuffer::record(std::unique_ptr<RecordedKernel> kernel, SyncPoints waits) {
    const std::lock_guard lock(mutex_);
    const device::NoFork now;
    RecordedKernel& recorded = *kernel;
    kernels_.push_back(std::move(kernel));
    try {
        const cl_sync_point_khr point = add(recorded.work(), /*is_barrier=*/false, waits);
        recorded.node = point - 1;
        if (!recorded.is_complete()) ++incomplete_;
        return point;
    } catch (...) {
        kernels_.pop_back();
        throw;
    }
}

// The sync point of a command is its number plus 1.
cl_sync_point_khr CommandBuffer::add(Ref<RecordedWork> work, bool is_barrier, SyncPoints waits) {
    check_open();
    // "giving a hard upper limit on the number of commands a command-buffer can hold as CL_UINT_MAX, at which point
    // CL_OUT_OF_RESOURCES will be returned."
    check(builder_.size() < std::numeric_limits<cl_uint>::max() - 1, CL_OUT_OF_RESOURCES,
          "The command buffer has the largest number of commands, {}. Use several command buffers.", builder_.size());
    waits_.clear();
    for (const cl_sync_point_khr point : waits) {
        // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR [...] if synchronization-point objects in sync_point_wait_list are not
        // valid synchronization-points."
        check(point >= 1 && point <= builder_.size(), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
              "The sync point {} does not belong to the command buffer, whose sync points are 1 to {}.", point,
              builder_.size());
        waits_.push_back(point - 1);
    }
    works_->make_room(builder_.size());
    const std::uint32_t node = builder_.add(waits_, is_barrier);
    works_->set(node, std::move(work));
    return node + 1;
}

void CommandBuffer::finalize() {
    const std::lock_guard lock(mutex_);
    const device::NoFork now;
    // "CL_INVALID_OPERATION if command_buffer is not in the Recording state."
    check_open();
    Ref<GraphShape> shape = builder_.finish();
    float ns = 0;
    for (std::uint32_t node = 0; node < shape->size(); ++node) {
        const RecordedWork* const work = works_->at(node);
        if (work) ns += work->expected_ns();
    }
    shape->expect(ns);
    shape_ = std::move(shape);
}

Ref<Command> CommandBuffer::new_run(Ref<Queue> queue) {
    const std::lock_guard lock(mutex_);
    // "CL_INVALID_OPERATION if command_buffer is not in the Executable state."
    check_finalized();
    check(incomplete_ == 0, CL_INVALID_OPERATION,
          "{} kernels of the command buffer have arguments that are not set. Set them by clUpdateMutableCommandsKHR.",
          incomplete_);
    choose_again();
    return make<GraphCommand>(std::move(queue), shape_, works_);
}

// Chooses the code of kernels again, because better code may have been compiled since the last choice.
void CommandBuffer::choose_again() {
    ++runs_;
    const bool all = runs_ < rare_choice ? std::has_single_bit(runs_) : runs_ % rare_choice == 0;
    if (!all && !some_want_choice_) return;
    some_want_choice_ = true;  // stays true if the loop below throws
    bool some = false;
    for (const auto& kernel : kernels_) {
        if (!all && !kernel->wants_choice()) continue;
        const std::array changed{kernel->node};
        if (Ref<LaunchWork> work = kernel->choose_again()) {
            const device::NoFork now;
            WorkTable::make_changeable(works_, changed);
            works_->set(kernel->node, std::move(work));
        }
        some = some || kernel->wants_choice();
    }
    some_want_choice_ = some;
}

void CommandBuffer::apply(std::vector<Change>& changes) {
    std::vector<std::uint32_t> nodes;
    nodes.reserve(changes.size());
    const device::NoFork now;
    for (const Change& change : changes) nodes.push_back(change.recorded->node);
    WorkTable::make_changeable(works_, nodes);
    some_want_choice_ = true;
    // Nothing below throws.
    for (Change& change : changes) {
        RecordedKernel& recorded = *change.recorded;
        incomplete_ -= recorded.is_complete() ? 0 : 1;
        incomplete_ += change.work ? 0 : 1;
        if (recorded.handle) recorded.handle->set_sizes(change.settings.sizes);
        change.dropped = works_->exchange(recorded.node, change.work);
        recorded.exchange(change.settings, change.work);
    }
}

}  // namespace lanewise::runtime
