// Calls a function on another stack of the same thread. The function and all its callees can end the call at any point.
// The thread then continues after the call, without running destructors of the frames on the other stack.
#pragma once

extern "C" {

/// Calls `function(argument)` with the stack pointer at `top`, which is aligned to 16 bytes. Before the call, stores to
/// `*way_back` the address of the state that lanewise_leave_stack() needs. Returns false if the function returned, true
/// if lanewise_leave_stack() ended the call.
bool lanewise_call_on_stack(void** way_back, void* top, void (*function)(void*), void* argument);

/// Ends the call of lanewise_call_on_stack() that stored `way_back`; must run on the same thread. All frames since that
/// call are discarded.
[[noreturn]] void lanewise_leave_stack(void* way_back);
}
