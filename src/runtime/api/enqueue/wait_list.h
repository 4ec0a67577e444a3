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
    /// Checks the events, and holds references to them while the object lives. Throws CL_INVALID_EVENT_WAIT_LIST or
    /// CL_INVALID_CONTEXT.
    CheckedWaitList(const Queue& queue, cl_uint count, const cl_event* events);

    operator WaitList() const noexcept { return events_.list(); }

private:
    class HeldEvents {
    public:
        HeldEvents() noexcept = default;
        ~HeldEvents() {
            for (Event* const event : list()) event->release();
        }
        HeldEvents(const HeldEvents&) = delete;
        HeldEvents& operator=(const HeldEvents&) = delete;

        void add(Ref<Event> event) {
            if (count_ == few_.size()) many_.assign(few_.begin(), few_.end());
            if (count_ < few_.size()) {
                few_[count_] = event.detach();
            } else {
                many_.push_back(event.get());
                static_cast<void>(event.detach());
            }
            ++count_;
        }
        WaitList list() const noexcept {
            return count_ <= few_.size() ? WaitList(few_.data(), count_) : WaitList(many_);
        }

    private:
        std::size_t count_ = 0;
        std::array<Event*, 4> few_;
        std::vector<Event*> many_;
    };

    HeldEvents events_;
};

}  // namespace lanewise::runtime::api
