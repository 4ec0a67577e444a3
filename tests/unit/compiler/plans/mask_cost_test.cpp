// Tests which kernels have one function for both full chunks and tails (src/compiler/plan/mask_cost.h). Checks also
// that one function computes the same results as two functions.
#include "compiler/plan/mask_cost.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cmath>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned register_bits = 512;

// Returns the IR of `count` multiplications by %NAME0. The last result is %NAME<count>.
std::string multiply(const std::string& name, unsigned count) {
    const std::string value = "%" + name;
    std::string work;
    for (unsigned i = 0; i < count; ++i) {
        work += value + std::to_string(i + 1);
        work.append(" = fmul <16 x float> ").append(value) += std::to_string(i);
        work.append(", ").append(value).append("0\n");
    }
    return work;
}

// Returns the IR of two chunk functions that load, multiply `multiplications` times and store. Only k.tail masks its
// load and its store.
std::string chunks(unsigned multiplications, const std::string& in_full = "", const std::string& behind = "") {
    const std::string work = multiply("v", multiplications) + behind;
    const std::string last = "%v" + std::to_string(multiplications);
    return "declare <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1), <16 x i1>, <16 x float>)\n"
           "declare void @llvm.masked.store.v16f32.p1(<16 x float>, ptr addrspace(1), <16 x i1>)\n"
           "declare void @ocl.barrier(i32)\n"
           "define void @k.full(ptr addrspace(1) %p, <16 x i1> %m) {\n" +
           in_full + "%v0 = load <16 x float>, ptr addrspace(1) %p\n" + work + "store <16 x float> " + last +
           ", ptr addrspace(1) %p\nret void\n}\n"
           "define void @k.tail(ptr addrspace(1) %p, <16 x i1> %m) {\n" +
           in_full +
           "%v0 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %p, <16 x i1> %m, "
           "<16 x float> zeroinitializer)\n" +
           work + "call void @llvm.masked.store.v16f32.p1(<16 x float> " + last +
           ", ptr addrspace(1) %p, <16 x i1> %m)\nret void\n}\n"
           "!0 = !{!\"branch_weights\", i32 1, i32 2000}\n";
}

// Parses `assembly`, calls `ask` with the functions k.full and k.tail, and returns the result.
auto of_chunks(const std::string& assembly, auto ask) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(assembly, error, context);
    if (!module) {
        ADD_FAILURE() << error.getMessage().str();
        return decltype(ask(*module->getFunction("k.full"), *module->getFunction("k.tail")))();
    }
    return ask(*module->getFunction("k.full"), *module->getFunction("k.tail"));
}

bool costs_little(const std::string& assembly) {
    return of_chunks(assembly, [](llvm::Function& full, llvm::Function& tail) {
        return compiler::masks_cost_little(full, tail, register_bits);
    });
}

unsigned cost_of_partial_chunk(const std::string& assembly) {
    return of_chunks(assembly, [](llvm::Function& full, llvm::Function& tail) {
        return compiler::cost_of_partial_chunk(full, tail, 256);
    });
}

TEST(MaskCost, IsLostInMuchWork) {
    EXPECT_TRUE(costs_little(chunks(100)));
    EXPECT_FALSE(costs_little(chunks(10)));
}

// Checks the cost of a partial chunk relative to a full chunk. The extra cost is the cost of the masked stores. The
// relative extra cost must be smaller if the chunk also does much work without masks.
TEST(MaskCost, OfPartialChunksIsThatOfStores) {
    EXPECT_GT(cost_of_partial_chunk(chunks(2)), 400u);
    EXPECT_LT(cost_of_partial_chunk(chunks(100)), 150u);
}

