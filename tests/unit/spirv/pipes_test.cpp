// Tests pipes: one kernel writes packets and another kernel reads them, by all forms of the instructions.
#include <algorithm>
#include <array>

#include "device/kernel/pipe_memory.h"
#include "kernel_text.h"

namespace lanewise::test {
namespace {

constexpr std::string_view capabilities = "OpCapability Pipes\nOpCapability Groups\n";
constexpr std::string_view globals = R"(
%reader = OpTypePipe ReadOnly
%writer = OpTypePipe WriteOnly
%reservation = OpTypeReserveId
%null = OpConstantNull %reservation
%minus_one = OpConstant %uint -1
%uint_64 = OpConstant %uint 64
%v3uint_null = OpConstantNull %v3uint
%local_id = OpVariable %ptr_input_v3ulong Input
%ptr_input_uint = OpTypePointer Input %uint
%lane_id = OpVariable %ptr_input_uint Input
%lanes = OpVariable %ptr_input_uint Input
)";

// A pipe of packets of 4 bytes.
class Pipe {
public:
    explicit Pipe(std::uint32_t packets) : memory_(device::pipe_bytes(4, packets) + abi_alignment) {
        device::make_pipe(address(), 4, packets);
    }
    std::byte* address() {
        const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
        return memory_.data() + (abi_alignment - start % abi_alignment);
    }

private:
    static constexpr std::size_t abi_alignment = 4096;
    std::vector<std::byte> memory_;
};

KernelText pipe_kernel(const char* type, const std::string& body) {
    return {.capabilities = std::string(capabilities),
            .annotations =
                "OpDecorate %local_id BuiltIn LocalInvocationId\n"
                "OpDecorate %lane_id BuiltIn SubgroupLocalInvocationId\n"
                "OpDecorate %lanes BuiltIn SubgroupSize\n",
            .globals = std::string(globals),
            .parameters = {"%ptr_global_uint %data", "%" + std::string(type) + " %pipe"},
            .body =
                "%item = OpLoad %v3ulong %local_id Aligned 32\n%item_x = OpCompositeExtract %ulong %item 0\n"
                "%index = OpUConvert %uint %item_x\n%lane = OpLoad %uint %lane_id\n"
                "%lane_count = OpLoad %uint %lanes\n"
                "%place = OpInBoundsPtrAccessChain %ptr_global_uint %data %i\n" +
                body};
}

// Instructions that write and read one packet. The instructions do not check %status: a test detects a failure by the
// missing packet.
const std::string write_packet = R"(
%pointer = OpPtrCastToGeneric %ptr_generic_uint %place
%status = OpWritePipe %uint %pipe %pointer %uint_4 %uint_4
)";
const std::string read_packet = R"(
%pointer = OpPtrCastToGeneric %ptr_generic_uint %place
%status = OpReadPipe %uint %pipe %pointer %uint_4 %uint_4
)";

std::string reserved(const std::string& verb, const std::string& reserve, const std::string& commit,
                     const std::string& index) {
    return reserve + R"(
%valid = OpIsValidReserveId %bool %id
OpSelectionMerge %after None
OpBranchConditional %valid %inside %after
%inside = OpLabel
%status = OpReserved)" +
           verb + "Pipe %uint %pipe %id " + index + " %place %uint_4 %uint_4\n" + commit + R"(
OpBranch %after
%after = OpLabel
)";
}

// A form of the instructions that write and read: for single packets, or with reservations of work-items or groups.
struct Form {
    const char* name;
    std::string write, read;
};

std::vector<Form> forms() {
    const auto both = [](const char* name, const std::string& scope, const std::string& count,
                         const std::string& index) {
        const std::string group = scope.empty() ? "" : "Group";
        const auto text = [&](const std::string& verb) {
            return reserved(verb,
                            "%id = Op" + group + "Reserve" + verb + "PipePackets %reservation " + scope + " %pipe " +
                                count + " %uint_4 %uint_4",
                            "Op" + group + "Commit" + verb + "Pipe " + scope + " %pipe %id %uint_4 %uint_4", index);
        };
        return Form{name, text("Write"), text("Read")};
    };
    return {{"packets", write_packet, read_packet},
            both("reservations", "", "%uint_1", "%uint_0"),
            both("reservations of work-groups", "%uint_2", "%uint_64", "%index"),
            both("reservations of sub-groups", "%uint_3", "%lane_count", "%lane")};
}

