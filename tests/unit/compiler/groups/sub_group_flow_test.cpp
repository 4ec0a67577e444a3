// Tests sub-group operations under divergence: only work-items that reach a call together take part in the call.
#include "sub_group_flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace lanewise::test {
namespace {

TEST(SubGroupFlow, TwoSidesOfABranchAreTwoCalls) {
    check_flow("if (x & 1) out = sub_group_reduce_add(x); else out = sub_group_reduce_add(x);", [](Lanes& g) {
        g.each([&](unsigned l) { return g.sum([&](unsigned o) { return (g.x[o] & 1) == (g.x[l] & 1); }); });
    });
}

TEST(SubGroupFlow, ACallAfterTheSameOneIsAnother) {
    check_flow(
        "out = sub_group_reduce_add(x); if (x > 4) out = out * 1000 + sub_group_reduce_add(x);"
        "out += 7 * sub_group_reduce_add(x);",
        [](Lanes& g) {
            const std::int32_t all = g.sum([](unsigned) { return true; });
            const std::int32_t some = g.sum([&](unsigned o) { return g.x[o] > 4; });
            g.each([&](unsigned l) { return (g.x[l] > 4 ? all * 1000 + some : all) + 7 * all; });
        });
}

TEST(SubGroupFlow, LoopsEndForOneAfterTheOther) {
    check_flow("for (int i = 0; i < x; ++i) out += sub_group_reduce_add(1) + i * sub_group_reduce_max(x);",
               [](Lanes& g) {
                   g.each([&](unsigned l) {
                       std::int32_t total = 0;
                       for (std::int32_t i = 0; i < g.x[l]; ++i) {
                           total += g.sum([&](unsigned o) { return g.x[o] > i; }, [](unsigned) { return 1; });
                           total += i * *std::ranges::max_element(g.x);
                       }
                       return total;
                   });
               });
}

TEST(SubGroupFlow, BreaksAndContinues) {
    check_flow(
        "for (int i = 0; i < 9; ++i) { if (x == i) break; if ((x + i) % 3 == 0) continue;"
        "  out += sub_group_reduce_add(x + i); }",
        [](Lanes& g) {
            Values total(g.x.size());
            for (std::int32_t i = 0; i < 9; ++i) {
                const auto on = [&](unsigned o) { return !(g.x[o] <= i) && (g.x[o] + i) % 3 != 0; };
                const std::int32_t sum = g.sum(on, [&](unsigned o) { return g.x[o] + i; });
                for (unsigned l = 0; l < g.x.size(); ++l)
                    if (on(l)) total[l] += sum;
            }
            g.each([&](unsigned l) { return total[l]; });
        });
}

TEST(SubGroupFlow, ThoseThatHaveReturnedAreNotAsked) {
    check_flow(
        "if (x < 5) { result[i] = -1; return; } out = sub_group_reduce_add(x) + popcount(sub_group_ballot(1).x);",
        [](Lanes& g) {
            const auto on = [&](unsigned o) { return g.x[o] >= 5; };
            g.each([&](unsigned l) { return on(l) ? g.sum(on) + __builtin_popcount(g.bits(on)) : -1; });
        });
}

TEST(SubGroupFlow, NestedBranches) {
    check_flow(
        "if (x & 1) { out = sub_group_reduce_add(x); if (x & 2) out += 100 * sub_group_reduce_add(1);"
        "  else out += 10000 * sub_group_reduce_add(1); } else if (x & 4) out = sub_group_scan_inclusive_add(x);"
        "out = out * 3 + sub_group_any(x == 12) + 2 * sub_group_all(x < 11);",
        [](Lanes& g) {
            const auto odd = [&](unsigned o) { return (g.x[o] & 1) != 0; };
            const auto same = [&](unsigned l) {
                return g.sum([&](unsigned o) { return odd(o) && (g.x[o] & 2) == (g.x[l] & 2); },
                             [](unsigned) { return 1; });
            };
            const bool any = std::ranges::any_of(g.x, [](int x) { return x == 12; });
            const bool all = std::ranges::all_of(g.x, [](int x) { return x < 11; });
            g.each([&](unsigned l) {
                std::int32_t out = 0;
                if (odd(l))
                    out = g.sum(odd) + (g.x[l] & 2 ? 100 : 10000) * same(l);
                else if (g.x[l] & 4)
                    out = g.sum([&](unsigned o) { return !odd(o) && (g.x[o] & 4) && o <= l; });
                return out * 3 + any + 2 * all;
            });
        });
}

TEST(SubGroupFlow, Switches) {
    check_flow(
        "switch (x % 4) { case 0: out = sub_group_reduce_add(x); break; case 1: out = 1000 + sub_group_reduce_add(x);"
        "  case 2: out += sub_group_reduce_add(2); break; default: out = sub_group_reduce_min(x); }",
        [](Lanes& g) {
            g.each([&](unsigned l) {
                const auto is = [&](std::int32_t a, std::int32_t b) {
                    return [&g, a, b](unsigned o) { return g.x[o] % 4 == a || g.x[o] % 4 == b; };
                };
                const std::int32_t both = g.sum(is(1, 2), [](unsigned) { return 2; });
                switch (g.x[l] % 4) {
                    case 0: return g.sum(is(0, 0));
                    case 1: return 1000 + g.sum(is(1, 1)) + both;
                    case 2: return both;
                    default: break;
                }
                std::int32_t least = 99;
                for (const std::int32_t x : g.x)
                    if (x % 4 == 3) least = std::min(least, x);
                return least;
            });
        });
}

void rounds_of_values(Lanes& g) {
    Values values;
    for (const std::int32_t x : g.x)
        if (!std::ranges::count(values, x)) values.push_back(x);
    g.each([&](unsigned l) {
        const auto round = std::ranges::find(values, g.x[l]) - values.begin();
        return static_cast<std::int32_t>(round * 100 + std::ranges::count(g.x, g.x[l]));
    });
}

// In each iteration, all lanes whose value equals the first remaining lane's value leave the loop together.
TEST(SubGroupFlow, OneValueAfterTheOther) {
    check_flow(
        "for (int round = 0;; ++round) { int first = sub_group_broadcast_first(x);"
        "  if (x == first) { out = round * 100 + sub_group_reduce_add(1); break; } }",
        rounds_of_values);
}

// The loop of the previous test, but a flag ends the loop. Simplification of the control flow would replace the flag by
// a break, and would thus move the call of the last iteration out of the loop.
TEST(SubGroupFlow, TheLastIterationIsOneToo) {
    check_flow(
        "bool done = false; int round = 0; while (!done) { int first = sub_group_broadcast_first(x);"
        "  if (x == first) { out = round * 100 + sub_group_reduce_add(1); done = true; } ++round; }",
        rounds_of_values);
}

TEST(SubGroupFlow, AfterALoopAllMeet) {
    for (const char* loop : {"for (int j = 0;; ++j) { if (j >= x) break; out += j; }",
                             "int j = 0; do out += j; while (++j < x);", "int j = 0; while (j < x) out += j++;"})
        check_flow(std::string(loop) + "out = sub_group_reduce_add(1);",
                   [](Lanes& g) { g.each([&](unsigned) { return static_cast<std::int32_t>(g.x.size()); }); });
}

TEST(SubGroupFlow, OutOfALoopInACalledFunction) {
    check_flow("for (int round = 0;; ++round) if (counted(x, round, &out)) break;", rounds_of_values,
               "bool counted(int x, int round, int* out) { if (x != sub_group_broadcast_first(x)) return false;"
               "  *out = round * 100 + sub_group_reduce_add(1); return true; }");
}

TEST(SubGroupFlow, OutOfTwoLoops) {
    check_flow(
        "for (int i = 0; i < 4; ++i) { for (int j = 0; j < 5; ++j) {"
        "    if (x == 4 * j + i) { out += 100 * sub_group_reduce_add(i + 1); goto end; }"
        "    if (x % 5 == j) { out += sub_group_reduce_add(1); break; } } } end:;",
        [](Lanes& g) {
            Values out(g.x.size());
            std::vector<bool> ended(g.x.size());
            for (std::int32_t i = 0; i < 4; ++i) {
                std::vector<bool> left = ended;
                for (std::int32_t j = 0; j < 5; ++j) {
                    const auto ends = [&](unsigned l) { return !left[l] && g.x[l] == 4 * j + i; };
                    const auto leaves = [&](unsigned l) { return !left[l] && !ends(l) && g.x[l] % 5 == j; };
                    const std::int32_t ending = g.sum(ends, [&](unsigned) { return i + 1; });
                    const std::int32_t leaving = g.sum(leaves, [](unsigned) { return 1; });
                    std::vector<bool> after = left;
                    for (unsigned l = 0; l < g.x.size(); ++l) {
                        if (ends(l)) out[l] += 100 * ending;
                        if (leaves(l)) out[l] += leaving;
                        if (ends(l)) ended[l] = true;
                        after[l] = left[l] || ends(l) || leaves(l);
                    }
                    left = after;
                }
            }
            g.each([&](unsigned l) { return out[l]; });
        });
}

TEST(SubGroupFlow, CalledFunctions) {
    check_flow(
        "out = x > 6 ? twice(x) : x > 2 ? twice(1) : 0;",
        [](Lanes& g) {
            g.each([&](unsigned l) {
                const auto high = [&](unsigned o) { return g.x[o] > 6; };
                const auto low = [&](unsigned o) { return g.x[o] > 2 && g.x[o] <= 6; };
                if (high(l)) return 2 * g.sum(high) + static_cast<std::int32_t>(g.bits(high));
                return low(l) ? 2 * g.sum(low, [](unsigned) { return 1; }) + static_cast<std::int32_t>(g.bits(low)) : 0;
            });
        },
        "__attribute__((noinline)) int ballot() { return sub_group_ballot(1).x; }"
        "__attribute__((noinline)) int twice(int x) { return 2 * sub_group_reduce_add(x) + ballot(); }");
}

TEST(SubGroupFlow, BarriersAndWorkGroupFunctionsBeside) {
    check_flow(
        "int before = sub_group_reduce_add(x); shared[lid] = x + 1; barrier(CLK_LOCAL_MEM_FENCE);"
        "for (int i = 0; i < 3; ++i) { int y = shared[lid]; barrier(CLK_LOCAL_MEM_FENCE);"
        "  shared[lid] = sub_group_reduce_max(y) + i; barrier(CLK_LOCAL_MEM_FENCE); }"
        "int items = work_group_reduce_add(1);"
        "out = before * 1000 + shared[lid] + (items == get_local_size(0) * get_local_size(1) * get_local_size(2));",
        [](Lanes& g) {
            const std::int32_t before = g.sum([](unsigned) { return true; });
            const std::int32_t most = *std::ranges::max_element(g.x) + 1 + 3;
            g.each([&](unsigned) { return before * 1000 + most + 1; });
        });
}

// All work-items meet after the branch. The sub-group call in the branch must not make the barrier depend on the
// branch.
TEST(SubGroupFlow, ABranchWithACallBeforeABarrierInALoop) {
    for (const char* meeting : {"barrier(CLK_LOCAL_MEM_FENCE);", "out += 1000 * work_group_any(x > 1000);"})
        check_flow(std::string("for (int i = 0; i < 2; ++i) { if (x % 3 == 1) out += sub_group_reduce_add(1);"
                               "    out += 100 * sub_group_reduce_add(1); ") +
                       meeting + " }",
                   [](Lanes& g) {
                       const auto takes = [&](unsigned lane) { return g.x[lane] % 3 == 1; };
                       const std::int32_t some = g.sum(takes, [](unsigned) { return 1; });
                       const auto all = static_cast<std::int32_t>(g.x.size());
                       g.each([&](unsigned lane) { return 2 * ((takes(lane) ? some : 0) + 100 * all); });
                   });
}

// The work-items of the group diverge at the branch with the barrier. The work-items must meet again after the branch,
// although none of them has reached the barrier.
TEST(SubGroupFlow, AfterABarrierInALoopThatNobodyReaches) {
    check_flow(
        "int none = x > 1000; for (int j = 0; j <= none; ++j) {"
        "  if (x % 3 == 1) { if (!none) result[i] = 5; else barrier(CLK_LOCAL_MEM_FENCE); }"
        "  out += 100 * sub_group_reduce_add(1); }",
        [](Lanes& g) { g.each([&](unsigned) { return 100 * static_cast<std::int32_t>(g.x.size()); }); });
}

// Lanes exchange values through local memory. Only sub-group barriers order the accesses of the lanes.
TEST(SubGroupFlow, SubGroupBarriersOrderMemory) {
    check_flow(
        "uint first = lid - lane, size = get_sub_group_size(); shared[lid] = x; sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "int y = shared[first + (lane + 1) % size]; sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);"
        "shared[first + (lane + 3) % size] = 2 * x; sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "out = y * 100 + shared[lid];",
        [](Lanes& g) {
            const auto size = static_cast<unsigned>(g.x.size());
            g.each([&](unsigned l) { return g.x[(l + 1) % size] * 100 + 2 * g.x[(l + size * 3 - 3) % size]; });
        });
}

