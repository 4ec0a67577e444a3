// Calls functions of the application: callbacks and native kernels. These functions run on the driver's threads, or on
// any host thread that waits, so the frames of their callers must not be skipped. If such a function ends early, only
// the function ends: a C++ exception is caught here, and pthread_exit does not end the thread. In both cases the
// objects of the function are destroyed.
//
// The caller must hold no lock of the driver. A function may leave by longjmp to a frame of the same thread, and a lock
// would then stay locked. The calling thread must not hold back a ready command either, since the function may wait for
// a thread that waits for this command.
#pragma once

#include <memory>
#include <string>

namespace lanewise::runtime {

/// Calls function(data); returns false if the function did not return. `what` names the function in the log.
bool contain_call(const char* what, void (*function)(void*), void* data) noexcept;

/// Returns the error text for a command whose function did not return; empty if there is no memory for the text.
std::string no_return_text(const char* what) noexcept;

/// Calls `body`, which calls a function of the application, as contain_call() does.
template <class Body>
bool call_application(const char* what, Body body) noexcept {
    return contain_call(what, [](void* data) { (*static_cast<Body*>(data))(); }, std::addressof(body));
}

}  // namespace lanewise::runtime
