// Scope around a call of a function of the application. The function may take long and wait for anything, even for a
// task of another thread. In this scope, the calling thread has no kept task: all tasks that become ready are offered
// to all threads, since the calling thread may be unable to run them. The scope does nothing on a thread that is not a
// participant of an arena.
#pragma once

#include <optional>
#include <utility>

#include "device/pool/arena.h"
#include "device/pool/long_run.h"

namespace lanewise::device {

class Arena::ForeignCall {
public:
    ForeignCall() noexcept : self_(innermost_) {
        if (!self_) return;
        finishing_ = std::exchange(self_->finishing, false);
        self_->arena->put_back_kept(*self_);
        away_.emplace(*self_->arena, *self_, /*is_long=*/true);
    }
    ~ForeignCall() {
        if (self_) self_->finishing = finishing_;
    }
    ForeignCall(const ForeignCall&) = delete;
    ForeignCall& operator=(const ForeignCall&) = delete;

private:
    Participation* const self_;
    bool finishing_ = false;
    std::optional<LongRun> away_;
};

}  // namespace lanewise::device
