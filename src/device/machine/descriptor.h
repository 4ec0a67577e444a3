// A file descriptor that is closed when it is no longer needed.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace lanewise::device {

/// Returns a descriptor of the same file as `number`, but never 0, 1 or 2. If `number` is 0, 1 or 2, duplicates the
/// descriptor and closes the original. If a process has no standard output, a file could otherwise get descriptor 1,
/// and output of other code would go to the file.
inline int away_from_streams(int number) noexcept {
    if (number < 0 || number > STDERR_FILENO) return number;
    const int other = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(number);
    return other;
}

class Descriptor {
public:
    Descriptor() noexcept = default;
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }

    /// Returns the number, or a negative number if there is no descriptor.
    int number() const noexcept { return number_; }
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
    explicit operator bool() const noexcept { return number_ >= 0; }

private:
    int number_ = -1;
};

}  // namespace lanewise::device
