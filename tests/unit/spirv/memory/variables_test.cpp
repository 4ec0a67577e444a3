// Tests variables of modules and functions, and untyped pointers.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "kernel_text.h"
#include "lanewise/program_variables.h"

namespace lanewise::test {
namespace {

// Runs a module whose kernel gets the parameter %out, and returns the contents of %out.
std::vector<std::uint32_t> run(KernelText text, std::uint64_t items = 8, std::uint64_t group = 4) {
    text.parameters.insert(text.parameters.begin(), "%ptr_global_uint %out");
    text.body = "%place = OpInBoundsPtrAccessChain %ptr_global_uint %out %i\n" + text.body;
    std::vector<std::uint32_t> out(items, 0);
    run_text(text, line(items, group), ArgumentBlock().add(out.data()));
    return out;
}

TEST(SpirvVariables, UntypedVariablesOfFunctionsAndModules) {
    const auto out = run({.capabilities = "OpCapability UntypedPointersKHR\n",
                          .globals = R"(
%untyped_private = OpTypeUntypedPointerKHR Function
%untyped_constant = OpTypeUntypedPointerKHR UniformConstant
%untyped_local = OpTypeUntypedPointerKHR Workgroup
%untyped_global = OpTypeUntypedPointerKHR CrossWorkgroup
%four = OpTypeArray %uint %uint_4
%numbers = OpConstantComposite %four %uint_4 %uint_3 %uint_2 %uint_1
%table = OpUntypedVariableKHR %untyped_constant UniformConstant %four %numbers
%shared = OpUntypedVariableKHR %untyped_local Workgroup %four
%truth = OpConstantTrue %bool
)",
                          .body = R"(
%own = OpUntypedVariableKHR %untyped_private Function %four %numbers
%flag = OpUntypedVariableKHR %untyped_private Function %bool %truth
%index = OpUMod %uint %low %uint_4
%from = OpUntypedAccessChainKHR %untyped_constant %four %table %index
%first = OpLoad %uint %from Aligned 4
%to = OpUntypedInBoundsAccessChainKHR %untyped_local %four %shared %index
OpStore %to %first Aligned 4
%again = OpUntypedPtrAccessChainKHR %untyped_local %uint %shared %index
%second = OpLoad %uint %again Aligned 4
%mine = OpUntypedInBoundsPtrAccessChainKHR %untyped_private %four %own %uint_0 %index
OpCopyMemory %mine %place
%third = OpLoad %uint %own Aligned 4
%is_true = OpLoad %bool %flag
%product = OpIMul %uint %first %second
%sum = OpIAdd %uint %product %third
%result = OpSelect %uint %is_true %sum %uint_0
OpUntypedPrefetchKHR %place %uint_4
OpStore %place %result
)"});
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        const std::uint32_t number = 4 - i % 4;
        EXPECT_EQ(out[i], number * number + (i % 4 == 0 ? 0 : 4)) << i;
    }
}

TEST(SpirvVariables, StorageClassesOfUsmAreGlobal) {
    const KernelText text{.capabilities =
                              "OpCapability USMStorageClassesINTEL\n"
                              "OpExtension \"SPV_INTEL_usm_storage_classes\"\n",
                          .globals =
                              "%ptr_device = OpTypePointer DeviceOnlyINTEL %uint\n"
                              "%ptr_host = OpTypePointer HostOnlyINTEL %uint\n",
                          .parameters = {"%ptr_device %device", "%ptr_host %host"},
                          .body = R"(
%global = OpPtrCastToCrossWorkgroupINTEL %ptr_global_uint %device
%back = OpCrossWorkgroupCastToPtrINTEL %ptr_device %global
%generic = OpPtrCastToGeneric %ptr_generic_uint %host
%x = OpLoad %uint %back
%y = OpLoad %uint %generic
%sum = OpIAdd %uint %x %y
OpStore %host %sum
)"};
    const compiler::ProgramResult program = build_spirv(text_of(text));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    for (const ArgInfo& argument : program.kernels[0].args) {
        EXPECT_EQ(argument.kind, ArgKind::global_pointer);
        EXPECT_EQ(argument.address, AddressQualifier::global_);
    }
    std::uint32_t device = 3, host = 4;
    run_text(text, line(1, 1), ArgumentBlock().add(&device).add(&host));
    EXPECT_EQ(host, 7u);
}

// Two kernels call a function that uses a local variable. Each kernel has separate local memory for the variable.
TEST(SpirvVariables, LocalVariablesMayBelongToFunctions) {
    const KernelText text{.entries = "OpEntryPoint Kernel %other \"other\" %local_id\n",
                          .annotations = "OpDecorate %local_id BuiltIn LocalInvocationId\n",
                          .globals =
                              "%four = OpTypeArray %uint %uint_4\n"
                              "%ptr_four = OpTypePointer Workgroup %four\n"
                              "%shared = OpVariable %ptr_four Workgroup\n"
                              "%semantics = OpConstant %uint 0x110\n"
                              "%local_id = OpVariable %ptr_input_v3ulong Input\n"
                              "%exchange_type = OpTypeFunction %uint %uint\n"
                              "%other_type = OpTypeFunction %void %ptr_global_uint\n",
                          .functions = R"(
%exchange = OpFunction %uint None %exchange_type
%mine = OpFunctionParameter %uint
%exchange_start = OpLabel
%local_ids = OpLoad %v3ulong %local_id
%local_x = OpCompositeExtract %ulong %local_ids 0
%l = OpUConvert %uint %local_x
%slot = OpInBoundsAccessChain %ptr_local_uint %shared %l
OpStore %slot %mine
OpControlBarrier %uint_2 %uint_2 %semantics
%l1 = OpBitwiseXor %uint %l %uint_3
%neighbour = OpInBoundsAccessChain %ptr_local_uint %shared %l1
%theirs = OpLoad %uint %neighbour
OpReturnValue %theirs
OpFunctionEnd
%other = OpFunction %void None %other_type
%other_out = OpFunctionParameter %ptr_global_uint
%other_start = OpLabel
%got = OpFunctionCall %uint %exchange %uint_4
OpStore %other_out %got
OpReturn
OpFunctionEnd
)",
                          .body = "%value = OpFunctionCall %uint %exchange %low\nOpStore %place %value\n"};
    const auto out = run(text);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i ^ 3u) << i;
}

