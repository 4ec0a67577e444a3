// Checks the events of a wait list for failures. Only extensions demand this check.
#pragma once

#include <algorithm>

#include "runtime/core/event.h"
#include "runtime/core/queue.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in event_wait_list is a
// negative integer value."
inline void check_no_failure(WaitList waits) {
    check(
        std::ranges::none_of(waits, [](const Event* event) { return event->status() < 0; }),
        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
        "An event in event_wait_list has failed already, so the command would fail. The log names the first failure.");
}

}  // namespace lanewise::runtime::api
