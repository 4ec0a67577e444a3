// Keeps pthread_cancel from ending a thread in the middle of the driver: much of what files and streams are read and
// written with lets go of a cancelled thread, by unwinding a stack whose frames count on going on. OpenCL's functions
// are none of those that may do so, and cancellation comes when they have returned.
#pragma once

#include <pthread.h>

namespace lanewise::device {

/// What asks for the calling thread's end meanwhile is heard when this is gone. May be nested.
class NotCancelled {
public:
    NotCancelled() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~NotCancelled() { pthread_setcancelstate(before_, nullptr); }
    NotCancelled(const NotCancelled&) = delete;
    NotCancelled& operator=(const NotCancelled&) = delete;

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace lanewise::device
