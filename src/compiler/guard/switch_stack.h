// Calls a function on another stack of the same thread. The function and all its callees can end the call at any point.
// The thread then continues as if the function had returned, without running destructors of the frames on the other
// stack.
#pragma once

extern "C" {

/// Calls `function(argument)` with the stack pointer at `top`, which is aligned to 16 bytes. First stores the state for
/// lanewise_leave_stack() to `*way_back`. Returns false if the function returned, true if lanewise_leave_stack() ended
/// the call.
bool lanewise_call_on_stack(void** way_back, void* top, void (*function)(void*), void* argument);

/// Ends the call that stored `way_back`, on its thread. All frames since that call are discarded.
[[noreturn]] void lanewise_leave_stack(void* way_back);
}
