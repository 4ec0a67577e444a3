// Tests device-side enqueue: the requests that the runtime's functions receive, and the kernels of blocks.
#include "kernel_text.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::test {
namespace {

// A copy of the arguments of one enqueue request.
struct Request {
    std::uint64_t queue = 0, kernel = 0;
    std::uint32_t flags = 0;
    std::uint32_t dimensions = 0;
    std::array<std::uint64_t, 9> sizes{};  // offsets, global sizes, local sizes
    std::vector<std::byte> literal;
    std::uint32_t alignment = 0;
    std::vector<std::uint64_t> waits, local_sizes;
    bool has_event = false;
};

struct Call {
    abi::DeviceCall what;
    std::uint64_t a, b;
};

std::vector<Request>& requests() {
    static std::vector<Request> all;
    return all;
}

std::vector<Call>& calls() {
    static std::vector<Call> all;
    return all;
}

constexpr std::uint64_t new_event = 77, default_queue = 5, lanes_of_blocks = 16, group_limit = 1000;

std::int32_t note_request(const abi::Launch*, const abi::Worker*, const abi::EnqueueRequest* request) {
    Request copy;
    copy.queue = request->queue;
    copy.kernel = request->kernel;
    copy.flags = request->flags;
    if (request->ndrange) {
        std::memcpy(&copy.dimensions, request->ndrange, sizeof copy.dimensions);
        std::memcpy(copy.sizes.data(), request->ndrange + 8, sizeof copy.sizes);
    }
    if (request->literal) {
        std::uint32_t header[2];
        std::memcpy(header, request->literal, sizeof header);
        copy.literal.assign(request->literal, request->literal + header[0]);
        copy.alignment = header[1];
    }
    copy.waits.assign(request->waits, request->waits + request->wait_count);
    copy.local_sizes.assign(request->local_sizes, request->local_sizes + request->local_count);
    copy.has_event = request->event != nullptr;
    if (request->event) *request->event = new_event;
    requests().push_back(copy);
    return 0;
}

std::uint64_t note_call(const abi::Launch*, const abi::Worker*, abi::DeviceCall what, std::uint64_t a,
                        std::uint64_t b) {
    calls().push_back({what, a, b});
    switch (what) {
        case abi::DeviceCall::default_queue: return default_queue;
        case abi::DeviceCall::create_user_event: return new_event;
        case abi::DeviceCall::is_valid_event: return a == new_event;
        case abi::DeviceCall::work_group_size: return group_limit;
        case abi::DeviceCall::work_group_multiple: return lanes_of_blocks * 2;
        case abi::DeviceCall::max_sub_group_size: return lanes_of_blocks;
        case abi::DeviceCall::sub_group_count: return 3;
        default: return 0;
    }
}

constexpr abi::RuntimeFunctions functions{
    .printf = nullptr, .enqueue = note_request, .device_call = note_call, .reserved = {}};

constexpr std::string_view globals = R"(
%queue_type = OpTypeQueue
%event_type = OpTypeDeviceEvent
%ulong_3 = OpConstant %ulong 3
%ulong_2 = OpConstant %ulong 2
%ulong_8 = OpConstant %ulong 8
%ulong_24 = OpConstant %ulong 24
%sizes_type = OpTypeArray %ulong %ulong_3
%pair_type = OpTypeArray %ulong %ulong_2
%range_type = OpTypeStruct %uint %sizes_type %sizes_type %sizes_type
%capture_type = OpTypeStruct %ulong %uint
%ptr_capture = OpTypePointer Function %capture_type
%ptr_range = OpTypePointer Function %range_type
%ptr_generic_capture = OpTypePointer Generic %capture_type
%ptr_events = OpTypePointer Generic %event_type
%ptr_private_event = OpTypePointer Function %event_type
%ptr_private_ulong = OpTypePointer Function %ulong
%ptr_private_uchar = OpTypePointer Function %uchar
%no_events = OpConstantNull %ptr_events
%no_event = OpConstantNull %event_type
%block_type = OpTypeFunction %void %ptr_generic_uchar
%local_block_type = OpTypeFunction %void %ptr_generic_uchar %ptr_local_uchar %ptr_local_uint
%pair = OpConstantComposite %pair_type %ulong_24 %ulong_8
%zeros = OpConstantNull %pair_type
%uint_12 = OpConstant %uint 12
%uint_8 = OpConstant %uint 8
%ulong_0 = OpConstant %ulong 0
)";

