#include "device/kernel/printf_buffer.h"

#include <cstdio>
#include <new>

#include "device/kernel/printf_format.h"
#include "device/kernel/readable_text.h"
#include "device/machine/not_cancelled.h"

namespace lanewise::device {
namespace {

/// Output above this size is written before the command completes. Its order is kept and nothing is lost, while the
/// memory for it stays limited.
constexpr std::size_t early_write_bytes = std::size_t{4} << 20;

void write(const std::string& text) {
    const NotCancelled meanwhile;
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

std::int32_t PrintfBuffer::print(const char* format, std::span<const std::byte> arguments) noexcept try {
    // The format is nearly always a string literal that an earlier call has read.
    if (!format) return -1;
    if (format != readable_format_.load(std::memory_order_relaxed)) {
        if (!readable_text(format, std::string::npos)) return -1;
        readable_format_.store(format, std::memory_order_relaxed);
    }
    std::string text;  // formatted without the lock
    const bool is_whole = format_printf(text, format, arguments);
    const std::lock_guard lock(mutex_);
    text_ += text;
    if (text_.size() > early_write_bytes) {
        write(text_);
        text_.clear();
    }
    return is_whole ? 0 : -1;
} catch (const std::bad_alloc&) {
    return -1;
}

void PrintfBuffer::flush() noexcept {
    const std::lock_guard lock(mutex_);
    if (text_.empty()) return;
    write(text_);
    text_.clear();
}

}  // namespace lanewise::device
