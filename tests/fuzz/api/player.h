// One thread of the fuzzer, which makes one call after another. A player takes objects from a World, which several
// players may share. The player knows the contents only of objects that it created itself.
#pragma once

#include <array>
#include <span>

#include "world.h"

namespace lanewise::api_fuzz {

/// A handle to pass to a call: the handle of `item`, or a wrong handle if `item` is null.
template <class T>
struct Choice {
    typename T::Handle handle = nullptr;
    std::shared_ptr<T> item;
    bool is_bad() const { return item == nullptr; }
};

/// A wait list to pass to a call; the list may be wrong.
struct Waits {
    std::vector<cl_event> handles;
    std::vector<std::shared_ptr<EventItem>> alive;
    Fate::List fates;
    cl_uint count = 0;
    const cl_event* list = nullptr;
    bool is_bad = false;
};

/// A command to enqueue, with the model's expectations of its result.
struct Enqueue {
    const char* name;
    Choice<QueueItem> queue;
    std::vector<std::shared_ptr<Memory>> touches = {};
    std::vector<cl_int> errors = {};
    bool must_fail = false;
    bool is_blocking = false;
    std::function<void(bool failed)> effect = {};
};

class Player {
public:
    Player(World& world, std::uint64_t seed) : world(world), dice(seed) {}

    void play(unsigned steps);
    /// Waits for the end of all commands and compares memory with the model.
    void settle();

    World& world;
    Dice dice;
    std::vector<UsmItem> usm;  // the allocations of this player

    // Choose arguments for calls (choices.cpp).
    Choice<DeviceItem> device() { return choose(world.devices); }
    Choice<ContextItem> context() { return choose(world.contexts); }
    /// Returns a host queue or a wrong handle. A device queue is treated as a wrong handle.
    Choice<QueueItem> queue();
    Choice<MemItem> buffer() { return choose(world.buffers); }
    Choice<ProgramItem> program() { return choose(world.programs); }
    Choice<KernelItem> kernel() { return choose(world.kernels); }
    Choice<EventItem> event() { return choose(world.events); }
    /// Returns a buffer that this player has created. The buffer usually belongs to the context of `queue`. If the
    /// queue's handle is wrong, the buffer may belong to any context.
    Choice<MemItem> own_buffer(const Choice<QueueItem>& queue);
    std::shared_ptr<MemItem> known_buffer(const ContextItem& context);
    std::shared_ptr<DeviceItem> device_of(const ContextItem& context) {
        return context.devices[dice.below(context.devices.size())];
    }
    template <class T>
    Choice<T> choose(const Pool<T>& pool);
    Choice<ContextItem> context_or(const std::shared_ptr<ContextItem>& preferred);
    bool is_odd() { return dice.percent(4); }

    /// Returns whether this player may make a blocking call. While the player must still set a user event, it must not
    /// block, because the blocking call might wait for this event.
    bool may_block() const { return open_events_.empty(); }

    /// Enqueues a command by `call(count, wait list, event)`, checks the result, and records the command if it was
    /// enqueued.
    template <class Call>
    cl_int enqueue(const Enqueue& how, Call&& call);

    /// Records that this player uses the queue, so that settle() waits for the queue's commands.
    void note_use(const std::shared_ptr<QueueItem>& queue) {
        if (queue && std::ranges::find(used_queues_, queue) == used_queues_.end()) used_queues_.push_back(queue);
    }
    /// Makes settle() wait until a callback has been called, because the callback keeps objects of the event alive.
    void await_callback(Count count) { awaited_.push_back(std::move(count)); }
    void add_open_event(std::shared_ptr<EventItem> event) { open_events_.push_back(std::move(event)); }
    void add_memory(std::shared_ptr<Memory> memory, std::weak_ptr<MemItem> item) {
        memories_.emplace_back(std::move(memory), std::move(item));
    }
    void close_open_events();
    std::vector<std::byte> random_bytes(std::size_t size);

private:
    void provide();
    void* bad_handle(void* similar);
    template <class T>
    void* foreign_handle();
    void keep_foreign(std::shared_ptr<void> item) { foreign_[next_foreign_++ % foreign_.size()] = std::move(item); }
    Waits wait_list(const Enqueue& how);
    void add_order(const Enqueue& how, Waits& waits);
    void add_random_waits(const Enqueue& how, Waits& waits);
    std::shared_ptr<EventItem> last_event_of(Memory& memory);
    std::shared_ptr<EventItem> note(const Enqueue& how, const Waits& waits, cl_event event);
    cl_int judge_enqueue(const Enqueue& how, const Waits& waits, cl_int code);
    void finish_queues();
    void wait_for_callbacks();
    void check_event(const PendingCommand& command);
    void compare_memories();

    std::vector<Count> awaited_;
    /// Keeps alive the objects whose handles were passed in place of handles of another type. If another thread
    /// released such an object, a new object of the expected type could get the same handle.
    std::array<std::shared_ptr<void>, 16> foreign_;
    std::size_t next_foreign_ = 0;
    std::vector<std::shared_ptr<EventItem>> open_events_;
    std::vector<PendingCommand> pending_;
    std::vector<std::shared_ptr<QueueItem>> used_queues_;
    std::vector<std::pair<std::shared_ptr<Memory>, std::weak_ptr<MemItem>>> memories_;
};

template <class T>
Choice<T> Player::choose(const Pool<T>& pool) {
    auto item = pool.any(dice);
    if (item && !dice.percent(3)) return {item->handle(), std::move(item)};
    void* const similar = item ? item->handle() : nullptr;
    if (dice.percent(25)) return {reinterpret_cast<typename T::Handle>(foreign_handle<T>()), nullptr};
    return {static_cast<typename T::Handle>(bad_handle(similar)), nullptr};
}

/// Returns the handle of an object whose type is not T.
template <class T>
void* Player::foreign_handle() {
    const auto of = [&](const auto& pool) -> void* {
        const auto item = pool.any(dice);
        keep_foreign(item);
        return item ? item->handle() : nullptr;
    };
    if constexpr (!std::is_same_v<T, ContextItem>) {
        if (dice.percent(50)) return of(world.contexts);
    }
    if constexpr (!std::is_same_v<T, QueueItem>) return of(world.queues);
    return of(world.devices);
}

/// Returns the value that an event variable has before a call. A failed call must not change the variable.
inline cl_event untouched_event() { return reinterpret_cast<cl_event>(std::uintptr_t{0x5A5A5A5A5A5A5A50}); }

template <class Call>
cl_int Player::enqueue(const Enqueue& how, Call&& call) {
    const Waits waits = wait_list(how);
    const bool needs_event = !how.queue.is_bad() && !how.queue.item->in_order && !how.touches.empty();
    const bool wants_event = needs_event || dice.percent(60);
    cl_event event = untouched_event();
    begin_call(how.name);
    const cl_int code = judge_enqueue(how, waits, call(waits.count, waits.list, wants_event ? &event : nullptr));
    if (code != CL_SUCCESS) {
        if (event != untouched_event()) fail("an error, but the event was written to");
        return code;
    }
    if (wants_event && event == untouched_event()) fail("success without an event");
    const auto item = note(how, waits, wants_event ? event : nullptr);
    for (const auto& memory : how.touches) {
        memory->last_event = item;
        memory->last_queue = how.queue.item;
    }
    return code;
}

}  // namespace lanewise::api_fuzz
