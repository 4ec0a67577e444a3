#include "runtime/code/code_slot.h"

#include <unistd.h>

#include <new>

#include "device/machine/forks.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

std::uint32_t made_by_this_process() noexcept { return static_cast<std::uint32_t>(getpid()) << 1; }

}  // namespace

bool CodeSlot::is_empty() const noexcept {
    const std::uint32_t state = state_.load(std::memory_order_relaxed);
    return state != settled && state != made_by_this_process();
}

bool CodeSlot::claim_or_wait() noexcept {
    std::uint32_t state = state_.load(std::memory_order_acquire);
    if (state == settled) return false;
    if (state != made_by_this_process())
        return state_.compare_exchange_strong(state, made_by_this_process(), std::memory_order_acquire);
    state_.wait(state, std::memory_order_acquire);
    return false;
}

// Stores the code and the state. No fork can happen meanwhile, so a forked process gets the new values of both or the
// old values of both.
void CodeSlot::settle(Code code) noexcept {
    const device::NoFork no_fork;
    code_ = std::move(code);
    leave(settled);
}

void CodeSlot::fail() noexcept {
    std::string failure;
    try {
        throw;
    } catch (const Error& error) {
        // Only the error CL_OUT_OF_RESOURCES settles the slot, since after this error the kernel can never be compiled.
        // After any other error, such as a missing compiler, a later call tries again, since the cause may have
        // disappeared.
        if (error.code() == CL_OUT_OF_RESOURCES) failure = error.message();
    } catch (...) {
    }
    const device::NoFork no_fork;
    failure_ = std::move(failure);
    leave(failure_.empty() ? empty : settled);
}

void CodeSlot::leave(std::uint32_t state) noexcept {
    state_.store(state, std::memory_order_seq_cst);  // seq_cst: notify_all() must look for waiters after this store
    state_.notify_all();
}

void CodeSlot::check_made() const {
    if (!code_) throw Error(CL_OUT_OF_RESOURCES, failure_);
}

}  // namespace lanewise::runtime
