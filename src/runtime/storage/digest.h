// Digests (XXH3, 128 bits) that serve as names of cache entries, identities of IR, and checksums of stored records.
// Digests distinguish different contents and detect damage, but do not protect against forgery. Protection against
// forgery is not needed: only the user can write the user's cache files, and the driver trusts the binaries that an
// application passes. No shared state; thread-safe.
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

    /// Adds the length of a text and then the text, so that ("ab", "c") and ("a", "bc") have different digests.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);

    /// Returns the digest of everything added so far.
    Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

Digest digest_of(std::span<const std::uint8_t> bytes);

std::string to_hex(const Digest& digest);

}  // namespace lanewise::runtime
