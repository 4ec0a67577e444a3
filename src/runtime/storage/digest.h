// Digests (XXH3, 128 bits): names of cache entries, identity of IR, checksums of stored records. They distinguish
// different contents and detect damage, but give no protection against forgery. Nothing needs such protection: only
// their owner may write the cache's files, and an application is trusted with the binaries that it passes. No shared
// state; thread-safe.
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

    /// Adds a text after its length, so that ("ab", "c") and ("a", "bc") differ.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);

    /// Digest of everything added so far.
    Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

Digest digest_of(std::span<const std::uint8_t> bytes);

std::string to_hex(const Digest& digest);

}  // namespace lanewise::runtime
