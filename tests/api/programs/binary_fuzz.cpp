// Damages program binaries: changes single bytes, cuts the binary at many lengths, and passes random bytes and other
// formats. The driver must refuse all of these binaries with CL_INVALID_BINARY.
#include <algorithm>
#include <random>

#include "fixture.h"

namespace lanewise::test {
namespace {

using Bytes = std::vector<unsigned char>;

class BinaryFuzz : public ContextTest {
protected:
    /// Returns the binary of a small program, which contains machine code.
    Bytes binary() {
        const char* source = "kernel void k(global int* p) { p[get_global_id(0)] *= 3; }";
        cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        std::size_t size = 0;
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
        Bytes bytes(size);
        unsigned char* data = bytes.data();
        EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr), CL_SUCCESS);
        clReleaseProgram(program);
        return bytes;
    }

    cl_int load(const Bytes& bytes, std::size_t size) {
        const unsigned char* data = bytes.data();
        cl_int code = CL_SUCCESS;
        cl_int binary_status = CL_SUCCESS;
        cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &data, &binary_status, &code);
        EXPECT_EQ(code, binary_status);
        EXPECT_EQ(program == nullptr, code != CL_SUCCESS);
        if (program) clReleaseProgram(program);
        return code;
    }
};

TEST_F(BinaryFuzz, EveryByteCounts) {
    Bytes bytes = binary();
    ASSERT_EQ(load(bytes, bytes.size()), CL_SUCCESS);
    std::minstd_rand random(1);
    // Changes each of the first bytes, which contain lengths and counts, and some of the other bytes.
    for (std::size_t i = 0; i < bytes.size(); i += i < 512 ? 1 : 1 + random() % 31) {
        const unsigned char old = bytes[i];
        bytes[i] ^= static_cast<unsigned char>(1u << (random() % 8));
        ASSERT_EQ(load(bytes, bytes.size()), CL_INVALID_BINARY) << "byte " << i;
        bytes[i] = old;
    }
    EXPECT_EQ(load(bytes, bytes.size()), CL_SUCCESS);
}

TEST_F(BinaryFuzz, EveryLengthCounts) {
    Bytes bytes = binary();
    std::minstd_rand random(1);
    for (std::size_t size = 1; size < bytes.size(); size += size < 512 ? 1 : 1 + random() % 63) {
        ASSERT_EQ(load(bytes, size), CL_INVALID_BINARY) << size << " bytes";
    }
    bytes.push_back(0);
    EXPECT_EQ(load(bytes, bytes.size()), CL_INVALID_BINARY) << "one byte more";
}

TEST_F(BinaryFuzz, ForeignBytes) {
    const Bytes bitcode{'B', 'C', 0xC0, 0xDE, 0x35, 0x14, 0, 0, 5, 0, 0, 0};
    const Bytes spirv{0x03, 0x02, 0x23, 0x07, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    Bytes elf(4096);
    std::copy_n(
        "\x7F"
        "ELF\2\1\1",
        7, elf.begin());
    EXPECT_EQ(load(bitcode, bitcode.size()), CL_INVALID_BINARY);
    EXPECT_EQ(load(spirv, spirv.size()), CL_INVALID_BINARY);
    EXPECT_EQ(load(elf, elf.size()), CL_INVALID_BINARY);
    std::minstd_rand random(7);
    for (int i = 0; i < 200; ++i) {
        Bytes noise(1 + random() % 2000);
        std::ranges::generate(noise, [&] { return static_cast<unsigned char>(random() >> 8); });
        EXPECT_EQ(load(noise, noise.size()), CL_INVALID_BINARY);
    }
}

}  // namespace
}  // namespace lanewise::test
