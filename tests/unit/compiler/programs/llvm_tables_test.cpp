// Tests settings of LLVM's code generator that are not in its interface, but are found by their names in its tables.
#include "compiler/target/llvm_tables.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

// If LLVM renames the option, strength reduction runs on large kernels, and nothing limits its compile time.
TEST(LlvmTables, CanLeaveOutStrengthReduction) { EXPECT_TRUE(compiler::leaves_out_strength_reduction()); }

TEST(LlvmTables, CanBoundRegionsOfSplitValues) { EXPECT_TRUE(compiler::bounds_split_regions()); }

}  // namespace
}  // namespace lanewise::test
