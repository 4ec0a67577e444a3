#include "kernel_text.h"

namespace lanewise::test {
namespace {

constexpr std::string_view capabilities = R"(
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
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id
)";

constexpr std::string_view types = R"(
OpDecorate %global_id BuiltIn GlobalInvocationId
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
%v3float = OpTypeVector %float 3
%v4float = OpTypeVector %float 4
%v4half = OpTypeVector %half 4
%ptr_global_uchar = OpTypePointer CrossWorkgroup %uchar
%ptr_generic_uchar = OpTypePointer Generic %uchar
%ptr_local_uchar = OpTypePointer Workgroup %uchar
%ptr_global_uint = OpTypePointer CrossWorkgroup %uint
%ptr_private_uint = OpTypePointer Function %uint
%ptr_local_uint = OpTypePointer Workgroup %uint
%ptr_generic_uint = OpTypePointer Generic %uint
%ptr_global_v4float = OpTypePointer CrossWorkgroup %v4float
%ptr_global_v4uint = OpTypePointer CrossWorkgroup %v4uint
%ptr_input_v3ulong = OpTypePointer Input %v3ulong
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%uint_3 = OpConstant %uint 3
%uint_4 = OpConstant %uint 4
%float_0 = OpConstant %float 0
%global_id = OpVariable %ptr_input_v3ulong Input
)";

constexpr std::string_view start = R"(
%first_block = OpLabel
%ids = OpLoad %v3ulong %global_id Aligned 32
%i = OpCompositeExtract %ulong %ids 0
%low = OpUConvert %uint %i
)";

}  // namespace

std::string text_of(const KernelText& module) {
    std::string type = "%kernel_type = OpTypeFunction %void", parameters;
    for (const std::string& parameter : module.parameters) {
        const std::size_t end = parameter.find(' ');
        type += " " + parameter.substr(0, end);
        parameters += parameter.substr(end + 1) + " = OpFunctionParameter " + parameter.substr(0, end) + "\n";
    }
    std::string text(capabilities);
    text.append(module.capabilities).append(model).append(module.entries).append(module.annotations).append(types);
    text.append(module.globals).append(type).append("\n").append(module.functions);
    text.append("%k = OpFunction %void None %kernel_type\n").append(parameters).append(start);
    return text.append(module.body).append("OpReturn\nOpFunctionEnd\n");
}

compiler::ProgramResult build_spirv(std::string_view text, const std::string& options) {
    const std::vector<std::byte> bytes = assemble(text);
    return compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, options);
}

void run_text(const KernelText& module, const NDRange& range, const ArgumentBlock& arguments,
              const RunOptions& options) {
    const compiler::ProgramResult program = build_spirv(text_of(module), options.build_options);
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    const CompiledKernel compiled(program.ir, "k", options.vector_width, options.target_limit, options.together);
    ASSERT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    compiled.run(range, arguments, options.local_argument_bytes, options.flags);
}

std::string refusal_of(const KernelText& module) {
    const compiler::ProgramResult program = build_spirv(text_of(module));
    EXPECT_EQ(program.status, compiler::Status::failed) << "the module builds";
    return program.log;
}

}  // namespace lanewise::test
