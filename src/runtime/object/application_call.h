// Calls functions of the application: callbacks and native kernels. These functions run on the driver's threads, or on
// any host thread that waits, so they must not unwind the stack frames of the driver. A C++ exception or a call of
// pthread_exit ends only the application's function: the exception is caught here, and pthread_exit does not end the
// thread. In both cases the local objects of the application's function are destroyed.
//
// The caller must hold no lock of the driver. The application's function may leave by longjmp to an earlier stack frame
// of the same thread, and the lock would then stay locked. The calling thread must also not delay a ready command: the
// application's function may wait for another thread, which may wait for this command.
#pragma once

#include <memory>
#include <string>

namespace lanewise::runtime {

/// Calls function(data); returns false if the function did not return. `what` names the function in the log.
bool contain_call(const char* what, void (*function)(void*), void* data) noexcept;

/// Returns the error text for a command whose function did not return; empty if there is no memory for the text.
std::string no_return_text(const char* what) noexcept;

/// Like contain_call(), but calls `body`, which calls a function of the application.
template <class Body>
bool call_application(const char* what, Body body) noexcept {
    return contain_call(what, [](void* data) { (*static_cast<Body*>(data))(); }, std::addressof(body));
}

}  // namespace lanewise::runtime
