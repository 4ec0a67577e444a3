// The printf output of the work-items of one command. The output is kept until the command completes, so that the
// outputs of concurrent commands do not mix. OpenCL C 3.0, section 6.15.14: the output is flushed to the
// implementation's output stream (here: stdout) when the command completes. Thread-safety: any thread may print;
// flush() must be called after all work-items have ended.
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
    /// Formats one printf call of a work-item. Returns 0, or -1 if a part of the format could not be converted. Never
    /// throws, since no exception can pass the stack frames of compiled kernels.
    std::int32_t print(const char* format, std::span<const std::byte> arguments) noexcept;

    /// Writes all output to stdout and empties the buffer.
    void flush() noexcept;

private:
    std::mutex mutex_;
    std::atomic<bool> has_text_ = false;  // if false, text_ is empty
    std::atomic<const char*> readable_format_ = nullptr;
    std::string text_;
};

}  // namespace lanewise::device
