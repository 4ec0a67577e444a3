// The objects of a run. Each item holds the application's reference to one object, and releases this reference when the
// last thread drops the item. A thread that obeys the rules of OpenCL therefore never uses a handle that another thread
// has released. The handles of destroyed items are stored separately, for calls that break the rules. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "dice.h"
#include "driver.h"
#include "rules.h"

namespace lanewise::life_fuzz {

using api_fuzz::cl;
using api_fuzz::Dice;

/// State of a context. The fuzzer keeps the state after the application has released the context.
struct ContextState {
    bool can_end = false;
    std::atomic<bool> is_ending = false;  // the context is being terminated or has been terminated
    std::atomic<bool> may_fail = false;   // some user event of the context has been set to an error
};
using State = std::shared_ptr<ContextState>;

template <class Handle>
struct Releases;
template <>
struct Releases<cl_context> {
    static cl_int call(cl_context handle) { return cl.clReleaseContext(handle); }
};
template <>
struct Releases<cl_command_queue> {
    static cl_int call(cl_command_queue handle) { return cl.clReleaseCommandQueue(handle); }
};
template <>
struct Releases<cl_mem> {
    static cl_int call(cl_mem handle) { return cl.clReleaseMemObject(handle); }
};
template <>
struct Releases<cl_kernel> {
    static cl_int call(cl_kernel handle) { return cl.clReleaseKernel(handle); }
};
template <>
struct Releases<cl_event> {
    static cl_int call(cl_event handle) { return cl.clReleaseEvent(handle); }
};
template <>
struct Releases<cl_device_id> {
    static cl_int call(cl_device_id handle) { return cl.clReleaseDevice(handle); }
};

/// Handles of destroyed items.
template <class Handle>
class Gone {
public:
    static Gone& instance() {
        static Gone gone;
        return gone;
    }
    void add(Handle handle) { handles_[next_++ % handles_.size()].store(handle, std::memory_order_relaxed); }
    Handle any(Dice& dice) const { return handles_[dice.below(handles_.size())].load(std::memory_order_relaxed); }

private:
    std::array<std::atomic<Handle>, 32> handles_{};
    std::atomic<std::size_t> next_ = 0;
};

/// Ends the process with an error, and prints the current call of each thread.
[[noreturn]] void fail(const char* what, long long number = 0);

template <class HandleType>
struct Item {
    using Handle = HandleType;
    Item(Handle handle, State state) : handle(handle), state(std::move(state)) {}
    ~Item() {
        const auto release = [handle = handle] {
            if (const cl_int code = Releases<Handle>::call(handle)) fail("a release of what is held is refused", code);
            Gone<Handle>::instance().add(handle);
        };
        if constexpr (std::is_same_v<Handle, cl_event>) {
            release();
        } else {
            Rules::instance().release(release);
        }
    }
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;

    const Handle handle;
    const State state;
    bool is_in_order = false;  // only for queues
    bool is_part = false;      // for buffers: whether it is a sub-buffer
    // For a sub-buffer: the buffer that contains it, or null if the item holds no reference to that buffer.
    std::shared_ptr<Item> parent = {};
    // Identifies an in-order queue. If a buffer has the same `order`, commands of this queue may write the buffer, and
    // no other commands use the buffer. In runs that keep the rules, commands only read all other buffers.
    std::shared_ptr<const int> order = {};
};
using ContextItem = Item<cl_context>;
using QueueItem = Item<cl_command_queue>;
using MemItem = Item<cl_mem>;
using KernelItem = Item<cl_kernel>;
using EventItem = Item<cl_event>;
using DeviceItem = Item<cl_device_id>;

template <class T>
class Pool {
public:
    using Taken = std::shared_ptr<T>;
    explicit Pool(std::size_t most) : most_(most) {}

    /// Adds an item. Removes a random item if the pool now has more than `most` items.
    void add(Taken item, Dice& dice) {
        Taken gone;  // destroyed after the mutex is unlocked, because releasing the object may call a callback
        const std::lock_guard lock(mutex_);
        items_.push_back(std::move(item));
        if (items_.size() > most_) gone = take(dice.below(items_.size()));
    }
    Taken any(Dice& dice) {
        const std::lock_guard lock(mutex_);
        return items_.empty() ? Taken() : items_[dice.below(items_.size())];
    }
    /// Returns a random item of the context `state`. Returns null if a few tries find none.
    Taken any_of(const State& state, Dice& dice) {
        const std::lock_guard lock(mutex_);
        for (int tries = 0; tries < 8 && !items_.empty(); ++tries) {
            const Taken& item = items_[dice.below(items_.size())];
            if (item->state == state) return item;
        }
        return {};
    }
    Taken take_any(Dice& dice) {
        const std::lock_guard lock(mutex_);
        return items_.empty() ? Taken() : take(dice.below(items_.size()));
    }
    std::size_t size() {
        const std::lock_guard lock(mutex_);
        return items_.size();
    }
    void clear() {
        std::vector<Taken> items;  // the items are destroyed after the mutex is unlocked
        const std::lock_guard lock(mutex_);
        items.swap(items_);
    }

private:
    Taken take(std::size_t index) {
        std::swap(items_[index], items_.back());
        Taken item = std::move(items_.back());
        items_.pop_back();
        return item;
    }

    const std::size_t most_;
    std::mutex mutex_;
    std::vector<Taken> items_;
};

}  // namespace lanewise::life_fuzz
