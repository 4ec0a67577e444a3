// Replaces the handler of a signal where the application may install its own at the same time. The system has no call
// that compares and exchanges handlers, so a change in between is found afterwards and undone. A handler that the
// application has taken away meanwhile is not put back.
//
// Thread-safe; no call throws.
#pragma once

#include <signal.h>

#include <cstdint>
#include <cstring>

namespace lanewise {

/// Compares handlers as the system reports them: the C library adds a flag of its own, and fills only as much of a mask
/// as there are signals.
inline bool is_same_action(const struct sigaction& one, const struct sigaction& other) noexcept {
    constexpr int restorer_flag = 0x04000000;
    constexpr std::size_t mask_bytes = (_NSIG - 1) / 8;
    return one.sa_sigaction == other.sa_sigaction && ((one.sa_flags ^ other.sa_flags) & ~restorer_flag) == 0 &&
           std::memcmp(&one.sa_mask, &other.sa_mask, mask_bytes) == 0;
}

enum class Replaced : std::uint8_t {
    done,
    too_late,  // another handler was there, and is again
    seen,      // another handler came over the new one, so that it may call the new one
    refused,   // by the system
};

/// Installs `next` in place of `expected`.
inline Replaced replace_action(int signal, const struct sigaction& expected, const struct sigaction& next) noexcept {
    struct sigaction found{};
    if (::sigaction(signal, &next, &found) != 0) return Replaced::refused;
    if (is_same_action(found, expected)) return Replaced::done;
    // Puts the later handler back, and whatever replaces one of these meanwhile.
    struct sigaction own = next;
    for (Replaced result = Replaced::too_late;; result = Replaced::seen) {
        const struct sigaction later = found;
        if (::sigaction(signal, &later, &found) != 0) return Replaced::refused;
        if (is_same_action(found, own)) return result;
        own = later;
    }
}

}  // namespace lanewise