// In each work-group, local variables start with their initial values, whatever an earlier work-group has stored. This
// also holds if a kernel uses the variables only through functions.
TEST(SpirvVariables, LocalVariablesHaveInitialValues) {
    const auto out = run({.globals = R"(
%four = OpTypeArray %uint %uint_4
%ptr_four = OpTypePointer Workgroup %four
%numbers = OpConstantComposite %four %uint_4 %uint_3 %uint_2 %uint_1
%zeros = OpConstantNull %four
%undefined = OpUndef %four
%table = OpVariable %ptr_four Workgroup %numbers
%counts = OpVariable %ptr_four Workgroup %zeros
%unused = OpVariable %ptr_four Workgroup %undefined
%seven = OpConstant %uint 7
%get_type = OpTypeFunction %uint %uint
)",
                          .functions = R"(
%get = OpFunction %uint None %get_type
%index = OpFunctionParameter %uint
%get_start = OpLabel
%slot = OpInBoundsAccessChain %ptr_local_uint %table %index
%number = OpLoad %uint %slot
OpStore %slot %seven
OpReturnValue %number
OpFunctionEnd
)",
                          .body = R"(
%mine = OpUMod %uint %low %uint_4
%got = OpFunctionCall %uint %get %mine
%count_at = OpInBoundsAccessChain %ptr_local_uint %counts %mine
%count = OpLoad %uint %count_at
OpStore %count_at %seven
%unused_at = OpInBoundsAccessChain %ptr_local_uint %unused %mine
OpStore %unused_at %seven
%sum = OpIAdd %uint %got %count
OpStore %place %sum
)"},
                         16);
    for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 4 - i % 4) << i;
}

