// Keeps pthread_cancel from ending a thread inside the driver. Many functions for files and streams are cancellation
// points. A cancellation at such a point would unwind the driver's frames in the middle of their work. OpenCL functions
// must not be cancellation points, so a cancellation takes effect only after they have returned.
#pragma once

#include <pthread.h>

namespace lanewise::device {

/// Delays a cancellation of the calling thread while the object lives. May be nested.
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
