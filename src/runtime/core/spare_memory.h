// Memory that a command leaves for the next one of its context: whoever needs much, and always the same, would get it
// from the system again and again, a page at a time.
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

/// What is spare at present, of one kind. Thread-safe.
class SpareMemories {
public:
    /// The last that was kept; null when there is none.
    std::unique_ptr<SpareMemory> take() noexcept;
    /// Unless it is too much with what is there already.
    void keep(std::unique_ptr<SpareMemory> memory) noexcept;

private:
    static constexpr std::size_t most_bytes = std::size_t{32} << 20;

    device::SpinMutex mutex_;
    std::vector<std::unique_ptr<SpareMemory>> memories_;
    std::size_t bytes_ = 0;
};

}  // namespace lanewise::runtime
