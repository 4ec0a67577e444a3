#include "device/kernel/printf_buffer.h"

#include <cstdio>
#include <new>

#include "device/kernel/printf_format.h"
#include "device/kernel/readable_text.h"
#include "device/machine/not_cancelled.h"

namespace lanewise::device {
namespace {

/// Maximum number of buffered bytes: if more are buffered, the output is written before the command completes. The
/// order of the output stays the same.
constexpr std::size_t early_write_bytes = std::size_t{4} << 20;

void write(const std::string& text) {
    const NotCancelled meanwhile;
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

std::int32_t PrintfBuffer::print(const char* format, std::span<const std::byte> arguments) noexcept try {
    // Checks the address of `format` only if it differs from the address in the previous call. In nearly all calls, the
    // format is the string literal of the previous call.
    if (!format) return -1;
    if (format != readable_format_.load(std::memory_order_relaxed)) {
        if (!readable_text(format, std::string::npos)) return -1;
        readable_format_.store(format, std::memory_order_relaxed);
    }
    std::string text;  // formatted without the lock, since formatting takes long
    const bool is_whole = format_printf(text, format, arguments);
    const std::lock_guard lock(mutex_);
    text_ += text;
    has_text_.store(true, std::memory_order_relaxed);
    if (text_.size() > early_write_bytes) {
        write(text_);
        text_.clear();
    }
    return is_whole ? 0 : -1;
} catch (const std::bad_alloc&) {
    return -1;
}

void PrintfBuffer::flush() noexcept {
    // All work-items have ended, so no call of print() can add text now. If the buffer is empty, the lock is not
    // needed.
    if (!has_text_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    has_text_.store(false, std::memory_order_relaxed);
    if (text_.empty()) return;
    write(text_);
    text_.clear();
}

}  // namespace lanewise::device
