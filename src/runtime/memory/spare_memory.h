// Memory that finished commands leave for later commands of the same context. Some commands need much memory, always of
// the same size. Without this reuse, the system would have to provide each page again for each command.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device/machine/spin_mutex.h"

namespace lanewise::runtime {

class SpareMemory {
public:
    virtual ~SpareMemory() = default;
    virtual std::size_t bytes() const noexcept = 0;
};

/// Unused blocks of memory, all of which serve the same purpose. Thread-safe.
class SpareMemories {
public:
    /// Takes the memory that was kept last, and returns it; returns null if no memory is kept.
    std::unique_ptr<SpareMemory> take() noexcept;
    /// Keeps the memory for a later command, unless the total size would be too large.
    void keep(std::unique_ptr<SpareMemory> memory) noexcept;

private:
    static constexpr std::size_t most_bytes = std::size_t{32} << 20;

    device::SpinMutex mutex_;
    std::vector<std::unique_ptr<SpareMemory>> memories_;
    std::size_t bytes_ = 0;
};

}  // namespace lanewise::runtime
