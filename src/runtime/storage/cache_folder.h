// The cache's folder and its files, as checked descriptors. The user may keep other files in the folder that is
// configured for the cache. All cache files therefore lie in one folder inside that folder, which contains a marker
// file. In the inner folder, the cache touches only files whose names have the cache's own format.
//
// No descriptor is kept open, since programs may close descriptors that they did not open, and folders may be removed.
// Thread-safe.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// The names of the cache's folder and of the marker file in it.
inline constexpr const char* cache_folder_name = "lanewise-builds";
inline constexpr const char* cache_marker_name = "CACHEDIR.TAG";

/// Owns a file descriptor, or none (-1).
class Descriptor {
public:
    explicit Descriptor(int value = -1) noexcept : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor();
    int get() const noexcept { return value_; }
    explicit operator bool() const noexcept { return value_ >= 0; }

private:
    int value_;
};

/// The path of an entry below the cache's folder.
struct EntryName {
    std::string folder;  // the first two hexadecimal digits of the digest
    std::string file;    // the other hexadecimal digits of the digest
};

EntryName entry_name(const Digest& key);

/// Returns a name for a file that is being written. No other process or thread uses this name.
std::string temporary_name();
bool is_temporary_name(const std::string& name) noexcept;

/// Opens the cache's folder inside `parent`. Returns no descriptor unless the folder has a marker, belongs to the user
/// and cannot be written by others. With `make`, creates missing folders, and the marker in an empty folder.
Descriptor open_cache_folder(const std::filesystem::path& parent, bool make);

/// Opens the folder `name` inside the cache's folder, with the same checks.
Descriptor open_entry_folder(const Descriptor& cache, const std::string& name, bool make);

/// Returns whether the cache may have written the file: a regular file of the user that others cannot write.
bool is_own_file(const struct stat& status) noexcept;

/// Calls `visit(folder, name, status)` for every file of the cache: entries and temporary files.
void for_each_cache_file(
    const Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit);

}  // namespace lanewise::runtime
