#include "own_modules.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "assembler.h"

namespace lanewise::fuzz_spirv {
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
OpCapability Groups
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id %local_id
OpEntryPoint Kernel %helper "helper_as_kernel"
OpExecutionMode %k LocalSizeHint 8 1 1
%text = OpString "kernel_arg_type.k.uint*,uint,"
OpSource OpenCL_C 200000
OpName %k "k"
OpName %out "out"
OpName %pair "struct.pair"
OpMemberName %pair 0 "first"
OpDecorate %global_id BuiltIn GlobalInvocationId
OpDecorate %global_id Constant
OpDecorate %local_id BuiltIn LocalInvocationId
OpDecorate %global_id LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
OpDecorate %out FuncParamAttr NoCapture
OpDecorate %out Alignment 4
OpDecorate %packed CPacked
OpDecorate %factor SpecId 1
OpDecorate %flag SpecId 2
OpDecorate %group Alignment 16
%group = OpDecorationGroup
OpGroupDecorate %group %table %shared
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
%v4uint = OpTypeVector %uint 4
%v3ulong = OpTypeVector %ulong 3
%v4float = OpTypeVector %float 4
%v4bool = OpTypeVector %bool 4
%v8half = OpTypeVector %half 8
%global_uint = OpTypePointer CrossWorkgroup %uint
%private_uint = OpTypePointer Function %uint
%local_uint = OpTypePointer Workgroup %uint
%generic_uint = OpTypePointer Generic %uint
%input_v3ulong = OpTypePointer Input %v3ulong
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%u4 = OpConstant %uint 4
%u272 = OpConstant %uint 272
%l1 = OpConstant %ulong 1
%l2 = OpConstant %ulong 2
%f1 = OpConstant %float 1.5
%f2 = OpConstant %float 2.5
%d1 = OpConstant %double 3.5
%h1 = OpConstant %half 0.5
%true = OpConstantTrue %bool
%no = OpConstantFalse %bool
%factor = OpSpecConstant %uint 5
%flag = OpSpecConstantTrue %bool
%sum = OpSpecConstantOp %uint IAdd %factor %u1
%chosen = OpSpecConstantOp %uint Select %flag %factor %sum
%quad = OpConstantComposite %v4uint %u0 %u1 %u2 %u3
%floats = OpConstantComposite %v4float %f1 %f2 %f1 %f2
%array = OpTypeArray %uint %u4
%pair = OpTypeStruct %uint %float %bool
%packed = OpTypeStruct %uchar %ulong %array %pair
%array_of_pairs = OpTypeArray %pair %u3
%two_pairs = OpConstantComposite %pair %u1 %f1 %true
%numbers = OpConstantComposite %array %u1 %u2 %u3 %u4
%nothing = OpConstantNull %packed
%unknown = OpUndef %v4float
%constant_array = OpTypePointer UniformConstant %array
%global_array = OpTypePointer CrossWorkgroup %array
%local_array = OpTypePointer Workgroup %array
%private_pairs = OpTypePointer Function %array_of_pairs
%private_float = OpTypePointer Function %float
%private_packed = OpTypePointer Function %packed
%table = OpVariable %constant_array UniformConstant %numbers
%shared = OpVariable %local_array Workgroup
%state = OpVariable %global_array CrossWorkgroup %numbers
%global_id = OpVariable %input_v3ulong Input
%local_id = OpVariable %input_v3ulong Input
%kernel_type = OpTypeFunction %void %global_uint %uint
%plain_type = OpTypeFunction %void
%value_type = OpTypeFunction %uint %uint %float
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %global_uint
%n = OpFunctionParameter %uint
%first = OpLabel
%pairs = OpVariable %private_pairs Function
%space = OpVariable %private_packed Function %nothing
%single = OpVariable %private_float Function %f1
%count = OpVariable %private_uint Function %u4
%ids = OpLoad %v3ulong %global_id Aligned 32
%i = OpCompositeExtract %ulong %ids 0
%low = OpUConvert %uint %i
%place = OpInBoundsPtrAccessChain %global_uint %out %i
)";

constexpr std::string_view end = R"(
OpReturn
OpFunctionEnd
%helper = OpFunction %void None %plain_type
%helper_block = OpLabel
OpReturn
OpFunctionEnd
%function = OpFunction %uint Pure %value_type
%p1 = OpFunctionParameter %uint
%p2 = OpFunctionParameter %float
%function_block = OpLabel
%p3 = OpConvertFToU %uint %p2
%p4 = OpIMul %uint %p1 %p3
OpReturnValue %p4
OpFunctionEnd
)";

