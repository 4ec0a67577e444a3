// SHA-256 (FIPS 180-4): names of cache entries, identity of IR, checksums of what is stored.
// Thread-safety: free of shared state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::runtime {

using Digest = std::array<std::uint8_t, 32>;

class Sha256 {
public:
    void add(std::span<const std::uint8_t> bytes);

    /// A text with its length in front, so that ("ab", "c") and ("a", "bc") differ.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);

    /// Ends the message; nothing may be added afterwards.
    Digest finish();

private:
    void compress(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::size_t used_ = 0;     // bytes of block_
    std::uint64_t bytes_ = 0;  // of the message so far
};

Digest sha256(std::span<const std::uint8_t> bytes);

std::string to_hex(const Digest& digest);

}  // namespace lanewise::runtime
