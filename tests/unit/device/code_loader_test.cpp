#include "device/kernel/code_loader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "device/kernel/imports.h"

namespace lanewise::device {
namespace {

constexpr std::uint64_t page = 4096;

void put(std::vector<std::uint8_t>& image, std::size_t at, std::initializer_list<int> bytes) {
    for (const int byte : bytes) image[at++] = static_cast<std::uint8_t>(byte);
}

/// Makes code of three pages: text, a read-only page with a pointer to the writable page, and the writable page. The
/// entry is `mov rax, [rip -> rodata]; mov dword [rax], 42; ret`.
KernelCode store_42() {
    KernelCode code;
    code.image.resize(3 * page);
    code.text_bytes = page;
    code.rodata_bytes = page;
    put(code.image, 0, {0x48, 0x8b, 0x05, 0xf9, 0x0f, 0x00, 0x00});  // mov rax, [rip + 0xff9]
    put(code.image, 7, {0xc7, 0x00, 42, 0, 0, 0, 0xc3});
    code.relocations.push_back({page, 2 * page + 16});
    return code;
}

std::unique_ptr<const LoadedCode> load(const KernelCode& code, std::string& error) {
    return LoadedCode::load(code, "k", false, nullptr, error);
}

TEST(CodeLoader, RunsRelocatedCode) {
    std::string error;
    const auto loaded = load(store_42(), error);
    ASSERT_TRUE(loaded) << error;
    loaded->entry()(nullptr, nullptr, nullptr, 0);
    const auto* base = reinterpret_cast<const std::byte*>(loaded->entry());
    std::uint32_t stored = 0;
    std::memcpy(&stored, base + 2 * page + 16, sizeof stored);
    EXPECT_EQ(stored, 42u);
}

TEST(CodeLoader, PatchesImports) {
    KernelCode code = store_42();
    code.relocations.clear();
    code.imports.push_back({page + 8, 0, "sin"});
    std::string error;
    const auto loaded = load(code, error);
    ASSERT_TRUE(loaded) << error;
    double (*function)(double) = nullptr;
    std::memcpy(&function, reinterpret_cast<const std::byte*>(loaded->entry()) + page + 8, sizeof function);
    EXPECT_DOUBLE_EQ(function(1.0), std::sin(1.0));
}

/// Fixture with the path of the file in which perf looks up this process's code. The file is removed before and after
/// each test.
class PerfMap : public testing::Test {
protected:
    void SetUp() override {
        ::unlink(path_.c_str());
        std::ofstream(other_) << "precious";
    }
    void TearDown() override {
        ::unlink(path_.c_str());
        ::unlink(other_.c_str());
    }
    static std::string text_of(const std::string& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void load_named() {
        std::string error;
        ASSERT_TRUE(LoadedCode::load(store_42(), "my_kernel", true, nullptr, error)) << error;
    }

    const std::string path_ = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
    const std::string other_ = path_ + ".other";
};

TEST_F(PerfMap, NamesKernels) {
    load_named();
    EXPECT_NE(text_of(path_).find(" 1000 my_kernel\n"), std::string::npos);
}

// Any user may put a file or link with the name of perf's file into /tmp before this process does.
TEST_F(PerfMap, FollowsNoLinks) {
    ASSERT_EQ(::symlink(other_.c_str(), path_.c_str()), 0);
    load_named();
    ASSERT_EQ(::unlink(path_.c_str()), 0);
    ASSERT_EQ(::link(other_.c_str(), path_.c_str()), 0);
    load_named();
    EXPECT_EQ(text_of(other_), "precious");
}

TEST(CodeLoader, RefusesUnknownImports) {
    KernelCode code = store_42();
    code.imports.push_back({page, 0, "system"});
    std::string error;
    EXPECT_FALSE(load(code, error));
    EXPECT_NE(error.find("'system'"), std::string::npos);
}

void expect_refused(const KernelCode& code, const char* why) {
    std::string error;
    EXPECT_FALSE(load(code, error)) << why;
    EXPECT_FALSE(error.empty()) << why;
}

TEST(CodeLoader, RefusesMalformedImages) {
    expect_refused(KernelCode{}, "empty");
    KernelCode code = store_42();
    code.text_bytes = page + 1;
    expect_refused(code, "text not on a page");
    code = store_42();
    code.text_bytes = 4 * page;
    expect_refused(code, "text beyond the image");
    code = store_42();
    code.rodata_bytes = ~std::uint64_t{0} - page + 1;
    expect_refused(code, "rodata wraps around");
    code = store_42();
    code.entry = page;
    expect_refused(code, "entry outside text");
    code = store_42();
    code.relocations[0].offset = 3 * page - 7;
    expect_refused(code, "relocation across the end");
    code = store_42();
    code.relocations[0].offset = ~std::uint64_t{0};
    expect_refused(code, "relocation far outside");
    code = store_42();
    code.imports.push_back({3 * page, 0, "sin"});
    expect_refused(code, "import outside");
}

TEST(Imports, FindsFloatsDoublesMemoryAndHelpers) {
    for (const char* name :
         {"memcpy", "memset", "tgamma", "tgammaf", "fmod", "lgamma_r", "__udivti3", "__truncdfhf2", "__extendhfsf2"}) {
        EXPECT_NE(find_import(name), nullptr) << name;
    }
    for (const char* name : {"", "sinx", "malloc", "zzz"}) {
        EXPECT_EQ(find_import(name), nullptr) << name;
    }
}

}  // namespace
}  // namespace lanewise::device
