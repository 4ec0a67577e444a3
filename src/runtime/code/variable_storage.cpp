#include "runtime/code/variable_storage.h"

#include <algorithm>
#include <cstring>

namespace lanewise::runtime {

std::byte* VariableStorage::block_of(const Device& device) {
    if (variables_.bytes == 0) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(&device);
    if (found != blocks_.end()) return found->second.data();
    return blocks_.emplace(&device, make_block()).first->second.data();
}

VariableStorage::Construction& VariableStorage::construct(const Device& device,
                                                          const std::function<std::unique_ptr<Construction>()>& start) {
    const std::lock_guard lock(constructing_);
    std::unique_ptr<Construction>& made = constructions_[&device];
    if (!made) made = start();
    return *made;
}

device::HostBlock VariableStorage::make_block() const {
    device::HostBlock block(variables_.bytes,
                            std::max<std::size_t>(variables_.alignment, device::block_base_alignment));
    std::byte* const data = block.data();
    std::memset(data, 0, variables_.bytes);
    std::memcpy(data, variables_.initial.data(), variables_.initial.size());
    for (const auto& [offset, target] : variables_.pointers) {
        const std::byte* const address = data + target;
        std::memcpy(data + offset, &address, sizeof address);
    }
    return block;
}

}  // namespace lanewise::runtime
