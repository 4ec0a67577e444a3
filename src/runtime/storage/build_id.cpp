#include "runtime/storage/build_id.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <vector>

namespace lanewise::runtime {
namespace {

/// A file open for reading.
class File {
public:
    explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    int descriptor() const { return descriptor_; }

    bool read(void* data, std::size_t size, std::uint64_t offset) const {
        return ::pread(descriptor_, data, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
    }

private:
    int descriptor_;
};

constexpr std::uint64_t max_note_bytes = 64 * 1024;

using Note = std::vector<std::uint8_t>;

/// Finds the build id among the notes of a PT_NOTE segment.
std::optional<Note> find_in_notes(const Note& notes) {
    std::size_t at = 0;
    while (notes.size() - at >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr header;
        std::memcpy(&header, notes.data() + at, sizeof header);
        at += sizeof header;
        const std::size_t name_bytes = (std::size_t{header.n_namesz} + 3) / 4 * 4;
        const std::size_t bytes = (std::size_t{header.n_descsz} + 3) / 4 * 4;
        if (notes.size() - at < name_bytes + bytes) return std::nullopt;
        const auto* id = notes.data() + at + name_bytes;
        if (header.n_type == NT_GNU_BUILD_ID) return Note(id, id + header.n_descsz);
        at += name_bytes + bytes;
    }
    return std::nullopt;
}

std::optional<Note> find_build_id(const File& file) {
    Elf64_Ehdr header;
    if (!file.read(&header, sizeof header, 0) || header.e_phentsize != sizeof(Elf64_Phdr)) {
        return std::nullopt;
    }
    for (unsigned i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        if (!file.read(&segment, sizeof segment, header.e_phoff + i * sizeof segment)) break;
        if (segment.p_type != PT_NOTE || segment.p_filesz > max_note_bytes) continue;
        Note notes(segment.p_filesz);
        if (!file.read(notes.data(), notes.size(), segment.p_offset)) break;
        if (auto id = find_in_notes(notes)) return id;
    }
    return std::nullopt;
}

void add_file(Hasher& hash, const std::string& path) {
    const File file(path);
    struct stat status{};
    if (file.descriptor() < 0 || ::fstat(file.descriptor(), &status) != 0) {
        hash.add_text("missing");
    } else if (const auto id = find_build_id(file)) {
        hash.add_text("build id");
        hash.add(*id);
    } else {
        hash.add_text("file");
        hash.add_number(static_cast<std::uint64_t>(status.st_size));
        hash.add_number(static_cast<std::uint64_t>(status.st_mtim.tv_sec));
        hash.add_number(static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
    }
}

}  // namespace

Digest read_build_id(std::initializer_list<std::string> paths) {
    Hasher hash;
    for (const auto& path : paths) add_file(hash, path);
    return hash.finish();
}

}  // namespace lanewise::runtime
