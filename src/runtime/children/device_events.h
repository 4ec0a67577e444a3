// Events of the device (clk_event_t; OpenCL C 3.0, section 6.15.19): counted references that kernels hold, a status,
// and the children that wait. A word names one of a family's; words that name none, or one that is gone, are told from
// others. All events go with their family. Thread-safe, but for what
// is done when that has ended.
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

/// The times that capture_event_profiling_info is to tell, to be written to `target` when they are known.
struct ProfileCapture {
    ProfileCapture* next;
    std::uint64_t* target;
};

struct DeviceEvent {
    device::SpinMutex mutex;       // guards the rest
    std::uint32_t number = 0;      // never changes
    std::uint32_t generation = 0;  // differs between those that had this place one after the other
    std::uint32_t references = 0;  // of kernels
    bool is_user = false;
    bool is_held = false;  // by its child, until that is complete
    std::int32_t status = CL_COMPLETE;
    EventEdge* waiting = nullptr;
    ProfileCapture* captures = nullptr;
    std::uint64_t started = 0, ended = 0, completed = 0;  // device::ticks()
    DeviceEvent* next_free = nullptr;
};

class DeviceEvents {
public:
    static constexpr std::uint64_t null_event = ~std::uint64_t{0};  // CLK_NULL_EVENT
    static constexpr std::uint32_t most = limits::max_device_events;

    DeviceEvents() noexcept;  // for a family
    ~DeviceEvents();
    DeviceEvents(const DeviceEvents&) = delete;
    DeviceEvents& operator=(const DeviceEvents&) = delete;

    /// Ends the family, and begins another.
    void forget_all() noexcept;
    std::size_t bytes() const noexcept;

    /// With one reference of the kernel's; null when there are too many. `is_user`: complete when a work-item says so.
    DeviceEvent* create(bool is_user) noexcept;
    static std::uint64_t word_of(const DeviceEvent& event) noexcept {
        return std::uint64_t{event.generation} << 32 | event.number;
    }

    bool is_valid(std::uint64_t word) noexcept;
    void retain(std::uint64_t word) noexcept;
    void release(std::uint64_t word) noexcept;

    /// Has the child of `edge` wait for the event; false when that is settled, its status in `status`. Other words:
    /// false, and `is_valid` is false as well.
    bool add_edge(std::uint64_t word, EventEdge& edge, std::int32_t& status, bool& is_valid) noexcept;

    /// Settles a user event, once; yields who waited.
    EventEdge* set_status(std::uint64_t word, std::int32_t status) noexcept;
    /// The child of the event is complete; yields who waited.
    EventEdge* complete(DeviceEvent& event, std::int32_t status) noexcept;
    /// A user event that somebody waits for and nobody can set any more: settles it and yields who waited.
    EventEdge* give_up_one(std::int32_t status) noexcept;

    /// `target` is two words of the kernel's memory, which may not be there.
    void capture(std::uint64_t word, std::uint64_t* target) noexcept;

private:
    static constexpr std::uint32_t chunk_events = 256;
    using Chunk = std::array<DeviceEvent, chunk_events>;

    /// The event with its mutex locked, or null.
    DeviceEvent* lock(std::uint64_t word) noexcept;
    DeviceEvent* find(std::uint32_t number) noexcept;
    EventEdge* settle(DeviceEvent& event, std::int32_t status) noexcept;
    void unlock_and_free_unused(DeviceEvent& event) noexcept;

    device::SpinMutex mutex_;  // guards the rest, but for reading chunks_; taken after an event's
    DeviceEvent* free_ = nullptr;
    std::uint32_t used_ = 0;
    std::uint32_t first_generation_;
    std::array<std::atomic<Chunk*>, most / chunk_events>* chunks_ = nullptr;
    std::atomic<bool> has_chunks_ = false;
};

}  // namespace lanewise::runtime
