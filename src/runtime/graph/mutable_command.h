// The handle of a recorded kernel launch (cl_mutable_command_khr). "The lifetime of this handle is tied to the parent
// command-buffer, such that freeing the command-buffer will also free this handle." Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/core/kernel.h"
#include "runtime/core/queue.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"

namespace lanewise::runtime {

class RecordedKernel;

/// The sizes of a launch as the application gave them; 0 for sizes that the application did not give.
struct LaunchSizes {
    cl_uint work_dim = 1;
    std::array<std::size_t, 3> offset{};
    std::array<std::size_t, 3> global{};
    std::array<std::size_t, 3> local{};
    bool has_local = false;
};

class MutableCommand final : public Object<MutableCommand, _cl_mutable_command_khr, Tag::mutable_command> {
public:
    /// The properties with which a command was recorded, including the terminating 0; nothing if the application passed
    /// null.
    using Properties = std::optional<std::vector<cl_command_properties_khr>>;

    MutableCommand(CommandBuffer& parent, RecordedKernel& recorded, Ref<Queue> queue, Ref<Kernel> kernel,
                   Properties properties, const LaunchSizes& sizes) noexcept
        : parent_(parent),
          recorded_(recorded),
          queue_(std::move(queue)),
          kernel_(std::move(kernel)),
          properties_(std::move(properties)),
          sizes_(sizes) {}

    /// The command buffer owns this object. It may be used only while a reference to the command buffer exists.
    CommandBuffer& parent() const noexcept { return parent_; }
    /// Guarded by the mutex of the command buffer.
    RecordedKernel& recorded() const noexcept { return recorded_; }
    Queue& queue() const noexcept { return *queue_; }
    Kernel& kernel() const noexcept { return *kernel_; }
    const Properties& properties() const noexcept { return properties_; }

    LaunchSizes sizes() const noexcept {
        const std::lock_guard lock(mutex_);
        return sizes_;
    }
    void set_sizes(const LaunchSizes& sizes) noexcept {
        const std::lock_guard lock(mutex_);
        sizes_ = sizes;
    }

private:
    friend class Object<MutableCommand, _cl_mutable_command_khr, Tag::mutable_command>;
    ~MutableCommand() = default;

    CommandBuffer& parent_;
    RecordedKernel& recorded_;
    const Ref<Queue> queue_;
    const Ref<Kernel> kernel_;
    const Properties properties_;
    mutable device::SpinMutex mutex_;
    LaunchSizes sizes_;  // guarded by mutex_
};

}  // namespace lanewise::runtime
