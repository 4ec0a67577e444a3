// Digests (XXH3, 128 bits): names of cache entries, identity of IR, checksums of what is stored. They tell different
// things apart and damage from what was written; against forgery they are nothing, and nothing rests on that: files of
// the cache are their owner's alone, and a binary is the word of the program that hands it over.
// Thread-safety: free of shared state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::runtime {

using Digest = std::array<std::uint8_t, 16>;

class Hasher {
public:
    Hasher();
    ~Hasher();

    void add(std::span<const std::uint8_t> bytes);

    /// A text with its length in front, so that ("ab", "c") and ("a", "bc") differ.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);

    /// Of all that was added so far.
    Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

Digest digest_of(std::span<const std::uint8_t> bytes);

std::string to_hex(const Digest& digest);

}  // namespace lanewise::runtime
