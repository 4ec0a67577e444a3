// A value that one thread computes for all threads at the first use. If a guarded call (guarded_call.h) fails during
// the computation, the next call of get() repeats the computation; std::call_once alone would not repeat the
// computation.
//
// Thread-safety: any number of threads may call get(). After a fork, the child restarts an unfinished `make()` of the
// parent.
#pragma once

#include <unistd.h>

#include <condition_variable>
#include <mutex>

#include "compiler/guard/guarded_call.h"

namespace lanewise::compiler {

template <class Value>
class MadeOnce {
public:
    /// Returns the value, which the first call computes by `make()`. The reference is valid as long as this object
    /// lives.
    template <class Make>
    const Value& get(const Make& make) {
        std::unique_lock lock(mutex_);
        while (state_ == State::being_made && maker_ == ::getpid()) changed_.wait(lock);
        if (state_ == State::made) return value_;
        state_ = State::being_made;
        maker_ = ::getpid();
        lock.unlock();
        const auto give_up = [this] { change(State::absent); };
        const UndoOnFailure undo(give_up);
        Value made = make();
        lock.lock();
        value_ = std::move(made);
        lock.unlock();
        change(State::made);
        return value_;
    }

private:
    enum class State : std::uint8_t { absent, being_made, made };

    void change(State state) {
        const std::lock_guard lock(mutex_);
        state_ = state;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::absent;  // protected by mutex_
    pid_t maker_ = 0;              // protected by mutex_
    Value value_;                  // protected by mutex_ until the value is made
};

}  // namespace lanewise::compiler
