// Cache entries on disk, shared by all processes of one user: one file each, named by a digest. An entry is written to
// a temporary file and renamed, so a reader sees all of it or nothing. The reader checks an entry's contents. A
// directory that cannot be written is used read-only; one that cannot be read is an empty cache. Only files that the
// cache made are ever touched (cache_folder.h). Nothing throws except std::bad_alloc. Thread-safe, between processes as
// well.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "runtime/storage/byte_stream.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime {

class CacheDirectory {
public:
    /// Keeps the entries in a folder of `parent`, an absolute path. At more than `max_bytes` removes the least recently
    /// used entries.
    CacheDirectory(std::filesystem::path parent, std::uint64_t max_bytes)
        : parent_(std::move(parent)), max_bytes_(max_bytes) {}

    std::optional<Bytes> get(const Digest& key) const;
    void put(const Digest& key, std::span<const std::uint8_t> entry);

    /// Whether an entry could not be stored because the folder can neither be used nor made.
    bool is_refused() const noexcept { return is_refused_.load(std::memory_order_relaxed); }
    const std::filesystem::path& parent() const noexcept { return parent_; }

    /// Removes a damaged entry.
    void drop(const Digest& key);

    /// Removes the least recently used entries until nine tenths of the limit are left.
    void trim();

private:
    const std::filesystem::path parent_;
    const std::uint64_t max_bytes_;
    std::atomic<bool> is_refused_ = false;
    std::atomic<std::uint64_t> bytes_until_trim_ = 0;  // 0: the first put trims
};

}  // namespace lanewise::runtime