// The block's function. Each work-item stores the captured number in an array at the captured address.
constexpr std::string_view block = R"(
%block = OpFunction %void None %block_type
%literal = OpFunctionParameter %ptr_generic_uchar
%block_start = OpLabel
%captures = OpBitcast %ptr_generic_capture %literal
%address_place = OpInBoundsPtrAccessChain %ptr_to_ulong %captures %ulong_0 %uint_0
%number_place = OpInBoundsPtrAccessChain %ptr_generic_uint %captures %ulong_0 %uint_1
%address = OpLoad %ulong %address_place
%number = OpLoad %uint %number_place
%target = OpConvertUToPtr %ptr_global_uint %address
%block_ids = OpLoad %v3ulong %global_id Aligned 32
%block_i = OpCompositeExtract %ulong %block_ids 0
%block_target = OpInBoundsPtrAccessChain %ptr_global_uint %target %block_i
OpStore %block_target %number
OpReturn
OpFunctionEnd
%local_block = OpFunction %void None %local_block_type
%local_literal = OpFunctionParameter %ptr_generic_uchar
%local_first = OpFunctionParameter %ptr_local_uchar
%local_second = OpFunctionParameter %ptr_local_uint
%local_start = OpLabel
OpReturn
OpFunctionEnd
)";

// Instructions that fill the captured structure: the address of `out`, and the number 42.
constexpr std::string_view literal = R"(
%capture = OpVariable %ptr_capture Function
%event = OpVariable %ptr_private_event Function
%capture_address = OpInBoundsPtrAccessChain %ptr_private_ulong %capture %ulong_0 %uint_0
%capture_number = OpInBoundsPtrAccessChain %ptr_private_uint %capture %ulong_0 %uint_1
%out_address = OpConvertPtrToU %ulong %out
OpStore %capture_address %out_address
OpStore %capture_number %uint_42
%capture_bytes = OpBitcast %ptr_private_uchar %capture
%parameter = OpPtrCastToGeneric %ptr_generic_uchar %capture_bytes
%queue = OpGetDefaultQueue %queue_type
%range = OpBuildNDRange %range_type %ulong_24 %ulong_8 %ulong_3
%event_place = OpPtrCastToGeneric %ptr_events %event
)";

KernelText enqueue_kernel(const std::string& body) {
    return {.capabilities = "OpCapability DeviceEnqueue\n",
            .globals =
                std::string(globals) + "%uint_42 = OpConstant %uint 42\n%ptr_to_ulong = OpTypePointer Generic %ulong\n",
            .functions = std::string(block),
            .parameters = {"%ptr_global_uint %out"},
            .body = std::string(literal) + body};
}

// Builds the module, runs its kernel for one work-item, and returns the results that the kernel has stored.
std::vector<std::uint32_t> run(const KernelText& text, compiler::ProgramResult& program) {
    requests().clear();
    calls().clear();
    std::vector<std::uint32_t> out(32, 0);
    program = build_spirv(text_of(text));
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    if (program.status != compiler::Status::success) return out;
    const CompiledKernel compiled(program.ir, "k", 0, "");
    EXPECT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    if (compiled) compiled.run(line(1, 1), ArgumentBlock().add(out.data()), 0, 0, {.functions = &functions});
    return out;
}

std::vector<std::uint32_t> run(const std::string& body) {
    compiler::ProgramResult program;
    return run(enqueue_kernel(body), program);
}

const KernelInfo* block_of(const compiler::ProgramResult& program) {
    const auto found = std::ranges::find(program.kernels, true, &KernelInfo::is_block);
    return found == program.kernels.end() ? nullptr : &*found;
}

