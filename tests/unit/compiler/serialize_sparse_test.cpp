// Tests divergent regions that are serialized if few lanes are active (linearize/serialize_sparse/serialize_sparse.h).
// The results must equal the results of code for one lane, whether one lane, some lanes or all lanes reach the region.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr int items = 333, results = 4;

struct Body {
    const char* name;
    const char* outside;  // OpenCL C text before the kernel, with functions that the kernel calls
    const char* text;     // the kernel's body: reads lists in `f`, changes `w`, and uses i, r and the item count n
};

const Body bodies[] = {
    {"Side", "",
     "if (flag) { int at = i; for (int k = 0; k < 30; ++k) { at = f[n + at]; r.x += at; r.y ^= k * at; } }"},
    {"BothSides", "",
     "int at = i; if (flag) for (int k = 0; k < 30; ++k) { at = f[n + at]; r.x += at; }"
     " else for (int k = 0; k < 20; ++k) { at = f[2 * n + at]; r.y -= at; }"},
    {"RestOfLoop", "",
     "int at = i; while (at > 3) { r.x += at; r.y = f[n + at]; at = f[n + f[n + f[3 * n + at]]] % at; }"},
    {"RestWithBreak", "",
     "int at = i; for (int k = 0; k < 60; ++k) { at = f[n + f[2 * n + f[n + at]]]; if (at < 5) { r.z = k; break; }"
     " if (at > n - 4) { r.w = at; break; } r.x += at; }"},
    {"DoWhile", "",
     "if (flag) { int at = i; do { at = f[n + f[2 * n + at]]; ++r.x; } while (at % 7 && r.x < 50); r.y = at; }"},
    {"AfterLoop", "",
     "uint x = 0, steps = 0; for (int k = 0; k < (f[i] & 7); ++k) { for (int m = 0; m < (f[5] & 7); ++m)"
     " if (++steps > 200) return; for (int m = 0; m < 2; ++m) x = x * 3 + f[m]; }"
     " if (((i >> 4) & 7) == 1) for (int k = 0; k < (i & 7); ++k) { for (int m = 0; m < 4; ++m)"
     " for (int q = 0; q < 2; ++q) x = x * 3 + f[q]; for (int m = 0; m < 2; ++m) x = x * 3 + f[m]; } r.x = x;"},
    {"PaddedIntegers", "",
     "int at = i; _BitInt(40) l = f[i]; l *= l * f[n + i]; for (int k = 0; k < 60; ++k) {"
     " at = f[n + f[2 * n + f[n + at]]]; for (int m = 0; m < at % 5; ++m) at = f[n + f[2 * n + f[n + at]]];"
     " if (l < at) { r.w = at; break; } r.x += at; } r.y = (int)(l >> 20);"},
    {"NestedLoops", "",
     "if (flag) for (int k = f[i] % 5; k < f[n + i] % 9; ++k) { int at = f[n + i]; for (int m = 0; m < 40 && at % 11 > "
     "2; ++m) {"
     " at = f[2 * n + f[n + at]]; r.x += at; } if (at & 1) { for (int m = 0; m < at % 13; ++m) r.y += f[n + m * k]; } "
     "}"},
    {"OwnArray", "",
     "if (flag) { uchar t[25]; int m = 0; for (int k = 0; k < 25; ++k) if (i + k < n) t[m++] = f[n + i + k];"
     " for (int a = 1; a < m; ++a) { uchar q = t[a]; int b = a; while (b > 0 && t[b - 1] > q) { t[b] = t[b - 1]; --b; }"
     " t[b] = q; } r.x = t[m / 2]; }"},
    {"ReadArray", "",
     "int t[9]; for (int k = 0; k < 9; ++k) t[k] = f[n + (i + k) % n] * 3;"
     " if (flag) { int at = i; for (int k = 0; k < 40; ++k) { at = f[n + at]; r.x += t[at % 9]; } } r.y = t[i % 9];"},
    {"WrittenArray", "",
     "int t[9]; for (int k = 0; k < 9; ++k) t[k] = f[n + (i + k) % n] * 3;"
     " if (flag) { int at = i; for (int k = 0; k < 40; ++k) { at = f[n + at]; t[at % 9] += k; } } r.y = t[i % 9];"},
    {"ArrayOverRounds", "",
     "int t[8]; for (int k = 0; k < 8; ++k) t[k] = k; for (int m = 0; m < 4; ++m) { if (f[(i + m) % n] % 5 == 1) {"
     " int at = i; for (int k = 0; k < 40; ++k) { at = f[n + at]; t[at & 7] += t[k & 7]; } r.x += t[m]; } }"},
    {"Stack", "",
     "int stack[16]; int top = 0; stack[top++] = i; for (int m = 0; m < 200 && top > 0; ++m) { int at = stack[--top]; "
     "r.x += at;"
     " if (at > 8 && top < 14) { stack[top++] = f[n + f[2 * n + at]] % (at / 2); if (at & 1) stack[top++] = at / 3; } "
     "}"},
    {"Ids", "",
     "if (flag) { int at = get_local_id(0) + (int)get_group_id(0); for (int k = 0; k < 30; ++k) { at = f[n + at % n];"
     " r.x += at + get_global_id(0) * get_local_size(0) + get_num_groups(0); } }"},
    {"LocalMemory", "",
     "local int t[64]; t[get_local_id(0)] = f[n + i]; barrier(CLK_LOCAL_MEM_FENCE); int m = get_local_size(0);"
     " if (flag) { int at = i % m; for (int k = 0; k < 30; ++k) { at = t[at] % m; r.x += at + t[k % m]; } }"
     " barrier(CLK_LOCAL_MEM_FENCE); r.y = t[0];"},
    {"Constants", "constant int c[5] = {3, 1, 4, 1, 5};",
     "if (flag) { int at = i; for (int k = 0; k < 30; ++k) { at = f[n + at]; r.x += c[at % 5]; } }"},
    {"Stores", "",
     "if (flag) { int at = i; for (int k = 0; k < 30; ++k) { at = f[n + at]; atomic_add(&w[at], k); } w[n + i] = at; "
     "}"},
    {"Functions", "",
     "if (flag) { float x = f[n + i]; for (int k = 0; k < 9; ++k) x = sin(x) * f[n + k] + sqrt(fabs(x)) + pow(x, 2.5f);"
     " r.x = as_int(x); }"},
    {"ManyResults", "",
     "float4 v = (float4)(i); double d = 1; char c = 2; long l = 3; bool b = false; if (flag) { int at = i;"
     " for (int k = 0; k < 20; ++k) { at = f[n + at]; v += (float4)(at, k, 1, 2); d /= at + 1; c += at; l *= at | 1;"
     " b = at % 3 == 1; } } r.x = as_int4(v).x ^ as_int4(v).w; r.y = as_int2(d).x; r.z = c + (int)l; r.w = b;"},
    {"Return", "",
     "if (f[i] % 3 == 1) { int at = i; for (int k = 0; k < 40; ++k) { at = f[n + at]; w[n + i] += at; } if (at & 1) "
     "return;"
     " w[n + i] ^= 5; }"},
    {"Switch", "",
     "if (flag) { int at = i; for (int k = 0; k < 30; ++k) { at = f[n + at]; switch (at % 6) { case 0: r.x += at; "
     "break;"
     " case 1: case 4: r.y -= k; break; case 2: r.z ^= at; default: r.w += 1; } } }"},
    {"Pointers", "",
     "if (flag) { global const int* p = f + n + i; for (int k = 0; k < 30; ++k) { p = f + n + *p; r.x += *p; } r.y = p "
     "- f; }"},
};

