#include "runtime/core/context.h"

#include <algorithm>
#include <mutex>
#include <ranges>

#include "runtime/core/device.h"
#include "runtime/core/queue.h"
#include "runtime/core/termination.h"
#include "runtime/object/application_call.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties, bool can_end,
                 ErrorCallback notify, void* user_data)
    : devices_(std::move(devices)),
      properties_(std::move(properties)),
      termination_(can_end ? std::make_unique<Termination>() : nullptr),
      notify_(notify),
      notify_data_(user_data) {}

Context::~Context() {
    // Section 4.4: "the registered callback functions are called in the reverse order in which they
    // were registered".
    for (const Destructor& destructor : destructors_ | std::views::reverse) {
        call_application("A context's destructor callback",
                         [&] { destructor.callback(handle(), destructor.user_data); });
    }
}

bool Context::has_device(const Device& device) const noexcept {
    return std::ranges::any_of(devices_, [&](const auto& ref) { return ref.get() == &device; });
}

void Context::report(const char* message) noexcept {
    if (!notify_) return;
    call_application("A context's error callback", [&] { notify_(message, nullptr, 0, notify_data_); });
}

void Context::terminate() {
    // "CL_INVALID_OPERATION if context was not created with CL_CONTEXT_TERMINATE_KHR set to CL_TRUE"
    check(termination_ != nullptr, CL_INVALID_OPERATION,
          "The context was created without CL_CONTEXT_TERMINATE_KHR. Create it with this property set to CL_TRUE.");
    termination_->run(is_terminated_);
    // "A callback function registered when the context was created will be called."
    report("The context has been terminated by clTerminateContextKHR.");
}

void Context::add_queue(Queue& queue) noexcept {
    const std::lock_guard lock(mutex_);
    queue.next_in_context_ = queues_;
    if (queues_) queues_->previous_in_context_ = &queue;
    queues_ = &queue;
}

void Context::remove_queue(Queue& queue) noexcept {
    const std::lock_guard lock(mutex_);
    Queue* const previous = queue.previous_in_context_;
    Queue* const next = queue.next_in_context_;
    (previous ? previous->next_in_context_ : queues_) = next;
    if (next) next->previous_in_context_ = previous;
}

void Context::finish_users_of(const Allocation& allocation) {
    struct Busy {
        Ref<Queue> queue;
        std::uint64_t last_number;
    };
    std::vector<Busy> busy;
    std::size_t count = 0;
    do {
        busy.clear();
        busy.reserve(count);
        const std::lock_guard lock(mutex_);
        count = 0;
        for (Queue* queue = queues_; queue; queue = queue->next_in_context_) {
            const std::optional<std::uint64_t> last = queue->last_number_if_busy();
            if (!last) continue;
            ++count;
            // A queue with commands is alive, because the commands hold references to the queue.
            if (busy.size() < busy.capacity() && queue->retain_if_alive())
                busy.push_back({Ref<Queue>::adopt(queue), *last});
        }
    } while (count > busy.capacity());
    for (const Busy& each : busy) each.queue->finish_users_of(allocation, each.last_number);
}

Ref<Queue> Context::default_device_queue(const Device& device) noexcept {
    const std::lock_guard lock(mutex_);
    for (Queue* queue : default_queues_)
        if (&queue->device() == &device && queue->retain_if_alive()) return Ref<Queue>::adopt(queue);
    return {};
}

Ref<Queue> Context::set_default_device_queue(Queue& queue, bool if_none) {
    const std::lock_guard lock(mutex_);
    for (Queue*& known : default_queues_) {
        if (&known->device() != &queue.device()) continue;
        if (if_none && known->retain_if_alive()) return Ref<Queue>::adopt(known);
        known = &queue;
        return Ref<Queue>(queue);
    }
    default_queues_.push_back(&queue);
    return Ref<Queue>(queue);
}

void Context::forget_device_queue(Queue& queue) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(default_queues_, &queue);
}

void Context::add_destructor_callback(DestructorCallback callback, void* user_data) {
    std::lock_guard lock(mutex_);
    destructors_.push_back({callback, user_data});
}

}  // namespace lanewise::runtime
