#include "player.h"

#include <chrono>
#include <cstring>

#include "calls.h"

namespace lanewise::api_fuzz {

void Player::play(unsigned steps) {
    constexpr std::size_t most_pending = 64;
    for (unsigned step = 0; step < steps; ++step) {
        if (!world.has_threads) progress->step = step;
        provide();
        make_random_call(*this);
        if (pending_.size() >= most_pending || dice.percent(1)) settle();
    }
    settle();
}

/// Creates missing objects that most calls need: a context, a queue and buffers.
void Player::provide() {
    if (world.contexts.size() == 0) create_context(*this);
    if (world.queues.size() == 0) create_queue(*this);
    if (world.buffers.size() < 3) create_buffer(*this);
}

cl_int Player::judge_enqueue(const Enqueue& how, const Waits& waits, cl_int code) {
    // A blocking command returns this error code if an event for which it waits has failed.
    if (how.is_blocking && code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        judge(how.name, CL_SUCCESS, {}, how.must_fail || waits.is_bad || how.queue.is_bad());
        return code;
    }
    std::vector<cl_int> allowed = how.errors;
    if (how.queue.is_bad()) allowed.push_back(CL_INVALID_COMMAND_QUEUE);
    if (waits.is_bad) allowed.push_back(CL_INVALID_EVENT_WAIT_LIST);
    const bool must_fail = how.must_fail || waits.is_bad || how.queue.is_bad();
    if (std::ranges::find(allowed, code) != allowed.end()) {
        judge(how.name, code, {code}, must_fail);
    } else {
        judge(how.name, code, {}, must_fail);
    }
    return code;
}

std::shared_ptr<EventItem> Player::note(const Enqueue& how, const Waits& waits, cl_event event) {
    auto fate = std::make_shared<Fate>(waits.fates);
    std::shared_ptr<EventItem> item;
    if (event) {
        item = std::make_shared<EventItem>(event);
        item->context = how.queue.item->context;
        item->queue = how.queue.item;
        item->fate = fate;
        world.events.add(item);
    }
    pending_.push_back({how.name, std::move(fate), item, how.touches, how.effect});
    note_use(how.queue.item);
    return item;
}

void Player::close_open_events() {
    for (const auto& event : open_events_) {
        const cl_int status = dice.percent(85) ? CL_COMPLETE : -static_cast<cl_int>(1 + dice.below(1000));
        event->fate->set_user_status(status);
        event->is_open = false;
        begin_call("clSetUserEventStatus");
        const cl_int code = cl.clSetUserEventStatus(event->handle(), status);
        judge("clSetUserEventStatus", code, {});
        if (code != CL_SUCCESS) fail("a user event takes no status");
    }
    open_events_.clear();
}

void Player::finish_queues() {
    for (const auto& queue : used_queues_) {
        begin_call("clFinish");
        judge("clFinish", cl.clFinish(queue->handle()), {});
    }
    used_queues_.clear();
}

/// Waits for the callbacks of settled events. Does not wait if there are several threads, because other players may
/// have to set the status of some events first.
void Player::wait_for_callbacks() {
    for (const Count& count : awaited_) {
        for (int i = 0; *count == 0 && i < 200'000 && !world.has_threads; ++i)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    awaited_.clear();
}

void Player::check_event(const PendingCommand& command) {
    if (!command.event) return;
    cl_int status = CL_QUEUED;
    begin_call("clGetEventInfo");
    judge(
        "clGetEventInfo",
        cl.clGetEventInfo(command.event->handle(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        {});
    const bool failed = status < 0;
    if (status > CL_COMPLETE || failed != command.fate->has_failed())
        fail(std::string(command.name) + " ended with status " + std::to_string(status));
}

void Player::settle() {
    close_open_events();
    finish_queues();
    wait_for_callbacks();
    const auto done = std::exchange(pending_, {});
    for (const PendingCommand& command : done) {
        check_event(command);
        if (command.effect) command.effect(command.fate->has_failed());
    }
    compare_memories();
    Graveyard::instance().grow_old();
}

void Player::compare_memories() {
    std::erase_if(memories_, [](const auto& memory) { return memory.second.expired(); });
    for (const auto& [memory, item] : memories_) {
        memory->last_event = nullptr;
        memory->last_queue = nullptr;
        const auto buffer = item.lock();
        if (!buffer || !dice.percent(20)) continue;
        const auto queue =
            world.queues.any(dice, [&](const QueueItem& other) { return other.context == buffer->context; });
        if (!queue) continue;
        // Passes no map flags, since a map without flags is allowed for every buffer, even with CL_MEM_HOST_NO_ACCESS.
        begin_call("clEnqueueMapBuffer");
        cl_int code = 1;
        const void* const bytes = cl.clEnqueueMapBuffer(queue->handle(), buffer->handle(), CL_TRUE, 0, 0, buffer->size,
                                                        0, nullptr, nullptr, &code);
        judge("clEnqueueMapBuffer", code, {});
        if (code != CL_SUCCESS) continue;
        if (std::memcmp(bytes, memory->expected.data(), buffer->size) != 0)
            fail("a buffer holds other bytes than it should");
        cl.clEnqueueUnmapMemObject(queue->handle(), buffer->handle(), const_cast<void*>(bytes), 0, nullptr, nullptr);
        cl.clFinish(queue->handle());
    }
}

}  // namespace lanewise::api_fuzz