// Initializers contain addresses of variables, and of parts of variables. The runtime places the variables in one block
// of memory.
TEST(SpirvVariables, InitializersHoldAddresses) {
    const compiler::ProgramResult program = build_spirv(
        text_of({.globals = R"(
%four = OpTypeArray %uint %uint_4
%ptr_four = OpTypePointer CrossWorkgroup %four
%ptr_ptr = OpTypePointer CrossWorkgroup %ptr_global_uint
%pair = OpTypeStruct %uint %ptr_global_uint
%ptr_pair = OpTypePointer CrossWorkgroup %pair
%numbers = OpConstantComposite %four %uint_1 %uint_2 %uint_3 %uint_4
%table = OpVariable %ptr_four CrossWorkgroup %numbers
%second = OpSpecConstantOp %ptr_global_uint InBoundsAccessChain %table %uint_1
%third = OpSpecConstantOp %ptr_global_uchar InBoundsPtrAccessChain %table %uint_0 %uint_4
%third_word = OpSpecConstantOp %ptr_global_uint Bitcast %third
%where = OpVariable %ptr_ptr CrossWorkgroup %second
%initial = OpConstantComposite %pair %uint_3 %third_word
%both = OpVariable %ptr_pair CrossWorkgroup %initial
)",
                 .parameters = {"%ptr_global_uint %out"},
                 .body = "%p = OpLoad %ptr_global_uint %where\n%v = OpLoad %uint %p\n"
                         "%q = OpInBoundsAccessChain %ptr_ptr %both %uint_1\n%r = OpLoad %ptr_global_uint %q\n"
                         "%w = OpLoad %uint %r\n%sum = OpIAdd %uint %v %w\nOpStore %out %sum\n"}));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    // Both pointers have the address of table[1]. One pointer is computed from an index, and the other from an offset
    // in bytes, as in modules of LLVM's SPIR-V back end.
    ASSERT_EQ(program.variables.pointers.size(), 2u);
    for (const auto& pointer : program.variables.pointers) {
        std::uint32_t number = 0;
        ASSERT_LE(pointer.target + sizeof number, program.variables.initial.size());
        std::memcpy(&number, program.variables.initial.data() + pointer.target, sizeof number);
        EXPECT_EQ(number, 2u);
    }
}

TEST(SpirvVariables, WrongVariablesAreRefused) {
    for (const auto& [globals, body] : std::initializer_list<std::pair<std::string, std::string>>{
             {"%v = OpVariable %ptr_global_uint CrossWorkgroup %ids\n", ""},
             {"%v = OpVariable %ptr_global_uint CrossWorkgroup %float_0\n", ""},
             {"%v = OpVariable %uint CrossWorkgroup\n", ""},
             {"%u = OpTypeUntypedPointerKHR CrossWorkgroup\n%v = OpUntypedVariableKHR %u CrossWorkgroup\n", ""},
             {"%u = OpTypeUntypedPointerKHR CrossWorkgroup\n%v = OpVariable %u CrossWorkgroup\n", ""},
             {"%u = OpTypeUntypedPointerKHR Function\n", "%v = OpUntypedVariableKHR %u Function\n"},
             {"%u = OpTypeUntypedPointerKHR Workgroup\n", "%v = OpUntypedVariableKHR %u Workgroup %uint\n"},
             {"", "%v = OpVariable %ptr_private_uint Function %float_0\n"},
             {"", "%v = OpVariable %ptr_private_uint Function %ids\n"},
             {"", "OpUntypedPrefetchKHR %low %uint_4\n"},
         }) {
        const std::string log = refusal_of({.globals = globals, .body = body});
        EXPECT_TRUE(log.starts_with("error: Op")) << globals << body << log;
    }
}

