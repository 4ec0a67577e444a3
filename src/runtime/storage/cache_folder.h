// The folder of the cache and its files, as descriptors that have been checked. The cache shares the folder it
// is told to use with whatever the user keeps there, so all that it writes lies in one folder of its own, which
// holds a file that says so, and of what lies in there it touches only files that are named as it names them.
//
// Nothing is kept open: programs close descriptors that are not theirs, and folders go. Thread-safe.
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

/// The name of the cache's own folder, and of the file in it that makes it one.
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

/// Where an entry lies: a folder of the cache's folder, and a file in that.
struct EntryName {
    std::string folder;  // two hexadecimal digits
    std::string file;    // the other 62
};

EntryName entry_name(const Digest& key);

/// A name for a file that is being written, which no other process or thread uses.
std::string temporary_name();
bool is_temporary_name(const std::string& name) noexcept;

/// The cache's own folder below `parent`; none unless it is marked, the user's, and nobody else may write it.
/// `make` makes what is missing, the marker too where the folder is empty.
Descriptor open_cache_folder(const std::filesystem::path& parent, bool make);

/// The folder `name` of the cache's folder, under the same conditions.
Descriptor open_entry_folder(const Descriptor& cache, const std::string& name, bool make);

/// Whether the file is one that the cache may have written: regular, the user's, and nobody else may write it.
bool is_own_file(const struct stat& status) noexcept;

/// Calls `visit(folder, name, status)` for every file of the cache: entries and temporary files.
void for_each_cache_file(
    const Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit);

}  // namespace lanewise::runtime
