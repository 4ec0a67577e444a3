// Calls of the application's functions: callbacks and native kernels. These functions run on the driver's threads, or
// on any host thread that waits, so the frames of their callers must not be skipped. An early end of such a function
// therefore ends only the function: a C++ exception goes no further, and pthread_exit does not end the thread. The
// function's own objects are destroyed either way.
//
// The caller must hold no lock of the driver. A function may leave by longjmp, to a frame of the same thread, and would
// take the lock along. The calling thread must not keep a ready command either, since the function may wait for a
// thread that waits for this command.
#pragma once

#include <memory>
#include <string>

namespace lanewise::runtime {

/// Calls function(data) and returns false when the function did not return. `what` names the function in the log.
bool contain_call(const char* what, void (*function)(void*), void* data) noexcept;

/// Error text for a command whose function did not return; empty when there is no memory for it.
std::string no_return_text(const char* what) noexcept;

/// Calls `body`, which calls a function of the application, in the same way.
template <class Body>
bool call_application(const char* what, Body body) noexcept {
    return contain_call(what, [](void* data) { (*static_cast<Body*>(data))(); }, std::addressof(body));
}

}  // namespace lanewise::runtime
