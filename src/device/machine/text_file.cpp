#include "device/machine/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <span>

#include "device/machine/not_cancelled.h"

namespace lanewise::device {

namespace {

constexpr std::size_t most_bytes = 64 * 1024;

/// Reads as much of the file as fits into `buffer`. Returns the number of bytes; nothing if the file cannot be read.
std::optional<std::size_t> read_into(std::span<char> buffer, const std::filesystem::path& path) {
    const NotCancelled meanwhile;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    std::size_t used = 0;
    ssize_t got = 0;
    while (used < buffer.size() && (got = ::read(file, buffer.data() + used, buffer.size() - used)) > 0) {
        used += static_cast<std::size_t>(got);
    }
    ::close(file);
    if (got < 0) return std::nullopt;
    return used;
}

}  // namespace

std::optional<std::string> read_text_file(const std::filesystem::path& path) {
    // Tries a small buffer first. Most files have one or two lines, and allocating a buffer of the maximum size would
    // take longer than reading such a file.
    std::string text(1024, '\0');
    auto used = read_into(text, path);
    if (used == text.size()) {
        text.resize(most_bytes);
        used = read_into(text, path);
    }
    if (!used) return std::nullopt;
    text.resize(*used);
    return text;
}

std::optional<std::uint64_t> read_number_file(const std::filesystem::path& path) {
    std::array<char, 32> text;
    const auto used = read_into(text, path);
    if (!used) return std::nullopt;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + *used, value);
    if (error != std::errc{}) return std::nullopt;
    return value;
}

}  // namespace lanewise::device
