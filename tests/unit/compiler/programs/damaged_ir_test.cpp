// Tests the reader of IR with damaged bytes and a right checksum. The reader must refuse the IR or read valid IR. The
// reader's failures must not be reported as faults of the compiler.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <random>

#include "compiler/compiler_impl.h"
#include "compiler/guarded_compiler.h"

namespace lanewise::test {
namespace {

constexpr const char* source = R"(
constant float table[4] = {1, 2, 3, 4};
kernel void k(global float* p, local int* q, int n) {
    for (int i = 0; i < n; ++i) p[get_global_id(0)] += table[i & 3] * sin(p[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("%d\n", q[0]);
})";

/// Limits the process's address space. LLVM's reader allocates as much memory as numbers in the IR demand. Without the
/// limit, a failing test could use up the machine's memory.
class FewAddresses {
public:
    FewAddresses() {
        getrlimit(RLIMIT_AS, &old_);
        rlimit few = old_;
        few.rlim_cur = rlim_t{6} << 30;
        setrlimit(RLIMIT_AS, &few);
    }
    ~FewAddresses() { setrlimit(RLIMIT_AS, &old_); }

private:
    rlimit old_{};
};

// LLVM's reader uses most numbers in the IR as indices and checks them only by asserts.
TEST(DamagedIr, IsRefused) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer takes the reader's faults";
#endif
#endif
    const compiler::GuardedCompiler guarded(compiler::compiler_instance());
    const compiler::Ir ir = guarded.build(source, "-g").ir;
    ASSERT_FALSE(ir.empty());
    const FewAddresses few;
    std::mt19937 random(1);
    unsigned refused = 0;
    for (int i = 0; i < 2000; ++i) {
        compiler::Ir damaged = ir;
        for (unsigned flips = 1 + random() % 3; flips > 0; --flips)
            damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
        const auto result = guarded.load(damaged);
        refused += result.status != compiler::Status::success;
        EXPECT_EQ(result.log.find("internal compiler error"), std::string::npos) << i << ": " << result.log;
        EXPECT_NE(result.status, compiler::Status::out_of_memory) << i;
    }
    EXPECT_GT(refused, 0u);
    EXPECT_EQ(guarded.load(ir).status, compiler::Status::success);
}

}  // namespace
}  // namespace lanewise::test
