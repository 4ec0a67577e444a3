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

// Returns the result of the predicate `holds()` for a kernel whose body is `text`. In the body, %i is the work-item's
// id and %p is an address.
bool is_true(bool (*holds)(llvm::Function&), const std::string& text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(
        "declare i64 @ocl.global_id(i32) memory(none)\n"
        "declare void @ocl.mask(i1)\n"
        "declare void @ocl.barrier(i32)\n"
        "declare void @ocl.sub_group_barrier()\n"
        "declare void @ocl.wait_turn()\n"
        "declare i1 @ocl.any(i1)\n"
        "define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {\n"
        "entry:\n"
        "  %i = call i64 @ocl.global_id(i32 0)\n"
        "  %c = icmp slt i64 %i, %n\n" +
            text + "}\n",
        error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module && holds(*module->getFunction("k"));
}

bool is_linearized(const std::string& text) { return is_true(&compiler::is_linearized, text); }

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

TEST(Canonical, OneReturnAndLoopsInSimplifiedForm) {
    const auto is_canonical = [](const std::string& text) { return is_true(&compiler::is_canonical, text); };
    EXPECT_TRUE(is_canonical("  br label %loop\nloop:\n  br i1 %c, label %loop, label %end\nend:\n  ret void\n"));
    EXPECT_FALSE(is_canonical("  br i1 %c, label %then, label %end\nthen:\n  ret void\nend:\n  ret void\n"));
    // The loop's exit block also has a predecessor outside the loop.
    EXPECT_FALSE(is_canonical(
        "  br i1 %c, label %before, label %end\nbefore:\n  br label %loop\nloop:\n  br i1 %c, label %loop, label %end\n"
        "end:\n  ret void\n"));
    // The cycle can be entered at two blocks.
    EXPECT_FALSE(is_canonical(
        "  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  br i1 %c, label %a, label %end\nend:\n  ret void\n"));
    // A value of the loop is used after the loop without a phi at the exit (no LCSSA).
    EXPECT_FALSE(
        is_canonical("  br label %loop\nloop:\n  %v = add i64 %i, 1\n  br i1 %c, label %loop, label %end\n"
                     "end:\n  store i64 %v, ptr addrspace(1) %p\n  ret void\n"));
}

TEST(Lowered, ByKindOfOperation) {
    const auto is_widened = [](llvm::Function& function) { return compiler::is_widened(function); };
    const auto has_no_meetings = [](llvm::Function& function) { return compiler::has_no_meetings(function); };
    const auto is_lowered = [](llvm::Function& function) { return compiler::is_lowered(function); };
    EXPECT_TRUE(is_true(is_widened, "  ret void\n"));
    EXPECT_FALSE(is_true(is_widened, "  call void @ocl.mask(i1 %c)\n  ret void\n"));
    EXPECT_FALSE(is_true(is_widened, "  %some = call i1 @ocl.any(i1 %c)\n  ret void\n"));
    EXPECT_TRUE(is_true(is_widened, "  call void @ocl.barrier(i32 1)\n  ret void\n"));
    EXPECT_FALSE(is_true(is_widened, "  call void @ocl.sub_group_barrier()\n  ret void\n"));
    EXPECT_TRUE(is_true(is_widened, "  call void @ocl.wait_turn()\n  ret void\n"));
    EXPECT_FALSE(is_true(has_no_meetings, "  call void @ocl.barrier(i32 1)\n  ret void\n"));
    EXPECT_TRUE(is_true(has_no_meetings, "  ret void\n"));
    EXPECT_FALSE(is_true(is_lowered, "  ret void\n"));  // not lowered: still queries the work-item's id
}

}  // namespace
}  // namespace lanewise::test
