#include "runtime/storage/program_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {
namespace {

const Digest build_id{1, 2, 3};

KernelCode sample_code() {
    KernelCode code;
    code.image = {1, 2, 3, 4, 5, 6, 7, 8};
    code.text_bytes = 4096;
    code.rodata_bytes = 8192;
    code.relocations = {{8, -4}, {16, 1 << 20}};
    code.imports = {{24, 0, "sin"}, {32, 8, "memcpy"}};
    code.entry = 64;
    code.lanes = 16;
    code.whole_lanes = 16;
    code.whole_rows = 4;
    code.local_bytes = 100;
    code.private_bytes = 200;
    code.context_bytes_per_group = 300;
    code.context_bytes_per_chunk = 400;
    code.context_per_chunk = true;
    code.streamed_bytes = 7;
    code.summary = "kernel 'k': 16 lanes";
    return code;
}

KernelInfo sample_info() {
    KernelInfo info;
    info.name = "k";
    info.args.push_back({"x", "float4*", ArgKind::global_pointer, AddressQualifier::global_, AccessQualifier::none,
                         type_const | type_restrict, 8, 0, 1});
    info.args.push_back(
        {"l", "int*", ArgKind::local_pointer, AddressQualifier::local_, AccessQualifier::none, 0, 8, 8, 4});
    info.arg_block_bytes = 16;
    info.attributes = "reqd_work_group_size(8,1,1)";
    info.reqd_work_group_size = {8, 1, 1};
    info.work_group_size_hint = {4, 2, 1};
    info.max_work_group_size = {64, 1, 1};
    info.uniform_work_groups = true;
    info.has_arg_info = false;
    info.is_block = true;
    info.enqueues = {3, 0};
    return info;
}

ProgramImage sample_program() {
    ProgramImage program;
    program.type = ProgramType::library;
    program.options = "-cl-std=CL3.0";
    program.log = "warning: x\n";
    program.ir = {9, 8, 7};
    program.kernels = {sample_info()};
    program.origin = {{"+avx2,+fma", 256}, 8};
    program.codes[{"k", CodeVariant::partial_chunks}] = sample_code();
    return program;
}

TEST(ProgramFormat, RoundTripKeepsEverything) {
    const auto program = read_program(write_program(sample_program(), build_id), build_id);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->type, ProgramType::library);
    EXPECT_EQ(program->options, "-cl-std=CL3.0");
    EXPECT_EQ(program->log, "warning: x\n");
    EXPECT_EQ(program->ir, (Bytes{9, 8, 7}));
    EXPECT_EQ(program->origin, sample_program().origin);
    ASSERT_EQ(program->kernels.size(), 1u);
    const KernelInfo& info = program->kernels[0];
    EXPECT_EQ(info.name, "k");
    ASSERT_EQ(info.args.size(), 2u);
    EXPECT_EQ(info.args[0].type_name, "float4*");
    EXPECT_EQ(info.args[0].type_qualifiers, type_const | type_restrict);
    EXPECT_EQ(info.args[1].kind, ArgKind::local_pointer);
    EXPECT_EQ(info.args[1].offset, 8u);
    EXPECT_EQ(info.args[1].pointee_alignment, 4u);
    EXPECT_EQ(info.reqd_work_group_size[0], 8u);
    EXPECT_EQ(info.work_group_size_hint[1], 2u);
    EXPECT_EQ(info.max_work_group_size[0], 64u);
    EXPECT_TRUE(info.uniform_work_groups);
    EXPECT_FALSE(info.has_arg_info);
    EXPECT_TRUE(info.is_block);
    EXPECT_EQ(info.enqueues, (std::vector<std::uint32_t>{3, 0}));
}

TEST(ProgramFormat, RoundTripKeepsMachineCode) {
    const auto code = read_code(write_code(sample_code(), build_id), build_id);
    ASSERT_TRUE(code);
    EXPECT_EQ(code->image, sample_code().image);
    EXPECT_EQ(code->rodata_bytes, 8192u);
    ASSERT_EQ(code->relocations.size(), 2u);
    EXPECT_EQ(code->relocations[0].addend, -4);
    ASSERT_EQ(code->imports.size(), 2u);
    EXPECT_EQ(code->imports[1].symbol, "memcpy");
    EXPECT_EQ(code->entry, 64u);
    EXPECT_EQ(code->lanes, 16u);
    EXPECT_EQ(code->whole_lanes, 16u);
    EXPECT_EQ(code->whole_rows, 4u);
    EXPECT_TRUE(code->context_per_chunk);
    EXPECT_EQ(code->context_bytes({17, 2, 1}), 300u + 4 * 400);
    EXPECT_EQ(code->streamed_bytes, 7u);
    EXPECT_EQ(code->summary, "kernel 'k': 16 lanes");
}

