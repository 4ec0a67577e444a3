// Tests settings of LLVM's code generator that LLVM's interface does not offer, and that the compiler finds by their
// names in LLVM's tables.
#include "compiler/target/llvm_tables.h"

#include <gtest/gtest.h>

namespace lanewise::test {
namespace {

// The compiler leaves out strength reduction for large kernels by an option that it finds by its name. If LLVM renames
// the option, the compile time of such kernels is unlimited.
TEST(LlvmTables, CanLeaveOutStrengthReduction) { EXPECT_TRUE(compiler::leaves_out_strength_reduction()); }

TEST(LlvmTables, CanBoundRegionsOfSplitValues) { EXPECT_TRUE(compiler::bounds_split_regions()); }

}  // namespace
}  // namespace lanewise::test
