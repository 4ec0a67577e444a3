// Commands that acquire and release memory of other processes and APIs (cl_khr_external_memory). The memory is already
// mapped, so these commands move no data. Like other commands, they take part in the order of the queue, have an event,
// and retain the memory objects. For dma-bufs, these commands tell the system when the accesses of the CPU begin and
// end.
#pragma once

#include <utility>
#include <vector>

#include "runtime/core/command.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

class ExternalCommand final : public Command {
public:
    /// `type` is CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR or _RELEASE_EXTERNAL_MEM_OBJECTS_KHR.
    ExternalCommand(Ref<Queue>&& queue, cl_command_type type, std::vector<Ref<MemObject>> objects) noexcept
        : Command(std::move(queue), type), objects_(std::move(objects)) {
        set_cost(50, 50);
    }

private:
    cl_int run() noexcept override {
        bool is_good = true;
        for (const Ref<MemObject>& object : objects_) {
            const SharedMapping& memory = *object->imported();
            const bool acquires = type() == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR;
            is_good = (acquires ? memory.begin_access() : memory.end_access()) && is_good;
        }
        return is_good ? CL_COMPLETE : CL_OUT_OF_RESOURCES;
    }

    void release_resources() noexcept override { objects_.clear(); }

    std::string failure() noexcept override {
        return "The system refused to synchronize the dma-buf of an imported memory object. Check that its exporter "
               "still works.";
    }

    std::vector<Ref<MemObject>> objects_;
};

}  // namespace lanewise::runtime
