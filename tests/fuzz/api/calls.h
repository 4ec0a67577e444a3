// Random calls of the API. A function makes a single call of the API, or one of a few similar calls. Each function
// chooses arguments, most of them valid, makes the call, checks its result and updates the model.
#pragma once

#include "player.h"

namespace lanewise::api_fuzz {

struct RandomCall {
    void (*make)(Player&);
    unsigned weight;
};

void make_random_call(Player& player);

// Functions that create the objects which every run needs. They are also among the random calls.
void create_context(Player& player);
void create_queue(Player& player);
void create_buffer(Player& player);

/// Returns a kernel that the model knows, in the given context. No other player (thread of the fuzzer) uses the kernel.
std::shared_ptr<KernelItem> known_kernel(Player& player, const std::shared_ptr<ContextItem>& context,
                                         KnownKernel wanted);

/// Return the random calls of one area of the API. Each area has its own source file.
std::span<const RandomCall> context_calls();
std::span<const RandomCall> queue_calls();
std::span<const RandomCall> device_queue_calls();
std::span<const RandomCall> memory_calls();
std::span<const RandomCall> pipe_calls();
std::span<const RandomCall> image_calls();
std::span<const RandomCall> transfer_calls();
std::span<const RandomCall> svm_calls();
std::span<const RandomCall> usm_calls();
std::span<const RandomCall> command_buffer_calls();
std::span<const RandomCall> program_calls();
std::span<const RandomCall> kernel_calls();
std::span<const RandomCall> launch_calls();
std::span<const RandomCall> event_calls();
std::span<const RandomCall> query_calls();
std::span<const RandomCall> absent_calls();

/// Passes the address of an error code, or sometimes null, to a call. Checks that the call's result and error code
/// agree.
class CodeOut {
public:
    explicit CodeOut(Player& player) : wanted_(!player.dice.percent(5)) {}
    cl_int* get() { return wanted_ ? &code_ : nullptr; }
    /// Returns the error code of the call that returned the handle `result`.
    cl_int of(const void* result) const {
        if (!wanted_) return result ? CL_SUCCESS : unknown_error;
        if (code_ == unwritten) fail("the error code was not written");
        if ((result != nullptr) != (code_ == CL_SUCCESS)) fail("the error code contradicts the result");
        return code_;
    }

private:
    static constexpr cl_int unwritten = 0x5A5A;
    static constexpr cl_int unknown_error = CL_OUT_OF_RESOURCES;  // judge() accepts this error code for every call
    bool wanted_;
    cl_int code_ = unwritten;
};

/// Returns the address of a function of an extension.
template <class Function>
Function extension(const char* name) {
    const auto function = reinterpret_cast<Function>(cl.clGetExtensionFunctionAddress(name));
    if (!function) fail(std::string("no function ") + name);
    return function;
}

/// Removes random objects from a pool until at most `most` are left.
template <class T>
void keep_below(Player& player, Pool<T>& pool, std::size_t most) {
    while (pool.size() > most) pool.take(player.dice, [](const T&) { return true; });
}

}  // namespace lanewise::api_fuzz
