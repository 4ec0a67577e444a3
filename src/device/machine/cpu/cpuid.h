// Executes the CPUID instruction. The instruction is slow under a hypervisor, so each object reads only once which
// leaves exist.
//
// Thread-safety: no shared state.
#pragma once

#include <cpuid.h>

#include <cstdint>
#include <optional>

namespace lanewise::device {

class Cpuid {
public:
    struct Words {
        std::uint32_t a = 0, b = 0, c = 0, d = 0;
    };

    /// Reads a leaf; returns nothing if the CPU does not have it.
    std::optional<Words> read(std::uint32_t leaf, std::uint32_t part = 0) const {
        if (leaf > (leaf < extended ? first_.a : last_extended_)) return std::nullopt;
        return read_any(leaf, part);
    }

    bool is_intel() const {
        return first_.b == signature_INTEL_ebx && first_.d == signature_INTEL_edx && first_.c == signature_INTEL_ecx;
    }

private:
    static constexpr std::uint32_t extended = 0x80000000;

    static Words read_any(std::uint32_t leaf, std::uint32_t part) {
        Words words;
        __cpuid_count(leaf, part, words.a, words.b, words.c, words.d);
        return words;
    }

    Words first_ = read_any(0, 0);
    std::uint32_t last_extended_ = read_any(extended, 0).a;
};

}  // namespace lanewise::device
