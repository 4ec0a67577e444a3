// The memory of a program's variables in the global address space. Each device has one block of memory, which is
// allocated when the first kernel is enqueued to the device. The block lives as long as the program's code.
// Constructors of C++ for OpenCL initialize the variables of each block once. Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
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

    /// One execution of the program's constructors on a device (api/enqueue/constructors.h).
    class Construction {
    public:
        Construction() = default;
        Construction(const Construction&) = delete;
        Construction& operator=(const Construction&) = delete;
        virtual ~Construction() = default;
    };

    /// Returns the execution of the constructors on a device. The first call starts this execution by calling `start`,
    /// and other calls wait until `start` returns. If `start` throws, this function throws the same exception, and the
    /// next call tries again.
    Construction& construct(const Device& device, const std::function<std::unique_ptr<Construction>()>& start);

private:
    device::HostBlock make_block() const;

    const ProgramVariables variables_;
    std::mutex mutex_;
    std::map<const Device*, device::HostBlock> blocks_;                     // guarded by mutex_
    std::mutex constructing_;                                               // held while constructors are enqueued
    std::map<const Device*, std::unique_ptr<Construction>> constructions_;  // guarded by constructing_
};

}  // namespace lanewise::runtime
