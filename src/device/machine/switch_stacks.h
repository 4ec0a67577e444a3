// Lets several flows of control take turns on one thread, each on a stack of its own (coroutines). The flows that this
// file switches between are C code and machine code of kernels; no exception may leave the first function of a flow.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Saves the current flow and continues the flow whose saved stack pointer is `to`. Stores the stack pointer of the
/// saved flow to `*from`. Returns when another flow continues the saved flow.
void lanewise_switch_stacks(void** from, void* to) noexcept;
}

namespace lanewise::device {

/// The first function of a flow, and its arguments. The function must not return.
using FlowStart = void (*)(void* argument);

/// Prepares a new flow on the stack that ends at `top`, a multiple of 16. Returns the stack pointer with which
/// lanewise_switch_stacks() starts the flow. The flow then calls `start(argument)`.
void* prepare_flow(std::byte* top, FlowStart start, void* argument) noexcept;

}  // namespace lanewise::device
