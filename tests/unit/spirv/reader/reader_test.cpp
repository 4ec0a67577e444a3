// Tests the SPIR-V reader with correct modules, and with every kind of damage.
#include "spirv/reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "assembler.h"

namespace lanewise::test {
namespace {

using spirv::Op;

constexpr std::string_view text = R"(
OpCapability Kernel
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "kernel" %id
OpName %k "a name of several words"
OpDecorate %id BuiltIn GlobalInvocationId
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%void = OpTypeVoid
%v3ulong = OpTypeVector %ulong 3
%pointer = OpTypePointer Input %v3ulong
%large = OpConstant %ulong 0x123456789a
%one = OpConstant %uint 1
%type = OpTypeFunction %void
%id = OpVariable %pointer Input
%k = OpFunction %void None %type
%start = OpLabel
%more = OpExtInst %uint %std clz %one
OpSwitch %large %end 0x100000000 %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";

class SpirvReader : public testing::Test {
protected:
    std::vector<std::byte> bytes = assemble(text);

    std::uint32_t word(std::size_t index) const {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes.data() + index * 4, 4);
        return value;
    }
    void set_word(std::size_t index, std::uint32_t value) { std::memcpy(bytes.data() + index * 4, &value, 4); }
    std::size_t words() const { return bytes.size() / 4; }

    /// Returns the index of the first word of the first instruction with this opcode.
    std::size_t place_of(Op op) const {
        for (std::size_t at = 5; at < words(); at += word(at) >> 16)
            if ((word(at) & 0xffff) == static_cast<std::uint32_t>(op)) return at;
        ADD_FAILURE() << "the module has no " << name_of(op);
        return 5;
    }