TEST(SubGroupFlow, AtomicsAndFencesOfTheirScope) {
    check_flow(
        "local atomic_int* sum = (local atomic_int*)&shared[2000 + get_sub_group_id()];"
        "if (lane == 0) atomic_init(sum, 5); sub_group_barrier(CLK_LOCAL_MEM_FENCE);"
        "atomic_fetch_add_explicit(sum, x, memory_order_relaxed, memory_scope_sub_group);"
        "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);"
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);"
        "out = atomic_load_explicit(sum, memory_order_acquire, memory_scope_sub_group);",
        [](Lanes& g) { g.each([&](unsigned) { return 5 + g.sum([](unsigned) { return true; }); }); });
}

// Work-items reach the barrier only on one side of a branch. The branch separates whole sub-groups, or work-items of
// the same sub-group.
TEST(SubGroupFlow, PartedWorkGroups) {
    check_flow(
        "if (x > 3) { shared[lid] = 1; barrier(CLK_LOCAL_MEM_FENCE); out = sub_group_reduce_add(x); }"
        "else { out = -sub_group_reduce_add(1); }",
        [](Lanes& g) {
            const auto high = [&](unsigned o) { return g.x[o] > 3; };
            const std::int32_t low = static_cast<std::int32_t>(g.x.size()) - __builtin_popcount(g.bits(high));
            g.each([&](unsigned l) { return high(l) ? g.sum(high) : -low; });
        });
}

