#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "runtime/storage/build_cache.h"
#include "runtime/storage/build_id.h"
#include "runtime/storage/cache_directory.h"
#include "runtime/storage/cache_folder.h"

namespace lanewise::runtime {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("lanewise-cache-" + std::to_string(::getpid()));
        fs::remove_all(root_);
    }
    void TearDown() override { fs::remove_all(root_); }

    std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(root_)) {
            if (entry.is_regular_file() && entry.path().filename() != cache_marker_name) found.push_back(entry.path());
        }
        return found;
    }

    fs::path root_;
};

Digest key(std::uint8_t n) { return Digest{n}; }

TEST_F(Cache, KeepsEntriesForOtherProcesses) {
    CacheDirectory(root_ / "a/b", 1000).put(key(1), Bytes{1, 2, 3});
    const CacheDirectory other(root_ / "a/b", 1000);
    EXPECT_EQ(other.get(key(1)), (Bytes{1, 2, 3}));
    EXPECT_FALSE(other.get(key(2)));
}

TEST_F(Cache, LeavesNoTemporaryFiles) {
    CacheDirectory cache(root_, 1000);
    cache.put(key(1), Bytes{1});
    cache.put(key(1), Bytes{2});
    EXPECT_EQ(files().size(), 1u);
    EXPECT_EQ(cache.get(key(1)), Bytes{2});
}

TEST_F(Cache, WithoutAWritableDirectoryItIsEmpty) {
    CacheDirectory cache("/proc/nowhere/lanewise", 1000);
    EXPECT_FALSE(cache.is_refused());
    cache.put(key(1), Bytes{1});
    EXPECT_TRUE(cache.is_refused());
    EXPECT_FALSE(cache.get(key(1)));
}

TEST_F(Cache, RemovesTheEntriesUsedLongestAgo) {
    CacheDirectory cache(root_, 1000);
    for (std::uint8_t i = 0; i < 10; ++i) cache.put(key(i), Bytes(150, i));
    std::uint64_t total = 0;
    for (const auto& file : files()) total += fs::file_size(file);
    EXPECT_LE(total, 1150u);  // the cache may exceed its limit by one entry until the next check
    EXPECT_TRUE(cache.get(key(9)));
    EXPECT_FALSE(cache.get(key(0)));
}

TEST_F(Cache, DistrustsFilesThatOthersMayWrite) {
    CacheDirectory cache(root_, 1000);
    cache.put(key(1), Bytes{1});
    ASSERT_EQ(::chmod(files()[0].c_str(), 0666), 0);
    EXPECT_FALSE(cache.get(key(1)));
}

TEST_F(Cache, ManyThreadsSeeWholeEntries) {
    CacheDirectory cache(root_, 1 << 20);
    std::vector<std::jthread> threads;
    for (std::uint8_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 50; ++i) {
                cache.put(key(1), Bytes(5000, t));
                const auto entry = cache.get(key(1));
                ASSERT_TRUE(entry);
                EXPECT_EQ(*entry, Bytes(5000, entry->front()));
            }
        });
    }
}

