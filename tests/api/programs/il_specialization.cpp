// Tests specialization constants (clSetProgramSpecializationConstant).
#include "il_fixture.h"

namespace lanewise::test {
namespace {

class IlSpecialization : public IlTest {
protected:
    /// Returns a program that stores a specialization constant of this type. `conversion` is the instruction that
    /// converts the constant to uint.
    ProgramHandle with_constant(const std::string& type, const std::string& conversion,
                                const std::string& literal = "3") {
        const bool is_bool = type == "bool";
        return from_il({.annotations = "OpDecorate %c SpecId 7\n",
                        .globals = is_bool ? "%c = OpSpecConstantFalse %bool\n"
                                           : "%c = OpSpecConstant %" + type + " " + literal + "\n",
                        .body = "%value = " + conversion + "\nOpStore %out %value\n"});
    }
    ProgramHandle with_uint() { return with_constant("uint", "OpIAdd %uint %c %uint_0"); }
};

TEST_F(IlSpecialization, TheModulesValueHoldsUntilAnotherIsSet) {
    const ProgramHandle program = with_uint();
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    EXPECT_EQ(result_of(program), 3u);
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{40}), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 3u);  // the value takes effect only in the next build
    ASSERT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 40u);
}

TEST_F(IlSpecialization, ValuesSurviveBuildsAndMayBeSetAgain) {
    const ProgramHandle program = with_uint();
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{1}), CL_SUCCESS);
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{2}), CL_SUCCESS);
    ASSERT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 2u);
    ASSERT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 2u);
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{0xffffffff}), CL_SUCCESS);
    ASSERT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 0xffffffffu);
}

TEST_F(IlSpecialization, TheSizeIsThatOfTheType) {
    struct Row {
        const char* type;
        const char* conversion;
        std::size_t bytes;
        std::uint64_t bits;
        std::uint32_t result;
    };
    const Row rows[] = {
        {"bool", "OpSelect %uint %c %uint_1 %uint_0", 1, 1, 1},
        {"uchar", "OpUConvert %uint %c", 1, 200, 200},
        {"ushort", "OpUConvert %uint %c", 2, 60000, 60000},
        {"uint", "OpIAdd %uint %c %uint_0", 4, 4000000000, 4000000000},
        {"ulong", "OpUConvert %uint %c", 8, 0x500000004, 4},
        {"half", "OpConvertFToU %uint %c", 2, 0x4900, 10},
        {"float", "OpConvertFToU %uint %c", 4, 0x41a00000, 20},
        {"double", "OpConvertFToU %uint %c", 8, 0x403e000000000000, 30},
    };
    for (const Row& row : rows) {
        const ProgramHandle program = with_constant(row.type, row.conversion);
        for (std::size_t bytes = 0; bytes <= 9; ++bytes) {
            char value[16] = {};
            std::memcpy(value, &row.bits, sizeof row.bits);
            EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 7, bytes, value),
                      bytes == row.bytes ? CL_SUCCESS : CL_INVALID_VALUE)
                << row.type << ' ' << bytes;
        }
        ASSERT_EQ(build(program), CL_SUCCESS) << row.type << log_of(program);
        EXPECT_EQ(result_of(program), row.result) << row.type;
    }
}

TEST_F(IlSpecialization, ChecksItsArguments) {
    const ProgramHandle program = with_uint();
    const std::uint32_t value = 1;
    EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 7, 4, &value), CL_INVALID_PROGRAM);
    EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 7, 4, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 6, 4, &value), CL_INVALID_SPEC_ID);
    EXPECT_EQ(clSetProgramSpecializationConstant(program.get(), 0, 4, &value), CL_INVALID_SPEC_ID);
    const ProgramHandle source = from_source("kernel void k() {}");
    EXPECT_EQ(clSetProgramSpecializationConstant(source.get(), 7, 4, &value), CL_INVALID_PROGRAM);
    // A refused value does not change the constant, so the build uses the default.
    ASSERT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(result_of(program), 3u);
}

TEST_F(IlSpecialization, SeveralConstantsMayHaveOneId) {
    const ProgramHandle program = from_il({.annotations = "OpDecorate %a SpecId 7\nOpDecorate %b SpecId 7\n",
                                           .globals = "%a = OpSpecConstant %uint 1\n"
                                                      "%b = OpSpecConstant %uint 2\n",
                                           .body = "%sum = OpIAdd %uint %a %b\nOpStore %out %sum\n"});
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{30}), CL_SUCCESS);
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    EXPECT_EQ(result_of(program), 60u);
}

TEST_F(IlSpecialization, CountForCompilationsToo) {
    const ProgramHandle program = with_uint();
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{9}), CL_SUCCESS);
    ASSERT_EQ(compile(program), CL_SUCCESS) << log_of(program);
    EXPECT_EQ(set_constant(program, 7, std::uint32_t{10}), CL_SUCCESS);  // after the compilation
    cl_int status = CL_SUCCESS;
    const ProgramHandle linked = link({program.get()}, status);
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(result_of(linked), 9u);
    EXPECT_EQ(set_constant(linked, 7, std::uint32_t{10}), CL_INVALID_PROGRAM);
}

TEST_F(IlSpecialization, AWorkGroupSizeMayHangOnThem) {
    const ProgramHandle program = from_il({.annotations = "OpExecutionModeId %k LocalSizeId %size %uint_1 %uint_1\n"
                                                          "OpDecorate %size SpecId 3\n",
                                           .globals = "%size = OpSpecConstant %uint 8\n"});
    EXPECT_EQ(set_constant(program, 3, std::uint32_t{16}), CL_SUCCESS);
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    std::size_t sizes[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel_of(program).get(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof sizes, sizes, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(sizes[0], 16u);
}

}  // namespace
}  // namespace lanewise::test
