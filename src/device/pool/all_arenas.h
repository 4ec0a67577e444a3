// The registry of all arenas of the process, which keeps the arenas consistent across a fork. The registry holds the
// locks of all arenas while the process forks. In the child, the registry calls start_anew() of each arena, since all
// other threads are gone. Thread-safe.
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

    SpinMutex mutex_;  // guards the members below; locked before the mutexes of arenas
    std::vector<Arena*> arenas_;
};

}  // namespace lanewise::device
