// The checked wait list of an enqueue function.
#pragma once

#include <array>
#include <vector>

#include "runtime/core/event.h"
#include "runtime/core/queue.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {

class CheckedWaitList {
public:
    /// Throws CL_INVALID_EVENT_WAIT_LIST or CL_INVALID_CONTEXT.
    CheckedWaitList(const Queue& queue, cl_uint count, const cl_event* events);

    operator WaitList() const noexcept {
        return count_ <= few_.size() ? WaitList(few_.data(), count_) : WaitList(many_);
    }

private:
    cl_uint count_;
    std::array<Event*, 4> few_;
    std::vector<Event*> many_;
};

}  // namespace lanewise::runtime::api
