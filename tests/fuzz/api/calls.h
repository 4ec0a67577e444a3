// The calls that the fuzzer makes: one function for each, or for a few that are alike. Each picks its arguments, mostly
// good ones, makes the call, judges what comes back and keeps the model.
#pragma once

#include "player.h"

namespace lanewise::api_fuzz {

struct RandomCall {
    void (*make)(Player&);
    unsigned weight;
};

void make_random_call(Player& player);

// What a run cannot do without, made at random as well.
void create_context(Player& player);
void create_queue(Player& player);
void create_buffer(Player& player);

/// The calls of each area, in a file of its own.
std::span<const RandomCall> context_calls();
std::span<const RandomCall> queue_calls();
std::span<const RandomCall> device_queue_calls();
std::span<const RandomCall> memory_calls();
std::span<const RandomCall> pipe_calls();
std::span<const RandomCall> image_calls();
std::span<const RandomCall> transfer_calls();
std::span<const RandomCall> svm_calls();
std::span<const RandomCall> program_calls();
std::span<const RandomCall> kernel_calls();
std::span<const RandomCall> launch_calls();
std::span<const RandomCall> event_calls();
std::span<const RandomCall> query_calls();
std::span<const RandomCall> absent_calls();

/// The error code that a call wrote, which must be written and agree with its result.
class CodeOut {
public:
    explicit CodeOut(Player& player) : wanted_(!player.dice.percent(5)) {}
    cl_int* get() { return wanted_ ? &code_ : nullptr; }
    /// What the call came to.
    cl_int of(const void* result) const {
        if (!wanted_) return result ? CL_SUCCESS : unknown_error;
        if (code_ == unwritten) fail("the error code was not written");
        if ((result != nullptr) != (code_ == CL_SUCCESS)) fail("the error code contradicts the result");
        return code_;
    }

private:
    static constexpr cl_int unwritten = 0x5A5A;
    static constexpr cl_int unknown_error = CL_OUT_OF_RESOURCES;  // always allowed
    bool wanted_;
    cl_int code_ = unwritten;
};

/// Releases the extra objects of a pool that has grown over `most`.
template <class T>
void keep_below(Player& player, Pool<T>& pool, std::size_t most) {
    while (pool.size() > most) pool.take(player.dice, [](const T&) { return true; });
}

}  // namespace lanewise::api_fuzz
