#include "runtime/storage/process_watch.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "device/machine/descriptor.h"
#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"

namespace lanewise::runtime {

bool ProcessWatch::open(int process) noexcept {
    close();
    if (process <= 0 || process == ::getpid()) return false;
    const device::NotCancelled by_cancellation;
    const device::NoFork no_fork;
    device::Descriptor opened(device::away_from_streams(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))));
    struct stat status{};
    if (!opened || ::fstat(opened.number(), &status) != 0) return false;
    number_ = opened.release();
    file_id_[0] = status.st_dev;
    file_id_[1] = status.st_ino;
    return true;
}

bool ProcessWatch::is_open() const noexcept {
    struct stat status{};
    return number_ >= 0 && ::fstat(number_, &status) == 0 && status.st_dev == file_id_[0] &&
           status.st_ino == file_id_[1];
}

void ProcessWatch::close() noexcept {
    if (number_ < 0) return;
    const device::NotCancelled by_cancellation;
    if (is_open()) ::close(number_);
    number_ = -1;
}

bool ProcessWatch::ends_within(std::chrono::microseconds time) noexcept {
    using namespace std::chrono;
    const device::NotCancelled by_cancellation;
    const auto whole = duration_cast<seconds>(time);
    const timespec length{.tv_sec = whole.count(), .tv_nsec = nanoseconds(time - whole).count()};
    pollfd end{.fd = number_, .events = POLLIN, .revents = 0};
    return ::ppoll(&end, 1, &length, nullptr) > 0;
}

}  // namespace lanewise::runtime
