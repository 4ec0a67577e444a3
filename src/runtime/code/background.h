// Posts work on a program's code to the threads of an arena. The work is dropped if the program is gone by then.
// Failures are ignored: a thread that needs the code gets them from its slot, or tries again. Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "device/pool/arena.h"

namespace lanewise::runtime {

class ProgramCode;

class Background {
public:
    /// Both must outlive the object.
    Background(ProgramCode& program, device::Arena& arena) noexcept : program_(program), arena_(arena) {}

    /// The program, which the work may use.
    std::shared_ptr<ProgramCode> program() const;

    /// Posts work of about `ns` that nobody waits for and no launch depends on. Returns false when there is no memory
    /// for it.
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

    /// Posts work that threads may come to wait for; it begins after the arena's next kick().
    void post_awaited(float ns, std::function<void()> work) { post_task(ns, /*is_awaited=*/true, std::move(work)); }

private:
    class LaterTask;

    void post_task(float ns, bool is_awaited, std::function<void()> work);

    ProgramCode& program_;
    device::Arena& arena_;
};

}  // namespace lanewise::runtime
