// Tests settings of LLVM's code generator that LLVM's interface does not offer, and that the compiler finds by their
// names in LLVM's tables.
#include "compiler/target/llvm_tables.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

// For large kernels, the compiler turns off strength reduction by an option of LLVM, which it finds by the option's
// name. If LLVM renames the option, the compile time of such kernels is unlimited.
TEST(LlvmTables, CanLeaveOutStrengthReduction) { EXPECT_TRUE(compiler::leaves_out_strength_reduction()); }

TEST(LlvmTables, CanBoundRegionsOfSplitValues) { EXPECT_TRUE(compiler::bounds_split_regions()); }

}  // namespace
}  // namespace lanewise::test
