// Loads another LLVM into the process, with global symbols: one test loads it before the driver's own LLVM, another
// test after the driver's LLVM.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

constexpr std::array llvm_libraries{"libLLVM-15.so.1", "libLLVM.so.22.1", "libLLVM-14.so.1"};

class OtherLlvm : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override { setenv("LANEWISE_CACHE", "0", 1); }
    /// Loads the other LLVM. Returns false if the library is not installed.
    bool load_other() { return dlopen(GetParam(), RTLD_NOW | RTLD_GLOBAL) != nullptr; }
};

TEST_P(OtherLlvm, LoadedBeforeOurs) {
    if (!load_other()) GTEST_SKIP() << GetParam() << " is not installed";
    Session session;
    session.build();
    EXPECT_TRUE(session.computes());
}

TEST_P(OtherLlvm, LoadedAfterOurs) {
    Session session;
    session.build();
    EXPECT_TRUE(session.computes());
    if (!load_other()) GTEST_SKIP() << GetParam() << " is not installed";
    Session again;
    again.build(1);
    EXPECT_TRUE(again.computes());
}

INSTANTIATE_TEST_SUITE_P(Versions, OtherLlvm, testing::ValuesIn(llvm_libraries), [](const auto& info) {
    std::string name = info.param;
    std::erase_if(name, [](char c) { return !isalnum(static_cast<unsigned char>(c)); });
    return name;
});

// Programs like Mesa or Julia call functions of LLVM's C interface. The dynamic linker must not bind these calls to the
// driver's LLVM.
TEST(OtherLlvmFunctions, AreNotOurs) {
    setenv("LANEWISE_CACHE", "0", 1);
    Session session;
    session.build();
    ASSERT_TRUE(session.computes());
    EXPECT_EQ(dlsym(RTLD_DEFAULT, "LLVMContextCreate"), nullptr);
    EXPECT_EQ(dlsym(RTLD_DEFAULT, "lanewise_compiler"), nullptr);
}

}  // namespace
}  // namespace lanewise::test
