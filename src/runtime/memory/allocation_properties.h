// A table of the property lists of unified SVM allocations (clSVMAllocWithPropertiesKHR); the key is the address of the
// allocation. Only allocations with a property list have an entry; their records contain
// AllocationTraits::with_properties. Freeing memory costs no search in the table if the context has no such
// allocations. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "device/machine/spin_mutex.h"
#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

struct AllocationProperties {
    cl_uint type_index = 0;
    cl_svm_alloc_access_flags_khr access = 0;
    std::vector<cl_svm_alloc_properties_khr> list = {};  // as passed, with the terminating 0
};

class AllocationPropertyTable {
public:
    /// Returns whether the table has entries.
    bool is_used() const noexcept { return count_.load(std::memory_order_relaxed) != 0; }

    /// Adds the entry of an allocation. Throws std::bad_alloc.
    void add(const void* allocation, AllocationProperties properties);
    void remove(const void* allocation) noexcept;
    std::optional<AllocationProperties> find(const void* allocation) const;

private:
    mutable device::SpinMutex mutex_;
    std::unordered_map<const void*, AllocationProperties> entries_;  // guarded by mutex_
    std::atomic<std::size_t> count_ = 0;                             // copy of entries_.size()
};

}  // namespace lanewise::runtime
