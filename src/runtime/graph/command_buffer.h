// A command buffer (cl_khr_command_buffer): commands that are recorded once and run many times. A run is a
// GraphCommand. A run and its command buffer share two objects: the graph of dependencies, and a table with a
// RecordedWork for each command. An update of a kernel leaves its RecordedWork unchanged and puts a new one into the
// table. Runs that were enqueued before the update thus use the old values. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "device/machine/fork_mutex.h"
#include "runtime/core/context.h"
#include "runtime/core/queue.h"
#include "runtime/graph/graph_shape.h"
#include "runtime/graph/recorded_kernel.h"
#include "runtime/graph/work_table.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"

namespace lanewise::runtime {

struct CommandBufferSettings {
    cl_command_buffer_flags_khr flags = 0;
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// The properties that the application passed, with the terminating 0, or empty if it passed none.
    std::vector<cl_command_buffer_properties_khr> property_list = {};
};

class CommandBuffer final : public Object<CommandBuffer, _cl_command_buffer_khr, Tag::command_buffer> {
public:
    using SyncPoints = std::span<const cl_sync_point_khr>;

    CommandBuffer(Ref<Queue> queue, CommandBufferSettings settings)
        : queue_(std::move(queue)), settings_(std::move(settings)), builder_(queue_->in_order()) {}

    Queue& queue() const noexcept { return *queue_; }
    Context& context() const noexcept { return queue_->context(); }
    const CommandBufferSettings& settings() const noexcept { return settings_; }
    bool is_mutable() const noexcept { return (settings_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0; }
    cl_command_buffer_state_khr state() const;

    /// Throws CL_INVALID_OPERATION if the command buffer has been finalized.
    void check_recording() const;

    /// Records a command, or a barrier if `work` is null, and returns its sync point. Throws
    /// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, or CL_INVALID_OPERATION in the same case as check_recording().
    cl_sync_point_khr record(Ref<RecordedWork> work, SyncPoints waits);
    cl_sync_point_khr record(std::unique_ptr<RecordedKernel> kernel, SyncPoints waits);

    /// Throws CL_INVALID_OPERATION if the command buffer has been finalized already.
    void finalize();

    /// Makes a run for `queue`, which must have the same device and context as queue(). Throws CL_INVALID_OPERATION
    /// unless the command buffer is executable.
    Ref<Command> new_run(Ref<Queue> queue);

    /// An update of one command; `work` is null if some arguments are still not set.
    struct Change {
        RecordedKernel* recorded;
        RecordedKernel::Settings settings;
        Ref<LaunchWork> work = {};
        Ref<RecordedWork> dropped = {};
    };
    /// Locks the command buffer for an update. `make_changes(list)` adds the changes to `list`; if it throws, none of
    /// the changes becomes effective. Throws CL_INVALID_OPERATION unless the command buffer is finalized.
    template <class Make>
    void update(Make&& make_changes) {
        // The list of changes outlives the lock, because the list may hold the last reference to a memory object. The
        // destructor callbacks of that object may call API functions that lock this command buffer.
        std::vector<Change> changes;
        const std::lock_guard lock(mutex_);
        check_finalized();
        make_changes(changes);
        apply(changes);
    }

private:
    friend class Object<CommandBuffer, _cl_command_buffer_khr, Tag::command_buffer>;
    ~CommandBuffer() = default;

    void check_open() const;
    void check_finalized() const;
    cl_sync_point_khr add(Ref<RecordedWork> work, bool is_barrier, SyncPoints waits);
    void apply(std::vector<Change>& changes);
    void choose_again();

    const Ref<Queue> queue_;
    const CommandBufferSettings settings_;

    mutable device::ForkMutex mutex_;  // guards the members below
    GraphBuilder builder_;
    Ref<const GraphShape> shape_;  // null while commands are recorded
    Ref<WorkTable> works_ = make<WorkTable>();
    std::vector<std::unique_ptr<RecordedKernel>> kernels_;
    std::size_t incomplete_ = 0;  // number of kernels whose arguments are not all set
    std::uint64_t runs_ = 0;
    bool some_want_choice_ = false;     // whether RecordedKernel::wants_choice() may be true for some kernel
    std::vector<std::uint32_t> waits_;  // numbers of the commands that the new command waits for
};

}  // namespace lanewise::runtime
