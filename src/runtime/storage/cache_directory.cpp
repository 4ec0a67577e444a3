#include "runtime/storage/cache_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace lanewise::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_entry_bytes = std::uint64_t{1} << 30;
constexpr const char* temporary_prefix = "tmp.";

class Descriptor {
public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }

private:
    int value_;
};

/// Machine code of somebody else must not run here: the file is ours and nobody else may write it.
bool is_trusted(const struct stat& status) {
    return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool read_all(int file, Bytes& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file, bytes.data() + done, bytes.size() - done);
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

bool write_all(int file, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(file, bytes.data(), bytes.size());
        if (put <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return true;
}

/// A name that no other process or thread uses.
std::string temporary_name() {
    static std::atomic<std::uint64_t> counter = 0;
    return temporary_prefix + std::to_string(::getpid()) + "." + std::to_string(counter++);
}

struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t bytes;
};

std::vector<Entry> list_entries(const fs::path& directory) {
    std::vector<Entry> entries;
    std::error_code error;
    fs::recursive_directory_iterator it(directory, error);
    for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        std::error_code gone;  // another process may remove files at any time
        if (!it->is_regular_file(gone)) continue;
        const auto used = it->last_write_time(gone);
        const auto bytes = it->file_size(gone);
        if (!gone) entries.push_back({it->path(), used, bytes});
    }
    return entries;
}

/// Left behind by a process that died while writing.
bool is_abandoned(const Entry& entry) {
    return entry.path.filename().string().starts_with(temporary_prefix) &&
           fs::file_time_type::clock::now() - entry.used > std::chrono::hours(1);
}

}  // namespace

fs::path CacheDirectory::path_of(const Digest& key) const {
    const std::string name = to_hex(key);
    return directory_ / name.substr(0, 2) / name.substr(2);
}

std::optional<Bytes> CacheDirectory::get(const Digest& key) const {
    const Descriptor file(::open(path_of(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat status{};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !is_trusted(status)) {
        return std::nullopt;
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size == 0 || size > max_entry_bytes) return std::nullopt;
    Bytes bytes(size);
    if (!read_all(file.get(), bytes)) return std::nullopt;
    ::futimens(file.get(), nullptr);  // used now; a read-only cache stays as it is
    return bytes;
}

void CacheDirectory::put(const Digest& key, std::span<const std::uint8_t> entry) {
    const fs::path path = path_of(key);
    std::error_code error;
    fs::create_directories(directory_, error);
    ::chmod(directory_.c_str(), S_IRWXU);
    fs::create_directory(path.parent_path(), error);
    const fs::path temporary = path.parent_path() / temporary_name();
    bool written = false;
    {
        const Descriptor file(
            ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (file.get() < 0) return;
        written = write_all(file.get(), entry);
    }
    if (!written || ::rename(temporary.c_str(), path.c_str()) != 0) {
        ::unlink(temporary.c_str());
        return;
    }
    const std::uint64_t left = bytes_until_trim_.load(std::memory_order_relaxed);
    if (entry.size() >= left) {
        trim();
    } else {
        bytes_until_trim_.store(left - entry.size(), std::memory_order_relaxed);
    }
}

void CacheDirectory::drop(const Digest& key) { ::unlink(path_of(key).c_str()); }

void CacheDirectory::trim() {
    // Other processes write as well: look again after a twentieth of the bound.
    bytes_until_trim_.store(max_bytes_ / 20, std::memory_order_relaxed);
    auto entries = list_entries(directory_);
    std::uint64_t total = 0;
    for (const auto& entry : entries) {
        total += entry.bytes;
        if (is_abandoned(entry)) ::unlink(entry.path.c_str());
    }
    if (total <= max_bytes_) return;
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    const std::uint64_t goal = max_bytes_ / 10 * 9;
    for (const auto& entry : entries) {
        if (total <= goal) return;
        if (entry.path.filename().string().starts_with(temporary_prefix)) continue;
        if (::unlink(entry.path.c_str()) == 0) total -= entry.bytes;
    }
}

}  // namespace lanewise::runtime