TEST(ProgramFormat, EveryFlippedBitIsSeen) {
    const Bytes good = write_program(sample_program(), build_id);
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            Bytes bad = good;
            bad[i] ^= static_cast<std::uint8_t>(1 << bit);
            EXPECT_FALSE(read_program(bad, build_id)) << "byte " << i << " bit " << bit;
        }
    }
}

TEST(ProgramFormat, EveryTruncationAndAppendixIsSeen) {
    Bytes bytes = write_program(sample_program(), build_id);
    bytes.push_back(0);
    EXPECT_FALSE(read_program(bytes, build_id));
    bytes.pop_back();
    while (!bytes.empty()) {
        bytes.pop_back();
        EXPECT_FALSE(read_program(bytes, build_id)) << bytes.size();
    }
}

TEST(ProgramFormat, CodeAndProgramAreNotMistakenForEachOther) {
    EXPECT_FALSE(read_program(write_code(sample_code(), build_id), build_id));
    EXPECT_FALSE(read_code(write_program(sample_program(), build_id), build_id));
}

TEST(ProgramFormat, AnotherBuildsMachineCodeIsLeftOut) {
    const auto program = read_program(write_program(sample_program(), build_id), Digest{7});
    ASSERT_TRUE(program);
    EXPECT_EQ(program->ir, (Bytes{9, 8, 7}));
    EXPECT_TRUE(program->codes.empty());
    EXPECT_FALSE(read_code(write_code(sample_code(), build_id), Digest{7}));
}

TEST(ProgramFormat, AnArgumentOutsideItsBlockIsRefused) {
    ProgramImage program = sample_program();
    program.kernels[0].args[0].offset = 9;
    EXPECT_FALSE(read_program(write_program(program, build_id), build_id));
    program.kernels[0].args[0].offset = 0xffffffff;
    EXPECT_FALSE(read_program(write_program(program, build_id), build_id));
}

/// Returns `bytes` with a corrected checksum, like a record that an attacker has forged.
Bytes resealed(Bytes bytes) {
    constexpr std::size_t sum_at = 8 + sizeof(std::uint32_t) + sizeof(Digest);
    std::uint32_t version = 0;
    std::memcpy(&version, &bytes[8], sizeof version);
    Hasher hash;
    hash.add_text({reinterpret_cast<const char*>(bytes.data()), 8});
    hash.add_number(version);
    hash.add({&bytes[sum_at - sizeof(Digest)], sizeof(Digest)});
    hash.add(std::span(bytes).subspan(sum_at + sizeof(Digest)));
    std::ranges::copy(hash.finish(), &bytes[sum_at]);
    return bytes;
}

// A forged record can have a right checksum. The reader must therefore also check all lengths and counts.
TEST(ProgramFormat, ForgedRecordsAreReadWithoutHarm) {
    const Bytes good = write_program(sample_program(), build_id);
    ASSERT_EQ(resealed(good), good);
    constexpr std::size_t header_bytes = 8 + 4 + 2 * sizeof(Digest);
    for (std::size_t i = header_bytes; i < good.size(); ++i) {
        for (const int change : {1, 0x80, 0x7F, 0xFF}) {
            Bytes forged = good;
            forged[i] ^= static_cast<std::uint8_t>(change);
            const auto program = read_program(resealed(std::move(forged)), build_id);
            if (!program) continue;
            for (const KernelInfo& kernel : program->kernels) {
                for (const ArgInfo& arg : kernel.args) {
                    const std::uint64_t size = arg.kind == ArgKind::value ? arg.size : 8;
                    EXPECT_LE(arg.offset + size, kernel.arg_block_bytes);
                }
            }
            EXPECT_TRUE(read_program(write_program(*program, build_id), build_id));
        }
    }
}

TEST(ByteReader, ACountBeyondTheDataFails) {
    ByteWriter out;
    out.number<std::uint64_t>(~std::uint64_t{0});
    const Bytes bytes = out.take();
    ByteReader in(bytes);
    EXPECT_TRUE(in.text().empty());
    EXPECT_FALSE(in.complete());
}

}  // namespace
}  // namespace lanewise::runtime
