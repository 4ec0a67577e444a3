// The memory for the children and events of a family. Later families of the context reuse the memory.
#pragma once

#include <memory>

#include "runtime/children/child_store.h"
#include "runtime/children/device_events.h"
#include "runtime/core/context.h"

namespace lanewise::runtime {

struct FamilyMemory final : SpareMemory {
    std::size_t bytes() const noexcept override { return sizeof *this + store.bytes() + events.bytes(); }

    static std::unique_ptr<FamilyMemory> take(Context& context) {
        std::unique_ptr<SpareMemory> spare = context.spare_family_memories().take();
        if (!spare) return std::make_unique<FamilyMemory>();
        return std::unique_ptr<FamilyMemory>(static_cast<FamilyMemory*>(spare.release()));
    }
    static void give_back(std::unique_ptr<FamilyMemory> memory, Context& context) noexcept {
        if (!memory->store.has_all()) return;
        memory->events.forget_all();
        context.spare_family_memories().keep(std::move(memory));
    }

    ChildStore store;
    DeviceEvents events;
};

}  // namespace lanewise::runtime