TEST(SpirvEnqueue, TheRequestHasRangeAndLiteral) {
    compiler::ProgramResult program;
    std::vector<std::uint32_t> out = run(enqueue_kernel(R"(
%status = OpEnqueueKernel %uint %queue %uint_1 %range %uint_0 %no_events %no_events %block %parameter %uint_12 %uint_8
OpStore %out %status
)"),
                                         program);
    ASSERT_EQ(requests().size(), 1u);
    const Request& request = requests()[0];
    EXPECT_EQ(request.queue, default_queue);
    EXPECT_EQ(request.flags, 1u);
    EXPECT_EQ(request.dimensions, 1u);
    EXPECT_EQ(request.sizes, (std::array<std::uint64_t, 9>{3, 0, 0, 24, 1, 1, 8, 0, 0}));
    EXPECT_FALSE(request.has_event);
    EXPECT_TRUE(request.waits.empty());
    EXPECT_EQ(out[0], 0u);
    // The kernel of the block finds the captured values in a copy of the literal.
    const KernelInfo* kernel = block_of(program);
    ASSERT_TRUE(kernel);
    EXPECT_EQ(program.kernels.size(), 2u);
    std::vector<std::uint64_t> copy(request.literal.size() / 8 + 1);
    std::memcpy(copy.data(), request.literal.data(), request.literal.size());
    const CompiledKernel compiled(program.ir, kernel->name, 0, "");
    ASSERT_TRUE(static_cast<bool>(compiled)) << compiled.log();
    // The array `out` no longer exists, so the test replaces its address in the copy by the address of another array.
    std::vector<std::uint32_t> target(16, 0);
    const std::uint32_t* address = target.data();
    std::memcpy(reinterpret_cast<std::byte*>(copy.data()) + request.alignment, &address, sizeof address);
    compiled.run(line(16, 4), ArgumentBlock().add(copy.data()), 0);
    EXPECT_EQ(target, std::vector<std::uint32_t>(16, 42));
}

TEST(SpirvEnqueue, EventsAndLocalSizesAndRangesInMemory) {
    run(R"(
%in_memory = OpVariable %ptr_range Function
%plane = OpBuildNDRange %range_type %pair %zeros %pair
OpStore %in_memory %plane
%size = OpVariable %ptr_private_ulong Function
OpStore %size %ulong_24
%waited = OpCreateUserEvent %event_type
OpStore %event %waited
%status = OpEnqueueKernel %uint %queue %uint_0 %in_memory %uint_1 %event_place %event_place %local_block %parameter %uint_12 %uint_4 %ulong_8 %size
)");
    ASSERT_EQ(requests().size(), 1u);
    const Request& request = requests()[0];
    EXPECT_EQ(request.dimensions, 2u);
    EXPECT_EQ(request.sizes, (std::array<std::uint64_t, 9>{24, 8, 0, 24, 8, 1, 0, 0, 0}));
    EXPECT_EQ(request.waits, std::vector<std::uint64_t>{new_event});
    EXPECT_TRUE(request.has_event);
    EXPECT_EQ(request.local_sizes, (std::vector<std::uint64_t>{8, 24}));
}

// Clang 15 writes an alignment of 8 for every parameter of a block.
TEST(SpirvEnqueue, ParametersHaveTheAlignmentOfTheirVariable) {
    KernelText text = enqueue_kernel(R"(
%wide = OpVariable %ptr_wide Function
%wide_bytes = OpBitcast %ptr_private_uchar %wide
%wide_parameter = OpPtrCastToGeneric %ptr_generic_uchar %wide_bytes
%status = OpEnqueueKernel %uint %queue %uint_1 %range %uint_0 %no_events %no_events %block %wide_parameter %uint_64 %uint_8
)");
    text.globals +=
        "%v8ulong = OpTypeVector %ulong 8\n%ptr_wide = OpTypePointer Function %v8ulong\n"
        "%uint_64 = OpConstant %uint 64\n";
    compiler::ProgramResult program;
    run(text, program);
    ASSERT_EQ(requests().size(), 1u);
    EXPECT_EQ(requests()[0].alignment, 64u);
}

