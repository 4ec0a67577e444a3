#include "runtime/graph/graph_command.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "device/machine/clock.h"
#include "runtime/core/device.h"

namespace lanewise::runtime {

namespace {

/// Time in nanoseconds after which a thread stops running ready commands, so that other tasks of the device can run.
constexpr float turn_ns = 150'000;
/// Estimated time above which a command with several units is a task of its own.
constexpr float large_ns = 15'000;
/// The number of helpers is the estimated time of the commands in the pool divided by this time.
constexpr float helper_ns = 20'000;
/// Maximum number of commands that a thread takes from the pool at once.
constexpr std::uint32_t taken_at_once = 32;
constexpr float node_overhead_ns = 50;

static_assert(sizeof(GraphCommand) <= ObjectHeap::max_object_bytes);

}  // namespace

GraphCommand::GraphCommand(Ref<Queue>&& queue, Ref<const GraphShape> shape, Ref<const WorkTable> works)
    : Command(std::move(queue), CL_COMMAND_COMMAND_BUFFER_KHR),
      shape_(std::move(shape)),
      works_(std::move(works)),
      first_helpers_{GraphHelper(*this), GraphHelper(*this)} {
    if (!shape_->is_chain()) {
        const std::span<const NodeState> first = shape_->first_states();
        states_ = std::make_unique_for_overwrite<NodeState[]>(first.size());
        std::memcpy(states_.get(), first.data(), first.size_bytes());
    }
    const float ns = shape_->expected_ns();
    set_cost(ns, ns);
    set_goes_on();
}

GraphCommand::~GraphCommand() = default;

// Holds the lock instead of a reference to the work table. If the run ended meanwhile, such a reference could be the
// last one, and its release could call destructor callbacks of memory objects. No callback may be called here, because
// the caller holds the mutex of the queue.
bool GraphCommand::may_use(const Allocation& allocation) const noexcept {
    const std::lock_guard lock(mutex_);
    if (!works_) return false;
    for (std::uint32_t node = 0; node < shape_->size(); ++node) {
        const RecordedWork* const work = work_of(node);
        if (work && work->may_use(allocation)) return true;
    }
    return false;
}

void GraphCommand::run_units(std::uint64_t, std::uint64_t, device::WorkerMemory& memory) noexcept {
    const std::uint64_t start = device::ticks();
    ReadyNodes local;
    for (const std::uint32_t root : shape_->roots()) push(local, root);
    work(local, memory);
    if (!has_failed()) shape_->expect(device::nanoseconds(device::ticks() - start));
}

void GraphCommand::push(ReadyNodes& list, std::uint32_t node) noexcept {
    state(node).next = no_node;
    if (list.last == no_node)
        list.first = node;
    else
        state(list.last).next = node;
    list.last = node;
    ++list.size;
    const RecordedWork* const work = work_of(node);
    list.ns += node_overhead_ns + (work ? work->expected_ns() : 0);
}

std::uint32_t GraphCommand::pop(ReadyNodes& list) noexcept {
    const std::uint32_t node = list.first;
    if (node == no_node) return no_node;
    list.first = state(node).next;
    list.ns -= list.ns / static_cast<float>(list.size--);
    if (list.first == no_node) list.last = no_node;
    return node;
}

/// Moves the first `count` commands of `from` to the end of `to`; `from` must have at least `count` commands.
void GraphCommand::move_first(ReadyNodes& from, std::uint32_t count, ReadyNodes& to) noexcept {
    if (count == 0) return;
    std::uint32_t last = from.first;
    for (std::uint32_t i = 1; i < count; ++i) last = state(last).next;
    const float ns = from.ns * static_cast<float>(count) / static_cast<float>(from.size);
    if (to.last == no_node)
        to.first = from.first;
    else
        state(to.last).next = from.first;
    to.last = last;
    to.size += count;
    to.ns += ns;
    from.first = std::exchange(state(last).next, no_node);
    if (from.first == no_node) from.last = no_node;
    from.size -= count;
    from.ns -= ns;
}

void GraphCommand::work(ReadyNodes& local, device::WorkerMemory& memory) noexcept {
    const std::uint64_t start = device::ticks();
    for (unsigned count = 1;;) {
        const bool is_much = local.size > 1 && local.ns > helper_ns && queue()->max_threads() > 1;
        if (is_much && pool_size_.load(std::memory_order_relaxed) == 0) share(local, local.size / 2);
        std::uint32_t node = pop(local);
        if (node == no_node) node = take_some(local);
        if (node == no_node) return;
        while (node != no_node) {
            if (!run_node(node, memory)) break;  // a posted task runs the command
            node = end_node(node, local);
            if (++count % 16 != 0 || device::nanoseconds(device::ticks() - start) <= turn_ns) continue;
            if (node != no_node) push(local, node);
            if (share(local, local.size)) return;
            node = pop(local);
        }
    }
}

void GraphCommand::work_after(std::uint32_t node, device::WorkerMemory& memory) noexcept {
    ReadyNodes local;
    const std::uint32_t follower = end_node(node, local);
    if (follower != no_node) push(local, follower);
    work(local, memory);
}

// Returns the command's follower (GraphShape::follower), if there is one. Otherwise returns no_node, and adds the
// successors that are ready now to `local`.
std::uint32_t GraphCommand::end_node(std::uint32_t node, ReadyNodes& local) noexcept {
    const std::uint32_t follower = shape_->follower(node);
    if (follower != no_node) return follower;
    for (const std::uint32_t next : shape_->successors(node)) {
        const std::atomic_ref<std::uint32_t> unmet(state(next).unmet);
        if (unmet.fetch_sub(1, std::memory_order_acq_rel) == 1) push(local, next);
    }
    return no_node;
}

/// Runs a command. Returns false if the command has been posted as a task; the command then ends when this task ends.
bool GraphCommand::run_node(std::uint32_t node, device::WorkerMemory& memory) noexcept {
    RecordedWork* const work = work_of(node);
    if (!work || work->units() == 0 || has_failed()) return true;
    if (work->enqueues()) return !post_family(node, static_cast<LaunchWork&>(*work));
    const float ns = work->expected_ns();
    if (ns > large_ns && work->units() > 1 && post_large(node, *work)) return false;
    std::string text;
    const cl_int status = work->run_all(memory, ns, text);
    if (status < 0) fail_with(status, std::move(text));
    return true;
}

void GraphCommand::fail_with(cl_int status, std::string&& text) noexcept {
    if (fail(status)) failure_ = std::move(text);
}

bool GraphCommand::post_large(std::uint32_t node, RecordedWork& work) noexcept {
    LargeWorkTask* free = nullptr;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& task : large_)
            if (!task->is_posted) free = task.get();
        if (!free) {
            try {
                free = large_.emplace_back(std::make_unique<LargeWorkTask>(*this)).get();
            } catch (...) {
                return false;
            }
        }
        free->is_posted = true;
    }
    active_.fetch_add(1, std::memory_order_relaxed);
    free->post(node, work);
    return true;
}

