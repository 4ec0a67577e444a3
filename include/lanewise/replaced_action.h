// Replaces a signal handler although the application may install its own handler at the same time. The system has no
// compare-and-exchange for handlers, so this code detects afterwards that another handler was installed meanwhile, and
// restores that handler. If the application removed a handler meanwhile, that handler is not restored.
//
// Thread-safe; no call throws.
#pragma once

#include <signal.h>

#include <cstdint>
#include <cstring>

namespace lanewise {

/// Compares two signal actions that the system reported. Ignores the flag that the C library adds to an action, and the
/// mask bits that the C library does not fill because no such signals exist.
inline bool is_same_action(const struct sigaction& one, const struct sigaction& other) noexcept {
    constexpr int restorer_flag = 0x04000000;
    constexpr std::size_t mask_bytes = (_NSIG - 1) / 8;
    return one.sa_sigaction == other.sa_sigaction && ((one.sa_flags ^ other.sa_flags) & ~restorer_flag) == 0 &&
           std::memcmp(&one.sa_mask, &other.sa_mask, mask_bytes) == 0;
}

enum class Replaced : std::uint8_t {
    done,
    too_late,  // the current handler was not the expected one, and is installed again
    seen,      // another handler replaced the new handler meanwhile, and may call the new handler
    refused,   // the system refused
};

/// Installs the handler `next` if the current handler is `expected`.
inline Replaced replace_action(int signal, const struct sigaction& expected, const struct sigaction& next) noexcept {
    struct sigaction found{};
    if (::sigaction(signal, &next, &found) != 0) return Replaced::refused;
    if (is_same_action(found, expected)) return Replaced::done;
    // Restores the application's handler, and repeats if the application installed yet another handler meanwhile.
    struct sigaction own = next;
    for (Replaced result = Replaced::too_late;; result = Replaced::seen) {
        const struct sigaction later = found;
        if (::sigaction(signal, &later, &found) != 0) return Replaced::refused;
        if (is_same_action(found, own)) return result;
        own = later;
    }
}

}  // namespace lanewise
