// Tests the alias scopes of loads, stores, copies and calls.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "kernel_text.h"

namespace lanewise::test {
namespace {

KernelText scoped(const std::string& body) {
    return {.capabilities =
                "OpCapability MemoryAccessAliasingINTEL\n"
                "OpExtension \"SPV_INTEL_memory_access_aliasing\"\n",
            .annotations =
                "OpDecorateId %called AliasScopeINTEL %first_list\n"
                "OpDecorateId %called NoAliasINTEL %both_list\n"
                "OpDecorateId %loaded NoAliasINTEL %second_list\n",
            .globals = R"(
%domain = OpAliasDomainDeclINTEL
%first = OpAliasScopeDeclINTEL %domain
%second = OpAliasScopeDeclINTEL %domain
%first_list = OpAliasScopeListDeclINTEL %first
%second_list = OpAliasScopeListDeclINTEL %second
%both_list = OpAliasScopeListDeclINTEL %first %second
%callee_type = OpTypeFunction %void %ptr_global_uint
)",
            .functions = R"(
%callee = OpFunction %void DontInline %callee_type
%callee_out = OpFunctionParameter %ptr_global_uint
%callee_start = OpLabel
OpStore %callee_out %uint_1
OpReturn
OpFunctionEnd
)",
            .parameters = {"%ptr_global_uint %a", "%ptr_global_uint %b"},
            .body = body};
}

const std::string body = R"(
%loaded = OpLoad %uint %a Aligned|AliasScopeINTELMask 4 %first_list
OpStore %b %loaded Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %second_list %first_list
OpCopyMemorySized %b %a %uint_4 Aligned|NoAliasINTELMask 4 %both_list
%called = OpFunctionCall %void %callee %b
)";

// Returns the number of alias scopes in the metadata `kind` of a memory access.
unsigned scopes(const llvm::Instruction& access, unsigned kind) {
    const llvm::MDNode* node = access.getMetadata(kind);
    return node ? node->getNumOperands() : 0;
}

TEST(SpirvAliasScopes, AccessesHaveTheirLists) {
    const compiler::ProgramResult program = build_spirv(text_of(scoped(body)));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    llvm::LLVMContext context;
    const llvm::StringRef bytes(reinterpret_cast<const char*>(program.ir.data()), program.ir.size());
    auto module = llvm::parseBitcodeFile({bytes, "ir"}, context);
    ASSERT_TRUE(static_cast<bool>(module));
    std::map<std::string, std::pair<unsigned, unsigned>> found;
    for (const llvm::Instruction& instruction : llvm::instructions(*(*module)->getFunction("k")))
        if (instruction.mayReadOrWriteMemory()) {
            const auto own = scopes(instruction, llvm::LLVMContext::MD_alias_scope);
            const auto foreign = scopes(instruction, llvm::LLVMContext::MD_noalias);
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            const std::string name = !call                                           ? instruction.getOpcodeName()
                                     : llvm::isa<llvm::MemTransferInst>(instruction) ? "copy"
                                                                                     : "call";
            if (own + foreign > 0) found[name] = {own, foreign};
        }
    const std::map<std::string, std::pair<unsigned, unsigned>> expected{
        {"load", {1, 1}}, {"store", {1, 1}}, {"copy", {0, 2}}, {"call", {1, 2}}};
    EXPECT_EQ(found, expected);
}

TEST(SpirvAliasScopes, KernelsRun) {
    std::uint32_t a = 7, b = 0;
    run_text(scoped(body), line(1, 1), ArgumentBlock().add(&a).add(&b));
    EXPECT_EQ(b, 1u);
}

TEST(SpirvAliasScopes, ScopesInFunctionsAreDeclarations) {
    std::uint32_t a = 7, b = 0;
    run_text(scoped("%inner = OpAliasDomainDeclINTEL\n%inner_scope = OpAliasScopeDeclINTEL %inner\n"
                    "%inner_list = OpAliasScopeListDeclINTEL %inner_scope\n"
                    "%value = OpLoad %uint %a NoAliasINTELMask %inner_list\nOpStore %b %value\n"),
             line(1, 1), ArgumentBlock().add(&a).add(&b));
    EXPECT_EQ(b, 7u);
}

TEST(SpirvAliasScopes, OtherIdsAreRefused) {
    for (const char* list : {"%first", "%domain", "%uint_1", "%a", "%undefined"}) {
        const std::string log =
            refusal_of(scoped("%loaded = OpLoad %uint %a NoAliasINTELMask " + std::string(list) + "\n"));
        EXPECT_NE(log.find("is no alias scope of this kind"), log.npos) << log;
    }
}

}  // namespace
}  // namespace lanewise::test
