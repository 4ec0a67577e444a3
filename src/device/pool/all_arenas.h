// Registry of all arenas of the process, which keeps them consistent across a fork. It holds all their locks while the
// process forks, and in the child it tells each arena that the other threads are gone. Thread-safe.
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

    SpinMutex mutex_;  // guards the rest; taken before the mutexes of arenas
    std::vector<Arena*> arenas_;
};

}  // namespace lanewise::device