TEST(SpirvEnqueue, MarkersAndEventsAndProfiling) {
    const auto out = run(R"(
%valid_place = OpInBoundsPtrAccessChain %ptr_global_uint %out %ulong_2
%user = OpCreateUserEvent %event_type
OpRetainEvent %user
OpSetUserEventStatus %user %uint_0
OpStore %event %user
%status = OpEnqueueMarker %uint %queue %uint_1 %event_place %event_place
%made = OpLoad %event_type %event
%valid = OpIsValidEvent %bool %made
%invalid = OpIsValidEvent %bool %no_event
%one = OpSelect %uint %valid %uint_2 %uint_0
%other = OpSelect %uint %invalid %uint_1 %uint_0
%sum = OpIAdd %uint %one %other
OpStore %valid_place %sum
OpCaptureEventProfilingInfo %made %uint_1 %out
OpReleaseEvent %made
)");
    EXPECT_EQ(out[2], 2u);
    ASSERT_EQ(requests().size(), 1u);
    EXPECT_EQ(requests()[0].waits, std::vector<std::uint64_t>{new_event});
    using What = abi::DeviceCall;
    const std::pair<What, std::uint64_t> expected[] = {{What::default_queue, 0},
                                                       {What::create_user_event, 0},
                                                       {What::retain_event, new_event},
                                                       {What::set_event_status, new_event},
                                                       {What::is_valid_event, new_event},
                                                       {What::is_valid_event, ~std::uint64_t{0}},
                                                       {What::capture_profiling, new_event},
                                                       {What::release_event, new_event}};
    std::vector<std::pair<What, std::uint64_t>> made;
    for (const Call& call : calls()) made.emplace_back(call.what, call.a);
    EXPECT_TRUE(std::ranges::is_permutation(made, expected));
}

TEST(SpirvEnqueue, QueriesOfBlocks) {
    const auto out = run(R"(
%p1 = OpInBoundsPtrAccessChain %ptr_global_uint %out %uint_1
%p2 = OpInBoundsPtrAccessChain %ptr_global_uint %out %uint_2
%p3 = OpInBoundsPtrAccessChain %ptr_global_uint %out %uint_3
%p4 = OpInBoundsPtrAccessChain %ptr_global_uint %out %uint_4
%p5 = OpInBoundsPtrAccessChain %ptr_global_uint %out %ulong_8
%p6 = OpInBoundsPtrAccessChain %ptr_global_uint %out %uint_12
%q0 = OpGetKernelWorkGroupSize %uint %block %parameter %uint_12 %uint_8
%q1 = OpGetKernelPreferredWorkGroupSizeMultiple %uint %block %parameter %uint_12 %uint_8
%q2 = OpGetKernelNDrangeSubGroupCount %uint %range %block %parameter %uint_12 %uint_8
%q3 = OpGetKernelNDrangeMaxSubGroupSize %uint %range %block %parameter %uint_12 %uint_8
%q4 = OpGetKernelMaxNumSubgroups %uint %block %parameter %uint_12 %uint_8
%q5 = OpGetKernelLocalSizeForSubgroupCount %uint %uint_3 %block %parameter %uint_12 %uint_8
%q6 = OpGetKernelLocalSizeForSubgroupCount %uint %q4 %block %parameter %uint_12 %uint_8
OpStore %out %q0
OpStore %p1 %q1
OpStore %p2 %q2
OpStore %p3 %q3
OpStore %p4 %q4
OpStore %p5 %q5
OpStore %p6 %q6
)");
    EXPECT_EQ(out[0], group_limit);
    EXPECT_EQ(out[1], lanes_of_blocks * 2);
    EXPECT_EQ(out[2], 3u);
    EXPECT_EQ(out[3], lanes_of_blocks);
    EXPECT_EQ(out[4], (group_limit + lanes_of_blocks - 1) / lanes_of_blocks);
    EXPECT_EQ(out[8], 3 * lanes_of_blocks);
    EXPECT_EQ(out[12], 0u) << "63 sub-groups of 16 are more than 1000 work-items";
}

