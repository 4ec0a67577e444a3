// Tests spilled vectors: each spill slot must be aligned in the stack frame, so that the vector lies within one cache
// line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

// Makes a loop that carries 48 vectors from one iteration to the next, more than any CPU has vector registers.
std::string crowded_source() {
    std::string values, steps, sum = "0";
    for (int i = 0; i < 48; ++i) {
        const std::string value = "v" + std::to_string(i), next = "v" + std::to_string((i + 7) % 48);
        values += "float " + value + " = p[get_global_id(0) + " + std::to_string(i) + "];";
        steps += value + " = " + value + " * 0.5f + " + next + ";";
        sum += " + " + value;
    }
    return "kernel void k(global float* p, int n) {" + values + "for (int i = 0; i < n; ++i) {" + steps +
           "} p[get_global_id(0)] = " + sum + "; }";
}

TEST(Spills, VectorsLieAlignedInTheFrame) {
    compiler::CodeOptions options{.target = device::host_target(), .vector_width = 16};
    if (options.target.vector_bits < 256) GTEST_SKIP() << "any frame is aligned enough";
    const fs::path folder = fs::temp_directory_path() / ("lanewise-spills-" + std::to_string(::getpid()));
    options.dump_folder = folder;
    const auto program = compiler::compiler_instance().build(crowded_source(), "");
    ASSERT_EQ(compiler::compiler_instance().compile_kernel(program.ir, "k", options).status, compiler::Status::success);
    std::ifstream input(folder / "k/k.s");
    unsigned aligned = 0, unaligned = 0;
    for (std::string line; std::getline(input, line);) {
        if (line.find("(%rsp)") == line.npos) continue;
        aligned += line.find("vmovaps") != line.npos;
        unaligned += line.find("vmovups") != line.npos;
    }
    fs::remove_all(folder);
    EXPECT_NE(aligned, 0u);
    EXPECT_EQ(unaligned, 0u);
}

}  // namespace
}  // namespace lanewise::test
