// The commands that wait for semaphores and signal semaphores. A command that waits has one more dependency for each
// semaphore (SemaphoreWait::granted). Like every command with unmet dependencies, the command needs no thread while it
// waits.
#pragma once

#include <utility>
#include <vector>

#include "runtime/core/command.h"
#include "runtime/semaphores/semaphore.h"

namespace lanewise::runtime {

class WaitSemaphoresCommand final : public Command {
public:
    /// Begins to wait for the semaphores. The wait list of the command must contain the events of waits(). If another
    /// event of this list fails, the command stops waiting for the semaphores and takes no signal.
    WaitSemaphoresCommand(Ref<Queue>&& queue, std::vector<Ref<Semaphore>> semaphores)
        : Command(std::move(queue), CL_COMMAND_SEMAPHORE_WAIT_KHR), waits_(semaphores.size()) {
        set_cost(50, 50);
        try {
            for (std::size_t i = 0; i < waits_.size(); ++i) {
                waits_[i].semaphore = std::move(semaphores[i]);
                waits_[i].semaphore->begin_wait(waits_[i]);
            }
        } catch (...) {
            end_waits(false);
            throw;
        }
    }

    const std::vector<SemaphoreWait>& waits() const noexcept { return waits_; }

private:
    ~WaitSemaphoresCommand() override { end_waits(false); }

    void give_up() noexcept override {
        for (SemaphoreWait& wait : waits_) wait.semaphore->cancel(wait);
    }
    void release_resources() noexcept override { end_waits(!has_failed()); }

    void end_waits(bool is_done) noexcept {
        for (SemaphoreWait& wait : waits_)
            if (wait.semaphore) wait.semaphore->end_wait(wait, is_done);
        waits_.clear();
    }

    std::vector<SemaphoreWait> waits_;
};

/// Signals the semaphores after the event of the command is settled: "The successful completion of the event generated
/// by clEnqueueSignalSemaphoresKHR [...] changes the state of the corresponding semaphore objects".
class SignalSemaphoresCommand final : public Command {
public:
    SignalSemaphoresCommand(Ref<Queue>&& queue, std::vector<Ref<Semaphore>> semaphores) noexcept
        : Command(std::move(queue), CL_COMMAND_SEMAPHORE_SIGNAL_KHR), semaphores_(std::move(semaphores)) {
        set_cost(50, 50);
        set_goes_on();
    }

private:
    bool is_complete() noexcept override {
        const std::vector<Ref<Semaphore>> semaphores = std::move(semaphores_);
        for (const Ref<Semaphore>& semaphore : semaphores) semaphore->begin_signal();
        complete();
        const bool is_done = status() == CL_COMPLETE;
        for (const Ref<Semaphore>& semaphore : semaphores) semaphore->end_signal(is_done);
        return false;
    }

    std::vector<Ref<Semaphore>> semaphores_;
};

}  // namespace lanewise::runtime
