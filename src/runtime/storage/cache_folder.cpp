#include "runtime/storage/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

namespace lanewise::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = "tmp.";
constexpr std::string_view claim_suffix = ".claim";
constexpr std::size_t folder_digits = 2;
constexpr std::size_t file_digits = 2 * std::tuple_size_v<Digest> - folder_digits;

/// The first line is the signature that backup programs look for (bford.info/cachedir).
constexpr std::string_view marker_text =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Compiled OpenCL programs of Lanewise, which removes what it has not used for long.\n";

struct CloseFolder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};
using Listing = std::unique_ptr<DIR, CloseFolder>;

bool is_hex(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_entry_name(std::string_view name) { return name.size() == file_digits && is_hex(name); }

/// Returns whether only this user can write the file. If other users can write a file, they might have written machine
/// code into it.
bool is_own(const struct stat& status) noexcept {
    return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Listing list(const device::Descriptor& folder) {
    // Opens a second descriptor, since closedir() closes the descriptor that it works on.
    const int copy = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0) return nullptr;
    DIR* const listing = ::fdopendir(copy);
    if (!listing) ::close(copy);
    return Listing(listing);
}

std::vector<std::string> names_in(const device::Descriptor& folder) {
    std::vector<std::string> names;
    const Listing listing = list(folder);
    if (!listing) return names;
    while (const dirent* entry = ::readdir(listing.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    return names;
}

/// Opens a folder that belongs to this user alone. A symbolic link is refused: another user may have made it.
device::Descriptor open_own_folder(int parent, const char* path) {
    device::Descriptor folder(::openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status{};
    if (!folder || ::fstat(folder.number(), &status) != 0 || !is_own(status)) return device::Descriptor();
    return folder;
}

bool has_marker(const device::Descriptor& folder) {
    const device::Descriptor file(
        ::openat(folder.number(), cache_marker_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status{};
    if (!file || ::fstat(file.number(), &status) != 0 || !is_own_file(status)) return false;
    std::string text(marker_text.size() + 1, '\0');
    const ssize_t got = ::read(file.number(), text.data(), text.size());
    return got >= 0 && std::string_view(text.data(), static_cast<std::size_t>(got)) == marker_text;
}

/// Writes the marker file; returns false if the file already exists.
bool write_marker(const device::Descriptor& folder, const char* name) {
    const device::Descriptor file(
        ::openat(folder.number(), name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    return file &&
           ::write(file.number(), marker_text.data(), marker_text.size()) == static_cast<ssize_t>(marker_text.size());
}

/// Creates the marker file in an empty folder. Another process may create the marker file at the same time. The marker
/// file is written under a temporary name and then hard-linked. Unlike a rename, creating a link never replaces an
/// existing file, and other processes see only a complete file. On a file system without hard links, the marker is
/// written directly.
bool make_marker(const device::Descriptor& folder) {
    if (!std::ranges::all_of(names_in(folder), is_temporary_name)) return has_marker(folder);
    const std::string temporary = temporary_name();
    if (!write_marker(folder, temporary.c_str())) return false;
    const bool linked = ::linkat(folder.number(), temporary.c_str(), folder.number(), cache_marker_name, 0) == 0;
    ::unlinkat(folder.number(), temporary.c_str(), 0);
    return linked || write_marker(folder, cache_marker_name) || has_marker(folder);
}

/// Creates folders like mkdir -p, accessible only to this user. Existing folders stay unchanged.
void make_folders(const fs::path& path) {
    fs::path part;
    for (const fs::path& name : path) {
        part /= name;
        ::mkdir(part.c_str(), S_IRWXU);
    }
}

}  // namespace

EntryName entry_name(const Digest& key) {
    const std::string digits = to_hex(key);
    return {digits.substr(0, folder_digits), digits.substr(folder_digits)};
}

std::string claim_name(const Digest& key, unsigned number) {
    return entry_name(key).file + std::string(claim_suffix) + std::to_string(number);
}

bool is_claim_name(std::string_view name) noexcept {
    return name.size() == file_digits + claim_suffix.size() + 1 && is_hex(name.substr(0, file_digits)) &&
           name.substr(file_digits, claim_suffix.size()) == claim_suffix && name.back() >= '0' && name.back() <= '9';
}

std::string temporary_name() {
    static std::atomic<std::uint64_t> counter = 0;
    return std::string(temporary_prefix) + std::to_string(::getpid()) + "." + std::to_string(counter++);
}

bool is_temporary_name(const std::string& name) noexcept {
    if (!name.starts_with(temporary_prefix)) return false;
    const std::string_view numbers = std::string_view(name).substr(temporary_prefix.size());
    return std::ranges::count(numbers, '.') == 1 && numbers.front() != '.' && numbers.back() != '.' &&
           numbers.find_first_not_of("0123456789.") == numbers.npos;
}

bool is_own_file(const struct stat& status) noexcept { return S_ISREG(status.st_mode) && is_own(status); }

device::Descriptor open_cache_folder(const fs::path& parent, bool make) {
    if (!parent.is_absolute()) return device::Descriptor();
    const fs::path path = parent / cache_folder_name;
    if (make) make_folders(path);
    device::Descriptor folder = open_own_folder(AT_FDCWD, path.c_str());
    if (!folder || has_marker(folder)) return folder;
    return make && make_marker(folder) ? std::move(folder) : device::Descriptor();
}

device::Descriptor open_entry_folder(const device::Descriptor& cache, const std::string& name, bool make) {
    if (make) ::mkdirat(cache.number(), name.c_str(), S_IRWXU);
    return open_own_folder(cache.number(), name.c_str());
}

void for_each_cache_file(
    const device::Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit) {
    for (const std::string& folder_name : names_in(cache)) {
        if (folder_name.size() != folder_digits || !is_hex(folder_name)) continue;
        const device::Descriptor folder = open_entry_folder(cache, folder_name, false);
        if (!folder) continue;
        for (const std::string& name : names_in(folder)) {
            struct stat status{};
            const bool ours = is_entry_name(name) || is_claim_name(name) || is_temporary_name(name);
            if (!ours || ::fstatat(folder.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
            if (is_own_file(status)) visit(folder_name, name, status);
        }
    }
}

}  // namespace lanewise::runtime
