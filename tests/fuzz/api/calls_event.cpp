// Calls for events: user events, callbacks, waiting, and profiling queries.
#include "calls.h"

namespace lanewise::api_fuzz {

namespace {

void create_user_event(Player& player) {
    const auto context = player.context();
    CodeOut out(player);
    begin_call("clCreateUserEvent");
    const cl_event event = cl.clCreateUserEvent(context.handle, out.get());
    judge("clCreateUserEvent", out.of(event), {CL_INVALID_CONTEXT}, context.is_bad());
    if (!event) return;
    auto item = std::make_shared<EventItem>(event);
    item->context = context.item;
    item->fate = std::make_shared<Fate>();
    item->is_user = true;
    item->is_open = true;
    player.world.events.add(item);
    player.add_open_event(std::move(item));
}

/// Tries to set the status of a user event whose status is already set, or of an event that is not a user event. The
/// call must fail.
void set_status(Player& player) {
    const auto event = player.event();
    if (event.item && event.item->is_open) return;
    begin_call("clSetUserEventStatus");
    judge("clSetUserEventStatus", cl.clSetUserEventStatus(event.handle, player.dice.one_of({CL_COMPLETE, -1, 1, 77})),
          {CL_INVALID_EVENT, CL_INVALID_VALUE, CL_INVALID_OPERATION}, true);
}

void close_events(Player& player) { player.close_open_events(); }

void CL_CALLBACK on_status(cl_event event, cl_int, void* count) {
    cl_int status = 0;
    if (cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) != CL_SUCCESS)
        fail("the event of a callback is not valid");
    ++*static_cast<std::atomic<int>*>(count);
}

void set_callback(Player& player) {
    const auto event = player.event();
    const auto status =
        player.is_odd() ? player.dice.one_of({-1, 4, 3}) : player.dice.one_of({CL_COMPLETE, CL_RUNNING, CL_SUBMITTED});
    const bool nobody = player.is_odd();
    const Count count = new_count();
    if (event.item) event.item->is_held_by_callback = true;
    begin_call("clSetEventCallback");
    const cl_int code = cl.clSetEventCallback(event.handle, status, nobody ? nullptr : on_status, count.get());
    judge("clSetEventCallback", code, {CL_INVALID_EVENT, CL_INVALID_VALUE},
          event.is_bad() || nobody || status < 0 || status > 2);
    if (code != CL_SUCCESS) return;
    player.world.expect_callback("an event's status", count);
    player.await_callback(count);
}

void wait(Player& player) {
    if (!player.may_block()) return;
    std::vector<cl_event> handles;
    std::vector<std::shared_ptr<EventItem>> alive;
    bool bad = false;
    for (std::size_t i = player.dice.below(4); i > 0; --i) {
        auto event = player.event();
        bad |= event.is_bad() || (!alive.empty() && alive.front()->context != event.item->context);
        handles.push_back(event.handle);
        if (event.item) alive.push_back(std::move(event.item));
    }
    begin_call("clWaitForEvents");
    const cl_int code =
        cl.clWaitForEvents(static_cast<cl_uint>(handles.size()), handles.empty() ? nullptr : handles.data());
    judge("clWaitForEvents", code,
          {CL_INVALID_VALUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST},
          bad || handles.empty());
}

/// Releases events until few are left, even if their commands have not ended.
void drop_events(Player& player) {
    constexpr std::size_t most_events = 30;
    while (player.world.events.size() > most_events)
        if (!player.world.events.take(player.dice, [](const EventItem& event) { return !event.is_open; })) return;
}

void drop_other(Player& player) {
    Dice& dice = player.dice;
    const auto any = [](const auto&) { return true; };
    switch (dice.below(6)) {
        case 0: player.world.queues.take(dice, any); return;
        case 1: player.world.contexts.take(dice, any); return;
        case 2: player.world.kernels.take(dice, any); return;
        case 3: player.world.programs.take(dice, any); return;
        case 4: player.world.devices.take(dice, [](const DeviceItem& item) { return item.parent != nullptr; }); return;
        default: player.world.buffers.take(dice, any); return;
    }
}

}  // namespace

std::span<const RandomCall> event_calls() {
    static const RandomCall calls[] = {{create_user_event, 8}, {set_status, 4}, {close_events, 6},
                                       {set_callback, 12},     {wait, 8},       {drop_events, 10},
                                       {drop_other, 4}};
    return calls;
}

}  // namespace lanewise::api_fuzz
