// The state that a context needs for its termination (cl_khr_terminate_context): its queues, its user events, and the
// machine code of its kernels. Only contexts created with CL_CONTEXT_TERMINATE_KHR have this state. Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "device/kernel/code_group.h"
#include "runtime/core/event.h"
#include "runtime/core/queue.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class Termination {
public:
    /// Registers a queue or user event, which must call remove() before its destruction. Throws
    /// CL_CONTEXT_TERMINATED_KHR or std::bad_alloc.
    void add(Queue& queue) { add(queues_, queue); }
    void add(UserEvent& event) { add(events_, event); }
    void remove(Queue& queue) noexcept { remove(queues_, queue); }
    void remove(UserEvent& event) noexcept { remove(events_, event); }

    const std::shared_ptr<device::CodeGroup>& code() const noexcept { return code_; }

    /// Ends all waits and all commands, also running ones, with CL_CONTEXT_TERMINATED_KHR. Sets `mark` first. Throws
    /// CL_CONTEXT_TERMINATED_KHR if the context was terminated before, and CL_OUT_OF_RESOURCES if the system refused to
    /// end a kernel. A call that throws std::bad_alloc has changed nothing.
    void run(std::atomic<bool>& mark);

private:
    struct Targets {
        std::vector<Ref<Queue>> queues;
        std::vector<Ref<UserEvent>> events;
    };

    template <class T>
    void add(std::unordered_set<T*>& set, T& object);
    template <class T>
    void remove(std::unordered_set<T*>& set, T& object) noexcept;
    Targets close(std::atomic<bool>& mark);
    bool end_code(Targets& targets, std::atomic<bool>& mark);

    std::mutex mutex_;  // guards the members below
    std::unordered_set<Queue*> queues_;
    std::unordered_set<UserEvent*> events_;
    bool is_closed_ = false;
    const std::shared_ptr<device::CodeGroup> code_ = std::make_shared<device::CodeGroup>();
};

}  // namespace lanewise::runtime