bool GraphCommand::post_family(std::uint32_t node, LaunchWork& work) noexcept {
    FamilyTask* task = nullptr;
    try {
        auto made = std::make_unique<FamilyTask>(*this, node, work);
        const std::lock_guard lock(mutex_);
        task = families_.emplace_back(std::move(made)).get();
    } catch (...) {
        fail_with(CL_OUT_OF_HOST_MEMORY, {});
        return false;
    }
    active_.fetch_add(1, std::memory_order_relaxed);
    task->post();
    return true;
}

/// Moves commands from the pool to `local`, and returns the first of them; returns no_node if the pool is empty.
std::uint32_t GraphCommand::take_some(ReadyNodes& local) noexcept {
    if (pool_size_.load(std::memory_order_relaxed) == 0) return no_node;
    const std::lock_guard lock(mutex_);
    const std::uint32_t part = pool_.size / (2 * std::max(queue()->device().arena().concurrency(), 1u));
    move_first(pool_, std::min(pool_.size, std::clamp(part, 1u, taken_at_once)), local);
    pool_size_.store(pool_.size, std::memory_order_relaxed);
    return pop(local);
}

/// Moves the first `count` commands to the pool, and calls helpers. Returns false, and moves nothing, if no helper
/// could be called.
bool GraphCommand::share(ReadyNodes& local, std::uint32_t count) noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (!has_free_helper()) return false;
        move_first(local, count, pool_);
        pool_size_.store(pool_.size, std::memory_order_relaxed);
    }
    call_helpers();
    return true;
}