// Integers of unusual widths as scalars and in vectors, structures and arrays, in private and local memory.
TEST(SpirvVariables, IntegersOfUnusualWidths) {
    for (const unsigned bits : {3u, 5u, 12u, 24u, 48u, 63u})
        for (const std::string storage : {"Function", "Workgroup"})
            for (const std::uint32_t lanes : {1u, 8u, 16u, 64u}) {
                const bool is_local = storage == "Workgroup";
                const std::string variable = "%table = OpVariable %ptr_table " + storage + "\n";
                KernelText text{.globals = "%small = OpTypeInt " + std::to_string(bits) + " 0\n" + R"(
%triple = OpTypeVector %small 3
%pair = OpTypeStruct %small %triple
%carry = OpTypeStruct %small %small
%items = OpConstant %uint 16
%small_1 = OpConstant %small 1
%triple_1 = OpConstantComposite %triple %small_1 %small_1 %small_1
%pair_1 = OpConstantComposite %pair %small_1 %triple_1
%table_type = OpTypeArray %pair %items
)" + "%ptr_table = OpTypePointer " + storage +
                                           " %table_type\n%ptr_triple = OpTypePointer " + storage +
                                           " %triple\n%ptr_small = OpTypePointer " + storage + " %small\n" +
                                           (is_local ? variable : ""),
                                .body = (is_local ? "" : variable) + R"(
%number = OpUConvert %small %i
%other = OpNot %small %number
%three = OpCompositeConstruct %triple %number %other %number
%constant_three = OpCompositeExtract %triple %pair_1 1
%constant = OpCompositeExtract %small %constant_three 2
%carried = OpIAddCarry %carry %other %constant
%incremented = OpCompositeExtract %small %carried 0
%decremented = OpISub %small %incremented %constant
%product = OpUMulExtended %carry %decremented %constant
%same = OpCompositeExtract %small %product 0
%both = OpCompositeConstruct %pair %same %three
%address = OpInBoundsAccessChain %ptr_pair %table %i
OpStore %address %both
%at_three = OpInBoundsAccessChain %ptr_triple %table %i %uint_1
%loaded = OpLoad %triple %at_three
%second = OpCompositeExtract %small %loaded 1
%at_last = OpInBoundsAccessChain %ptr_small %table %i %uint_1 %uint_2
%last = OpLoad %small %at_last
%at_first = OpInBoundsAccessChain %ptr_small %table %i %uint_0
%first = OpLoad %small %at_first Aligned 1
%a = OpUConvert %ulong %first
%b = OpUConvert %ulong %second
%c = OpUConvert %ulong %last
%differ = OpBitwiseXor %ulong %a %b
%sum = OpIAdd %ulong %differ %c
%all = OpIAdd %ulong %sum %b
%word = OpUConvert %uint %all
OpStore %place %word
)"};
                text.globals += "%ptr_pair = OpTypePointer " + storage + " %pair\n";
                text.parameters = {"%ptr_global_uint %out"};
                text.body = "%place = OpInBoundsPtrAccessChain %ptr_global_uint %out %i\n" + text.body;
                std::vector<std::uint32_t> out(16, 0);
                run_text(text, line(16, 16), ArgumentBlock().add(out.data()), {.vector_width = lanes});
                const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
                for (std::uint64_t i = 0; i < out.size(); ++i)
                    EXPECT_EQ(out[i], static_cast<std::uint32_t>((i & mask) + (~i & mask))) << bits << storage << lanes;
            }
}

// No instruction may precede the variables in the first block of a kernel, since passes split this block after the
// variables.
TEST(SpirvVariables, NothingComesBeforeTheVariables) {
    const compiler::ProgramResult program = build_spirv(text_of(KernelText{
        .capabilities = "OpCapability VariableLengthArrayINTEL\n",
        .annotations = "OpDecorate %sizes BuiltIn GlobalSize\nOpDecorate %groups BuiltIn NumWorkgroups\n",
        .globals = "%sizes = OpVariable %ptr_input_v3ulong Input\n%groups = OpVariable %ptr_input_v3ulong Input\n",
        .body = "%own = OpVariable %ptr_private_uint Function\n%s = OpLoad %v3ulong %sizes\n"
                "%array = OpVariableLengthArrayINTEL %ptr_private_uint %low\n%g = OpLoad %v3ulong %groups\n"
                "OpStore %own %uint_1\nOpStore %array %uint_1\n"}));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    llvm::LLVMContext context;
    const llvm::StringRef text(reinterpret_cast<const char*>(program.ir.data()), program.ir.size());
    const auto module = cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "program"), context));
    const llvm::BasicBlock& first = module->getFunction("k")->getEntryBlock();
    const auto is_variable = [](const llvm::Instruction& instruction) {
        return llvm::isa<llvm::AllocaInst>(instruction);
    };
    EXPECT_GE(std::ranges::count_if(first, is_variable), 5);
    EXPECT_TRUE(std::ranges::is_partitioned(first, is_variable));
}

}  // namespace
}  // namespace lanewise::test
