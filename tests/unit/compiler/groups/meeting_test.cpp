// Tests legal kernels in which a branch only seems to decide whether a barrier is reached. Also tests kernels whose
// work-items reach a barrier on different paths. With every plan, each work-item must take the path that the source
// defines for it.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using Ints = std::vector<std::int32_t>;

// A kernel that runs `n` work-items in one group. Work-item l must store expected(l, n) to o[l].
struct MeetingCase {
    const char* name;
    const char* body;  // uses o, local id l, group size n, zero (0), big (1000000), s (100 local ints for each item)
    std::function<std::int32_t(std::int32_t, std::int32_t)> expected;
    const char* functions = "";
};

std::int32_t sum_below(std::int32_t end) { return end * (end - 1) / 2; }

const MeetingCase loops[] = {
    {"barrier_in_ragged_loop", R"(
        s[l] = 0;
        for (int i = 0; i < 2 + l; i++) { s[l] += i; if (l >= n + zero) barrier(CLK_LOCAL_MEM_FENCE); }
        o[l] = s[l];)",
     [](int l, int) { return sum_below(2 + l); }},
    {"two_breaks_in_one_iteration", R"(
        int r = 0;
        for (int i = 0; i < 9; i++) {
            if (i == 1 && l == 0) { r = 1000; break; }
            if (i == 1 && l > 0) { r = 2000 + l; break; }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[l] = r;)",
     [](int l, int) { return l == 0 ? 1000 : 2000 + l; }},
    {"all_agree_on_private_bound", R"(
        int r = 0;
        for (int i = l; i < 3 * n; i += n) {
            s[l] = i;
            barrier(CLK_LOCAL_MEM_FENCE);
            r = r * 3 + s[(l + 1) % n];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[l] = r;)",
     [](int l, int n) {
         int r = 0;
         for (int i = 0; i < 3; ++i) r = r * 3 + (l + 1) % n + i * n;
         return r;
     }},
    {"endless_loop_never_entered", R"(
        int x = l;
        if (l >= n + zero) while (true) { if (l & 1) { s[l]++; continue; } s[l] = l; }
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        o[l] = s[(l + 1) % n];)",
     [](int l, int n) { return (l + 1) % n; }},
    // The endless loop has no exit, so that no path leads from the switch to the return. Once the compiler has given
    // the loop an exit, the switch decides whether the barrier is reached.
    {"switch_before_an_endless_loop", R"(
        o[l] = (l + 1) % n;
        if (l >= n + zero) {
            switch (o[l]) {
            case 1: o[0] = 1; break;
            case 2: o[1] = 2; break;
            default: barrier(CLK_LOCAL_MEM_FENCE);
            }
            while (true) s[l]++;
        })",
     [](int l, int n) { return (l + 1) % n; }},
};

const MeetingCase returns[] = {
    {"return_never_taken", R"(
        s[l] = 0;
        if (l < 2) { if (l >= n + zero) return; s[l] = 7; }
        barrier(CLK_LOCAL_MEM_FENCE);
        o[l] = s[(l + 1) % n];)",
     [](int l, int n) { return (l + 1) % n < 2 ? 7 : 0; }},
    {"return_after_ragged_loop", R"(
        int x = 0;
        for (int i = 0; i < 2; ++i) {
            if (l < 4) { for (int j = 0; j < (l & 2) + zero; ++j) {} x = n; }
            if (zero == 7) return;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[l] = x;)",
     [](int l, int n) { return l < 4 ? n : 0; }},
    {"returns_after_last_barrier", R"(
        s[l] = l * 2;
        o[l] = -5;
        for (int i = 0; ; i++) {
            if (i == 2) { if (l % 3 == 0) return; if (l % 3 == 1) { o[l] = s[(l + 1) % n]; return; } break; }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[l] = s[l] + 1;)",
     [](int l, int n) { return l % 3 == 0   ? -5
                               : l % 3 == 1 ? (l + 1) % n * 2
                                            : l * 2 + 1; }},
};

