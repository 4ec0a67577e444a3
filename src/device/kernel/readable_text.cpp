#include "device/kernel/readable_text.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace lanewise::device {
namespace {

/// Size of the pieces that are read. This size divides the size of a page, so each piece lies in one page and is
/// readable as a whole or not at all.
constexpr std::size_t piece_bytes = 512;

/// Copies by a system call. Returns false for an invalid address, at which a plain load would fault.
bool copy_piece(void* to, const char* from, std::size_t bytes) noexcept {
    const iovec local{to, bytes};
    const iovec remote{const_cast<char*>(from), bytes};
    const ssize_t got = ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0);
    if (got >= 0) return static_cast<std::size_t>(got) == bytes;
    if (errno == EFAULT) return false;
    // If a sandbox forbids the system call, the address is used without a check.
    std::memcpy(to, from, bytes);
    return true;
}

}  // namespace

std::optional<std::string> readable_text(const char* text, std::size_t most) {
    std::string copy;
    std::array<char, piece_bytes> piece;
    while (copy.size() < most) {
        const std::size_t in_piece = piece_bytes - reinterpret_cast<std::uintptr_t>(text) % piece_bytes;
        const std::size_t bytes = std::min(in_piece, most - copy.size());
        if (!copy_piece(piece.data(), text, bytes)) return std::nullopt;
        const std::size_t length = ::strnlen(piece.data(), bytes);
        copy.append(piece.data(), length);
        if (length < bytes) break;
        text += bytes;
    }
    return copy;
}

}  // namespace lanewise::device
