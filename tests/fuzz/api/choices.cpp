// Chooses valid and invalid handles and wait lists.
#include "player.h"

namespace lanewise::api_fuzz {

namespace {

/// Copies an object of the driver and returns the copy's address, which the driver must not accept as a handle. Reads
/// the object atomically, because the driver's threads may change its reference counts.
void* copy_of(const void* object) {
    static thread_local std::array<std::uint64_t, 64> imitation;
    const auto* words = static_cast<const std::uint64_t*>(object);
    if (object)
        for (unsigned i = 0; i < 8; ++i) imitation[i] = __atomic_load_n(words + i, __ATOMIC_RELAXED);
    return imitation.data();
}

}  // namespace

/// Returns a wrong handle: null, a random number, an address near an object, a copy of an object, or the handle of a
/// destroyed object.
void* Player::bad_handle(void* similar) {
    const auto shifted = [&](std::ptrdiff_t bytes) { return similar ? static_cast<char*>(similar) + bytes : nullptr; };
    switch (dice.below(8)) {
        case 0: return shifted(dice.one_of({8, 16, 24, 32, 64, -8, 1, 4}));
        case 1: return reinterpret_cast<void*>(dice.next() >> dice.below(64));
        case 2: return copy_of(world.has_threads ? nullptr : similar);
        case 3: return reinterpret_cast<void*>(std::uintptr_t{1} + dice.below(4096));
        // Returns no handle of a destroyed object if there are several threads, because another thread may have created
        // a new object with the same handle.
        case 4:
        case 5: return world.has_threads ? nullptr : Graveyard::instance().any(dice);
        default: return nullptr;
    }
}

Choice<QueueItem> Player::queue() {
    if (dice.percent(98)) return choose(world.queues);
    auto item = world.device_queues.any(dice);
    keep_foreign(item);
    return {item ? item->handle() : nullptr, nullptr};
}

Choice<MemItem> Player::own_buffer(const Choice<QueueItem>& queue) {
    if (queue.is_bad() || dice.percent(4)) {
        const auto choice = buffer();
        return choice.item && !choice.item->is_own() ? Choice<MemItem>{} : choice;
    }
    auto item = known_buffer(*queue.item->context);
    return item ? Choice<MemItem>{item->handle(), item} : Choice<MemItem>{};
}

std::shared_ptr<MemItem> Player::known_buffer(const ContextItem& context) {
    return world.buffers.any(dice,
                             [&](const MemItem& item) { return item.is_own() && item.context.get() == &context; });
}

Choice<ContextItem> Player::context_or(const std::shared_ptr<ContextItem>& preferred) {
    return dice.percent(5) || !preferred ? context() : Choice<ContextItem>{preferred->handle(), preferred};
}

std::vector<std::byte> Player::random_bytes(std::size_t size) {
    std::vector<std::byte> bytes(size);
    std::uint64_t word = dice.next();
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::byte>(word >> (i % 8 * 8));
        if (i % 8 == 7) word = word * 0x9E3779B97F4A7C15u + 1;
    }
    return bytes;
}

/// Returns an event that completes after all enqueued commands that use `memory`. Returns null if there are no such
/// commands.
std::shared_ptr<EventItem> Player::last_event_of(Memory& memory) {
    if (memory.last_event || !memory.last_queue) return memory.last_event;
    const Choice<QueueItem> queue{memory.last_queue->handle(), memory.last_queue};
    cl_event event = nullptr;
    begin_call("clEnqueueMarkerWithWaitList");
    const cl_int code = cl.clEnqueueMarkerWithWaitList(queue.handle, 0, nullptr, &event);
    judge("clEnqueueMarkerWithWaitList", code, {});
    if (code != CL_SUCCESS) fail("no marker");
    memory.last_event = note({"clEnqueueMarkerWithWaitList", queue}, {}, event);
    return memory.last_event;
}

/// Adds events to `waits`, the wait list of a command that is enqueued as `how` says. The command then runs after all
/// enqueued commands that use the same memory.
void Player::add_order(const Enqueue& how, Waits& waits) {
    for (const auto& memory : how.touches) {
        if (memory->last_queue == how.queue.item && how.queue.item->in_order) continue;
        auto event = last_event_of(*memory);
        if (!event) continue;
        waits.handles.push_back(event->handle());
        waits.fates.push_back(event->fate);
        waits.alive.push_back(std::move(event));
    }
}

void Player::add_random_waits(const Enqueue& how, Waits& waits) {
    if (how.queue.is_bad() || !dice.percent(25)) return;
    for (std::size_t i = dice.below(4); i > 0; --i) {
        // A blocking command must not wait for a user event that only the blocked thread could set.
        auto event = world.events.any(dice, [&](const EventItem& item) {
            return item.context == how.queue.item->context &&
                   (!how.is_blocking || !item.is_open || item.owner != std::this_thread::get_id());
        });
        if (!event) return;
        waits.handles.push_back(event->handle());
        waits.fates.push_back(event->fate);
        waits.alive.push_back(std::move(event));
    }
    if (!dice.percent(6)) return;
    const auto bad = event();
    if (!bad.is_bad()) return;
    waits.handles.push_back(bad.handle);
    waits.is_bad = true;
}

Waits Player::wait_list(const Enqueue& how) {
    Waits waits;
    if (!how.queue.is_bad()) add_order(how, waits);
    add_random_waits(how, waits);
    waits.count = static_cast<cl_uint>(waits.handles.size());
    waits.list = waits.count != 0 ? waits.handles.data() : nullptr;
    if (dice.percent(1)) {
        (waits.count != 0 ? waits.list : waits.list = &waits.handles.emplace_back()) = nullptr;
        if (waits.count == 0) waits.count = 1 + static_cast<cl_uint>(dice.below(1000));
        waits.is_bad = true;
    }
    return waits;
}

}  // namespace lanewise::api_fuzz
