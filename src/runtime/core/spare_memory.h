// Memory that a command leaves for the next command of its context. Commands that need much memory, always of the same
// size, would otherwise get it from the system again and again, page by page.
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

/// The spare memories of one kind. Thread-safe.
class SpareMemories {
public:
    /// Takes the memory that was kept last; null when there is none.
    std::unique_ptr<SpareMemory> take() noexcept;
    /// Keeps the memory, unless the total would be too large.
    void keep(std::unique_ptr<SpareMemory> memory) noexcept;

private:
    static constexpr std::size_t most_bytes = std::size_t{32} << 20;

    device::SpinMutex mutex_;
    std::vector<std::unique_ptr<SpareMemory>> memories_;
    std::size_t bytes_ = 0;
};

}  // namespace lanewise::runtime
