// The cache's folder and its files, as checked descriptors. The user may keep other files in the folder that the cache
// is told to use. All cache files therefore lie in one folder inside it, which holds a marker file. There the cache
// touches only files whose names have its own format.
//
// No descriptor is kept open: programs close descriptors that are not theirs, and folders may be removed. Thread-safe.
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

/// The name of the cache's folder, and of the marker file in it.
inline constexpr const char* cache_folder_name = "lanewise-builds";
inline constexpr const char* cache_marker_name = "CACHEDIR.TAG";

/// Owns a file descriptor; -1 for none.
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

/// The place of an entry: a folder inside the cache's folder, and a file in it.
struct EntryName {
    std::string folder;  // two hexadecimal digits
    std::string file;    // the other 62 digits
};

EntryName entry_name(const Digest& key);

/// A name for a file being written; no other process or thread uses the name.
std::string temporary_name();
bool is_temporary_name(const std::string& name) noexcept;

/// Opens the cache's folder inside `parent`. Returns none unless the folder is marked, belongs to the user, and nobody
/// else may write it. `make` creates missing folders, and the marker in an empty folder.
Descriptor open_cache_folder(const std::filesystem::path& parent, bool make);

/// Opens the folder `name` inside the cache's folder, under the same conditions.
Descriptor open_entry_folder(const Descriptor& cache, const std::string& name, bool make);

/// Whether the cache may have written the file: a regular file of the user that nobody else may write.
bool is_own_file(const struct stat& status) noexcept;

/// Calls `visit(folder, name, status)` for every file of the cache: entries and temporary files.
void for_each_cache_file(
    const Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit);

}  // namespace lanewise::runtime
