// All objects of a run of the fuzzer. Each item (pool.h) owns one object, and keeps alive the items of all objects from
// which this object was created. The driver's objects retain each other in the same way.
#pragma once

#include <cstdint>
#include <deque>
#include <thread>

#include "model.h"
#include "pool.h"

namespace lanewise::api_fuzz {

/// Number of calls of a callback. The callback shares this number with the code that waits for the callback.
using Count = std::shared_ptr<std::atomic<int>>;
inline Count new_count() { return std::make_shared<std::atomic<int>>(0); }

struct DeviceItem : Item<cl_device_id> {
    using Item::Item;
    std::shared_ptr<DeviceItem> parent;
};

struct ContextItem : Item<cl_context> {
    using Item::Item;
    std::vector<std::shared_ptr<DeviceItem>> devices;
    bool has_device(cl_device_id device) const {
        return std::ranges::any_of(devices, [&](const auto& item) { return item->handle() == device; });
    }
};

struct QueueItem : Item<cl_command_queue> {
    using Item::Item;
    std::shared_ptr<ContextItem> context;
    std::shared_ptr<DeviceItem> device;
    bool in_order = true;
};

struct EventItem : Item<cl_event> {
    using Item::Item;
    std::shared_ptr<ContextItem> context;
    std::shared_ptr<QueueItem> queue;  // null if it is a user event
    std::shared_ptr<Fate> fate;
    bool is_user = false;
    std::atomic<bool> is_open = false;  // true for a user event whose status is not set yet
    std::thread::id owner = std::this_thread::get_id();
};

struct MemItem : Item<cl_mem> {
    using Item::Item;
    std::shared_ptr<ContextItem> context;
    std::shared_ptr<MemItem> parent;
    std::shared_ptr<Memory> memory;
    std::size_t origin = 0;
    std::size_t size = 0;
    std::thread::id owner = std::this_thread::get_id();
    Place place(std::size_t offset) const { return {memory, origin + offset}; }
    bool is_own() const { return owner == std::this_thread::get_id(); }
};

/// An allocation of unified shared memory. The allocation is freed by a call, or when its context is destroyed.
struct UsmItem {
    std::shared_ptr<ContextItem> context;
    std::shared_ptr<DeviceItem> device;  // null if the allocation belongs to no device
    cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_UNKNOWN_INTEL;
    std::byte* data = nullptr;
    std::size_t size = 0;
    std::shared_ptr<Memory> memory;
};

/// A pipe of 32-bit packets.
struct PipeItem : Item<cl_mem> {
    using Item::Item;
    std::shared_ptr<ContextItem> context;
    std::size_t most = 0;
    std::shared_ptr<std::deque<std::uint32_t>> packets = std::make_shared<std::deque<std::uint32_t>>();
    /// An object without bytes, of which only Memory::last_event is used: it orders the commands that use the pipe.
    std::shared_ptr<Memory> memory = std::make_shared<Memory>(0);
    std::thread::id owner = std::this_thread::get_id();
};

struct ProgramItem : Item<cl_program> {
    using Item::Item;
    std::shared_ptr<ContextItem> context;
    bool is_il = false;     // made by clCreateProgramWithIL
    bool is_known = false;  // whether the program has the known kernels of sources.h, and is never rebuilt
};

/// The kernels that the model knows, from `known_source` (sources.h); `none` stands for all other kernels.
enum class KnownKernel : std::uint8_t {
    none,
    mix,
    combine,
    through_local,
    spread,
    spread_by_default,
    put_packets,
    take_packets
};

struct KernelItem : Item<cl_kernel> {
    using Item::Item;
    std::shared_ptr<ProgramItem> program;
    KnownKernel known = KnownKernel::none;
    bool is_harmless = false;  // whether all accesses are valid for any NDRange and arguments
    std::thread::id owner = std::this_thread::get_id();
};

struct World {
    cl_platform_id platform = nullptr;
    Pool<DeviceItem> devices;
    Pool<ContextItem> contexts;
    Pool<QueueItem> queues;
    Pool<QueueItem> device_queues;
    Pool<MemItem> buffers;
    Pool<PipeItem> pipes;
    Pool<ProgramItem> programs;
    Pool<KernelItem> kernels;
    Pool<EventItem> events;
    bool has_threads = false;
    /// Callbacks. When the last object has been destroyed, each callback must have been called exactly once.
    std::mutex mutex;
    std::vector<std::pair<const char*, Count>> callbacks;  // guarded by `mutex`

    void expect_callback(const char* what, Count count) {
        const std::lock_guard lock(mutex);
        callbacks.emplace_back(what, std::move(count));
    }
};

}  // namespace lanewise::api_fuzz