TEST(SpirvPipes, EveryPacketArrivesOnce) {
    constexpr std::uint64_t items = 256, group = 64;
    for (const Form& form : forms()) {
        Pipe pipe(items);
        std::vector<std::uint32_t> sent(items), received(items, 0);
        for (std::uint32_t i = 0; i < items; ++i) sent[i] = i * 7 + 1;
        run_text(pipe_kernel("writer", form.write), line(items, group),
                 ArgumentBlock().add(sent.data()).add(pipe.address()));
        run_text(pipe_kernel("reader", form.read), line(items, group),
                 ArgumentBlock().add(received.data()).add(pipe.address()));
        std::ranges::sort(received);
        EXPECT_EQ(received, sent) << form.name;
    }
}

TEST(SpirvPipes, QueriesAndNullReservations) {
    Pipe pipe(100);
    std::vector<std::uint32_t> data(10, 5);
    run_text(pipe_kernel("writer", write_packet), line(10, 10), ArgumentBlock().add(data.data()).add(pipe.address()));
    run_text(pipe_kernel("reader", R"(
%count = OpGetNumPipePackets %uint %pipe %uint_4 %uint_4
%most = OpGetMaxPipePackets %ulong %pipe %uint_4 %uint_4
%low_most = OpUConvert %uint %most
%scaled = OpIMul %uint %low_most %uint_64
%sum = OpIAdd %uint %scaled %count
%valid = OpIsValidReserveId %bool %null
%result = OpSelect %uint %valid %uint_0 %sum
OpStore %place %result
)"),
             line(1, 1), ArgumentBlock().add(data.data()).add(pipe.address()));
    EXPECT_EQ(data[0], 100u * 64 + 10);
}

TEST(SpirvPipes, EmptyAndFullPipesTell) {
    Pipe pipe(1);
    std::vector<std::uint32_t> data(3, 9);
    const std::string store = "OpStore %place %status\n";
    run_text(pipe_kernel("reader", read_packet + store), line(1, 1),
             ArgumentBlock().add(data.data()).add(pipe.address()));
    EXPECT_EQ(data[0], ~0u);
    run_text(pipe_kernel("writer", write_packet + store), line(3, 3),
             ArgumentBlock().add(data.data()).add(pipe.address()));
    EXPECT_EQ(std::ranges::count(data, 0u), 1);
}

// The packet size of a pipe argument follows from the pipe instructions in the kernel and in the functions that it
// calls.
TEST(SpirvPipes, ArgumentsHavePacketSizes) {
    KernelText text = pipe_kernel("reader", "%nothing = OpFunctionCall %void %callee %data %pipe\n");
    text.globals += "%callee_type = OpTypeFunction %void %ptr_global_uint %reader\n";
    text.functions = R"(
%callee = OpFunction %void None %callee_type
%callee_data = OpFunctionParameter %ptr_global_uint
%callee_pipe = OpFunctionParameter %reader
%callee_start = OpLabel
%callee_status = OpReadPipe %uint %callee_pipe %callee_data %uint_64 %uint_4
OpReturn
OpFunctionEnd
)";
    const compiler::ProgramResult called = build_spirv(text_of(text));
    const compiler::ProgramResult unused = build_spirv(text_of(pipe_kernel("writer", "")));
    ASSERT_EQ(called.status, compiler::Status::success) << called.log;
    ASSERT_EQ(unused.status, compiler::Status::success) << unused.log;
    const ArgInfo &reader = called.kernels[0].args[1], &writer = unused.kernels[0].args[1];
    EXPECT_EQ(reader.packet_size, 64u);
    EXPECT_EQ(writer.packet_size, 0u);
    EXPECT_EQ(reader.kind, ArgKind::pipe);
    EXPECT_EQ(reader.access, AccessQualifier::read_only);
    EXPECT_EQ(writer.access, AccessQualifier::write_only);
    EXPECT_EQ(reader.type_qualifiers, type_pipe);
    EXPECT_EQ(reader.address, AddressQualifier::global_);
}