/// Returns whether a posted helper has not begun yet, or another helper can be posted. Called under the mutex.
bool GraphCommand::has_free_helper() noexcept {
    const auto will_begin = [](const GraphHelper& helper) { return !helper.is_running; };
    return std::ranges::any_of(first_helpers_, will_begin) ||
           std::ranges::any_of(more_helpers_, [&](const auto& helper) { return will_begin(*helper); }) || free_helper();
}

/// Returns a helper that is not posted; creates one if all are posted. Returns null if there is no memory. Called under
/// the mutex.
GraphHelper* GraphCommand::free_helper() noexcept {
    for (GraphHelper& helper : first_helpers_)
        if (!helper.is_posted) return &helper;
    for (const auto& helper : more_helpers_)
        if (!helper->is_posted) return helper.get();
    try {
        return more_helpers_.emplace_back(std::make_unique<GraphHelper>(*this)).get();
    } catch (...) {
        return nullptr;
    }
}

/// Calls helpers for the commands in the pool. Threads that already run commands might not look into the pool again. If
/// the pool is not empty, this function therefore ensures that at least one posted helper has not begun yet.
void GraphCommand::call_helpers() noexcept {
    constexpr unsigned most = 8;  // maximum number of helpers that one call starts
    std::array<GraphHelper*, most> called{};
    unsigned count = 0;
    float work_ns = 0;
    {
        const std::lock_guard lock(mutex_);
        if (pool_.size == 0) return;
        work_ns = pool_.ns;
        const auto threads = static_cast<unsigned>(std::clamp(pool_.ns / helper_ns, 1.0f, 64.0f));
        const unsigned wanted = std::min({queue()->device().arena().concurrency(), threads, queue()->max_threads()});
        unsigned waiting = 0;
        for (const GraphHelper& helper : first_helpers_) waiting += helper.is_posted && !helper.is_running;
        for (const auto& helper : more_helpers_) waiting += helper->is_posted && !helper->is_running;
        for (; waiting < wanted && count < most; ++waiting) {
            GraphHelper* const helper = free_helper();
            if (!helper) break;
            helper->is_posted = true;
            called[count++] = helper;
        }
    }
    active_.fetch_add(count, std::memory_order_relaxed);
    for (unsigned i = 0; i < count; ++i) called[i]->post(work_ns);
}

void GraphCommand::task_ended() noexcept {
    if (!leave()) return;
    // This task is the last part of the run: run_units() and all other tasks of the run have ended.
    if (queue()->profiles()) stamp(Moment::ended);
    complete();
}

device::Task* GraphCommand::find_rest() noexcept {
    const std::lock_guard lock(mutex_);
    for (const auto& task : large_)
        if (task->is_posted) return &task->task();
    for (const auto& family : families_)
        if (device::Task* const task = family->find_task()) return task;
    for (GraphHelper& helper : first_helpers_)
        if (helper.is_posted && !helper.is_running) return &helper.task();
    for (const auto& helper : more_helpers_)
        if (helper->is_posted && !helper->is_running) return &helper->task();
    return nullptr;
}

void GraphCommand::release_resources() noexcept {
    Ref<const WorkTable> released;  // declared before the lock, so that it is destroyed after the unlock
    const std::lock_guard lock(mutex_);
    std::swap(released, works_);
}

}  // namespace lanewise::runtime
