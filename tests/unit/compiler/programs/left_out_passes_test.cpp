// Tests kernels without each of the optional passes: the results must stay right. Also tests the parser of pass
// selections.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "compiler/pipeline/pass_selection.h"
#include "compiler/pipeline/stages.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::PassSelection;

constexpr unsigned items = 192, group = 64;
using Words = std::vector<std::uint32_t>;

/// A kernel's body, and a C++ function that computes the same `out`.
struct Sample {
    const char* name;
    std::string body;
    void (*expect)(const std::uint32_t* in, std::uint32_t* out);
};

// Makes a Sample from a kernel body that is valid in OpenCL C and in C++. The kernel's work-items must not depend on
// each other.
#define SAMPLE(name, ...)                                                     \
    Sample {                                                                  \
        name, #__VA_ARGS__, [](const std::uint32_t* in, std::uint32_t* out) { \
            using uint = std::uint32_t; /* NOLINT(misc-unused-alias-decls) */ \
            for (uint i = 0; i < items; ++i) {                                \
                __VA_ARGS__                                                   \
            }                                                                 \
        }                                                                     \
    }

const Sample samples[] = {
    SAMPLE(
        "divergent loop", uint x = in[i] % 1000; uint steps = 0; while (x > 1) {
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
            if (++steps == 50) break;
        } out[i] = steps + x;),
    SAMPLE("scattered loads", uint sum = 0; for (uint k = 0; k < i % 9; ++k) sum += in[(sum + in[i] * k) % 192];
           out[i] = sum;),
    SAMPLE("private arrays", uint a[12]; for (uint k = 0; k < 12; ++k) a[k] = in[(i + k) % 192];
           for (uint k = 0; k < 12; ++k) a[(a[k] + k) % 12] += a[11 - k]; out[i] = a[i % 12] * 3 + a[5];),
    SAMPLE(
        "rare work", uint x = in[i]; if (x % 31 == 7) {
            for (uint k = 0; k < 40; ++k) x = x * 1664525u + in[x % 192];
        } out[i] = x;),
    SAMPLE("neighbours", uint y = i / 16; uint x = i % 16; uint s = 0;
           for (uint d = 0; d < 3; ++d) s += in[(y * 16 + (x + d) % 16) % 192] * (d + 1); out[i] = s / 6 + s % 7;),
    SAMPLE("loop of gotos", uint x = in[i] % 97; uint n = 0; if (x % 2) goto middle; top : n += 3; x += n;
           middle : n += x % 5 + 1; if (n < 60) goto top; out[i] = n * 100 + x;),
    SAMPLE("components", uint r = in[i] & 255; uint g = in[i] >> 8 & 255; uint b = in[i] >> 16 & 255;
           uint most = r > g ? r : g; most = most > b ? most : b; uint least = r < g ? r : g;
           least = least < b ? least : b; out[i] = (most - least) << 16 | (r * 77 + g * 150 + b * 29) >> 8;),
    SAMPLE(
        "long products", unsigned long x = in[i]; unsigned long p = 1; for (uint k = 0; k < 16; ++k) {
            if (in[k] & 1) p = p * x % 4294967291u;
            x = x * x % 4294967291u;
        } out[i] = (uint)p;),
    {"work-group sums",
     "local uint all[64]; uint l = get_local_id(0); all[l] = in[i]; barrier(1);"
     "for (uint d = 32; d > 0; d /= 2) { if (l < d) all[l] += all[l + d]; barrier(1); } out[i] = all[0] + all[l];",
     [](const std::uint32_t* in, std::uint32_t* out) {
         for (unsigned first = 0; first < items; first += group) {
             Words all(in + first, in + first + group);
             for (unsigned d = group / 2; d > 0; d /= 2)
                 for (unsigned l = 0; l < d; ++l) all[l] += all[l + d];
             for (unsigned l = 0; l < group; ++l) out[first + l] = all[0] + all[l];
         }
     }},
};

std::string source_of(const Sample& sample) {
    return "kernel void k(global const uint* restrict in, global uint* restrict out) { uint i = get_global_id(0); " +
           sample.body + " }";
}

