// Tests settings of the code generator that exist only by name in LLVM's sources.
#include "compiler/target/llvm_tables.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

// If LLVM renames the option, nothing bounds its compile time for large kernels.
TEST(LlvmTables, CanLeaveOutStrengthReduction) { EXPECT_TRUE(compiler::leaves_out_strength_reduction()); }

TEST(LlvmTables, CanBoundRegionsOfSplitValues) { EXPECT_TRUE(compiler::bounds_split_regions()); }

}  // namespace
}  // namespace lanewise::test