// Work-items diverge and do not rejoin before further barriers. Some of these kernels have private variables of all
// kinds.
const MeetingCase parted[] = {
    {"parted_with_private_state", R"(
        struct { int a; float4 v; short t[3]; } st = { l, (float4)(l, 1, 2, 3), {1, 2, 3} };
        int array[5] = {1, 2, 3, 4, 5};
        long total = 0;
        for (int i = 0; i < 1 + l % 3; i++) {
            array[i] += l; st.t[i] += l; total += i;
            if (l + i >= big) barrier(CLK_LOCAL_MEM_FENCE);
        }
        s[l] = array[1] + st.t[2] + (int)total;
        barrier(CLK_LOCAL_MEM_FENCE);
        int r = s[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l & 1) { s[l] = r; st.v.x += 5; }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 3; ++k) { r += s[(l + k) % n]; barrier(CLK_LOCAL_MEM_FENCE); s[l] = r; barrier(CLK_LOCAL_MEM_FENCE); }
        o[l] = r + (int)st.v.x + st.a + array[4];)",
     [](int l, int n) {
         const auto first = [](int i) {
             const int trips = 1 + i % 3;
             return (2 + (trips > 1 ? i : 0)) + (3 + (trips > 2 ? i : 0)) + sum_below(trips);
         };
         std::vector<int> s(n), r(n), next(n);
         for (int i = 0; i < n; ++i) r[i] = first((i + 1) % n);
         for (int i = 0; i < n; ++i) s[i] = i & 1 ? r[i] : first(i);
         for (int k = 0; k < 3; ++k) {
             for (int i = 0; i < n; ++i) next[i] = r[i] + s[(i + k) % n];
             s = r = next;
         }
         return r[l] + l + (l & 1 ? 5 : 0) + l + 5;
     }},
    {"parted_in_called_functions", R"(
        s[l] = l;
        int v = outer(s, l, n, zero);
        o[l] = v;)",
     [](int l, int n) { return (l % 4 == 3 ? 100 : 0) + (l + 1) % n + (l + 2) % n; },
     R"(int inner(local int* s, int l, int k, int n) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int r = s[(l + k) % n];
            barrier(CLK_LOCAL_MEM_FENCE);
            return r;
        }
        int outer(local int* s, int l, int n, int zero) {
            int r = 0;
            if (l % 4 == 3) { if (l < zero) return inner(s, l, 7, n); r = 100; }
            for (int k = 1; k < 3; ++k) { if (r < zero) return -1; r += inner(s, l, k, n); }
            return r;
        })"},
};

const MeetingCase jumps[] = {
    {"switch_with_barrier", R"(
        int r = l;
        switch (l % 5 + zero) {
        case 0: r += 10;
        case 1: r += 20; break;
        case 2: if (r == big) barrier(CLK_LOCAL_MEM_FENCE); r += 40; break;
        case 7: barrier(CLK_LOCAL_MEM_FENCE); break;
        default: r -= 1;
        }
        s[l] = r;
        barrier(CLK_LOCAL_MEM_FENCE);
        o[l] = s[(l + 3) % n];)",
     [](int l, int n) {
         const int i = (l + 3) % n;
         const int added[] = {30, 20, 40, -1, -1};
         return i + added[i % 5];
     }},
    {"goto_over_barriers", R"(
        int x = l;
        if (l >= n + zero) goto tail;
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x = s[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
    tail:
        o[l] = x;)",
     [](int l, int n) { return (l + 1) % n; }},
    // Both sides of the first branch lead to the vote about the barrier. One of the two sides passes the label `first`
    // before the vote.
    {"goto_into_loop_with_barrier", R"(
        int x = 0, j = 0;
        if (l % 3 == 1) goto second;
    first:
        x += 1;
    second:
        x += 10;
        if (l >= n + zero) barrier(CLK_LOCAL_MEM_FENCE);
        if ((x + l) % 3 == 0 && j < 5) { ++j; goto first; }
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        o[l] = s[(l + 1) % n];)",
     [](int l, int n) {
         const int i = (l + 1) % n;
         int x = i % 3 == 1 ? 10 : 11;
         for (int j = 0; (x + i) % 3 == 0 && j < 5; ++j) x += 11;
         return x;
     }},
};

struct Setup {
    std::uint32_t lanes;
    const char* options;
};

class Meetings : public testing::TestWithParam<std::tuple<MeetingCase, Setup>> {};

