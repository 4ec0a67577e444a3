// Checks that a CPU feature is found in a list only by its whole name, not by a prefix.
#include "compiler/target/target_features.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace lanewise::test {
namespace {

TEST(TargetFeatures, AreFoundByWholeNames) {
    constexpr const char* features = "+avx,+avx512fp16,-fma,+f16c";
    EXPECT_TRUE(compiler::lists_feature(features, "avx"));
    EXPECT_TRUE(compiler::lists_feature(features, "f16c"));
    EXPECT_FALSE(compiler::lists_feature(features, "avx512f"));
    EXPECT_FALSE(compiler::lists_feature(features, "fma"));
    EXPECT_FALSE(compiler::lists_feature("", "avx"));
}

TEST(TargetFeatures, OfAFunctionAreItsAttribute) {
    llvm::LLVMContext context;
    llvm::Module module("m", context);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "f", module);
    EXPECT_FALSE(compiler::has_feature(*function, "avx2"));
    function->addFnAttr("target-features", "+avx2");
    EXPECT_TRUE(compiler::has_feature(*function, "avx2"));
}

}  // namespace
}  // namespace lanewise::test
