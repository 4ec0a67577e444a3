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

/// Returns whether only this user can write the file. Code in any other file might come from another user.
bool is_own(const struct stat& status) noexcept {
    return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Listing list(const Descriptor& folder) {
    // Opens a second descriptor, since closedir() closes the descriptor that it works on.
    const int copy = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0) return nullptr;
    DIR* const listing = ::fdopendir(copy);
    if (!listing) ::close(copy);
    return Listing(listing);
}

std::vector<std::string> names_in(const Descriptor& folder) {
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
Descriptor open_own_folder(int parent, const char* path) {
    Descriptor folder(::openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status{};
    if (!folder || ::fstat(folder.get(), &status) != 0 || !is_own(status)) return Descriptor();
    return folder;
}

bool has_marker(const Descriptor& folder) {
    const Descriptor file(::openat(folder.get(), cache_marker_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status{};
    if (!file || ::fstat(file.get(), &status) != 0 || !is_own_file(status)) return false;
    std::string text(marker_text.size() + 1, '\0');
    const ssize_t got = ::read(file.get(), text.data(), text.size());
    return got >= 0 && std::string_view(text.data(), static_cast<std::size_t>(got)) == marker_text;
}

/// Writes the marker file; returns false if the file already exists.
bool write_marker(const Descriptor& folder, const char* name) {
    const Descriptor file(::openat(folder.get(), name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    return file &&
           ::write(file.get(), marker_text.data(), marker_text.size()) == static_cast<ssize_t>(marker_text.size());
}

/// Marks an empty folder, which another process may do at the same time. The marker file is written under a temporary
/// name and then hard-linked. Unlike a rename, a link never replaces a file, and the file appears complete. On a file
/// system without hard links, the marker is written directly.
bool make_marker(const Descriptor& folder) {
    if (!std::ranges::all_of(names_in(folder), is_temporary_name)) return has_marker(folder);
    const std::string temporary = temporary_name();
    if (!write_marker(folder, temporary.c_str())) return false;
    const bool linked = ::linkat(folder.get(), temporary.c_str(), folder.get(), cache_marker_name, 0) == 0;
    ::unlinkat(folder.get(), temporary.c_str(), 0);
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

Descriptor::~Descriptor() {
    if (value_ >= 0) ::close(value_);
}

EntryName entry_name(const Digest& key) {
    const std::string digits = to_hex(key);
    return {digits.substr(0, folder_digits), digits.substr(folder_digits)};
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

Descriptor open_cache_folder(const fs::path& parent, bool make) {
    if (!parent.is_absolute()) return Descriptor();
    const fs::path path = parent / cache_folder_name;
    if (make) make_folders(path);
    Descriptor folder = open_own_folder(AT_FDCWD, path.c_str());
    if (!folder || has_marker(folder)) return folder;
    return make && make_marker(folder) ? std::move(folder) : Descriptor();
}

Descriptor open_entry_folder(const Descriptor& cache, const std::string& name, bool make) {
    if (make) ::mkdirat(cache.get(), name.c_str(), S_IRWXU);
    return open_own_folder(cache.get(), name.c_str());
}

void for_each_cache_file(
    const Descriptor& cache,
    const std::function<void(const std::string& folder, const std::string& name, const struct stat&)>& visit) {
    for (const std::string& folder_name : names_in(cache)) {
        if (folder_name.size() != folder_digits || !is_hex(folder_name)) continue;
        const Descriptor folder = open_entry_folder(cache, folder_name, false);
        if (!folder) continue;
        for (const std::string& name : names_in(folder)) {
            struct stat status{};
            const bool ours = is_entry_name(name) || is_temporary_name(name);
            if (!ours || ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
            if (is_own_file(status)) visit(folder_name, name, status);
        }
    }
}

}  // namespace lanewise::runtime