    /// Reads the module. If the reader refuses the module, returns the reason, otherwise an empty string.
    std::string refusal() const {
        try {
            spirv::read_module(bytes);
            return {};
        } catch (const spirv::InvalidModule& refused) {
            return refused.what();
        }
    }
    void expect_refusal(std::string_view reason) const {
        EXPECT_TRUE(spirv::has_module_form(bytes));
        EXPECT_NE(refusal().find(reason), std::string::npos) << refusal();
    }
    void expect_no_module() const {
        EXPECT_FALSE(spirv::has_module_form(bytes));
        EXPECT_NE(refusal().find("no SPIR-V"), std::string::npos) << refusal();
    }
};

TEST_F(SpirvReader, SeparatesTypeResultAndOperands) {
    const spirv::Module module = spirv::read_module(bytes);
    EXPECT_EQ(module.version, 0x00010400u);
    const auto find = [&](Op op) {
        const auto found = std::find_if(module.instructions.begin(), module.instructions.end(),
                                        [&](const auto& i) { return i.op == op; });
        EXPECT_NE(found, module.instructions.end());
        return *found;
    };
    const spirv::Instruction call = find(Op::ExtInst);
    EXPECT_EQ(module.definition(call.type)->op, Op::TypeInt);
    EXPECT_EQ(module.definition(call.result)->offset, call.offset);
    ASSERT_EQ(call.operands.size(), 3u);
    EXPECT_EQ(module.definition(call.operands[0])->op, Op::ExtInstImport);
    const spirv::Instruction constant = find(Op::Constant);
    ASSERT_EQ(constant.operands.size(), 2u);
    EXPECT_EQ(constant.operands[0], 0x3456789au);
    EXPECT_EQ(constant.operands[1], 0x12u);
    EXPECT_EQ(spirv::read_string(find(Op::Name).operands.subspan(1)).first, "a name of several words");
    EXPECT_EQ(find(Op::Return).result, 0u);
    EXPECT_EQ(module.definition(0), nullptr);
    EXPECT_EQ(module.definition(~0u), nullptr);
}

TEST_F(SpirvReader, ReadsEveryVersionAndNoOther) {
    for (std::uint32_t minor = 0; minor <= 6; ++minor) {
        set_word(1, 0x00010000 | minor << 8);
        EXPECT_EQ(refusal(), "") << minor;
    }
    for (const std::uint32_t version : {0x00000900u, 0x00010700u, 0x00020000u, 0x00010401u, 0x01010400u, 0u}) {
        set_word(1, version);
        expect_no_module();
    }
}

TEST_F(SpirvReader, ChecksTheHeader) {
    const auto good = bytes;
    set_word(0, 0x03022307);  // the magic number in the opposite byte order
    expect_no_module();
    bytes = good;
    set_word(4, 1);  // the schema
    expect_no_module();
    bytes.clear();
    expect_no_module();
    for (std::size_t size = 0; size < 20; ++size) {
        bytes = good;
        bytes.resize(size);
        expect_no_module();
    }
}

TEST_F(SpirvReader, ReadsAHeaderAlone) {
    bytes.resize(20);
    EXPECT_TRUE(spirv::has_module_form(bytes));
    EXPECT_TRUE(spirv::read_module(bytes).instructions.empty());
}

TEST_F(SpirvReader, AModuleMayLieAtAnyAddress) {
    std::vector<std::byte> shifted(bytes.size() + 1);
    std::memcpy(shifted.data() + 1, bytes.data(), bytes.size());
    const std::span<const std::byte> odd(shifted.data() + 1, bytes.size());
    EXPECT_TRUE(spirv::has_module_form(odd));
    EXPECT_EQ(spirv::read_module(odd).instructions.size(), spirv::read_module(bytes).instructions.size());
}

// If the end of a module is cut off, the rest is a module only if the cut is between two instructions.
TEST_F(SpirvReader, ChecksLengthsOfCutModules) {
    const auto good = bytes;
    std::vector<bool> ends(good.size() + 1, false);
    for (std::size_t at = 5; at <= words(); at += at < words() ? word(at) >> 16 : 1) ends[at * 4] = true;
    for (std::size_t size = 0; size <= good.size(); ++size) {
        bytes = good;
        bytes.resize(size);
        EXPECT_EQ(spirv::has_module_form(bytes), bool(ends[size])) << size;
    }
}

TEST_F(SpirvReader, ChecksTheLengthOfEachInstruction) {
    const std::size_t at = place_of(Op::Constant);
    const std::uint32_t opcode = word(at) & 0xffff;
    set_word(at, opcode);
    expect_no_module();
    set_word(at, 0xffff0000 | opcode);
    expect_no_module();
}

TEST_F(SpirvReader, RefusesUnknownInstructions) {
    const std::size_t at = place_of(Op::Return);
    set_word(at, 1 << 16 | 0xfff0);
    expect_refusal("instruction 65520 at word " + std::to_string(at) + " is unknown");
}

TEST_F(SpirvReader, RefusesMissingOperands) {
    const std::size_t at = place_of(Op::Return);
    set_word(at, 1 << 16 | static_cast<std::uint32_t>(Op::IAdd));
    expect_refusal("an operand is missing");
}

TEST_F(SpirvReader, RefusesWordsTooMany) {
    const std::size_t at = place_of(Op::TypeVoid);
    // Makes the instruction OpTypeVoid so long that it contains the next instruction, which declares a type.
    set_word(at, ((word(at) >> 16) + (word(at + 2) >> 16)) << 16 | (word(at) & 0xffff));
    expect_refusal("words too many");
}

TEST_F(SpirvReader, RefusesStringsWithoutEnd) {
    const std::size_t at = place_of(Op::Name);
    for (std::size_t i = at + 2; i < at + (word(at) >> 16); ++i) set_word(i, 0x61616161);
    expect_refusal("a string has no end");
}

TEST_F(SpirvReader, RefusesWrongIds) {
    const std::size_t at = place_of(Op::TypeInt);
    const std::uint32_t good = word(at + 1);
    for (const std::uint32_t id : {0u, 0xffffffffu, 0x01000001u}) {
        set_word(at + 1, id);
        expect_refusal("is no id");
    }
    set_word(at + 1, good);
    set_word(place_of(Op::TypeVoid) + 1, good);
    expect_refusal("defines id " + std::to_string(good));
}

// The header may contain any id bound, since the reader's memory depends on the largest id that is used.
TEST_F(SpirvReader, IgnoresTheBound) {
    for (const std::uint32_t bound : {0u, 1u, 0xffffffffu}) {
        set_word(3, bound);
        EXPECT_EQ(refusal(), "");
    }
}

// Changes each word of the module in turn, to values that are wrong in most places.
TEST_F(SpirvReader, SurvivesEveryDamagedWord) {
    const auto good = bytes;
    for (std::size_t i = 0; i < good.size() / 4; ++i) {
        for (const std::uint32_t value : {0u, 1u, 0xffffffffu, 0x7fffffffu, 0x00010000u, word(i) ^ 0x00010000u,
                                          word(i) ^ 1u, word(i) + 0x00020000u}) {
            set_word(i, value);
            refusal();
            bytes = good;
        }
    }
}

}  // namespace
}  // namespace lanewise::test
