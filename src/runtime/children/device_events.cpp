#include "runtime/children/device_events.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "device/machine/clock.h"

namespace lanewise::runtime {

namespace {

/// Returns the generation number of the first events of a new family; no other family uses this number. The word that
/// identifies an event contains the generation, so the word is invalid in all other families.
std::uint32_t next_generation() noexcept {
    static std::atomic<std::uint32_t> families = 0;
    return families.fetch_add(1, std::memory_order_relaxed) << 12 | 1;
}

/// Writes to an address that the kernel passed. Uses a system call, which returns an error if the address is invalid; a
/// store instruction would fault inside the driver.
void write_to_kernel(std::uint64_t* target, const std::array<std::uint64_t, 2>& times) noexcept {
    iovec from{const_cast<std::uint64_t*>(times.data()), sizeof times};
    iovec to{target, sizeof times};
    static_cast<void>(process_vm_writev(getpid(), &from, 1, &to, 1, 0));
}

/// Returns the two times that capture_event_profiling_info reports. Section 6.15.19: "a 64-bit unsigned integer value
/// in nanoseconds". Both times are at least 1.
std::array<std::uint64_t, 2> times_of(const DeviceEvent& event) noexcept {
    const auto since_start = [&](std::uint64_t end) {
        const std::uint64_t ticks = end > event.started ? end - event.started : 0;
        return std::max<std::uint64_t>(static_cast<std::uint64_t>(device::nanoseconds(ticks)), 1);
    };
    return {since_start(event.ended), since_start(std::max(event.ended, event.completed))};
}

}  // namespace

DeviceEvents::DeviceEvents() noexcept : first_generation_(next_generation()) {}

void DeviceEvents::forget_all() noexcept {
    for (std::uint32_t i = 0; i < used_; ++i) {
        DeviceEvent& event = *find(i);
        while (event.captures) delete std::exchange(event.captures, event.captures->next);
        event.waiting = nullptr;
        event.references = 0;
    }
    used_ = 0;
    free_ = nullptr;
    first_generation_ = next_generation();
}

std::size_t DeviceEvents::bytes() const noexcept {
    if (!chunks_) return 0;
    const auto is_there = [](const auto& chunk) { return chunk.load(std::memory_order_relaxed) != nullptr; };
    return sizeof *chunks_ + static_cast<std::size_t>(std::ranges::count_if(*chunks_, is_there)) * sizeof(Chunk);
}

DeviceEvents::~DeviceEvents() {
    if (!chunks_) return;
    forget_all();
    for (auto& chunk : *chunks_) delete chunk.load(std::memory_order_relaxed);
    delete chunks_;
}

DeviceEvent* DeviceEvents::find(std::uint32_t number) noexcept {
    if (number >= most || !has_chunks_.load(std::memory_order_acquire)) return nullptr;
    Chunk* const chunk = (*chunks_)[number / chunk_events].load(std::memory_order_acquire);
    return chunk ? &(*chunk)[number % chunk_events] : nullptr;
}

DeviceEvent* DeviceEvents::create(bool is_user) noexcept {
    DeviceEvent* event = nullptr;
    std::uint32_t fresh = most;
    {
        const std::lock_guard lock(mutex_);
        if (free_) {
            event = std::exchange(free_, free_->next_free);
        } else {
            if (used_ == most) return nullptr;
            if (!chunks_) {
                chunks_ = new (std::nothrow) std::array<std::atomic<Chunk*>, most / chunk_events>{};
                if (!chunks_) return nullptr;
                has_chunks_.store(true, std::memory_order_release);
            }
            auto& slot = (*chunks_)[used_ / chunk_events];
            if (!slot.load(std::memory_order_relaxed)) {
                auto* const chunk = new (std::nothrow) Chunk;
                if (!chunk) return nullptr;
                slot.store(chunk, std::memory_order_release);
            }
            event = find(used_);
            fresh = used_++;
        }
    }
    const std::lock_guard lock(event->mutex);
    if (fresh != most) {
        event->number = fresh;
        event->generation = first_generation_;
    }
    event->references = 1;
    event->is_user = is_user;
    event->is_held = !is_user;
    event->status = CL_SUBMITTED;
    event->started = event->ended = event->completed = 0;
    return event;
}

DeviceEvent* DeviceEvents::lock(std::uint64_t word) noexcept {
    DeviceEvent* const event = find(static_cast<std::uint32_t>(word));
    if (!event) return nullptr;
    event->mutex.lock();
    if (event->generation == word >> 32 && event->references != 0) return event;
    event->mutex.unlock();
    return nullptr;
}

// Section 6.15.19: "The event is deleted once [...] its reference count becomes zero", the command is complete, and no
// child waits for the event.
void DeviceEvents::unlock_and_free_unused(DeviceEvent& event) noexcept {
    const bool is_unused = event.references == 0 && !event.is_held && !event.waiting;
    if (is_unused) ++event.generation;
    event.mutex.unlock();
    if (!is_unused) return;
    const std::lock_guard lock(mutex_);
    event.next_free = free_;
    free_ = &event;
}

bool DeviceEvents::is_valid(std::uint64_t word) noexcept {
    DeviceEvent* const event = lock(word);
    if (event) event->mutex.unlock();
    return event != nullptr;
}

void DeviceEvents::retain(std::uint64_t word) noexcept {
    DeviceEvent* const event = lock(word);
    if (!event) return;
    ++event->references;
    event->mutex.unlock();
}

void DeviceEvents::release(std::uint64_t word) noexcept {
    DeviceEvent* const event = lock(word);
    if (!event) return;
    --event->references;
    unlock_and_free_unused(*event);
}

bool DeviceEvents::add_edge(std::uint64_t word, EventEdge& edge, std::int32_t& status, bool& is_valid) noexcept {
    DeviceEvent* const event = lock(word);
    is_valid = event != nullptr;
    if (!event) return false;
    const std::lock_guard lock(event->mutex, std::adopt_lock);
    status = event->status;
    if (status <= CL_COMPLETE) return false;
    edge.next = event->waiting;
    event->waiting = &edge;
    return true;
}

EventEdge* DeviceEvents::settle(DeviceEvent& event, std::int32_t status) noexcept {
    event.status = status;
    EventEdge* const waiting = std::exchange(event.waiting, nullptr);
    ProfileCapture* captures = std::exchange(event.captures, nullptr);
    const auto times = times_of(event);
    unlock_and_free_unused(event);
    while (captures) {
        ProfileCapture* const capture = std::exchange(captures, captures->next);
        if (status == CL_COMPLETE) write_to_kernel(capture->target, times);
        delete capture;
    }
    return waiting;
}

EventEdge* DeviceEvents::set_status(std::uint64_t word, std::int32_t status) noexcept {
    DeviceEvent* const event = lock(word);
    if (!event) return nullptr;
    // "event must be an event created using create_user_event". The status of a user event can be set only once, to
    // CL_COMPLETE or an error.
    if (!event->is_user || event->status <= CL_COMPLETE || status > CL_COMPLETE) {
        event->mutex.unlock();
        return nullptr;
    }
    return settle(*event, status);
}

EventEdge* DeviceEvents::complete(DeviceEvent& event, std::int32_t status) noexcept {
    event.mutex.lock();
    event.is_held = false;
    return settle(event, status);
}

EventEdge* DeviceEvents::give_up_one(std::int32_t status) noexcept {
    std::uint32_t used = 0;
    {
        const std::lock_guard lock(mutex_);
        used = used_;
    }
    for (std::uint32_t i = 0; i < used; ++i) {
        DeviceEvent& event = *find(i);
        event.mutex.lock();
        if (event.is_user && event.waiting) return settle(event, status);
        event.mutex.unlock();
    }
    return nullptr;
}

void DeviceEvents::capture(std::uint64_t word, std::uint64_t* target) noexcept {
    DeviceEvent* const event = lock(word);
    if (!event) return;
    if (!event->is_user && event->status > CL_COMPLETE) {
        if (auto* const made = new (std::nothrow) ProfileCapture{event->captures, target}) event->captures = made;
        event->mutex.unlock();
        return;
    }
    const bool has_times = !event->is_user && event->status == CL_COMPLETE;
    const auto times = times_of(*event);
    event->mutex.unlock();
    if (has_times) write_to_kernel(target, times);
}

}  // namespace lanewise::runtime
