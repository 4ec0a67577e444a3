// Tests promotion of variables to SSA values in functions with many blocks. Variables that are used in few blocks are
// promoted; all others are left to SROA.
#include "compiler/simplify/values/promote_variables.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <set>

#include "compiler/ir/passes/analysis_managers.h"

namespace lanewise::test {
namespace {

// Makes `count` loops in sequence, each with a counter of its own. All loops use the variable %a.
std::string loops(unsigned count) {
    std::string variables = "%a = alloca i32\nstore i32 1, ptr %a\n", body;
    for (unsigned i = 0; i < count; ++i) {
        const std::string n = std::to_string(i), next = i + 1 == count ? "done" : "start" + std::to_string(i + 1);
        variables += "%i" + n + " = alloca i32\n";
        body += "start" + n + ":\nstore i32 0, ptr %i" + n + "\nbr label %head" + n + "\n";
        body += "head" + n + ":\n%v" + n + " = load i32, ptr %i" + n + "\n%c" + n + " = icmp ult i32 %v" + n +
                ", %n\nbr i1 %c" + n + ", label %body" + n + ", label %" + next + "\n";
        body += "body" + n + ":\n%x" + n + " = load i32, ptr %a\n%y" + n + " = add i32 %x" + n + ", %v" + n +
                "\nstore i32 %y" + n + ", ptr %a\n%w" + n + " = add i32 %v" + n + ", 1\nstore i32 %w" + n + ", ptr %i" +
                n + "\nbr label %head" + n + "\n";
    }
    return "define i32 @f(i32 %n) {\n" + variables + "br label %start0\n" + body +
           "done:\n%r = load i32, ptr %a\nret i32 %r\n}\n";
}

std::set<std::string> variables_left(const std::string& text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(text, error, context);
    if (!module) return {"parse: " + error.getMessage().str()};
    llvm::Function& function = *module->getFunction("f");
    compiler::AnalysisManagers analyses;
    compiler::PromoteVariables().run(function, analyses.functions());
    EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
    std::set<std::string> names;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::isa<llvm::AllocaInst>(instruction)) names.insert(instruction.getName().str());
    return names;
}

TEST(PromoteVariables, CountersOfManyLoopsBecomeValues) {
    EXPECT_EQ(variables_left(loops(200)), std::set<std::string>{"a"});
}

TEST(PromoteVariables, FunctionsOfFewBlocksAreLeftAlone) {
    EXPECT_EQ(variables_left(loops(2)), (std::set<std::string>{"a", "i0", "i1"}));
}

TEST(PromoteVariables, VariablesWhoseAddressIsTakenStay) {
    std::string text = loops(200);
    text.insert(text.find("ret i32"), "store ptr %i7, ptr null\n");
    EXPECT_EQ(variables_left(text), (std::set<std::string>{"a", "i7"}));
}

}  // namespace
}  // namespace lanewise::test
