// Map, unmap and migration commands. Host memory is device memory, so nothing moves; what these commands
// give is their place in the order of the queue, their event, and their hold on the memory objects.
// A map command that fails has mapped nothing, so it takes back what was noted at the enqueue.
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

    /// Maps a part of `object` and notes that there; throws as MemObject::add_mapping does.
    MapCommand(Ref<Queue>&& queue, cl_command_type type, MemObject& object, const MappedPart& part, bool for_writing)
        : MapCommand(std::move(queue), type, &object) {
        object.add_mapping(part, for_writing);
        mapped_ = object.data() + part.offset;
        for_writing_ = for_writing;
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

    Ref<MemObject> object_;               // by itself: no call of malloc for one
    std::vector<Ref<MemObject>> others_;  // of a migration
    const std::byte* mapped_ = nullptr;   // until it is known that the command has not failed
    bool for_writing_ = false;
};

/// A range is mapped: who does so for nothing but to write mostly writes all of it.
inline void expect_writes(cl_map_flags flags, const void* data, std::size_t bytes) noexcept {
    if (flags == CL_MAP_WRITE || flags == CL_MAP_WRITE_INVALIDATE_REGION)
        device::expect_dense(data, bytes);
    else if ((flags & CL_MAP_WRITE) != 0)
        device::expect_touches();
}

}  // namespace lanewise::runtime