// The memory of a pipe in program scope is a variable. The variable's initial value must equal the initial memory of a
// pipe that the device makes.
TEST(SpirvPipes, StorageIsAnEmptyPipe) {
    KernelText text = pipe_kernel("writer", R"(
%storage = OpLoad %storage_type %storage_place
%own = OpCreatePipeFromPipeStorage %writer %storage
%status = OpWritePipe %uint %own %place %uint_4 %uint_4
)");
    text.capabilities += "OpCapability PipeStorage\n";
    text.globals +=
        "%storage_type = OpTypePipeStorage\n%ptr_storage = OpTypePointer CrossWorkgroup %storage_type\n"
        "%initial = OpConstantPipeStorage %storage_type 4 4 100\n"
        "%storage_place = OpVariable %ptr_storage CrossWorkgroup %initial\n";
    const compiler::ProgramResult program = build_spirv(text_of(text));
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    const ProgramVariables& variables = program.variables;
    ASSERT_EQ(variables.pointers.size(), 1u);
    std::vector<std::byte> expected(device::pipe_bytes(4, 100) + 256), mine(variables.bytes + 256);
    void* aligned = expected.data();
    std::size_t room = expected.size();
    std::align(128, device::pipe_bytes(4, 100), aligned, room);
    device::make_pipe(static_cast<std::byte*>(aligned), 4, 100);
    std::memcpy(mine.data(), variables.initial.data(), variables.initial.size());
    ASSERT_LE(variables.pointers[0].target + device::pipe_bytes(4, 100), variables.bytes);
    EXPECT_EQ(std::memcmp(mine.data() + variables.pointers[0].target, aligned, device::pipe_bytes(4, 100)), 0);
    EXPECT_EQ(variables.alignment % 128, 0u);
}

TEST(SpirvPipes, WrongOperandsAreRefused) {
    for (const char* body : {
             "%s = OpReadPipe %uint %data %place %uint_4 %uint_4\n",
             "%s = OpReadPipe %uint %pipe %low %uint_4 %uint_4\n",
             "%s = OpReadPipe %uint %pipe %place %low %uint_4\n",
             "%s = OpReadPipe %uint %pipe %place %pipe %uint_4\n",
             "%s = OpReadPipe %bool %low %place %uint_4 %uint_4\n",
             "%s = OpReadPipe %reader %pipe %place %uint_4 %uint_4\n",
             "%s = OpReservedReadPipe %uint %pipe %low %uint_1 %place %uint_4 %uint_4\n",
             "%s = OpReservedReadPipe %uint %pipe %null %place %place %uint_4 %uint_4\n",
             "%s = OpReserveReadPipePackets %uint %pipe %uint_4 %uint_4 %uint_4\n",
             "%s = OpReserveReadPipePackets %reservation %pipe %place %uint_4 %uint_4\n",
             "%s = OpGroupReserveReadPipePackets %reservation %uint_1 %pipe %uint_4 %uint_4 %uint_4\n",
             "%s = OpGroupReserveReadPipePackets %reservation %low %pipe %uint_4 %uint_4 %uint_4\n",
             "OpCommitReadPipe %pipe %low %uint_4 %uint_4\n",
             "OpGroupCommitReadPipe %uint_2 %low %null %uint_4 %uint_4\n",
             "%s = OpIsValidReserveId %bool %low\n",
             "%s = OpIsValidReserveId %uint %null\n",
             "%s = OpGetNumPipePackets %uint %data %uint_4 %uint_4\n",
             "%s = OpGetMaxPipePackets %float %pipe %uint_4 %uint_4\n",
         }) {
        const std::string log = refusal_of(pipe_kernel("reader", body));
        EXPECT_TRUE(log.starts_with("error: Op")) << body << log;
    }
}

}  // namespace
}  // namespace lanewise::test
