#include "runtime/core/termination.h"

#include "runtime/core/device.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

namespace {

constexpr char done_before[] = "The context has been terminated by clTerminateContextKHR. Create a new context.";

/// Appends references to all of `objects`, except objects that are being destroyed.
template <class T>
void take_references(const std::unordered_set<T*>& objects, std::vector<Ref<T>>& references) noexcept {
    for (T* object : objects) {
        if (object->retain_if_alive()) references.push_back(Ref<T>::adopt(object));
    }
}

}  // namespace

template <class T>
void Termination::add(std::unordered_set<T*>& set, T& object) {
    const std::lock_guard lock(mutex_);
    check(!is_closed_, CL_CONTEXT_TERMINATED_KHR, done_before);
    set.insert(&object);
}
template void Termination::add(std::unordered_set<Queue*>&, Queue&);
template void Termination::add(std::unordered_set<UserEvent*>&, UserEvent&);

template <class T>
void Termination::remove(std::unordered_set<T*>& set, T& object) noexcept {
    const std::lock_guard lock(mutex_);
    set.erase(&object);
}
template void Termination::remove(std::unordered_set<Queue*>&, Queue&) noexcept;
template void Termination::remove(std::unordered_set<UserEvent*>&, UserEvent&) noexcept;

Termination::Targets Termination::close(std::atomic<bool>& mark) {
    Targets targets;
    const std::lock_guard lock(mutex_);
    check(!is_closed_, CL_CONTEXT_TERMINATED_KHR, done_before);
    targets.queues.reserve(queues_.size());
    targets.events.reserve(events_.size());
    is_closed_ = true;
    mark.store(true, std::memory_order_seq_cst);
    take_references(queues_, targets.queues);
    take_references(events_, targets.events);
    return targets;
}

/// Ends the running kernels; returns false if the system refused to end one of them. Locks the code group only during
/// this call. A longer lock could block commands: each command locks the group to release its code when it ends,
/// possibly in this thread.
bool Termination::end_code(Targets& targets, std::atomic<bool>& mark) {
    device::CodeGroup::Ending code(*code_);
    targets = close(mark);
    for (const Ref<Queue>& queue : targets.queues) queue->close();
    return code.run();
}

// First tells all commands to fail. Otherwise a command that waits for a failed command would get another error code.
// The calls after end_code() ensure that every command can end. Running kernels end because their code was ended, and
// commands that wait for user events end because the events are abandoned. Participants of the arenas run all other
// commands: commands of other queues that become ready when the failed commands end, and commands that other threads
// are enqueuing at this moment.
void Termination::run(std::atomic<bool>& mark) {
    Targets targets;
    const bool ended = end_code(targets, mark);
    for (const Ref<UserEvent>& event : targets.events) event->abandon();
    for (const Ref<Queue>& queue : targets.queues) queue->settle_host_functions();
    for (const Ref<Queue>& queue : targets.queues) queue->device().arena().run_all_of(queue.get());
    for (const Ref<Queue>& queue : targets.queues) queue->device().arena().kick_or_work();
    check(ended, CL_OUT_OF_RESOURCES,
          "The system refused to change the memory protection of a running kernel's code, so the kernel goes on until "
          "it ends by itself.");
}

}  // namespace lanewise::runtime
