// Map, unmap and migration commands. Host memory is device memory, so nothing moves; what these commands
// give is their place in the order of the queue, their event, and their hold on the memory objects.
#pragma once

#include <utility>
#include <vector>

#include "runtime/command/command.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

class MapCommand final : public Command {
public:
    MapCommand(Queue& queue, cl_command_type type, std::vector<Ref<MemObject>> objects = {}) noexcept
        : Command(queue, type), objects_(std::move(objects)) {
        set_cost(50, 50);
    }

private:
    void release_resources() noexcept override { objects_.clear(); }

    std::vector<Ref<MemObject>> objects_;
};

}  // namespace lanewise::runtime