// Some producers also write an entry point for a block. The entry point is the block's function, or a function of the
// same name that calls the block's function.
TEST(SpirvEnqueue, TheKernelOfTheBlockReplacesItsEntryPoint) {
    const std::string enqueue =
        "%status = OpEnqueueKernel %uint %queue %uint_1 %range %uint_0 %no_events %no_events %block %parameter "
        "%uint_12 %uint_8\n";
    KernelText itself = enqueue_kernel(enqueue);
    itself.entries = "OpEntryPoint Kernel %block \"the block\"\n";
    KernelText caller = enqueue_kernel(enqueue);
    caller.entries = "OpEntryPoint Kernel %caller \"the block\"\n";
    caller.annotations = "OpDecorate %block LinkageAttributes \"the block\" Export\n";
    caller.functions += R"(
%caller = OpFunction %void None %block_type
%caller_literal = OpFunctionParameter %ptr_generic_uchar
%caller_start = OpLabel
%called = OpFunctionCall %void %block %caller_literal
OpReturn
OpFunctionEnd
)";
    for (const KernelText& text : {itself, caller}) {
        compiler::ProgramResult program;
        run(text, program);
        ASSERT_EQ(program.kernels.size(), 2u);
        const KernelInfo* kernel = block_of(program);
        ASSERT_TRUE(kernel);
        EXPECT_EQ(kernel->name, "the block");
        ASSERT_EQ(requests().size(), 1u);
        EXPECT_EQ(requests()[0].kernel, 0u);
    }
}

// A kernel whose first parameter is a buffer may also be enqueued as a block. Its first argument is then a copy of the
// bytes to which the enqueue's parameter points.
TEST(SpirvEnqueue, KernelsMayEnqueueThemselves) {
    compiler::ProgramResult program;
    run(enqueue_kernel("%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %k %parameter "
                       "%uint_12 %uint_8\n"),
        program);
    ASSERT_EQ(program.kernels.size(), 2u);
    EXPECT_TRUE(block_of(program));
    EXPECT_EQ(std::ranges::count(program.kernels, std::string("k"), &KernelInfo::name), 1);
    EXPECT_EQ(requests().size(), 1u);
}

TEST(SpirvEnqueue, WrongOperandsAreRefused) {
    const std::string rest = " %block %parameter %uint_12 %uint_8\n";
    for (const std::string& body : std::initializer_list<std::string>{
             "%s = OpEnqueueKernel %uint %uint_0 %uint_0 %range %uint_0 %no_events %no_events" + rest,
             "%s = OpEnqueueKernel %uint %queue %range %range %uint_0 %no_events %no_events" + rest,
             "%s = OpEnqueueKernel %uint %queue %uint_0 %uint_0 %uint_0 %no_events %no_events" + rest,
             "%s = OpEnqueueKernel %uint %queue %uint_0 %capture %uint_0 %no_events %no_events" + rest,
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %uint_0 %no_events" + rest,
             "%s = OpEnqueueKernel %float %queue %uint_0 %range %uint_0 %no_events %no_events" + rest,
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %local_block %parameter "
             "%uint_12 %uint_8\n",
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %queue %parameter "
             "%uint_12 %uint_8\n",
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %block %uint_0 %uint_12 "
             "%uint_8\n",
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %block %parameter %low "
             "%uint_8\n",
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %block %parameter "
             "%uint_12 %uint_3\n",
             "%s = OpEnqueueKernel %uint %queue %uint_0 %range %uint_0 %no_events %no_events %local_block %parameter "
             "%uint_12 %uint_8 %uint_1 %range\n",
             "%s = OpBuildNDRange %range_type %pair %ulong_8 %ulong_3\n",
             "%s = OpBuildNDRange %capture_type %ulong_8 %ulong_8 %ulong_3\n",
             "%s = OpBuildNDRange %range_type %range %ulong_8 %ulong_3\n",
             "OpRetainEvent %uint_0\n",
             "OpSetUserEventStatus %no_event %no_events\n",
             "OpCaptureEventProfilingInfo %no_event %uint_1 %uint_1\n",
             "%s = OpIsValidEvent %uint %no_event\n",
             "%s = OpGetDefaultQueue %uint\n",
             "%s = OpGetKernelWorkGroupSize %uint %parameter %parameter %uint_12 %uint_8\n",
             "%s = OpEnqueueMarker %uint %queue %uint_1 %no_event %no_events\n",
         }) {
        const std::string log = refusal_of(enqueue_kernel(body));
        EXPECT_TRUE(log.starts_with("error: Op")) << body << log;
    }
}

}  // namespace
}  // namespace lanewise::test
