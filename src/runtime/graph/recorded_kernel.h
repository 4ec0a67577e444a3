// A kernel launch that was recorded into a command buffer. The class has the data that is needed to change the launch
// (clUpdateMutableCommandsKHR), and to choose other code for it. Belongs to the command buffer, whose mutex guards it.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/command/launch_choice.h"
#include "runtime/core/kernel.h"
#include "runtime/graph/launch_work.h"
#include "runtime/graph/mutable_command.h"

namespace lanewise::runtime {

class RecordedKernel {
public:
    /// The part of a recorded launch that an update may change.
    struct Settings {
        Ref<Kernel> kernel;  // a copy of the recorded kernel, with the arguments of this launch
        LaunchSizes sizes;
        NDRange range;  // made from `sizes`; the device chooses a missing local size
    };

    /// `kernel` is the kernel that the application recorded, and `usual` its code for the device. `fields` says what
    /// may be updated.
    RecordedKernel(Kernel& kernel, const DeviceKernel& usual, Settings settings, cl_mutable_dispatch_fields_khr fields);

    const Settings& settings() const noexcept { return settings_; }
    cl_mutable_dispatch_fields_khr fields() const noexcept { return fields_; }
    const DeviceKernel& usual() const noexcept { return usual_; }

    /// Makes the work for these settings; returns null if not all arguments are set. Throws the errors of
    /// clEnqueueNDRangeKernel that depend on the arguments.
    Ref<LaunchWork> make_work(const Settings& settings) const;

    /// Sets the work that was made for settings(), or null if some arguments are not set.
    void set_work(Ref<LaunchWork> work) noexcept { work_ = std::move(work); }
    /// Exchanges the settings and the work of this launch with those of an update. The new work may be null.
    void exchange(Settings& settings, Ref<LaunchWork>& work) noexcept;
    const Ref<LaunchWork>& work() const noexcept { return work_; }
    bool is_complete() const noexcept { return static_cast<bool>(work_); }

    /// Returns whether the code of the launch should be chosen again before the next run. This is the case while better
    /// code is being compiled, or while plans are being compared.
    bool wants_choice() const noexcept { return wants_choice_; }
    /// Chooses the code again. Returns the new work, or null if the code stays the same or no other code can be made.
    Ref<LaunchWork> choose_again() noexcept;

    /// Index of this kernel's change in the list of the current update. The index has no meaning if the element with
    /// this index is missing or belongs to another kernel: the index is then left from an earlier update.
    std::size_t pending_change = 0;

    std::uint32_t node = 0;           // number of the command in the command buffer
    Ref<MutableCommand> handle = {};  // null if the application did not request a handle

private:
    Ref<LaunchWork> choose();

    const Ref<Kernel> recorded_;  // the application's kernel, which a command buffer retains
    const DeviceKernel& usual_;
    const cl_mutable_dispatch_fields_khr fields_;
    Settings settings_;
    Ref<LaunchWork> work_;
    bool wants_choice_ = true;
};

}  // namespace lanewise::runtime
