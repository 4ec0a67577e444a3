// Tests sub-groups in loops that work-items enter at several points. Work-items that enter a loop's body in the middle
// take part in sub-group calls together with work-items that come from the top.
#include <algorithm>

#include "sub_group_flow.h"

namespace lanewise::test {
namespace {

/// Models a loop whose body consists of `steps` steps. Each lane may enter the body at any step: lane l starts at step
/// at[l]. For each step of an iteration, calls `run(step, on)` with the lanes that entered at this step or came from
/// the previous step. After the iteration, `next(lane)` returns the step at which the lane starts the next iteration,
/// or -1 if the lane leaves the loop.
void run_steps(std::vector<int> at, int steps, const std::function<void(int, const std::vector<bool>&)>& run,
               const std::function<int(unsigned)>& next) {
    while (std::ranges::any_of(at, [](int step) { return step >= 0; })) {
        std::vector<bool> on(at.size());
        for (int step = 0; step < steps; ++step) {
            for (unsigned l = 0; l < at.size(); ++l) on[l] = on[l] || at[l] == step;
            run(step, on);
        }
        for (unsigned l = 0; l < at.size(); ++l)
            if (on[l]) at[l] = next(l);
    }
}

// A goto enters the loop in the middle. Work-items that come from the loop's top and work-items that jump take part in
// the same call.
TEST(SubGroupEntries, GotoIntoALoop) {
    check_flow(
        "int n = 0; if (x & 1) goto middle;"
        "top: out += sub_group_reduce_add(x + n);"
        "middle: out = out * 3 + sub_group_reduce_add(1); ++n;"
        "if (n < x % 5) goto top;",
        [](Lanes& g) {
            Values out(g.x.size()), n(g.x.size());
            std::vector<int> at(g.x.size());
            for (unsigned l = 0; l < g.x.size(); ++l) at[l] = g.x[l] & 1;
            const auto run = [&](int step, const std::vector<bool>& on) {
                const auto is_on = [&](unsigned l) { return on[l]; };
                const std::int32_t sum = g.sum(is_on, [&](unsigned l) { return step == 0 ? g.x[l] + n[l] : 1; });
                for (unsigned l = 0; l < g.x.size(); ++l) {
                    if (!on[l]) continue;
                    out[l] = step == 0 ? out[l] + sum : out[l] * 3 + sum;
                    n[l] += step;
                }
            };
            run_steps(at, 2, run, [&](unsigned l) { return n[l] < g.x[l] % 5 ? 0 : -1; });
            g.each([&](unsigned l) { return out[l]; });
        });
}

TEST(SubGroupEntries, SwitchIntoALoop) {
    check_flow(
        "int k = 3 + x % 4;"
        "switch (x & 3) { do {"
        "    case 0: out += 100 * sub_group_reduce_add(1);"
        "    case 1: out += sub_group_reduce_max(x + k);"
        "    case 2: out ^= sub_group_broadcast_first(x);"
        "    case 3: out += sub_group_reduce_add(out & 255);"
        "} while (--k > 0); }",
        [](Lanes& g) {
            Values out(g.x.size()), k(g.x.size());
            std::vector<int> at(g.x.size());
            for (unsigned l = 0; l < g.x.size(); ++l) {
                at[l] = g.x[l] & 3;
                k[l] = 3 + g.x[l] % 4;
            }
            const auto run = [&](int step, const std::vector<bool>& on) {
                const auto is_on = [&](unsigned l) { return on[l]; };
                const std::int32_t ones = g.sum(is_on, [](unsigned) { return 1; });
                const std::int32_t sum = g.sum(is_on, [&](unsigned l) { return out[l] & 255; });
                std::int32_t most = -1, first = -1;
                for (unsigned l = static_cast<unsigned>(g.x.size()); l-- > 0;) {
                    if (!on[l]) continue;
                    most = std::max(most, g.x[l] + k[l]);
                    first = g.x[l];
                }
                for (unsigned l = 0; l < g.x.size(); ++l) {
                    if (!on[l]) continue;
                    if (step == 2)
                        out[l] ^= first;
                    else
                        out[l] += step == 0 ? 100 * ones : step == 1 ? most : sum;
                }
            };
            run_steps(at, 4, run, [&](unsigned l) { return --k[l] > 0 ? 0 : -1; });
            g.each([&](unsigned l) { return out[l]; });
        });
}

// The goto enters the middle of the inner of two loops. All work-items leave the inner loop before the next iteration
// of the outer loop.
TEST(SubGroupEntries, GotoIntoAnInnerLoop) {
    check_flow(
        "int a = 0, b = 0; if (x % 3 == 0) goto inner;"
        "for (; a < 3; ++a) { out += sub_group_reduce_add(x);"
        "    for (b = 0; b < 2 + (x & 1); ++b) { inner: out = (out & 0xffff) * 2 + sub_group_reduce_add(1); } }",
        [](Lanes& g) {
            Values out(g.x.size()), a(g.x.size());
            std::vector<int> at(g.x.size());
            for (unsigned l = 0; l < g.x.size(); ++l) at[l] = g.x[l] % 3 == 0 ? 1 : 0;
            const auto run = [&](int step, const std::vector<bool>& on) {
                if (step == 0) {
                    const std::int32_t sum = g.sum([&](unsigned l) { return on[l]; });
                    for (unsigned l = 0; l < g.x.size(); ++l)
                        if (on[l]) out[l] += sum;
                    return;
                }
                for (std::int32_t b = 0; b < 3; ++b) {
                    const auto loops = [&](unsigned l) { return on[l] && b < 2 + (g.x[l] & 1); };
                    const std::int32_t count = g.sum(loops, [](unsigned) { return 1; });
                    for (unsigned l = 0; l < g.x.size(); ++l)
                        if (loops(l)) out[l] = (out[l] & 0xffff) * 2 + count;
                }
            };
            run_steps(at, 2, run, [&](unsigned l) { return ++a[l] < 3 ? 0 : -1; });
            g.each([&](unsigned l) { return out[l]; });
        });
}

// Work-items that enter the loop at its top leave the loop in the first round, after the first call of the body.
// Work-items that enter the loop further down reach the top one round later.
TEST(SubGroupEntries, NobodyGoesDownFromTheTop) {
    check_flow(
        "int k = 0, leaves = 1; switch (x & 3) { default: do {"
        "    case 0: out = 100 * sub_group_reduce_add(x) + k; if (leaves) break;"
        "    case 1: out += sub_group_reduce_add(1);"
        "} while (++k < 4); }",
        [](Lanes& g) {
            const auto enters_below = [&](unsigned l) { return (g.x[l] & 3) == 1; };
            const std::int32_t above = g.sum([&](unsigned l) { return !enters_below(l); });
            const std::int32_t below = g.sum(enters_below);
            g.each([&](unsigned l) { return enters_below(l) ? 100 * below + 1 : 100 * above; });
        });
}

// A call on the way out of a loop with several entries belongs to the round in which the work-items leave.
TEST(SubGroupEntries, TheLastRoundIsOneToo) {
    check_flow(
        "int n = x & 1; if (n) goto middle;"
        "for (;; ++n) { out += sub_group_reduce_add(1);"
        "    middle: if (x / 2 <= n) { out += 1000 * sub_group_reduce_add(1); break; } out += 50; }",
        [](Lanes& g) {
            Values out(g.x.size()), n(g.x.size());
            std::vector<int> at(g.x.size());
            for (unsigned l = 0; l < g.x.size(); ++l) at[l] = n[l] = g.x[l] & 1;
            const auto leaves = [&](unsigned l) { return g.x[l] / 2 <= n[l]; };
            const auto run = [&](int step, const std::vector<bool>& on) {
                const auto takes_part = [&](unsigned l) { return on[l] && (step == 0 || leaves(l)); };
                const std::int32_t count = g.sum(takes_part, [](unsigned) { return 1; });
                for (unsigned l = 0; l < g.x.size(); ++l)
                    if (on[l]) out[l] += step == 0 ? count : leaves(l) ? 1000 * count : 50;
            };
            run_steps(at, 2, run, [&](unsigned l) { return leaves(l) ? -1 : (++n[l], 0); });
            g.each([&](unsigned l) { return out[l]; });
        });
}

// A function is called in a loop with several entries. The function makes a sub-group call only in a work-item's last
// round.
TEST(SubGroupEntries, OutOfALoopInACalledFunction) {
    check_flow(
        "int n = x & 1; switch (n) { default: do {"
        "    case 0: out += 50; case 1: if (counted(x, n, &out)) break; } while (++n); }",
        [](Lanes& g) {
            g.each([&](unsigned l) {
                // The counter's value in a work-item's first and last round, and the number of rounds between these two
                // rounds.
                const auto first = [](std::int32_t x) { return x & 1; };
                const auto last = [&](std::int32_t x) { return std::max(x / 2, first(x)); };
                const auto round = [&](std::int32_t x) { return last(x) - first(x); };
                const std::int32_t count =
                    g.sum([&](unsigned o) { return round(g.x[o]) == round(g.x[l]); }, [](unsigned) { return 1; });
                return 1000 * count + 50 * (round(g.x[l]) + (first(g.x[l]) == 0));
            });
        },
        "bool counted(int x, int n, int* out) { if (x / 2 > n) return false;"
        "  *out += 1000 * sub_group_reduce_add(1); return true; }");
}

// Either all work-items take the goto or none of them, but no analysis can prove this.
TEST(SubGroupEntries, GotoThatAllTake) {
    check_flow(
        "int n = 0, all = sub_group_reduce_add(x) % 7; if (shared_way(all)) goto middle;"
        "top: out += sub_group_reduce_add(x + n);"
        "middle: out = out * 3 + sub_group_broadcast_first(x) + n; ++n; if (n > 6) goto end;"
        "if (n < all) goto top; if (n < 3) goto middle; end:;",
        [](Lanes& g) {
            const std::int32_t all = g.sum([](unsigned) { return true; }) % 7;
            std::int32_t n = 0, out = 0;
            bool at_top = (all & 1) == 0;
            for (;;) {
                if (at_top) out += g.sum([](unsigned) { return true; }, [&](unsigned l) { return g.x[l] + n; });
                out = out * 3 + g.x[0] + n;
                ++n;
                at_top = n < all;
                if (!at_top && n >= 3) break;
            }
            g.each([&](unsigned) { return out; });
        },
        "bool shared_way(int all) { return all & 1; }");
}

/// Models a loop that all lanes run together. Each round triples a lane's value, then adds the sub-group's sum of x +
/// round and `added(x, round)`.
Model all_in_rounds(std::int32_t rounds, const std::function<std::int32_t(std::int32_t x, std::int32_t round)>& added) {
    return [=](Lanes& g) {
        Values out(g.x.size());
        for (std::int32_t j = 0; j < rounds; ++j) {
            const std::int32_t sum = g.sum([](unsigned) { return true; }, [&](unsigned l) { return g.x[l] + j; });
            for (unsigned l = 0; l < g.x.size(); ++l) out[l] = out[l] * 3 + sum + added(g.x[l], j);
        }
        g.each([&](unsigned l) { return out[l]; });
    };
}

// The compiler lets work-items diverge in the middle of a round, because a barrier may follow. All work-items must run
// the next round together.
TEST(SubGroupEntries, PartedInTheMiddleOfARound) {
    check_flow(
        "int none = x > 1000, rounds = get_global_size(0) > 1000000 ? 1 : 5;"
        "for (int j = 0; j < rounds; ++j) { out = out * 3 + sub_group_reduce_add(x + j);"
        "    if ((x + j) % 3 == 1) { shared[lid] = j; if (none) barrier(CLK_LOCAL_MEM_FENCE); out += 10; } }",
        all_in_rounds(5, [](std::int32_t x, std::int32_t j) { return (x + j) % 3 == 1 ? 10 : 0; }));
}

TEST(SubGroupEntries, PartedInAnInnerLoop) {
    check_flow(
        "int none = x > 1000; for (int a = 0; a < 3; ++a) { out = (out & 0xffff) * 3 + sub_group_reduce_add(x + a);"
        "    for (int b = 0; b < 2 + (x & 1); ++b) { out = (out & 0xffff) * 2 + sub_group_reduce_add(1);"
        "        if ((x + a + b) % 3 == 1) continue; if (none) barrier(CLK_LOCAL_MEM_FENCE); ++out; } }",
        [](Lanes& g) {
            Values out(g.x.size());
            for (std::int32_t a = 0; a < 3; ++a) {
                const std::int32_t sum = g.sum([](unsigned) { return true; }, [&](unsigned l) { return g.x[l] + a; });
                for (std::int32_t& one : out) one = (one & 0xffff) * 3 + sum;
                for (std::int32_t b = 0; b < 3; ++b) {
                    const auto loops = [&](unsigned l) { return b < 2 + (g.x[l] & 1); };
                    const std::int32_t count = g.sum(loops, [](unsigned) { return 1; });
                    for (unsigned l = 0; l < g.x.size(); ++l)
                        if (loops(l)) out[l] = (out[l] & 0xffff) * 2 + count + ((g.x[l] + a + b) % 3 != 1);
                }
            }
            g.each([&](unsigned l) { return out[l]; });
        });
}

// Work-items that have diverged continue alone from the barrier in the middle of a round.
TEST(SubGroupEntries, AfterABarrierInTheMiddleOfARound) {
    check_flow(
        "int none = x > 1000, rounds = get_global_size(0) > 1000000 ? 1 : 6;"
        "for (int j = 0; j < rounds; ++j) { out = out * 3 + sub_group_reduce_add(x + j);"
        "    if (x % 4 == 1) { shared[lid] = j; if (none) barrier(CLK_LOCAL_MEM_FENCE); out += 10; }"
        "    if (j == 2) barrier(CLK_LOCAL_MEM_FENCE); }",
        all_in_rounds(6, [](std::int32_t x, std::int32_t) { return x % 4 == 1 ? 10 : 0; }));
}

}  // namespace
}  // namespace lanewise::test
