// Pools of objects from which the fuzzer's threads take items at random. An item owns references to one OpenCL object,
// and releases them when no thread uses the item any more. Thus no object is destroyed while a call uses it.
// Thread-safe.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "dice.h"
#include "handles.h"
#include "report.h"

namespace lanewise::api_fuzz {

/// Handles of destroyed objects.
class Graveyard {
public:
    static Graveyard& instance();

    void bury(void* handle);
    /// Removes `handle` from the handles of destroyed objects, because a new object now has this handle.
    void rise(const void* handle);
    /// Lets any() return the handles of recently destroyed objects. Must be called while no command retains objects.
    void grow_old();
    /// Returns the handle of an object that was destroyed some time ago, or null.
    void* any(Dice& dice);
    void clear();

private:
    std::mutex mutex_;
    std::vector<void*> buried_;
    std::vector<void*> older_;
    std::vector<void*> dead_;  // in the order in which the objects were destroyed
};

/// Whether items try to release their object once more than allowed. False if there are several threads, because a new
/// object of another thread may already have the handle of the released object.
extern bool releases_again;

template <class HandleType>
class Item {
public:
    using Handle = HandleType;
    using Kind = HandleKind<Handle>;

    explicit Item(Handle handle, unsigned references = 1) : handle_(handle), references_(references) {
        Graveyard::instance().rise(handle);
    }
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;
    ~Item() {
        if (references_ == 0) return;
        for (; references_ > 0; --references_) give_back();
        if (has_others) return;
        if (releases_again && !is_held_by_callback) give_back_once_more();
        Graveyard::instance().bury(handle_);
    }

    Handle handle() const { return handle_; }

    /// True while a callback of the event runs. The callback may use the event without owning a reference.
    std::atomic<bool> is_held_by_callback = false;
    /// True if several items may hold the same object. This happens with default device queues: a second creation
    /// returns the existing queue.
    bool has_others = false;

    void retain() {
        begin_call(Kind::retain_name);
        const cl_int code = Kind::retain(handle_);
        judge(Kind::retain_name, code, {});
        if (code == CL_SUCCESS && references_ != 0) ++references_;
    }
    /// Releases a reference, unless it is the last reference.
    void release_one() {
        unsigned references = references_;
        do {
            if (references < 2) return;
        } while (!references_.compare_exchange_weak(references, references - 1));
        give_back();
    }

private:
    /// Releases the object once too often. The driver must reject the superfluous release even if the object still
    /// exists.
    void give_back_once_more() {
        begin_call(Kind::release_name);
        judge(Kind::release_name, Kind::release(handle_), {Kind::invalid}, true);
    }
    void give_back() {
        begin_call(Kind::release_name);
        const cl_int code = Kind::release(handle_);
        judge(Kind::release_name, code, {});
        if (code != CL_SUCCESS) fail(std::string(Kind::release_name) + " of an own reference fails");
    }

    const Handle handle_;
    std::atomic<unsigned> references_;  // 0 for the root device, which has no reference count
};

template <class T>
class Pool {
public:
    void add(std::shared_ptr<T> item) {
        const std::lock_guard lock(mutex_);
        items_.push_back(std::move(item));
    }
    std::shared_ptr<T> any(Dice& dice) const {
        const std::lock_guard lock(mutex_);
        return items_.empty() ? nullptr : items_[dice.below(items_.size())];
    }
    /// Returns a random item for which `wanted` is true, or null.
    template <class Wanted>
    std::shared_ptr<T> any(Dice& dice, Wanted&& wanted) const {
        const std::lock_guard lock(mutex_);
        const std::size_t start = dice.below(items_.size());
        for (std::size_t i = 0; i < items_.size(); ++i) {
            const auto& item = items_[(start + i) % items_.size()];
            if (wanted(*item)) return item;
        }
        return nullptr;
    }
    bool has(const std::shared_ptr<T>& item) const {
        const std::lock_guard lock(mutex_);
        return std::ranges::find(items_, item) != items_.end();
    }
    /// Removes a random item for which `wanted` is true and returns it, or null.
    template <class Wanted>
    std::shared_ptr<T> take(Dice& dice, Wanted&& wanted) {
        const auto item = any(dice, wanted);
        if (!item) return nullptr;
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(items_, item);
        if (found == items_.end()) return nullptr;
        items_.erase(found);
        return item;
    }
    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return items_.size();
    }
    void clear() {
        std::vector<std::shared_ptr<T>> dropped;
        const std::lock_guard lock(mutex_);
        dropped.swap(items_);
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<T>> items_;
};

}  // namespace lanewise::api_fuzz