TEST_F(Cache, ADamagedEntryIsAMissAndGoes) {
    const Digest build_id{5};
    BuildCache cache(std::make_unique<CacheDirectory>(root_, 1 << 20), build_id);
    KernelCode code;
    code.image = Bytes(100, 1);
    cache.store_code(key(1), code);
    ASSERT_TRUE(cache.find_code(key(1)));
    {
        std::fstream file(files()[0], std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(120);
        file.put('x');
    }
    EXPECT_FALSE(cache.find_code(key(1)));
    EXPECT_TRUE(files().empty());
}

TEST_F(Cache, WithoutADirectoryNothingIsKept) {
    BuildCache cache(nullptr, Digest{});
    cache.store_program(key(1), ProgramImage{});
    EXPECT_FALSE(cache.find_program(key(1)));
}

std::optional<Digest> source_key(std::string_view source, std::string_view options = "") {
    return key_of_source("build", source, options, {}, Digest{});
}

TEST(CacheKeys, DependOnEveryPart) {
    const auto base = source_key("kernel void k(){}");
    ASSERT_TRUE(base);
    EXPECT_EQ(base, source_key("kernel void k(){}"));
    EXPECT_NE(base, source_key("kernel void k(){} "));
    EXPECT_NE(base, source_key("kernel void k(){}", "-DA"));
    EXPECT_NE(base, key_of_source("compile", "kernel void k(){}", "", {}, Digest{}));
    EXPECT_NE(base, key_of_source("build", "kernel void k(){}", "", {}, Digest{1}));
    const compiler::Header header{"h", "x"};
    EXPECT_NE(base, key_of_source("build", "kernel void k(){}", "", {&header, 1}, Digest{}));
}

TEST(CacheKeys, NoneForWhatMayReadFilesOrTheClock) {
    EXPECT_FALSE(source_key("#include <x.h>"));
    EXPECT_FALSE(source_key("#  include \"x.h\""));
    EXPECT_FALSE(source_key("#incl\\\nude \"x.h\""));
    EXPECT_FALSE(source_key("#incl\\ \r\nude \"x.h\""));
    EXPECT_FALSE(source_key("#embed \"x\""));
    EXPECT_FALSE(source_key("constant char t[] = __TIME__;"));
    EXPECT_TRUE(source_key("#define A \\\n 1\nkernel void k(){}"));
}

TEST(Keys, OfModulesCoverAllThatAResultDependsOn) {
    const std::vector<std::byte> module{std::byte{1}, std::byte{2}}, other{std::byte{1}, std::byte{3}};
    const std::vector<compiler::SpecializationValue> none, one{{7, 1}}, another{{7, 2}}, renamed{{8, 1}};
    const auto key = [](std::string_view action, const std::vector<std::byte>& bytes,
                        const std::vector<compiler::SpecializationValue>& constants, std::string_view options,
                        const Digest& build_id) { return key_of_il(action, {bytes, constants}, options, build_id); };
    const Digest base = key("build", module, none, "", Digest{});
    EXPECT_EQ(base, key("build", module, none, "", Digest{}));
    std::vector<Digest> keys{base,
                             key("compile", module, none, "", Digest{}),
                             key("build", other, none, "", Digest{}),
                             key("build", module, one, "", Digest{}),
                             key("build", module, another, "", Digest{}),
                             key("build", module, renamed, "", Digest{}),
                             key("build", module, none, "-g", Digest{}),
                             key("build", module, none, "", Digest{1})};
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(CacheKeys, CodeDependsOnTarget) {
    const CodeOrigin origin{{"+avx2", 256}, 0};
    const auto base = key_of_code(Digest{}, "k", origin, CodeVariant::usual, Digest{});
    KnownArgument known;
    const auto of_known = key_of_code(Digest{}, "k", origin, CodeVariant::usual, Digest{}, {known});
    EXPECT_NE(base, of_known);
    known.bytes[3] = 1;
    EXPECT_NE(of_known, key_of_code(Digest{}, "k", origin, CodeVariant::usual, Digest{}, {known}));
    EXPECT_NE(base, key_of_code(Digest{}, "l", origin, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{1}, "k", origin, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", {{"+avx", 256}, 0}, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", {{"+avx2", 128}, 0}, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", {{"+avx2", 256}, 8}, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", {{"+avx2", 256}, 0, "17"}, CodeVariant::usual, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", origin, CodeVariant::large_launch, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", origin, CodeVariant::partial_chunks, Digest{}));
    EXPECT_NE(base, key_of_code(Digest{}, "k", origin, CodeVariant::usual, Digest{}, {}, Objects::shared));
}

TEST(BuildId, TellsFilesApart) {
    const auto self = read_build_id({"/proc/self/exe"});
    EXPECT_EQ(self, read_build_id({"/proc/self/exe"}));
    EXPECT_NE(self, read_build_id({"/nonexistent"}));
    EXPECT_NE(self, read_build_id({"/proc/self/exe", "/nonexistent"}));
}

}  // namespace
}  // namespace lanewise::runtime
