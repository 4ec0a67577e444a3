// Tests the predicates that check preconditions between passes (analysis/invariants.h).
#include "compiler/analysis/invariants.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <string>

namespace lanewise::test {
namespace {

// Tells whether a kernel with the body `text` is linearized; %i is the work-item's id, %p an address.
bool is_linearized(const std::string& text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(
        "declare i64 @ocl.global_id(i32) memory(none)\n"
        "declare void @ocl.mask(i1)\n"
        "declare i1 @ocl.any(i1)\n"
        "define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {\n"
        "entry:\n"
        "  %i = call i64 @ocl.global_id(i32 0)\n"
        "  %c = icmp slt i64 %i, %n\n" +
            text + "}\n",
        error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module && compiler::is_linearized(*module->getFunction("k"));
}

TEST(Linearized, OneReturn) {
    const std::string then_and_end = "then:\n  call void @ocl.mask(i1 %c)\n  store i32 1, ptr addrspace(1) %p\n";
    const std::string branch = "  %some = call i1 @ocl.any(i1 %c)\n  br i1 %some, label %then, label %end\n";
    EXPECT_TRUE(is_linearized(branch + then_and_end + "  br label %end\nend:\n  ret void\n"));
    EXPECT_FALSE(is_linearized(branch + then_and_end + "  ret void\nend:\n  ret void\n"));
}

TEST(Linearized, MaskComesBeforeEffects) {
    EXPECT_FALSE(is_linearized("  store i32 1, ptr addrspace(1) %p\n  call void @ocl.mask(i1 %c)\n  ret void\n"));
    EXPECT_FALSE(is_linearized("  call void @ocl.mask(i1 %c)\n  call void @ocl.mask(i1 %c)\n  ret void\n"));
    EXPECT_FALSE(is_linearized("  %v = load i32, ptr addrspace(1) %p\n  call void @ocl.mask(i1 %c)\n  ret void\n"));
    EXPECT_TRUE(
        is_linearized("  %some = call i1 @ocl.any(i1 %c)\n  call void @ocl.mask(i1 %some)\n"
                      "  store i32 1, ptr addrspace(1) %p\n  ret void\n"));
}

}  // namespace
}  // namespace lanewise::test