Words input() {
    Words words(items);
    std::uint32_t x = 1;
    for (std::uint32_t& word : words) word = x = x * 1103515245u + 12345u;
    return words;
}

/// Returns selections of passes. For each optional pass, one selection leaves out only this pass; the last selection
/// leaves out all optional passes.
std::vector<std::string> selections() {
    std::vector<std::string> all = {"0"};
    for (const compiler::TablePass& pass : compiler::table_passes())
        if (pass.need == compiler::Need::optional) all.push_back("-" + pass.name.str());
    return all;
}

class LeftOut : public testing::TestWithParam<Sample> {};

TEST_P(LeftOut, PassesChangeNoResult) {
    const Words in = input();
    Words expected(items);
    GetParam().expect(in.data(), expected.data());
    const auto check = [&](const std::string& passes, const std::string& features) {
        Words out(items);
        run_kernel(source_of(GetParam()), "k", line(items, group), ArgumentBlock().add(in.data()).add(out.data()),
                   {.target_limit = features, .passes = passes});
        EXPECT_EQ(out, expected) << passes << ' ' << features;
    };
    for (const std::string& passes : selections()) check(passes, "");
    check("0", "avx2");
}

std::string name_of(const testing::TestParamInfo<Sample>& sample) {
    std::string name = sample.param.name;
    for (char& c : name)
        if (c == ' ' || c == '-') c = '_';
    return name;
}

constexpr std::ptrdiff_t first_samples = 3;
INSTANTIATE_TEST_SUITE_P(Kernels, LeftOut, testing::ValuesIn(samples, samples + first_samples), name_of);
INSTANTIATE_TEST_SUITE_P(MoreKernels, LeftOut, testing::ValuesIn(samples + first_samples, std::end(samples)), name_of);

std::string fault_of(const char* text) {
    std::string fault;
    EXPECT_EQ(PassSelection::parse(text, fault).has_value(), fault.empty()) << text;
    return fault;
}

TEST(PassSelection, RefusesWhatItDoesNotKnowInOneLine) {
    for (const char* text :
         {"17", "0", "17@blur", "-serialize_sparse", "-serialize_sparse,-merges", "17,-gvn", "-merges@k"})
        EXPECT_EQ(fault_of(text), "") << text;
    EXPECT_EQ(fault_of("-lower_ids"), "later passes need 'lower_ids'");
    EXPECT_EQ(fault_of("-lower"), "later passes need all passes of stage 'lower'");
    EXPECT_EQ(fault_of("-few_lines"), "no pass or stage has the name 'few_lines'");
    for (const char* text : {"", "serialize_sparse", "-", ",", "17,", ",17", "-merges,", "17,18", "+17", "-1x\n", "@k",
                             "17@", "1.5", "99999999999999999999", "%s%n"})
        EXPECT_NE(fault_of(text), "") << text;
}

TEST(PassSelection, CountsExecutionsUpToItsLimit) {
    std::string fault;
    PassSelection selection = *PassSelection::parse("2,-cleanup", fault);
    EXPECT_TRUE(selection.runs("lower_ids"));  // a pass that is not optional always runs, and is not counted
    EXPECT_TRUE(selection.runs("serialize_sparse"));
    EXPECT_FALSE(selection.runs("cleanup"));
    EXPECT_TRUE(selection.runs("gvn"));
    EXPECT_FALSE(selection.runs("serialize_sparse"));
    EXPECT_EQ(selection.summary(), "2 of 3 executions of optional passes ran; the last one was gvn");
}

TEST(PassSelection, IsForOneKernelIfItNamesOne) {
    const auto program = compiler::compiler_instance().build(source_of(samples[0]), "");
    const auto log_of = [&](const char* passes) {
        return compiler::compiler_instance().compile_kernel(program.ir, "k", {.target = {}, .passes = passes}).log;
    };
    EXPECT_NE(log_of("3@k").find("kernel 'k': 3 of "), std::string::npos) << log_of("3@k");
    EXPECT_EQ(log_of("3@other"), "");
    EXPECT_EQ(log_of(""), "");
}

}  // namespace
}  // namespace lanewise::test