TEST(SubGroupFlow, Ballots) {
    check_flow(
        "uint4 b = sub_group_ballot(x & 1);"
        "out = sub_group_ballot_bit_count(b) + 64 * sub_group_ballot_inclusive_scan(b)"
        "    + 4096 * sub_group_ballot_exclusive_scan(b) + (sub_group_inverse_ballot(b) << 20)"
        "    + (sub_group_ballot_bit_extract(b, 2) << 21) + ((b.y | b.z | b.w) << 22);"
        "if (b.x) out += 12345 * (sub_group_ballot_find_lsb(b) + sub_group_ballot_find_msb(b));"
        "if (x & 1) out += sub_group_elect() << 25;",
        [](Lanes& g) {
            const auto odd = [&](unsigned o) { return (g.x[o] & 1) != 0; };
            const std::uint32_t bits = g.bits(odd);
            g.each([&](unsigned l) {
                const std::uint32_t before = bits & ((1u << l) - 1), upto = before | (bits & (1u << l));
                std::uint32_t out = __builtin_popcount(bits) + 64 * __builtin_popcount(upto) +
                                    4096 * __builtin_popcount(before) + ((bits >> l & 1) << 20) +
                                    ((bits >> 2 & 1) << 21);
                if (bits) out += 12345u * static_cast<unsigned>(__builtin_ctz(bits) + 31 - __builtin_clz(bits));
                if (odd(l)) out += static_cast<std::uint32_t>(before == 0) << 25;
                return static_cast<std::int32_t>(out);
            });
        });
}

