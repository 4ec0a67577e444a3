#include "runtime/storage/cache_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "runtime/storage/cache_folder.h"

namespace lanewise::runtime {
namespace {

constexpr std::uint64_t max_entry_bytes = std::uint64_t{1} << 30;
constexpr std::int64_t seconds_until_abandoned = 3600;

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

/// Writes `bytes` to a temporary file, then gives the file its final name.
bool write_file(const device::Descriptor& folder, const std::string& name, std::span<const std::uint8_t> bytes) {
    const std::string temporary = temporary_name();
    bool written = false;
    {
        const device::Descriptor file(
            ::openat(folder.number(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (!file) return false;
        written = write_all(file.number(), bytes);
    }
    if (written && ::renameat(folder.number(), temporary.c_str(), folder.number(), name.c_str()) == 0) return true;
    ::unlinkat(folder.number(), temporary.c_str(), 0);
    return false;
}

struct Entry {
    std::string folder;
    std::string file;
    timespec used;
    std::uint64_t bytes;

    /// Returns whether the file is a claim, or a temporary file to which a process writes an entry.
    bool is_temporary() const { return is_claim_name(file) || is_temporary_name(file); }
};

bool remove(const device::Descriptor& cache, const Entry& entry) {
    const device::Descriptor folder = open_entry_folder(cache, entry.folder, false);
    return folder && ::unlinkat(folder.number(), entry.file.c_str(), 0) == 0;
}

/// Returns whether a claim or temporary file is so old that its process must have ended. Returns false for an entry.
bool is_abandoned(const Entry& entry) {
    return entry.is_temporary() && ::time(nullptr) - entry.used.tv_sec > seconds_until_abandoned;
}

}  // namespace

std::optional<Bytes> CacheDirectory::get(const Digest& key) const {
    const device::Descriptor cache = open_cache_folder(parent_, false);
    if (!cache) return std::nullopt;
    const EntryName name = entry_name(key);
    const device::Descriptor folder = open_entry_folder(cache, name.folder, false);
    if (!folder) return std::nullopt;
    const device::Descriptor file(
        ::openat(folder.number(), name.file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status{};
    // Refuses files of other users: their machine code must not run here.
    if (!file || ::fstat(file.number(), &status) != 0 || !is_own_file(status)) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size == 0 || size > max_entry_bytes) return std::nullopt;
    Bytes bytes(size);
    if (!read_all(file.number(), bytes)) return std::nullopt;
    ::futimens(file.number(), nullptr);  // sets the time of last use; fails in a read-only cache, which stays unchanged
    return bytes;
}

void CacheDirectory::put(const Digest& key, std::span<const std::uint8_t> entry) {
    const device::Descriptor cache = open_cache_folder(parent_, true);
    if (!cache) return is_refused_.store(true, std::memory_order_relaxed);
    const EntryName name = entry_name(key);
    const device::Descriptor folder = open_entry_folder(cache, name.folder, true);
    if (!folder || !write_file(folder, name.file, entry)) return;
    const std::uint64_t left = bytes_until_trim_.load(std::memory_order_relaxed);
    if (entry.size() >= left) {
        trim();
    } else {
        bytes_until_trim_.store(left - entry.size(), std::memory_order_relaxed);
    }
}

device::Descriptor CacheDirectory::open_folder_of(const Digest& key) const {
    device::Descriptor cache = open_cache_folder(parent_, false);
    if (!cache) cache = open_cache_folder(parent_, true);
    return cache ? open_entry_folder(cache, entry_name(key).folder, true) : device::Descriptor();
}

void CacheDirectory::drop(const Digest& key) {
    const device::Descriptor cache = open_cache_folder(parent_, false);
    if (!cache) return;
    const EntryName name = entry_name(key);
    remove(cache, {name.folder, name.file, {}, 0});
}

void CacheDirectory::trim() {
    // Other processes also write to the cache. The size of the cache is therefore measured again whenever this process
    // has written a twentieth of the limit.
    bytes_until_trim_.store(max_bytes_ / 20, std::memory_order_relaxed);
    const device::Descriptor cache = open_cache_folder(parent_, false);
    if (!cache) return;
    std::vector<Entry> entries;
    for_each_cache_file(cache, [&](const std::string& folder, const std::string& file, const struct stat& status) {
        entries.push_back({folder, file, status.st_mtim, static_cast<std::uint64_t>(status.st_size)});
    });
    std::uint64_t total = 0;
    for (const auto& entry : entries) {
        total += entry.bytes;
        if (is_abandoned(entry)) remove(cache, entry);
    }
    if (total <= max_bytes_) return;
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
        return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
    });
    const std::uint64_t goal = max_bytes_ / 10 * 9;
    for (const auto& entry : entries) {
        if (total <= goal) return;
        if (!entry.is_temporary() && remove(cache, entry)) total -= entry.bytes;
    }
}

}  // namespace lanewise::runtime
