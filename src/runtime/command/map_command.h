// Map, unmap and migration commands. Host memory is device memory, so nothing moves; what these commands
// give is their place in the order of the queue, their event, and their hold on the memory objects.
// A map command that fails has mapped nothing, so it takes back what was noted at the enqueue.
#pragma once

#include <utility>
#include <vector>

#include "runtime/core/command.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

class MapCommand final : public Command {
public:
    MapCommand(Queue& queue, cl_command_type type, std::vector<Ref<MemObject>> objects = {}) noexcept
        : Command(queue, type), objects_(std::move(objects)) {
        set_cost(50, 50);
    }

    /// Maps a part of `object` and notes that there; throws as MemObject::add_mapping does.
    MapCommand(Queue& queue, cl_command_type type, MemObject& object, const MappedPart& part, bool for_writing)
        : MapCommand(queue, type, {Ref(object)}) {
        object.add_mapping(part, for_writing);
        mapped_ = object.data() + part.offset;
        for_writing_ = for_writing;
    }

private:
    ~MapCommand() override { take_back(); }

    void release_resources() noexcept override {
        if (has_failed()) take_back();
        mapped_ = nullptr;
        objects_.clear();
    }

    void take_back() noexcept {
        if (mapped_) objects_.front()->remove_mapping(mapped_, for_writing_);
    }

    std::vector<Ref<MemObject>> objects_;
    const std::byte* mapped_ = nullptr;  // until it is known that the command has not failed
    bool for_writing_ = false;
};

}  // namespace lanewise::runtime
