// Scope around a call of a function that the arenas do not know. The function may take long and wait for anything, even
// for a task of another thread. Meanwhile the calling thread keeps no task that others could run. Tasks that become
// ready are offered to all threads, and no task relies on the calling thread. Does nothing on a thread that takes part
// in no arena.
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
