// All arenas of the process, so that a fork leaves them in order: no list is being changed while the process
// forks, and the child's arenas know that the other threads are not there. Thread-safe.
#pragma once

#include <vector>

#include "device/pool/arena.h"

namespace lanewise::device {

class Arena::AllArenas {
public:
    static AllArenas& instance();

    void add(Arena& arena);
    void remove(Arena& arena) noexcept;

private:
    AllArenas();
    void lock_all() noexcept;
    void unlock_all() noexcept;
    void start_anew() noexcept;

    SpinMutex mutex_;  // guards the rest; taken before the arenas'
    std::vector<Arena*> arenas_;
};

}  // namespace lanewise::device
