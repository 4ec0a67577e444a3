// A binary semaphore (cl_khr_semaphore). A command that waits for semaphores occupies no thread. The command has one
// more dependency for each semaphore: an event that is settled when the semaphore gives its signal to the command. If
// several commands wait for a semaphore, the first enqueued command gets the next signal.
//
// If the state of the semaphore is a file descriptor, a thread of the process watches the descriptor while commands
// wait (descriptor_watch.h). Thread-safe.
#pragma once

#include <span>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/event.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"
#include "runtime/semaphores/descriptor_watch.h"
#include "runtime/semaphores/payload.h"

namespace lanewise::runtime {

/// The properties with which a semaphore was created.
struct SemaphoreSettings {
    std::vector<cl_semaphore_properties_khr> property_list;             // as passed, with the terminating 0
    std::vector<Ref<Device>> devices;                                   // devices whose queues may use the semaphore
    std::vector<cl_external_semaphore_handle_type_khr> export_types{};  // contains at most one type
    bool is_sync_file = false;                                          // whether a sync file was imported
};

/// The wait of a command for one semaphore. Its address must not change between begin_wait() and end_wait().
struct SemaphoreWait {
    enum class State : std::uint8_t { waiting, granted, cancelled };

    Ref<Semaphore> semaphore;
    Ref<UserEvent> granted;          // settled when the semaphore has given its signal to the command
    State state = State::cancelled;  // guarded by the semaphore's mutex
    SemaphoreWait* next = nullptr;   // guarded by the semaphore's mutex
};

class Semaphore final : public Object<Semaphore, _cl_semaphore_khr, Tag::semaphore> {
public:
    /// Creates an unsignaled semaphore.
    Semaphore(Context& context, SemaphoreSettings&& settings) noexcept;

    Context& context() const noexcept { return *context_; }
    const SemaphoreSettings& settings() const noexcept { return settings_; }
    bool has_device(const Device& device) const noexcept;
    /// Returns whether queries report that the semaphore is signaled. A signal is reported until the wait command that
    /// got the signal is complete.
    bool is_signaled() noexcept;

    /// Begins a wait. The event `wait.granted` is settled when the semaphore gives its signal to the command, maybe
    /// during this call. The caller must later call end_wait(). Throws if the system refuses to watch the descriptor.
    void begin_wait(SemaphoreWait& wait);
    /// Makes the command of the wait run without a signal. If the command has already got a signal, does nothing.
    void cancel(SemaphoreWait& wait) noexcept;
    /// Ends a wait. `is_done` is false if the command failed. If the failed command had got a signal, this signal goes
    /// to the next wait.
    void end_wait(SemaphoreWait& wait, bool is_done) noexcept;

    /// Makes queries return "signaled" from now on, before the signal command is complete.
    void begin_signal() noexcept;
    /// Signals the semaphore if the signal command is complete (`is_done`).
    void end_signal(bool is_done) noexcept;

    /// Gives the signal, if there is one, to the next wait. For DescriptorWatch.
    void grant() noexcept;

    /// Returns a new descriptor of the state, which other semaphores can import. Throws CL_OUT_OF_RESOURCES.
    device::Descriptor export_descriptor();
    /// Replaces the state. From now on, commands that already wait for the semaphore wait for a signal of the new
    /// state.
    void import(Payload payload) noexcept;
    /// Returns whether a command waits for the descriptor of the present state.
    bool awaits(int descriptor) noexcept;

private:
    friend class Object<Semaphore, _cl_semaphore_khr, Tag::semaphore>;
    ~Semaphore();

    void forget_parent() noexcept;
    bool remove(SemaphoreWait& wait) noexcept;
    void watch_if_needed();
    void forget_if_unneeded() noexcept;

    const Ref<Context> context_;
    const SemaphoreSettings settings_;
    device::SpinMutex mutex_;  // guards the members below
    Payload payload_;
    SemaphoreWait* first_ = nullptr;  // list of the waits in state `waiting`, oldest first
    unsigned taken_ = 0;              // number of wait commands that got a signal and are not complete
    unsigned signaling_ = 0;          // number of signal commands that are about to complete
    unsigned forks_ = DescriptorWatch::forks();
};

}  // namespace lanewise::runtime
