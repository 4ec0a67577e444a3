// Base of objects that several runs of a command buffer share: a reference count for Ref. An owner that holds the only
// reference may change the object. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanewise::runtime {

template <class Derived>
class Shared {
public:
    Shared() noexcept = default;
    Shared(const Shared&) noexcept {}
    Shared& operator=(const Shared&) = delete;

    void retain() const noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
    void release() const noexcept {
        if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<const Derived*>(this);
    }
    /// Returns whether the caller holds the only reference. If the result is true, all accesses through references that
    /// have been released happened before this call.
    bool is_unique() const noexcept { return count_.load(std::memory_order_acquire) == 1; }

protected:
    ~Shared() = default;

private:
    mutable std::atomic<std::uint32_t> count_ = 1;
};

}  // namespace lanewise::runtime
