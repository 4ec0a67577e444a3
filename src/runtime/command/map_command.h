// Map, unmap and migration commands. Host memory is device memory, so these commands move no data. Like other commands,
// they take part in the order of the queue, have an event, and retain the memory objects. A mapping is recorded when
// its command is enqueued, so a map command that fails removes the mapping.
#pragma once

#include <utility>
#include <vector>

#include "device/machine/page_sizes.h"
#include "device/machine/page_watcher.h"
#include "runtime/core/command.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

class MapCommand final : public Command {
public:
    MapCommand(Ref<Queue>&& queue, cl_command_type type, MemObject* object = nullptr,
               std::vector<Ref<MemObject>> others = {}) noexcept
        : Command(std::move(queue), type), object_(object), others_(std::move(others)) {
        set_cost(50, 50);
    }

    /// Creates a command that maps, unmaps, migrates or advises a range of shared virtual memory or unified shared
    /// memory.
    MapCommand(Ref<Queue>&& queue, cl_command_type type, const void* range, std::size_t bytes) noexcept
        : MapCommand(std::move(queue), type) {
        range_ = static_cast<const std::byte*>(range);
        range_bytes_ = bytes;
    }

    /// Maps a part of `object` and records the mapping in the object. Throws like MemObject::add_mapping.
    MapCommand(Ref<Queue>&& queue, cl_command_type type, MemObject& object, const MappedPart& part, bool for_writing)
        : MapCommand(std::move(queue), type, &object) {
        object.add_mapping(part, for_writing);
        mapped_ = object.data() + part.offset;
        for_writing_ = for_writing;
    }

    bool may_use(const Allocation& allocation) const noexcept override {
        return allocation.meets(range_, range_bytes_);
    }

private:
    ~MapCommand() override { take_back(); }

    void release_resources() noexcept override {
        if (has_failed()) take_back();
        mapped_ = nullptr;
        object_ = {};
        others_.clear();
    }

    void take_back() noexcept {
        if (mapped_) object_->remove_mapping(mapped_, for_writing_);
    }

    Ref<MemObject> object_;               // a separate member, since a vector would call malloc
    std::vector<Ref<MemObject>> others_;  // used only by a migration
    const std::byte* range_ = nullptr;    // start of the range of a command for shared memory
    std::size_t range_bytes_ = 0;
    const std::byte* mapped_ = nullptr;  // start of the mapping; null after the command has succeeded
    bool for_writing_ = false;
};

/// Tells the device to expect writes in a range that the host maps, so that the device chooses the right page sizes
/// (device/machine/page_sizes.h). A host that maps a range only for writing usually writes the whole range.
inline void expect_writes(cl_map_flags flags, const void* data, std::size_t bytes) noexcept {
    if (flags == CL_MAP_WRITE || flags == CL_MAP_WRITE_INVALIDATE_REGION)
        device::expect_dense(data, bytes);
    else if ((flags & CL_MAP_WRITE) != 0)
        device::expect_touches();
}

}  // namespace lanewise::runtime