constexpr std::string_view bodies[] = {
    R"(
%a = OpIAdd %uint %low %n
%b = OpUDiv %uint %a %u3
%c = OpSRem %uint %b %n
%d = OpShiftLeftLogical %uint %c %u2
%e = OpBitwiseXor %uint %d %a
%f = OpConvertUToF %float %e
%g = OpFMul %float %f %f2
%h = OpExtInst %float %std sin %g
%j = OpFOrdLessThan %bool %h %f1
%l = OpSelect %uint %j %e %a
%m = OpExtInst %uint %std s_clamp %l %u0 %u272
%o = OpFConvert %half %h
%p = OpFAdd %half %o %h1
%q = OpFConvert %double %p
%r = OpFDiv %double %q %d1
%s = OpConvertFToS %uint %r
%t = OpIAdd %uint %s %m
OpStore %place %t Aligned 4
)",
    R"(
%v = OpCompositeConstruct %v4uint %low %n %u1 %chosen
%w = OpIAdd %v4uint %v %quad
%x = OpVectorShuffle %v2uint %w %v 0 5
%y = OpCompositeConstruct %v4uint %x %x
%z = OpVectorExtractDynamic %uint %y %low
%vv = OpVectorInsertDynamic %v4uint %y %z %u2
%vf = OpBitcast %v4float %vv
%vg = OpVectorTimesScalar %v4float %vf %f1
%vh = OpExtInst %v4float %std fma %vg %vf %floats
%vi = OpFOrdGreaterThan %v4bool %vh %unknown
%vl = OpAny %bool %vi
%vm = OpSelect %uint %vl %z %u4
OpStore %place %vm
)",
    R"(
%p0 = OpInBoundsAccessChain %private_uint %pairs %l1 %u0
OpStore %p0 %low Volatile|Aligned 4
%whole = OpLoad %array_of_pairs %pairs
%one = OpCompositeExtract %pair %whole 1
%truth = OpCompositeExtract %bool %one 2
%more = OpCompositeInsert %pair %n %one 0
%most = OpCompositeInsert %array_of_pairs %more %whole 2
OpStore %pairs %most
%at = OpLoad %uint %p0
%entry = OpUMod %uint %at %u4
%tp = OpAccessChain %private_uint %pairs %u2 %u0
%tv = OpLoad %uint %tp
%sp = OpInBoundsAccessChain %local_uint %shared %entry
OpStore %sp %tv
%gp = OpPtrCastToGeneric %generic_uint %place
OpStore %gp %tv Aligned 4
%word = OpConvertPtrToU %ulong %sp
%back = OpConvertUToPtr %local_uint %word
%lv = OpLoad %uint %back
OpCopyMemorySized %place %sp %l2 Aligned 1
OpCopyMemory %place %gp
%same = OpPtrEqual %bool %place %gp
%result = OpSelect %uint %same %lv %at
OpStore %place %result
)",
    R"(
OpBranch %head
%head = OpLabel
%total = OpPhi %uint %u0 %first %next_total %latch
%at = OpPhi %uint %u0 %first %next %latch
%again = OpULessThan %bool %at %n
OpLoopMerge %done %latch Unroll
OpBranchConditional %again %body %done 3 1
%body = OpLabel
OpSelectionMerge %latch None
OpSwitch %at %latch 0 %zero 1 %zero 7 %seven
%zero = OpLabel
%called = OpFunctionCall %uint %function %at %f2
OpBranch %latch
%seven = OpLabel
OpBranchConditional %flag %latch %never
%never = OpLabel
OpUnreachable
%latch = OpLabel
%part = OpPhi %uint %at %body %called %zero %u3 %seven
%next_total = OpIAdd %uint %total %part
%next = OpIAdd %uint %at %u1
OpBranch %head
%done = OpLabel
OpStore %place %total
)",
    R"(
OpControlBarrier %u2 %u2 %u272
%old = OpAtomicIAdd %uint %place %u1 %u0 %n
%swapped = OpAtomicCompareExchange %uint %place %u1 %u0 %u0 %old %u4
%loaded = OpAtomicLoad %uint %place %u1 %u2
OpMemoryBarrier %u2 %u272
%every = OpGroupAll %bool %u2 %true
%added = OpGroupIAdd %uint %u2 Reduce %old
%scanned = OpGroupFAdd %float %u3 InclusiveScan %f2
%cast = OpGroupBroadcast %uint %u2 %added %u0
%bits = OpBitCount %uint %cast
%reverse = OpBitReverse %uint %bits
OpStore %place %reverse
)",
};

std::string text_of(std::string_view body) { return std::string(head).append(body).append(end); }

}  // namespace

std::vector<Bytes> own_modules() {
    std::vector<Bytes> modules;
    for (const std::string_view body : bodies) modules.push_back(test::assemble(text_of(body)));
    return modules;
}

std::vector<Bytes> modules_in(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".spv") files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Bytes> modules;
    for (const auto& file : files) {
        std::ifstream input(file, std::ios::binary);
        const std::vector<char> text{std::istreambuf_iterator<char>(input), {}};
        const auto bytes = std::as_bytes(std::span(text));
        modules.emplace_back(bytes.begin(), bytes.end());
    }
    return modules;
}

}  // namespace lanewise::fuzz_spirv
