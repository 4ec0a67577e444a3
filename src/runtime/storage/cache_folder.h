// File descriptors of the cache's folder and files, opened with checks of their owner and permissions. The user may
// keep other files in the folder that is configured for the cache. All cache files therefore lie in an inner folder,
// which contains a marker file. In the inner folder, the cache uses only files whose names have the cache's own format.
//
// No descriptor is kept open, because programs may close descriptors that they did not open, and users may remove the
// folders. Thread-safe.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "device/machine/descriptor.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// The names of the cache's folder and of the marker file in it.
inline constexpr const char* cache_folder_name = "lanewise-builds";
inline constexpr const char* cache_marker_name = "CACHEDIR.TAG";

/// The path of an entry below the cache's folder.
struct EntryName {
    std::string folder;  // the first two hexadecimal digits of the digest
    std::string file;    // the other hexadecimal digits of the digest
};

EntryName entry_name(const Digest& key);

/// Returns the name of a file for a claim of the entry, in the entry's folder (cache_claim.h). `number` must have one
/// digit.
std::string claim_name(const Digest& key, unsigned number);
bool is_claim_name(std::string_view name) noexcept;

/// Returns a name for a file that is being written. No other process or thread uses this name.
std::string temporary_name();
bool is_temporary_name(const std::string& name) noexcept;

/// Opens the cache's folder inside `parent`. Returns no descriptor unless the folder has a marker, belongs to the user
/// and cannot be written by others. If `make` is true, creates missing folders, and the marker in an empty folder.
device::Descriptor open_cache_folder(const std::filesystem::path& parent, bool make);

/// Opens the folder `name` inside the cache's folder, with the same checks.
device::Descriptor open_entry_folder(const device::Descriptor& cache, const std::string& name, bool make);

/// Returns whether the cache may have written the file: a regular file that belongs to the user and that others cannot
/// write.
bool is_own_file(const struct stat& status) noexcept;

/// Calls `visit(folder, name, status)` for every file of the cache: entries, claims and temporary files.
void for_each_cache_file(
    const device::Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit);

}  // namespace lanewise::runtime
