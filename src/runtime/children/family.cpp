#include "runtime/children/family.h"

#include <algorithm>
#include <mutex>
#include <new>

#include "device/machine/clock.h"
#include "runtime/children/family_tasks.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/event.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime {

namespace {

/// Amount of work per helper: the pool gets one helper for each `helper_ns` nanoseconds of its ready children's
/// estimated time.
constexpr float helper_ns = 20'000;
constexpr float child_overhead_ns = 150;
/// Maximum number of children that a thread takes from the pool at once.
constexpr std::size_t taken_at_once = 32;

float expected_ns(const Child& child) noexcept {
    if (!child.kernel) return child_overhead_ns;
    return child_overhead_ns + child.kernel->cost.item_ns() * static_cast<float>(child.range.items());
}

}  // namespace

Family::Family(FamilyHead& head, Queue& host_queue, std::shared_ptr<ProgramCode> program,
               const abi::RuntimeFunctions& functions, void* command)
    : head_(head),
      host_queue_(host_queue),
      device_(host_queue.device()),
      program_(std::move(program)),
      functions_(functions),
      command_(command),
      variables_(program_->variable_storage()->block_of(device_)),
      memory_(FamilyMemory::take(context())) {}

Family::~Family() { FamilyMemory::give_back(std::move(memory_), context()); }

Queue* Family::find_queue(std::uint64_t word) noexcept {
    auto* const wanted = reinterpret_cast<Queue*>(word);
    if (!wanted) return nullptr;
    for (const auto& known : known_queues_)
        if (known.load(std::memory_order_acquire) == wanted) return wanted;
    const std::lock_guard lock(mutex_);
    for (const Ref<Queue>& queue : queues_)
        if (queue.get() == wanted) return wanted;
    return nullptr;
}

bool Family::keep_queue(Ref<Queue> queue) {
    const bool fits = queue->is_on_device() && &queue->device() == &device_ && &queue->context() == &context();
    if (!fits) return false;
    const std::lock_guard lock(mutex_);
    Queue* const kept = queue.get();
    queues_.push_back(std::move(queue));
    if (queues_.size() <= known_queues_.size())
        known_queues_[queues_.size() - 1].store(kept, std::memory_order_release);
    return true;
}

void Family::release_queues() noexcept {
    std::vector<Ref<Queue>> released;  // declared before the lock, so destroyed after the unlock
    const std::lock_guard lock(mutex_);
    for (auto& known : known_queues_) known.store(nullptr, std::memory_order_relaxed);
    released.swap(queues_);
}

std::uint64_t Family::default_queue() noexcept try {
    Ref<Queue> queue = context().default_device_queue(device_);
    if (!queue) return 0;
    const auto word = reinterpret_cast<std::uintptr_t>(queue->handle());
    return find_queue(word) || keep_queue(std::move(queue)) ? word : 0;
} catch (const std::bad_alloc&) {
    return 0;
}

Context& Family::context() const noexcept { return host_queue_->context(); }

void Family::count_made(Child* enqueuer, std::uint32_t made) noexcept {
    if (made == 0) return;
    Child* const anchor = enqueuer && !enqueuer->event ? enqueuer->anchor : enqueuer;
    if (anchor) {
        anchor->pending.fetch_add(made, std::memory_order_relaxed);
    } else {
        pending_.fetch_add(made, std::memory_order_relaxed);
    }
}

void Family::take_range(ChildList& ready, ChildList& waiting, bool is_last) noexcept {
    if (!waiting.empty()) {
        const std::lock_guard lock(mutex_);
        after_root_.append(waiting);
    }
    add_to_pool(ready);
    if (!is_last) call_helpers();
}

void Family::share(ChildList& ready) noexcept {
    add_to_pool(ready);
    call_helpers();
}

void Family::add_to_pool(ChildList& ready) noexcept {
    if (ready.empty()) return;
    float ns = 0;
    ready.for_each([&](const Child& child) { ns += expected_ns(child); });
    {
        const std::lock_guard lock(mutex_);
        pool_.append(ready);
        pool_ns_ += ns;
        pool_size_.store(pool_.size(), std::memory_order_relaxed);
    }
}

void Family::call_helpers() noexcept {
    constexpr unsigned most = 8;  // maximum number of helpers that one call starts
    std::array<Helper*, most> called{};
    unsigned count = 0;
    float work_ns = 0;
    {
        const std::lock_guard lock(mutex_);
        if (pool_.empty()) return;
        work_ns = pool_ns_;
        const auto threads = static_cast<unsigned>(std::min(pool_ns_ / helper_ns, float{64}));
        const unsigned wanted = std::min<unsigned>(device_.arena().concurrency(), 1 + threads);
        unsigned busy = workers_;
        for (const auto& helper : helpers_) busy += helper->is_posted && !helper->is_running;
        for (; busy < wanted && count < most; ++busy) {
            Helper* const helper = free_helper();
            if (!helper) break;
            helper->is_posted = true;
            called[count++] = helper;
        }
    }
    for (unsigned i = 0; i < count; ++i) {
        head_.hold();
        called[i]->post(work_ns);
    }
}

/// Returns a helper that is not posted; creates a helper if all are posted. Returns null if there is no memory. Called
/// under the mutex.
Family::Helper* Family::free_helper() noexcept {
    for (const auto& helper : helpers_)
        if (!helper->is_posted) return helper.get();
    try {
        return helpers_.emplace_back(std::make_unique<Helper>(*this)).get();
    } catch (...) {
        return nullptr;
    }
}

void Family::take_some(ChildList& local) noexcept {
    if (pool_size_.load(std::memory_order_relaxed) == 0) return;
    const std::lock_guard lock(mutex_);
    const std::size_t size = pool_.size();
    const std::size_t part = size / (2 * std::max<std::size_t>(device_.arena().concurrency(), 1));
    for (std::size_t left = std::clamp<std::size_t>(part, 1, taken_at_once); left != 0 && !pool_.empty(); --left)
        local.push(*pool_.pop());
    pool_ns_ = pool_.empty() ? 0 : pool_ns_ * static_cast<float>(pool_.size()) / static_cast<float>(size);
    pool_size_.store(pool_.size(), std::memory_order_relaxed);
}

void Family::meet(Child& child, ChildList& ready) noexcept {
    if (!child.has_edges || child.unmet.fetch_sub(1, std::memory_order_acq_rel) == 1) ready.push(child);
}

void Family::release(EventEdge* waiting, std::int32_t status, ChildList& ready) noexcept {
    while (waiting) {
        EventEdge* const edge = std::exchange(waiting, waiting->next);
        if (status < 0) edge->child->status.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        meet(*edge->child, ready);
    }
}

void Family::root_ended() noexcept {
    ChildList waiting, ready;
    {
        const std::lock_guard lock(mutex_);
        root_ended_ = true;
        waiting = after_root_;
        after_root_ = {};
    }
    while (Child* const child = waiting.pop()) meet(*child, ready);
    if (pending_.load(std::memory_order_acquire) == 1) return head_.family_complete();
    work(ready, device::WorkerMemory::of_this_thread(), Ended::command, nullptr);
}

device::Task* Family::find_task() noexcept {
    const std::lock_guard lock(mutex_);
    if (!root_ended_) return nullptr;
    for (const auto& large : large_)
        if (large->is_posted) return &large->task();
    for (const auto& helper : helpers_)
        if (helper->is_posted && !helper->is_running) return &helper->task();
    return nullptr;
}

}  // namespace lanewise::runtime