TEST_P(Meetings, Part) {
    const auto& [one, setup] = GetParam();
    const std::string source = std::string(one.functions) +
                               "kernel void k(global int* o, int zero, int big, local int* s) {"
                               "    const int l = get_local_id(0), n = get_local_size(0);" +
                               one.body + "}";
    for (const std::int32_t n : {1, 5, 16, 37, 64, 100}) {
        Ints out(static_cast<std::size_t>(n), -1);
        ArgumentBlock arguments;
        arguments.add(out.data()).add(0).add(1000000).add(std::uint64_t{0});
        RunOptions options;
        options.build_options = setup.options;
        options.vector_width = setup.lanes;
        options.local_argument_bytes = 400;
        run_kernel(source, "k", line(out.size(), out.size()), arguments, options);
        for (std::int32_t l = 0; l < n; ++l) EXPECT_EQ(out[l], one.expected(l, n)) << l << " of " << n;
    }
}

std::string name_of(const testing::TestParamInfo<std::tuple<MeetingCase, Setup>>& info) {
    const auto& [one, setup] = info.param;
    return std::string(one.name) + "_" + std::to_string(setup.lanes) + (*setup.options ? "_plain" : "");
}

constexpr const char* plain = "-cl-opt-disable";
constexpr Setup setups[] = {{0, ""}, {1, ""}, {8, ""}, {16, ""}, {32, ""}, {0, plain}, {8, plain}};

auto with_setups(std::span<const MeetingCase> cases) {
    return testing::Combine(testing::ValuesIn(cases.begin(), cases.end()), testing::ValuesIn(setups));
}

INSTANTIATE_TEST_SUITE_P(Loops, Meetings, with_setups(loops), name_of);
INSTANTIATE_TEST_SUITE_P(Returns, Meetings, with_setups(returns), name_of);
INSTANTIATE_TEST_SUITE_P(Parted, Meetings, with_setups(parted), name_of);
INSTANTIATE_TEST_SUITE_P(Jumps, Meetings, with_setups(jumps), name_of);

// Groups have two or three dimensions, and work-items of the same chunk and of different rows diverge.
TEST(Meetings, InThreeDimensions) {
    for (const std::uint32_t lanes : {0u, 1u, 8u, 32u}) {
        NDRange range;
        range.work_dim = 3;
        for (const auto [d, size] : {std::pair{0, 5}, {1, 3}, {2, 2}})
            range.local_size[d] = range.global_size[d] = static_cast<std::uint64_t>(size);
        Ints out(30, -1);
        ArgumentBlock arguments;
        arguments.add(out.data()).add(0);
        RunOptions options;
        options.vector_width = lanes;
        run_kernel(R"(kernel void k(global int* o, int zero) {
            local int s[30];
            int l = get_local_id(0) + 5 * (get_local_id(1) + 3 * get_local_id(2)), r = 0;
            for (int i = 0; i <= (int)(get_local_id(1) + get_local_id(2)); ++i) { r += l; if (r < zero) barrier(1); }
            s[l] = r;
            barrier(CLK_LOCAL_MEM_FENCE);
            o[l] = s[29 - l];
        })",
                   "k", range, arguments, options);
        for (int l = 0; l < 30; ++l) {
            const int other = 29 - l;
            EXPECT_EQ(out[l], other * (1 + other / 5 % 3 + other / 15)) << l << ", " << lanes << " lanes";
        }
    }
}

// Tests illegal kernels of real programs, which work on devices whose barriers only count arrivals. On such devices,
// barriers do not wait for work-items that have returned, and a barrier in one branch meets the barrier in the other
// branch.
TEST(Meetings, ReturnedItemsAreNotWaitedFor) {
    for (const std::uint32_t lanes : {0u, 1u, 8u, 32u}) {
        Ints out(60, -1);
        ArgumentBlock arguments;
        arguments.add(out.data()).add(50);
        RunOptions options;
        options.vector_width = lanes;
        run_kernel(R"(kernel void k(global int* o, int n) {
            local int s[64];
            int l = get_local_id(0);
            if ((int)get_global_id(0) >= n) return;
            s[l] = l;
            if (l & 1) { barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = s[l - 1]; }
            else { barrier(CLK_LOCAL_MEM_FENCE); o[get_global_id(0)] = s[l + 1]; }
        })",
                   "k", line(60, 20), arguments, options);
        for (int i = 0; i < 60; ++i) EXPECT_EQ(out[i], i >= 50 ? -1 : (i % 20) ^ 1) << i << ", " << lanes << " lanes";
    }
}

