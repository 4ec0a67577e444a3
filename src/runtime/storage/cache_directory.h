// Cache entries on disk, shared by all processes of one user. Each entry is a file whose name is a digest. An entry is
// written to a temporary file and then renamed, so a reader sees the whole entry or none. The reader checks the
// contents of the entry. A directory that cannot be written is used read-only; a directory that cannot be read is
// treated as an empty cache. The cache reads, writes and removes only files that it created (cache_folder.h). Throws
// only std::bad_alloc. Can be used by several threads and processes at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "runtime/storage/byte_stream.h"
#include "runtime/storage/cache_folder.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime {

class CacheDirectory {
public:
    /// Stores the entries in a folder inside `parent`, an absolute path. If the entries take more than `max_bytes`, the
    /// least recently used ones are removed.
    CacheDirectory(std::filesystem::path parent, std::uint64_t max_bytes)
        : parent_(std::move(parent)), max_bytes_(max_bytes) {}

    std::optional<Bytes> get(const Digest& key) const;
    void put(const Digest& key, std::span<const std::uint8_t> entry);

    /// Returns whether storing an entry has failed because the folder can neither be used nor created.
    bool is_refused() const noexcept { return is_refused_.load(std::memory_order_relaxed); }
    const std::filesystem::path& parent() const noexcept { return parent_; }

    /// Opens the folder of an entry; creates the folder if it is missing. Returns no descriptor if the folder cannot be
    /// opened.
    device::Descriptor open_folder_of(const Digest& key) const;

    /// Removes an entry that is damaged.
    void drop(const Digest& key);

    /// If the cache is too large, removes the least recently used entries until at most nine tenths of the limit are
    /// used.
    void trim();

private:
    const std::filesystem::path parent_;
    const std::uint64_t max_bytes_;
    std::atomic<bool> is_refused_ = false;
    std::atomic<std::uint64_t> bytes_until_trim_ = 0;  // 0 at first, so that the first call of put() calls trim()
};

}  // namespace lanewise::runtime
