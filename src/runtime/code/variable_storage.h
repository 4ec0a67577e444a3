// The memory of a program's variables in the global address space. Each device has one block. The block is allocated
// when the first kernel is enqueued to the device, and kept as long as the program's code. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "device/machine/host_memory.h"
#include "lanewise/program_variables.h"

namespace lanewise::runtime {

class Device;

class VariableStorage {
public:
    explicit VariableStorage(ProgramVariables variables) : variables_(std::move(variables)) {}

    const ProgramVariables& variables() const noexcept { return variables_; }

    /// Returns the block of a device; null if the program has no such variables. Throws std::bad_alloc.
    std::byte* block_of(const Device& device);

private:
    device::HostBlock make_block() const;

    const ProgramVariables variables_;
    std::mutex mutex_;
    std::map<const Device*, device::HostBlock> blocks_;  // guarded by mutex_
};

}  // namespace lanewise::runtime
