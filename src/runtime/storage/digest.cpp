#include "runtime/storage/digest.h"

#include <cstring>

// Includes the whole library as inline functions, so that no shared library need be loaded at start-up.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lanewise::runtime {
namespace {

Digest to_digest(const XXH128_hash_t& hash) {
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, hash);
    Digest digest;
    static_assert(sizeof bytes.digest == sizeof digest);
    std::memcpy(digest.data(), bytes.digest, sizeof bytes.digest);
    return digest;
}

}  // namespace

struct Hasher::State {
    XXH3_state_t xxh;
};

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh); }

Hasher::~Hasher() = default;

void Hasher::add(std::span<const std::uint8_t> bytes) { XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size()); }

void Hasher::add_text(std::string_view text) {
    add_number(text.size());
    add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void Hasher::add_number(std::uint64_t number) {
    std::uint8_t bytes[8];
    std::memcpy(bytes, &number, sizeof number);
    add(bytes);
}

Digest Hasher::finish() const { return to_digest(XXH3_128bits_digest(&state_->xxh)); }

Digest digest_of(std::span<const std::uint8_t> bytes) { return to_digest(XXH3_128bits(bytes.data(), bytes.size())); }

std::string to_hex(const Digest& digest) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

}  // namespace lanewise::runtime
