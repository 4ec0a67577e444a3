// A context: its devices, its properties, and the callbacks for its errors and its destruction. Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/core/addressed_buffers.h"
#include "runtime/memory/allocations.h"
#include "runtime/memory/spare_memory.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Termination;

class Context final : public Object<Context, _cl_context, Tag::context> {
public:
    using ErrorCallback = void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*);
    using DestructorCallback = void(CL_CALLBACK*)(cl_context, void*);

    /// Creates a context. `properties` are stored as the application passed them, with the terminating 0; the list is
    /// empty if the application passed none. `can_end` says whether clTerminateContextKHR may terminate the context.
    Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties, bool can_end,
            ErrorCallback notify, void* user_data);

    std::span<const Ref<Device>> devices() const noexcept { return devices_; }
    bool has_device(const Device& device) const noexcept;
    std::span<const cl_context_properties> properties() const noexcept { return properties_; }

    /// Calls the application's pfn_notify, on any thread (section 4.4: it is "the application's responsibility to
    /// ensure that the callback function is thread-safe").
    void report(const char* message) noexcept;

    /// Registers a callback for the destruction of the context. Callbacks are called in reverse order of registration.
    void add_destructor_callback(DestructorCallback callback, void* user_data);

    /// Returns the state that a termination of the context needs; null if the context cannot be terminated.
    Termination* termination() const noexcept { return termination_.get(); }
    bool is_terminated() const noexcept { return is_terminated_.load(std::memory_order_acquire); }
    /// Ends all commands of the context, and wakes all threads that wait for these commands (Termination::run). Throws
    /// CL_INVALID_OPERATION if the context cannot be terminated.
    void terminate();

    /// Returns the queue that the OpenCL C function get_default_queue() returns on `device`; null if there is none.
    Ref<Queue> default_device_queue(const Device& device) noexcept;
    /// Makes `queue` the default queue of its device and returns `queue`. If `if_none` is true and the device has a
    /// default queue already, changes nothing and returns this default queue.
    Ref<Queue> set_default_device_queue(Queue& queue, bool if_none);
    /// Removes `queue`, which is being destroyed, from the default queues.
    void forget_device_queue(Queue& queue) noexcept;

    /// Shared virtual memory and unified shared memory.
    Allocations& allocations() noexcept { return allocations_; }
    const Allocations& allocations() const noexcept { return allocations_; }

    /// The buffers with a fixed device address.
    AddressedBuffers& addressed_buffers() noexcept { return addressed_buffers_; }

    /// Adds a queue to the list of the context's queues. The constructor of Queue calls this function, and the
    /// destructor calls remove_queue().
    void add_queue(Queue& queue) noexcept;
    void remove_queue(Queue& queue) noexcept;
    /// Waits for all commands that were enqueued before this call and may use the allocation. Costs little if no queue
    /// has commands.
    void finish_users_of(const Allocation& allocation);

    /// Memory that launches with child kernels reuse (children/family_memory.h).
    SpareMemories& spare_family_memories() noexcept { return spare_family_memories_; }

private:
    friend class Object<Context, _cl_context, Tag::context>;
    struct Destructor {
        DestructorCallback callback;
        void* user_data;
    };
    ~Context();

    std::vector<Ref<Device>> devices_;
    Allocations allocations_;
    AddressedBuffers addressed_buffers_;
    SpareMemories spare_family_memories_;
    std::vector<cl_context_properties> properties_;
    const std::unique_ptr<Termination> termination_;
    std::atomic<bool> is_terminated_ = false;
    ErrorCallback notify_;
    void* notify_data_;
    device::SpinMutex mutex_;
    std::vector<Destructor> destructors_;  // guarded by mutex_
    Queue* queues_ = nullptr;              // list of all queues; guarded by mutex_
    std::vector<Queue*> default_queues_;   // device queues, at most one for each device; guarded by mutex_
};

}  // namespace lanewise::runtime
