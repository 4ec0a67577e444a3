// Output of the work-items of one command, kept until the command completes, so that the output of concurrent commands
// does not mix. OpenCL C 3.0, section 6.15.14: the output is flushed to the implementation's output stream (here:
// stdout) when the command completes.
// Thread-safety: any thread may print; flush() when no work-item runs any more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

namespace lanewise::device {

class PrintfBuffer {
public:
    /// Runs one call of one work-item. Returns 0, or -1 when a part of the format could not be followed. Never throws:
    /// compiled code has no frames to unwind.
    std::int32_t print(const char* format, std::span<const std::byte> arguments) noexcept;

    /// Writes all output to stdout and drops it.
    void flush() noexcept;

private:
    std::mutex mutex_;
    std::atomic<const char*> readable_format_ = nullptr;
    std::string text_;
};

}  // namespace lanewise::device
