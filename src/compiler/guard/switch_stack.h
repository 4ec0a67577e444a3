// Calls a function on another stack of the same thread, and leaves it from anywhere below: the calling thread goes on
// behind the call as if the function had returned, and nothing that stands on the other stack is destroyed.
#pragma once

extern "C" {

/// Calls `function(argument)` with the stack pointer at `top`, which is aligned to 16 bytes. What leaves it is noted in
/// `*way_back` first. False when the function returned, true when it was left.
bool lanewise_call_on_stack(void** way_back, void* top, void (*function)(void*), void* argument);

/// Ends the call that noted `way_back`, on its thread. What was called since is forgotten.
[[noreturn]] void lanewise_leave_stack(void* way_back);
}