TEST(SubGroupFlow, Masks) {
    check_flow(
        "uint4 m = x % 5 == 0 ? get_sub_group_eq_mask() : x % 5 == 1 ? get_sub_group_ge_mask() : x % 5 == 2"
        "    ? get_sub_group_gt_mask() : x % 5 == 3 ? get_sub_group_le_mask() : get_sub_group_lt_mask();"
        "out = m.x ^ m.y ^ m.z ^ m.w;",
        [](Lanes& g) {
            const std::uint64_t all = (std::uint64_t{1} << g.width) - 1;
            g.each([&](unsigned l) {
                const std::uint64_t own = std::uint64_t{1} << l, before = own - 1;
                const std::uint64_t masks[5] = {own, all & ~before, all & ~before & ~own, before | own, before};
                return static_cast<std::int32_t>(masks[g.x[l] % 5]);
            });
        });
}

TEST(SubGroupFlow, LogicalOperations) {
    check_flow(
        "if (x != 3) { int p = x & 2;"
        "  out = sub_group_non_uniform_reduce_logical_and(p) + 2 * sub_group_non_uniform_reduce_logical_or(p)"
        "      + 4 * sub_group_non_uniform_reduce_logical_xor(p) + 8 * "
        "sub_group_non_uniform_scan_inclusive_logical_and(p)"
        "      + 16 * sub_group_non_uniform_scan_inclusive_logical_xor(p)"
        "      + 32 * sub_group_non_uniform_scan_exclusive_logical_or(p)"
        "      + 64 * sub_group_clustered_reduce_logical_xor(p, 4) + 128 * sub_group_clustered_reduce_logical_and(p, 2)"
        "      + 256 * sub_group_non_uniform_scan_exclusive_logical_and(p); }",
        [](Lanes& g) {
            g.each([&](unsigned l) -> std::int32_t {
                if (g.x[l] == 3) return 0;
                const auto count = [&](unsigned first, unsigned end, bool wanted) {
                    std::int32_t found = 0;
                    for (unsigned o = first; o < std::min<std::size_t>(end, g.x.size()); ++o)
                        found += g.x[o] != 3 && ((g.x[o] & 2) != 0) == wanted;
                    return found;
                };
                const unsigned four = l / 4 * 4, two = l / 2 * 2;
                return (count(0, 64, false) == 0) + 2 * (count(0, 64, true) != 0) + 4 * (count(0, 64, true) % 2) +
                       8 * (count(0, l + 1, false) == 0) + 16 * (count(0, l + 1, true) % 2) +
                       32 * (count(0, l, true) != 0) + 64 * (count(four, four + 4, true) % 2) +
                       128 * (count(two, two + 2, false) == 0) + 256 * (count(0, l, false) == 0);
            });
        });
}

