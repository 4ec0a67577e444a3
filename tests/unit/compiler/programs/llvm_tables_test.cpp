// What the code generator is told through names that only LLVM's text holds.
#include "compiler/target/llvm_tables.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

// LLVM may rename the option; then the time that it takes for large kernels is bounded by nothing.
TEST(LlvmTables, CanLeaveOutStrengthReduction) { EXPECT_TRUE(compiler::leaves_out_strength_reduction()); }

TEST(LlvmTables, CanBoundRegionsOfSplitValues) { EXPECT_TRUE(compiler::bounds_split_regions()); }

}  // namespace
}  // namespace lanewise::test