// Makes hundreds of votes and barriers. The code must grow linearly with their number, not quadratically.
std::string steps(unsigned count) {
    std::string text =
        "kernel void k(global int* o, int zero) { local int s[64]; int l = get_local_id(0), n = get_local_size(0);";
    for (int v = 0; v < 24; ++v) text += "int v" + std::to_string(v) + " = l + " + std::to_string(v) + ";";
    for (unsigned step = 0; step < count; ++step) {
        const auto v = [&](unsigned distance) { return "v" + std::to_string((step * 7 + distance) % 24); };
        text += "if (l >= n + zero) barrier(1); " + v(0) + " += " + v(5) + " ^ " + v(11) + ";";
        text += "s[l] = " + v(0) + "; barrier(1); " + v(3) + " += s[(l + 1) % n]; barrier(1);\n";
    }
    return text + "int r = 0; r += v0 + v1 + v5 + v9 + v13 + v17 + v23; o[l] = r; }";
}

std::vector<std::uint32_t> run_steps(unsigned count, std::uint32_t n) {
    std::vector<std::array<std::uint32_t, 24>> items(n);
    for (std::uint32_t l = 0; l < n; ++l)
        for (std::uint32_t v = 0; v < 24; ++v) items[l][v] = l + v;
    for (unsigned step = 0; step < count; ++step) {
        const auto v = [&](unsigned distance) { return (step * 7 + distance) % 24; };
        for (auto& item : items) item[v(0)] += item[v(5)] ^ item[v(11)];
        std::vector<std::uint32_t> s;
        for (const auto& item : items) s.push_back(item[v(0)]);
        for (std::uint32_t l = 0; l < n; ++l) items[l][v(3)] += s[(l + 1) % n];
    }
    std::vector<std::uint32_t> results;
    for (const auto& item : items)
        results.push_back(item[0] + item[1] + item[5] + item[9] + item[13] + item[17] + item[23]);
    return results;
}

TEST(Meetings, VotesByTheHundred) {
    for (const unsigned count : {10u, 150u})
        for (const std::uint32_t lanes : {0u, 1u, 8u}) {
            std::vector<std::uint32_t> out(37);
            ArgumentBlock arguments;
            arguments.add(out.data()).add(0);
            RunOptions options;
            options.vector_width = lanes;
            run_kernel(steps(count), "k", line(37, 37), arguments, options);
            EXPECT_EQ(out, run_steps(count, 37)) << count << " steps, " << lanes << " lanes";
        }
}

TEST(Meetings, CodeOfVotesGrowsWithTheirNumber) {
    const auto bytes_of = [](unsigned count) {
        const compiler::Compiler& compiler = compiler::compiler_instance();
        const auto program = compiler.build(steps(count), "");
        return compiler.compile_kernel(program.ir, "k", {device::host_target(), 0}).code.text_bytes;
    };
    EXPECT_LT(bytes_of(240), 4 * bytes_of(120));
}

// The body has more than 5000 instructions; the compiler simplifies such functions before it inlines them.
TEST(Meetings, BarriersOfLargeKernelsStayOutOfBranches) {
    for (const std::uint32_t lanes : {0u, 1u, 16u}) {
        Ints out(64, -1), in(64);
        for (int i = 0; i < 64; ++i) in[i] = 100 + i;
        ArgumentBlock arguments;
        arguments.add(out.data()).add(in.data());
        RunOptions options;
        options.vector_width = lanes;
        run_kernel(R"(
        #define R4(x) x x x x
        #define R(x) R4(R4(R4(R4(R4(x)))))
        kernel void k(global int* o, global const int* a) {
            local int s[64];
            const int l = get_local_id(0);
            int x = 0, v = l;
            s[l] = a[l];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l < 4) x = s[l + 1];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l < 4) s[l] = x;
            barrier(CLK_LOCAL_MEM_FENCE);
            R(v = v * 3 + a[v & 63];)
            o[l] = s[l] + (v & 0);
        })",
                   "k", line(64, 64), arguments, options);
        for (int l = 0; l < 64; ++l) EXPECT_EQ(out[l], l < 4 ? 101 + l : 100 + l) << l << ", " << lanes << " lanes";
    }
}

}  // namespace
}  // namespace lanewise::test