TEST(SubGroupFlow, WithoutOptimization) {
    check_flow(
        "if (x & 1) out = sub_group_reduce_add(x); else out = sub_group_reduce_add(x);",
        [](Lanes& g) {
            g.each([&](unsigned l) { return g.sum([&](unsigned o) { return (g.x[o] & 1) == (g.x[l] & 1); }); });
        },
        "", "-cl-opt-disable");
}

// The calls form a tree that is too large to inline, so that the kernel gets one lane. The compiler refuses such a
// kernel if the kernel requires a sub-group size.
TEST(SubGroupFlow, WhereLanesCannotBeHad) {
    std::string functions = "int f0(int x) { return sub_group_reduce_add(x) + 3 * x; }";
    for (int i = 1; i < 16; ++i) {
        const std::string name = "f" + std::to_string(i), called = "f" + std::to_string(i - 1);
        functions += "__attribute__((noinline)) int " + name + "(int x) { return " + called + "(x + " +
                     std::to_string(i) + ") ^ " + called + "(x * " + std::to_string(i) + "); }";
    }
    const std::string body = "kernel void k(global int* out) { out[0] = f15(1) + get_max_sub_group_size(); }";
    const CompiledKernel single(Code(functions + body).ir, "k", 0, "");
    ASSERT_TRUE(single) << single.log();
    EXPECT_EQ(single.facts().sub_group_size, 1u);
    const CompiledKernel none(Code(functions + "__attribute__((intel_reqd_sub_group_size(8)))" + body).ir, "k", 0, "");
    EXPECT_FALSE(none);
    EXPECT_NE(none.log().find("cannot have sub-groups of 8 work-items"), std::string::npos) << none.log();
}

