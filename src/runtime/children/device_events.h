// The events of a family of children (clk_event_t; OpenCL C 3.0, section 6.15.19). An event has a count of the
// references that kernels hold, a status, and a list of waiting children. A 64-bit word identifies an event within its
// family. The functions recognize a word that identifies no event, or a deleted event, as invalid. All events of a
// family are deleted when the family ends. Thread-safe, except for forget_all() and bytes(), which may be called only
// after the family has ended.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "device/machine/spin_mutex.h"
#include "runtime/children/child.h"
#include "runtime/core/device_limits.h"
#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

/// A request of capture_event_profiling_info: the times are written to `target` once they are known.
struct ProfileCapture {
    ProfileCapture* next;
    std::uint64_t* target;
};

struct DeviceEvent {
    device::SpinMutex mutex;       // guards the members below
    std::uint32_t number = 0;      // never changes
    std::uint32_t generation = 0;  // distinguishes the events that use this object one after the other
    std::uint32_t references = 0;  // number of references that kernels hold
    bool is_user = false;
    bool is_held = false;  // whether the event belongs to a child that is not yet complete
    std::int32_t status = CL_COMPLETE;
    EventEdge* waiting = nullptr;
    ProfileCapture* captures = nullptr;
    std::uint64_t started = 0, ended = 0, completed = 0;  // values of device::ticks()
    DeviceEvent* next_free = nullptr;
};

class DeviceEvents {
public:
    static constexpr std::uint64_t null_event = ~std::uint64_t{0};  // CLK_NULL_EVENT
    static constexpr std::uint32_t most = limits::max_device_events;

    DeviceEvents() noexcept;  // begins a family
    ~DeviceEvents();
    DeviceEvents(const DeviceEvents&) = delete;
    DeviceEvents& operator=(const DeviceEvents&) = delete;

    /// Deletes all events and begins a new family.
    void forget_all() noexcept;
    std::size_t bytes() const noexcept;

    /// Creates an event with one reference, which the kernel holds. Returns null if there are too many events. If
    /// `is_user` is true, the event is a user event, and a work-item sets its status. Otherwise the event belongs to a
    /// child.
    DeviceEvent* create(bool is_user) noexcept;
    static std::uint64_t word_of(const DeviceEvent& event) noexcept {
        return std::uint64_t{event.generation} << 32 | event.number;
    }

    bool is_valid(std::uint64_t word) noexcept;
    void retain(std::uint64_t word) noexcept;
    void release(std::uint64_t word) noexcept;

    /// Makes the child of `edge` wait for the event. If the event is already settled, stores its status in `status` and
    /// returns false. If the word is invalid, sets `is_valid` to false and returns false.
    bool add_edge(std::uint64_t word, EventEdge& edge, std::int32_t& status, bool& is_valid) noexcept;

    /// Settles a user event; a second call for the same event has no effect. Returns the list of the children that
    /// waited for the event.
    EventEdge* set_status(std::uint64_t word, std::int32_t status) noexcept;
    /// Settles the event of a child that is complete. Returns the list of the children that waited for the event.
    EventEdge* complete(DeviceEvent& event, std::int32_t status) noexcept;
    /// Settles one user event for which children wait. Called when no work-item can set the event any more. Returns the
    /// list of these children; null if there is no such event.
    EventEdge* give_up_one(std::int32_t status) noexcept;

    /// Writes the event's times to `target` once they are known. `target` is the address of two words of the kernel's
    /// memory, and may be invalid.
    void capture(std::uint64_t word, std::uint64_t* target) noexcept;

private:
    static constexpr std::uint32_t chunk_events = 256;
    using Chunk = std::array<DeviceEvent, chunk_events>;

    /// Finds an event and locks its mutex; returns null for an invalid word.
    DeviceEvent* lock(std::uint64_t word) noexcept;
    DeviceEvent* find(std::uint32_t number) noexcept;
    EventEdge* settle(DeviceEvent& event, std::int32_t status) noexcept;
    void unlock_and_free_unused(DeviceEvent& event) noexcept;

    device::SpinMutex mutex_;  // guards the members below, except reads of chunks_; locked after an event's mutex
    DeviceEvent* free_ = nullptr;
    std::uint32_t used_ = 0;
    std::uint32_t first_generation_;
    std::array<std::atomic<Chunk*>, most / chunk_events>* chunks_ = nullptr;
    std::atomic<bool> has_chunks_ = false;
};

}  // namespace lanewise::runtime
