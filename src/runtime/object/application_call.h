// Calls of the application's functions: callbacks, native kernels. They run on threads of the driver, or on whichever
// host thread happens to wait, and the frames below them must not be left out. So what ends such a function early ends
// that function alone: a C++ exception goes no further, and pthread_exit ends the function, not the thread (after the
// function's own objects have been destroyed). No lock of the driver's may be held meanwhile: a function that leaves
// by longjmp, to a frame of the same thread, must not take one along. Nor may a command that is ready stay with the
// thread: the function may wait for another thread that waits for it.
#pragma once

#include <memory>
#include <string>

namespace lanewise::runtime {

/// Calls function(data). False when it did not return; `what` tells LANEWISE_LOG which function that was.
bool contain_call(const char* what, void (*function)(void*), void* data) noexcept;

/// What is told of a command whose function did not return; empty when there is no memory for it.
std::string no_return_text(const char* what) noexcept;

/// Calls `body`, which calls the application.
template <class Body>
bool call_application(const char* what, Body body) noexcept {
    return contain_call(what, [](void* data) { (*static_cast<Body*>(data))(); }, std::addressof(body));
}

}  // namespace lanewise::runtime