TEST(SubGroupFlow, SubGroupsOfOneWorkItem) {
    check_flow(
        "out = sub_group_reduce_add(x) + 100 * get_sub_group_id() + sub_group_scan_exclusive_min(x) % 7;"
        "out = out - 100 * lid + get_max_sub_group_size();",
        [](Lanes& g) {
            EXPECT_EQ(g.width, 1u);
            g.each([&](unsigned) { return g.x[0] + 0x7fffffff % 7 + 1; });
        },
        "", "", 1);
}

TEST(SubGroupFlow, ShufflesBetweenTwoValues) {
    check_flow(
        "out = intel_sub_group_shuffle_down(x, 100 + x, 3) * 1000 + intel_sub_group_shuffle_up(100 + x, x, 2)"
        "    + 1000000 * intel_sub_group_shuffle_xor((int2)(x, x), 1).y;"
        "if (get_sub_group_size() < get_max_sub_group_size()) out = 0;",
        [](Lanes& g) {
            if (g.x.size() < g.width) return g.each([&](unsigned) { return 0; });
            g.each([&](unsigned l) {
                const std::int32_t down = l + 3 < g.width ? g.x[l + 3] : 100 + g.x[l + 3 - g.width];
                const std::int32_t up = l >= 2 ? g.x[l - 2] : 100 + g.x[l + g.width - 2];
                return down * 1000 + up + 1000000 * g.x[l ^ 1];
            });
        });
}

// The functions of cl_intel_subgroups exist in each version of OpenCL C. Some versions lack the image types of OpenCL C
// 2.0 that are both read and written.
TEST(SubGroupFlow, IntelsFunctionsAreInEachVersion) {
    for (const char* version : {"CL1.2", "CL2.0", "CL3.0"}) {
        const Code code(
            "__attribute__((intel_reqd_sub_group_size(8))) kernel void k(global const int* in, global int* out)"
            "{ size_t i = get_global_id(0); out[i] = intel_sub_group_shuffle(in[i], 3u); }",
            std::string("-cl-std=") + version);
        const CompiledKernel kernel(code.ir, "k", 0, "");
        ASSERT_TRUE(kernel) << kernel.log();
        Values in(48), out(48);
        std::iota(in.begin(), in.end(), 5);
        kernel.run(line(48, 16), ArgumentBlock().add(in.data()).add(out.data()), 0);
        for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], in[i / 8 * 8 + 3]) << version;
    }
}

TEST(SubGroupFlow, SmallTypesOfIntelsFunctions) {
    check_flow(
        "char c = x - 6; ushort u = x; out = intel_sub_group_reduce_min(c) + 100 * intel_sub_group_reduce_max(u)"
        "    + 10000 * intel_sub_group_scan_exclusive_add(u) + intel_sub_group_broadcast((short4)(x, 1, 2, 3), 0).x;",
        [](Lanes& g) {
            const auto [least, greatest] = std::ranges::minmax(g.x);
            g.each([&](unsigned l) {
                return least - 6 + 100 * greatest + 10000 * g.sum([&](unsigned o) { return o < l; }) + g.x[0];
            });
        });
}

}  // namespace
}  // namespace lanewise::test
