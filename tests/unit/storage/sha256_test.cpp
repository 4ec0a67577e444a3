#include "runtime/storage/sha256.h"

#include <gtest/gtest.h>

namespace lanewise::runtime {
namespace {

std::string hash_of(std::string_view text) {
    return to_hex(sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

TEST(Sha256, KnownAnswers) {
    EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hash_of(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesOfAnySizeGiveTheSameDigest) {
    const std::string text(1000, 'x');
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (const std::size_t step : {1u, 7u, 63u, 64u, 65u, 300u}) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += step) {
            hash.add({bytes + at, std::min(step, text.size() - at)});
        }
        EXPECT_EQ(to_hex(hash.finish()), hash_of(text)) << step;
    }
}

TEST(Sha256, TextsAreKeptApart) {
    Sha256 first, second;
    first.add_text("ab");
    first.add_text("c");
    second.add_text("a");
    second.add_text("bc");
    EXPECT_NE(first.finish(), second.finish());
}

}  // namespace
}  // namespace lanewise::runtime
