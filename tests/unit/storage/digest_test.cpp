#include "runtime/storage/digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lanewise::runtime {
namespace {

std::string hash_of(std::string_view text) {
    return to_hex(digest_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

TEST(Hasher, DifferentBytesGiveDifferentDigests) {
    std::set<std::string> seen;
    std::string text(300, 'a');
    for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) seen.insert(hash_of(text.substr(0, bytes)));
    for (char& letter : text) {
        ++letter;
        seen.insert(hash_of(text));
        --letter;
    }
    EXPECT_EQ(seen.size(), 601u);
    for (const std::string& digest : seen) EXPECT_EQ(digest.size(), 32u);
}

TEST(Hasher, PiecesOfAnySizeGiveTheSameDigest) {
    const std::string text(1000, 'x');
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (const std::size_t step : {1u, 7u, 63u, 64u, 65u, 300u}) {
        Hasher hash;
        for (std::size_t at = 0; at < text.size(); at += step) {
            hash.add({bytes + at, std::min(step, text.size() - at)});
        }
        EXPECT_EQ(to_hex(hash.finish()), hash_of(text)) << step;
    }
}

TEST(Hasher, TextsAreKeptApart) {
    Hasher first, second;
    first.add_text("ab");
    first.add_text("c");
    second.add_text("a");
    second.add_text("bc");
    EXPECT_NE(first.finish(), second.finish());
}

}  // namespace
}  // namespace lanewise::runtime
