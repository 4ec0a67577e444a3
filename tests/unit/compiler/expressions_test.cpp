// Tests the searches in expressions (src/compiler/analysis/expressions.h).
#include "compiler/analysis/expressions.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/Support/SourceMgr.h>

#include <string>

#include "compiler/limits/budget.h"

namespace lanewise::test {
namespace {

using namespace lanewise::compiler;

class Expressions : public testing::Test {
protected:
    // Parses the instructions of a function with the arguments %a, %b and %p.
    void parse(const std::string& instructions) {
        llvm::SMDiagnostic error;
        module_ = llvm::parseAssemblyString(
            "define void @f(i32 %a, i32 %b, ptr %p) {\n" + instructions + "ret void\n}\n", error, context_);
        ASSERT_TRUE(module_) << error.getMessage().str();
    }
    const llvm::Value& named(llvm::StringRef name) const {
        return *module_->getFunction("f")->getValueSymbolTable()->lookup(name);
    }
    bool any_is(llvm::StringRef sum, llvm::StringRef term) const {
        return any_term(named(sum), [&](const llvm::Value& value) { return value.getName() == term; });
    }
    bool all_are_arguments(llvm::StringRef sum) const {
        return all_terms(named(sum), [](const llvm::Value& value) { return llvm::isa<llvm::Argument>(value); });
    }
    bool depends_on_product(llvm::StringRef value) const {
        return depends_on(named(value), [](const llvm::Instruction& part) {
            if (part.getOpcode() == llvm::Instruction::Mul) return Seen::wanted;
            return llvm::isa<llvm::LoadInst>(part) ? Seen::ignored : Seen::passed;
        });
    }

private:
    llvm::LLVMContext context_;
    std::unique_ptr<llvm::Module> module_;
};

// Returns a chain of `count` additions of %b, which begins with %a. The last sum is %s<count>.
std::string additions(unsigned count) {
    std::string text = "%s0 = add i32 %a, %b\n";
    for (unsigned i = 1; i <= count; ++i)
        text += "%s" + std::to_string(i) + " = add i32 %s" + std::to_string(i - 1) + ", %b\n";
    return text;
}

TEST_F(Expressions, TermsAreFoundBehindConversionsAndAddresses) {
    parse(
        "%s = sub i32 %a, %b\n%w = sext i32 %s to i64\n%e = getelementptr i32, ptr %p, i64 %w\n"
        "%x = mul i32 %a, 3\n%o = or i32 %x, 1\n%d = or disjoint i32 %x, %b\n");
    EXPECT_TRUE(any_is("e", "a"));
    EXPECT_TRUE(any_is("e", "p"));
    EXPECT_TRUE(any_is("d", "b"));
    EXPECT_TRUE(any_is("d", "x"));
    EXPECT_FALSE(any_is("d", "a")) << "a factor is no term";
    EXPECT_FALSE(any_is("o", "x")) << "this `or` may be no sum";
}

TEST_F(Expressions, TermsAreReplacedByWhatIsInside) {
    parse("%s = add i32 %a, 1\n%w = and i32 %s, %b\n%t = add i32 %w, 2\n");
    const auto unmasked = [](const llvm::Value& value) -> const llvm::Value* {
        const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
        return operation && operation->getOpcode() == llvm::Instruction::And ? operation->getOperand(0) : &value;
    };
    const auto is_named = [](llvm::StringRef name) {
        return [name](const llvm::Value& value) { return value.getName() == name; };
    };
    EXPECT_TRUE(any_term(named("t"), is_named("a"), unmasked));
    EXPECT_FALSE(any_term(named("t"), is_named("b"), unmasked)) << "the mask is no term";
    EXPECT_FALSE(any_term(named("t"), is_named("a")));
}

TEST_F(Expressions, CallersChooseTheResultOfSearchesThatEndEarly) {
    parse(additions(2 * budget::searched_values));
    const llvm::Value& large = named("s" + std::to_string(2 * budget::searched_values));
    const auto pass = [](const llvm::Instruction&) { return Seen::passed; };
    EXPECT_FALSE(depends_on(large, pass));
    EXPECT_TRUE(depends_on(large, pass, true));
    EXPECT_FALSE(depends_on(named("s1"), pass, true));
}

TEST_F(Expressions, AllTermsAreAsked) {
    parse("%s = add i32 %a, %b\n%x = mul i32 %a, %b\n%t = add i32 %s, %x\n%u = add i32 %s, %a\n");
    EXPECT_TRUE(all_are_arguments("u"));
    EXPECT_FALSE(all_are_arguments("t"));
    EXPECT_FALSE(all_are_arguments("x"));
}

TEST_F(Expressions, OperandsOfIgnoredInstructionsAreNotSearched) {
    parse(
        "%x = mul i32 %a, %b\n%c = icmp ult i32 %x, %b\n%q = select i1 %c, i32 %a, i32 %b\n"
        "%e = getelementptr i32, ptr %p, i32 %x\n%v = load i32, ptr %e\n%s = add i32 %v, %b\n");
    EXPECT_TRUE(depends_on_product("q"));
    EXPECT_FALSE(depends_on_product("s"));
    EXPECT_FALSE(depends_on_product("a")) << "an argument is no instruction";
}

TEST_F(Expressions, SearchesOfLargeExpressionsEndEarly) {
    const unsigned few = budget::searched_values / 2, many = 2 * budget::searched_values;
    parse(additions(many));
    const std::string small = "s" + std::to_string(few), large = "s" + std::to_string(many);
    EXPECT_TRUE(any_is(small, "s0"));
    EXPECT_FALSE(any_is(large, "s0"));
    EXPECT_TRUE(all_are_arguments(small));
    EXPECT_FALSE(all_are_arguments(large));
}

// Each of these sums has the previous one twice, so that a search without memory would take 2^60 steps.
TEST_F(Expressions, SharedTermsAreVisitedOnce) {
    std::string text = "%s0 = add i32 %a, %b\n";
    for (unsigned i = 1; i <= 60; ++i) {
        const std::string before = " %s" + std::to_string(i - 1);
        text.append("%s").append(std::to_string(i)).append(" = add i32").append(before).append(",").append(before) +=
            "\n";
    }
    parse(text);
    EXPECT_TRUE(any_is("s60", "a"));
    EXPECT_FALSE(any_is("s60", "c"));
}

}  // namespace
}  // namespace lanewise::test
