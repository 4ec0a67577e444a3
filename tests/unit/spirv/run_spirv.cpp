#include "run_spirv.h"

#include <cstring>

namespace lanewise::test {
namespace {

constexpr std::string_view head = R"(
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpCapability Vector16
OpCapability GenericPointer
)";

constexpr std::string_view model = R"(
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id
)";

constexpr std::string_view types = R"(
OpDecorate %global_id BuiltIn GlobalInvocationId
)";

constexpr std::string_view common = R"(
%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%ushort = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%v2uint = OpTypeVector %uint 2
%v3uint = OpTypeVector %uint 3
%v4uint = OpTypeVector %uint 4
%v3ulong = OpTypeVector %ulong 3
%v2float = OpTypeVector %float 2
%v4float = OpTypeVector %float 4
%ptr_global_uint = OpTypePointer CrossWorkgroup %uint
%ptr_private_uint = OpTypePointer Function %uint
%ptr_local_uint = OpTypePointer Workgroup %uint
%ptr_generic_uint = OpTypePointer Generic %uint
%ptr_input_v3ulong = OpTypePointer Input %v3ulong
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%uint_3 = OpConstant %uint 3
%uint_4 = OpConstant %uint 4
%global_id = OpVariable %ptr_input_v3ulong Input
%kernel_type = OpTypeFunction %void %ptr_global_uint
)";

constexpr std::string_view start = R"(
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %ptr_global_uint
%first_block = OpLabel
%ids = OpLoad %v3ulong %global_id Aligned 32
%i = OpCompositeExtract %ulong %ids 0
%place_index = OpIMul %ulong %i %words_of_item
%place = OpInBoundsPtrAccessChain %ptr_global_uint %out %place_index
)";

constexpr std::string_view end = R"(
OpReturn
OpFunctionEnd
)";

}  // namespace

std::string text_of(const ModuleText& module) {
    std::string text(head);
    text.append(module.capabilities).append(model).append(module.annotations).append(types).append(common);
    text.append("%words_of_item = OpConstant %ulong ").append(std::to_string(module.words)).append("\n");
    return text.append(module.globals).append(start).append(module.body).append(end);
}

std::vector<std::byte> variables_of(const compiler::ProgramResult& program) {
    const ProgramVariables& variables = program.variables;
    std::vector<std::byte> block(variables.bytes);
    std::memcpy(block.data(), variables.initial.data(), variables.initial.size());
    for (const ProgramVariables::Pointer& pointer : variables.pointers) {
        const std::byte* target = block.data() + pointer.target;
        std::memcpy(block.data() + pointer.offset, &target, sizeof(target));
    }
    return block;
}

std::vector<std::uint32_t> run_spirv(const ModuleText& module, std::uint64_t items, std::uint64_t local,
                                     std::span<const compiler::SpecializationValue> constants,
                                     const RunOptions& options) {
    std::vector<std::uint32_t> out(items * module.words, 0xdeadbeef);
    const std::vector<std::byte> bytes = assemble(text_of(module));
    const compiler::ProgramResult program =
        compiler::compiler_instance().build(compiler::SpirvProgram{bytes, constants}, options.build_options);
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    if (program.status != compiler::Status::success) return out;
    const CompiledKernel compiled(program.ir, "k", options.vector_width, options.target_limit, options.together);
    EXPECT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    if (!compiled) return out;
    std::vector<std::byte> variables = variables_of(program);
    compiled.run(line(items, local), ArgumentBlock().add(out.data()), options.local_argument_bytes, options.flags,
                 {.program_variables = variables.data()});
    return out;
}

std::string refusal_of(std::string_view text) {
    const std::vector<std::byte> bytes = assemble(text);
    const compiler::ProgramResult program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    EXPECT_EQ(program.status, compiler::Status::failed) << "the module builds";
    return program.log;
}

}  // namespace lanewise::test
