// Tests the analysis of the values that a chunk keeps in slots (group/slot_history.h): the analysis must find whether
// each reload returns the right value.
#include "compiler/group/slot_history.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <memory>
#include <string>

namespace lanewise::test {
namespace {

constexpr std::uint64_t slot = 16;

// Analyzes IR in which calls of @save, @reload and @merge stand for the operations that a pass would make at these
// places.
class SlotHistoryTest : public testing::Test {
protected:
    // Returns whether all reloads of the function body `text` are right. The body computes %v. A call of @merge in the
    // body reads the slot's value.
    bool is_right(const std::string& text, bool may_be_undefined = false) {
        llvm::SMDiagnostic error;
        const auto module = llvm::parseAssemblyString(
            "declare void @save(i32)\n"
            "declare void @reload(i32)\n"
            "declare i32 @merge()\n"
            "declare i32 @make()\n"
            "define void @k(i1 %c, i1 %d) {\n" +
                text + "}\n",
            error, context_);
        EXPECT_TRUE(module) << error.getMessage().str();
        if (!module) return false;
        compiler::SlotHistory history;
        const llvm::Function& function = *module->getFunction("k");
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (!call) continue;
            const llvm::StringRef name = call->getCalledFunction()->getName();
            if (name == "save") history.save(*call, slot, *call->getArgOperand(0));
            if (name == "reload") history.reload(*call, slot, *call->getArgOperand(0));
            if (name == "merge") history.merge(*call, slot, may_be_undefined);
        }
        return history.is_right(function);
    }

private:
    llvm::LLVMContext context_;
};

TEST_F(SlotHistoryTest, SavedBefore) {
    EXPECT_TRUE(
        is_right("  %v = call i32 @make()\n  call void @save(i32 %v)\n  call void @reload(i32 %v)\n  ret void\n"));
    EXPECT_FALSE(
        is_right("  %v = call i32 @make()\n  call void @reload(i32 %v)\n  call void @save(i32 %v)\n  ret void\n"));
}

TEST_F(SlotHistoryTest, SavedOnEveryPath) {
    const std::string start = "  %v = call i32 @make()\n  br i1 %c, label %a, label %b\n";
    const std::string save = "  call void @save(i32 %v)\n";
    const std::string end = "end:\n  call void @reload(i32 %v)\n  ret void\n";
    EXPECT_TRUE(is_right(start + "a:\n" + save + "  br label %end\nb:\n" + save + "  br label %end\n" + end));
    EXPECT_FALSE(is_right(start + "a:\n" + save + "  br label %end\nb:\n  br label %end\n" + end));
}

TEST_F(SlotHistoryTest, AnotherValueIsSavedThere) {
    const std::string start =
        "  %v = call i32 @make()\n  %w = call i32 @make()\n  call void @save(i32 %v)\n  br i1 %c, label %a, label "
        "%end\n";
    const std::string end = "  br label %end\nend:\n  call void @reload(i32 %v)\n  ret void\n";
    EXPECT_TRUE(is_right(start + "a:\n" + end));
    EXPECT_FALSE(is_right(start + "a:\n  call void @save(i32 %w)\n" + end));
}

// The slot must be saved before it is reloaded in each iteration. Otherwise the slot still holds the previous
// iteration's value.
TEST_F(SlotHistoryTest, SavedSinceItWasMade) {
    const std::string start = "  br label %loop\nloop:\n  %v = call i32 @make()\n";
    const std::string end = "  br i1 %c, label %loop, label %end\nend:\n  ret void\n";
    const std::string save = "  call void @save(i32 %v)\n", reload = "  call void @reload(i32 %v)\n";
    EXPECT_TRUE(is_right(start + save + reload + end));
    EXPECT_FALSE(is_right(start + reload + save + end));
    const std::string first = "  br i1 %d, label %first, label %rest\nfirst:\n";
    EXPECT_FALSE(is_right(start + first + save + "  br label %rest\nrest:\n" + reload + end));
}

TEST_F(SlotHistoryTest, MergeReadsWhatWasSavedLast) {
    const std::string start = "  %v = call i32 @make()\n  br i1 %c, label %a, label %end\n";
    const std::string end =
        "  br label %end\nend:\n  %m = call i32 @merge()\n  call void @reload(i32 %m)\n  ret void\n";
    EXPECT_FALSE(is_right(start + "a:\n  call void @save(i32 %v)\n" + end));
    EXPECT_TRUE(is_right(start + "a:\n  call void @save(i32 %v)\n" + end, true));
    const std::string both = "  %v = call i32 @make()\n  call void @save(i32 7)\n  br i1 %c, label %a, label %end\n";
    EXPECT_TRUE(is_right(both + "a:\n  call void @save(i32 %v)\n" + end));
}

// The merged value must be reloaded before the next value is saved, because the save overwrites the slot.
TEST_F(SlotHistoryTest, MergedValueIsOverwritten) {
    const std::string start =
        "  call void @save(i32 0)\n  br label %loop\nloop:\n  %m = call i32 @merge()\n  %v = call i32 @make()\n";
    const std::string end = "  br i1 %c, label %loop, label %end\nend:\n  ret void\n";
    const std::string save = "  call void @save(i32 %v)\n", reload = "  call void @reload(i32 %m)\n";
    EXPECT_TRUE(is_right(start + reload + save + end));
    EXPECT_FALSE(is_right(start + save + reload + end));
}

}  // namespace
}  // namespace lanewise::test
