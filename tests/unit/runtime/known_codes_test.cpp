// Tests that a launch finds the code that is specialized for its arguments.
#include "runtime/code/known_codes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>

namespace lanewise::runtime::test {
namespace {

/// Returns a kernel whose parameters are an image, an int and a sampler.
KernelInfo sampling_kernel() {
    KernelInfo kernel;
    kernel.args.resize(3);
    kernel.args[0].kind = ArgKind::image;
    kernel.args[1].offset = 8;
    kernel.args[2].kind = ArgKind::sampler;
    kernel.args[2].offset = 16;
    return kernel;
}

struct Arguments {
    const abi::ImageDescriptor* image;
    std::uint64_t number, sampler;

    const std::byte* block() const { return reinterpret_cast<const std::byte*>(this); }
};

abi::ImageDescriptor image_of(abi::TexelKind kind, unsigned width) {
    abi::ImageDescriptor image{};
    image.format.kind = kind;
    image.level.width = width;
    return image;
}

TEST(KnownCodes, AreNoneWithoutImages) {
    KernelInfo kernel = sampling_kernel();
    kernel.args[0].kind = ArgKind::global_pointer;
    KnownCodes codes;
    EXPECT_FALSE(codes.watches());
    codes.watch(kernel);
    EXPECT_FALSE(codes.watches());
}

TEST(KnownCodes, AreFoundByFormatsAndSamplersAlone) {
    KnownCodes codes;
    codes.watch(sampling_kernel());
    ASSERT_TRUE(codes.watches());
    const auto bytes = image_of(abi::TexelKind::unorm8, 5), more = image_of(abi::TexelKind::unorm8, 7);
    const auto floats = image_of(abi::TexelKind::single_float, 5);
    const auto find = [&](const abi::ImageDescriptor& image, std::uint64_t number, std::uint64_t sampler,
                          CodeVariant kind = CodeVariant::usual) {
        return codes.version_for(kind, Arguments{&image, number, sampler}.block());
    };
    auto* first = find(bytes, 1, 0x12);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(find(more, 2, 0x12), first);
    const std::set<KnownCodes::Version*> all{first, find(floats, 1, 0x12), find(bytes, 1, 0x22),
                                             find(bytes, 1, 0x12, CodeVariant::lanes_8)};
    EXPECT_EQ(all.size(), 4u);
    EXPECT_FALSE(all.contains(nullptr));
    EXPECT_EQ(find(bytes, 1, 0x12), first);
    ASSERT_EQ(first->arguments.size(), 2u);
    EXPECT_EQ(first->arguments[1].index, 2u);
    EXPECT_EQ(first->arguments[1].bytes[0], 0x12);
    EXPECT_EQ(std::memcmp(first->arguments[0].bytes.data(), &bytes.format, sizeof bytes.format), 0);
}

TEST(KnownCodes, AreFew) {
    KnownCodes codes;
    codes.watch(sampling_kernel());
    const auto image = image_of(abi::TexelKind::unorm8, 5);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (std::uint64_t sampler = 0; sampler < 3 * KnownCodes::most_versions; ++sampler) {
                auto* version = codes.version_for(CodeVariant::usual, Arguments{&image, 0, sampler}.block());
                EXPECT_EQ(version != nullptr, sampler < KnownCodes::most_versions);
                if (version) EXPECT_EQ(version->arguments[1].bytes[0], sampler);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace lanewise::runtime::test
