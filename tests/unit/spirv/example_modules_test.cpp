// Tests the modules of the examples: the binary of a hand-written module must equal its assembled text.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "assembler.h"

namespace lanewise::test {
namespace {

constexpr std::uint32_t version = 0x00010200;
constexpr std::size_t generator_at = 8, generator_bytes = 4;

std::string content_of(const char* name) {
    std::ifstream file(std::string(LANEWISE_EXAMPLES "/spirv/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SpirvExamples, BytesAreTheAssembledText) {
    std::vector<std::byte> assembled = assemble(content_of("add_numbers.spvasm"), version);
    const std::string bytes = content_of("add_numbers.spv");
    ASSERT_EQ(assembled.size(), bytes.size());
    // The test copies the word for the generator, since this word differs between assemblers.
    std::transform(bytes.begin() + generator_at, bytes.begin() + generator_at + generator_bytes,
                   assembled.begin() + generator_at, [](char byte) { return static_cast<std::byte>(byte); });
    EXPECT_TRUE(std::equal(assembled.begin(), assembled.end(), bytes.begin(),
                           [](std::byte one, char other) { return one == static_cast<std::byte>(other); }));
}

}  // namespace
}  // namespace lanewise::test