std::string body_name(const testing::TestParamInfo<std::tuple<Body, std::uint32_t>>& info) {
    return std::string(std::get<0>(info.param).name) + "With" + std::to_string(std::get<1>(info.param)) + "Lanes";
}

class Sparse : public testing::TestWithParam<std::tuple<Body, std::uint32_t>> {
protected:
    // Makes the lists in the argument `f`. In the first list, the elements of `share` percent of the work-items set the
    // kernel's `flag`.
    static std::vector<int> lists(unsigned share) {
        std::vector<int> lists(4 * items);
        std::uint32_t seed = 7;
        for (std::size_t k = 0; k < lists.size(); ++k) {
            seed = seed * 1664525u + 1013904223u;
            lists[k] = static_cast<int>((seed >> 8) % (k < items ? 100 : items));
            if (k < items) lists[k] = static_cast<unsigned>(lists[k]) < share ? 1 + 3 * lists[k] : 3 * lists[k] + 2;
        }
        return lists;
    }

    struct Results {
        std::vector<int> of_items = std::vector<int>(items * results, -1), words = std::vector<int>(2 * items);
        bool operator==(const Results&) const = default;
    };

    static CompiledKernel compiled(const Body& body, std::uint32_t lanes) {
        const std::string source = std::string(body.outside) +
                                   "kernel void k(global const int* f, global int* w, global int4* out, int n) {"
                                   " int i = get_global_id(0); int4 r = 0; bool flag = f[i] % 3 == 1; " +
                                   body.text + " out[i] = r; }";
        const compiler::ProgramResult program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
        EXPECT_EQ(program.status, compiler::Status::success) << program.log;
        return CompiledKernel(program.ir, "k", lanes, "");
    }

    static Results run(const CompiledKernel& kernel, const std::vector<int>& lists, unsigned group) {
        Results results;
        const ArgumentBlock arguments =
            ArgumentBlock().add(lists.data()).add(results.words.data()).add(results.of_items.data()).add(items);
        kernel.run(line(items, group), arguments, 0);
        return results;
    }
};

TEST_P(Sparse, DoAsOneLaneDoes) {
    const auto& [body, lanes] = GetParam();
    const CompiledKernel one = compiled(body, 1), several = compiled(body, lanes);
    ASSERT_TRUE(one && several) << several.log();
    for (const unsigned share : {0, 1, 8, 40, 100}) {
        const std::vector<int> inputs = lists(share);
        for (const unsigned group : {9, 64})
            EXPECT_EQ(run(several, inputs, group), run(one, inputs, group)) << share << " %, groups of " << group;
    }
}

INSTANTIATE_TEST_SUITE_P(Lanes, Sparse, testing::Combine(testing::ValuesIn(bodies), testing::Values(0u, 8u, 16u, 64u)),
                         body_name);

}  // namespace
}  // namespace lanewise::test
