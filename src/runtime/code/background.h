// Makes the threads of an arena do work in the background, such as compiling code of a program. The work is dropped if
// the program is destroyed before the work begins. Failures are ignored: a thread that needs the code later gets the
// error from the code's CodeSlot, or compiles the code itself. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "device/pool/arena.h"

namespace lanewise::runtime {

class ProgramCode;

class Background {
public:
    /// The program and the arena must outlive the object.
    Background(ProgramCode& program, device::Arena& arena) noexcept : program_(program), arena_(arena) {}

    /// Returns a reference to the program. The work may keep this reference.
    std::shared_ptr<ProgramCode> program() const;

    /// Posts work that takes about `ns` nanoseconds. No thread waits for the work, and no launch depends on the work.
    /// Returns false if there is no memory for the task.
    template <class Work>
    bool post(float ns, Work work) noexcept {
        try {
            post_task(ns, /*is_awaited=*/false, std::move(work));
        } catch (...) {
            return false;
        }
        arena_.kick();
        return true;
    }

    /// Posts work whose result threads may later wait for. The work may wait for the arena's next kick() before it
    /// begins.
    void post_awaited(float ns, std::function<void()> work) { post_task(ns, /*is_awaited=*/true, std::move(work)); }

private:
    class LaterTask;

    void post_task(float ns, bool is_awaited, std::function<void()> work);

    ProgramCode& program_;
    device::Arena& arena_;
};

}  // namespace lanewise::runtime
