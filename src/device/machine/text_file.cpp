#include "device/machine/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

#include "device/machine/not_cancelled.h"

namespace lanewise::device {

std::optional<std::string> read_text_file(const std::filesystem::path& path) {
    const NotCancelled meanwhile;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    std::string text(64 * 1024, '\0');
    std::size_t used = 0;
    ssize_t got = 0;
    while (used < text.size() && (got = ::read(file, text.data() + used, text.size() - used)) > 0) {
        used += static_cast<std::size_t>(got);
    }
    ::close(file);
    if (got < 0) return std::nullopt;
    text.resize(used);
    return text;
}

std::optional<std::uint64_t> read_number_file(const std::filesystem::path& path) {
    const auto text = read_text_file(path);
    if (!text) return std::nullopt;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc{}) return std::nullopt;
    return value;
}

}  // namespace lanewise::device