// There is no masked instruction for byte stores, so that k.tail runs lanes one by one unless all lanes are active.
// According to the branch weights, usually all lanes are active. In a partial chunk, however, some lanes are always
// inactive.
TEST(MaskCost, OfPartialChunksIsThatOfLanesOneByOne) {
    const auto with_lanes = [](const std::string& condition) {
        std::string one_by_one;
        for (int i = 0; i < 16; ++i)
            one_by_one += "%a" + std::to_string(i) + " = extractelement <16 x i64> %places, i64 " + std::to_string(i) +
                          "\n%p" + std::to_string(i) + " = inttoptr i64 %a" + std::to_string(i) +
                          " to ptr addrspace(1)\n%x" + std::to_string(i) + " = load i8, ptr addrspace(1) %p" +
                          std::to_string(i) + "\nstore i8 %x" + std::to_string(i) + ", ptr addrspace(1) %q\n";
        return "define void @k.full(ptr addrspace(1) %p, ptr addrspace(1) %q, <16 x i1> %m, <16 x i64> %places) {\n"
               "%v = load <16 x i8>, ptr addrspace(1) %p\nstore <16 x i8> %v, ptr addrspace(1) %q\nret void\n}\n"
               "define void @k.tail(ptr addrspace(1) %p, ptr addrspace(1) %q, <16 x i1> %m, <16 x i64> %places) {\n"
               "%bits = bitcast <16 x i1> %m to i16\n" +
               condition +
               "\nbr i1 %all, label %together, label %apart, !prof !0\n"
               "together:\n%v = load <16 x i8>, ptr addrspace(1) %p\nstore <16 x i8> %v, ptr addrspace(1) %q\nret "
               "void\n"
               "apart:\n" +
               one_by_one + "ret void\n}\n!0 = !{!\"branch_weights\", i32 2000, i32 1}\n";
    };
    EXPECT_GT(cost_of_partial_chunk(with_lanes("%all = icmp eq i16 %bits, -1")), 1000u);
    EXPECT_LT(cost_of_partial_chunk(with_lanes("%all = icmp ne i16 %bits, 5")), 300u);
}

// The branch weights say that the path with much work is rarely taken. The cost of masks must not be compared with work
// that rarely runs.
TEST(MaskCost, IsNotLostInWorkThatHardlyEverRuns) {
    const std::string seldom = "%first = extractelement <16 x i1> %m, i32 0\nbr i1 %first, label %way, label %end, ";
    const std::string way = "\nway:\n%w0 = load <16 x float>, ptr addrspace(1) %p\n" + multiply("w", 100) +
                            "store <16 x float> %w100, ptr addrspace(1) %p\nbr label %end\nend:\n";
    EXPECT_TRUE(costs_little(chunks(10, "", seldom.substr(0, seldom.size() - 2) + way)));
    EXPECT_FALSE(costs_little(chunks(10, "", seldom + "!prof !0" + way)));
}

// A select of addresses whose condition is the mask is expensive, because each lane's address is then extracted from
// the vector.
TEST(MaskCost, CountsForEachLaneWhoseAddressIsChosen) {
    std::string assembly = chunks(200);
    EXPECT_TRUE(costs_little(assembly));
    assembly.insert(assembly.rfind("ret void"),
                    "%a = select <16 x i1> %m, <16 x ptr> zeroinitializer, <16 x ptr> zeroinitializer\n");
    EXPECT_FALSE(costs_little(assembly));
}

TEST(MaskCost, CountsForEachRegionBetweenBarriers) {
    EXPECT_FALSE(costs_little(chunks(100, "call void @ocl.barrier(i32 1)\n")));
}

// The kernel has enough work to be compiled to one function. The number of work-items leaves a tail of 3.
TEST(MaskCost, OneVersionRunsFullChunksAndTails) {
    std::string source = "kernel void k(global float* p) { size_t i = get_global_id(0); float x = p[i];\n";
    for (unsigned n = 0; n < 200; ++n) source += "x = x * 0.5f + " + std::to_string(n) + ".0f;\n";
    source += "p[i] = x; }";
    constexpr unsigned items = 67;
    std::vector<float> out(items + 1, -1.0f);
    for (unsigned i = 0; i < items; ++i) out[i] = static_cast<float>(i);
    std::vector<float> wanted = out;
    for (unsigned i = 0; i < items; ++i)
        for (unsigned n = 0; n < 200; ++n) wanted[i] = std::fma(wanted[i], 0.5f, static_cast<float>(n));
    run_kernel(source, "k", line(items, items), ArgumentBlock().add(out.data()));
    for (unsigned i = 0; i <= items; ++i) EXPECT_FLOAT_EQ(out[i], wanted[i]) << i;
}

}  // namespace
}  // namespace lanewise::test
