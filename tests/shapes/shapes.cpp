#include "shapes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lanewise::shapes {
namespace {

std::string text(std::uint32_t number) { return std::to_string(number) + "u"; }

std::string kernel(const std::string& body) {
    return "kernel void k(global uint* g, uint n) {\n  uint a = g[get_global_id(0)];\n" + body +
           "  g[get_global_id(0)] = a;\n}\n";
}

template <typename PerItem>
std::function<void(Values&)> each(PerItem compute) {
    return [compute](Values& g) {
        for (std::uint32_t& a : g) a = compute(a);
    };
}

// Pseudo-random small numbers, the same in each run.
class Numbers {
public:
    explicit Numbers(std::uint32_t seed) : state_(seed * 747796405u + 1) {}
    std::uint32_t below(std::uint32_t bound) {
        state_ = state_ * 1664525u + 1013904223u;
        return (state_ >> 10) % bound;
    }

private:
    std::uint32_t state_;
};

Shape many_loops(unsigned loops, std::uint32_t salt) {
    std::string body;
    for (unsigned i = 0; i < loops; ++i)
        body += "for (uint i = 0; i < n + " + text(i % 5) + "; i++) a = a * " + text(i + salt) + " + i;\n";
    return {"loops_in_sequence", kernel(body), each([=](std::uint32_t a) {
                for (unsigned i = 0; i < loops; ++i)
                    for (std::uint32_t j = 0; j < count + i % 5; ++j) a = a * (i + salt) + j;
                return a;
            })};
}

// Makes nested loops. For most work-items each loop has only one iteration, because the total number of iterations
// would otherwise be too large.
Shape deep_loops(unsigned depth, std::uint32_t salt) {
    std::string body;
    for (unsigned i = 0; i < depth; ++i)
        body += "for (uint i" + std::to_string(i) + " = 0; i" + std::to_string(i) + " < 1 + (a & n) / 3; i" +
                std::to_string(i) + "++) { a = a * " + text(2 * i + salt) + " + 4;\n";
    body += "a ^= " + text(salt) + ";" + std::string(depth, '}') + "\n";
    const auto run = [=](auto& self, std::uint32_t& a, unsigned level) -> void {
        if (level == depth) {
            a ^= salt;
            return;
        }
        for (std::uint32_t i = 0; i < 1 + (a & count) / 3; ++i) {
            a = a * (2 * level + salt) + 4;
            self(self, a, level + 1);
        }
    };
    return {"loops_in_loops", kernel(body), each([=](std::uint32_t a) {
                run(run, a, 0);
                return a;
            })};
}

Shape deep_ifs(unsigned depth, std::uint32_t salt) {
    std::string body, ends;
    for (unsigned i = 0; i < depth; ++i) {
        body += "if ((a * " + text(i + salt) + " >> 7) % 16 != 0) { a = a * 5 + " + text(i) + ";\n";
        ends += "} else a ^= " + text(depth - i) + ";\n";
    }
    return {"ifs_in_ifs", kernel(body + ends), each([=](std::uint32_t a) {
                unsigned level = 0;
                while (level < depth && (a * (level + salt) >> 7) % 16 != 0) a = a * 5 + level++;
                return level < depth ? a ^ (level + 1) : a;
            })};
}

Shape large_switch(unsigned cases, std::uint32_t salt) {
    std::string body = "for (uint r = 0; r < n * 4; r++) switch (a % " + text(cases + 1) + ") {\n";
    for (unsigned i = 0; i < cases; ++i)
        body += "case " + text(i) + ": a = a * " + text(2 * i + salt) + " + " + text(i * 7919) + "; break;\n";
    body += "default: a ^= 12345u; }\n";
    return {"switch", kernel(body), each([=](std::uint32_t a) {
                for (unsigned r = 0; r < count * 4; ++r) {
                    const std::uint32_t i = a % (cases + 1);
                    a = i < cases ? a * (2 * i + salt) + i * 7919 : a ^ 12345u;
                }
                return a;
            })};
}

Shape straight_line(unsigned statements, std::uint32_t salt) {
    struct Statement {
        std::uint32_t to, from, by, times;
    };
    std::vector<Statement> list;
    Numbers numbers(salt);
    std::string body = "uint v[8]; for (int i = 0; i < 8; i++) v[i] = a + i;\n";
    for (unsigned i = 0; i < statements; ++i) {
        const Statement s{numbers.below(8), numbers.below(8), numbers.below(8), numbers.below(1000)};
        list.push_back(s);
        body += "v[" + std::to_string(s.to) + "] += (v[" + std::to_string(s.from) + "] ^ v[" + std::to_string(s.by) +
                "]) * " + text(s.times) + ";\n";
    }
    return {"straight_line", kernel(body + "for (int i = 0; i < 8; i++) a = a * 3 + v[i];\n"),
            each([=](std::uint32_t a) {
                std::array<std::uint32_t, 8> v;
                for (std::uint32_t i = 0; i < 8; ++i) v[i] = a + i;
                for (const Statement& s : list) v[s.to] += (v[s.from] ^ v[s.by]) * s.times;
                for (const std::uint32_t one : v) a = a * 3 + one;
                return a;
            })};
}

Shape private_arrays(unsigned arrays, std::uint32_t salt) {
    std::string body, sum;
    for (unsigned i = 0; i < arrays; ++i) {
        const std::string name = "p" + std::to_string(i);
        body +=
            "uint " + name + "[16]; for (uint j = 0; j < 16; j++) " + name + "[j] = a + j * " + text(i + salt) + ";\n";
        sum += "a += " + name + "[(a + n) & 15];\n";
    }
    return {"private_arrays", kernel(body + sum), each([=](const std::uint32_t first) {
                std::uint32_t a = first;
                for (unsigned i = 0; i < arrays; ++i) a += first + ((a + count) & 15) * (i + salt);
                return a;
            })};
}

// Makes a kernel with an array that exceeds every stack, and with many accesses to the array.
Shape huge_array(unsigned statements, std::uint32_t salt) {
    constexpr std::uint32_t size = 100000;
    std::string body =
        "uint big[" + std::to_string(size) + "]; for (uint i = 0; i < " + text(size) + "; i++) big[i] = a + i;\n";
    for (unsigned i = 0; i < statements; ++i)
        body += "a += big[(a + " + text(i * 31 + salt) + ") % " + text(size) + "] * " + text(i) +
                "; big[a & 0xffff] = a;\n";
    return {"huge_array", kernel(body), each([=](std::uint32_t a) {
                std::vector<std::uint32_t> big(size);
                for (std::uint32_t i = 0; i < size; ++i) big[i] = a + i;
                for (unsigned i = 0; i < statements; ++i) {
                    a += big[(a + i * 31 + salt) % size] * i;
                    big[a & 0xffff] = a;
                }
                return a;
            })};
}

// A full binary tree of operators: the expression as text, and a function that computes the expression's value for a, b
// and c.
struct Expression {
    std::string text;
    std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> value;
};

Expression make_expression(unsigned depth, Numbers& numbers) {
    if (depth == 0) {
        const std::uint32_t choice = numbers.below(4), number = numbers.below(1000);
        const char* names[] = {"a", "b", "c"};
        return {choice < 3 ? names[choice] : text(number),
                [=](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return std::array{a, b, c, number}[choice]; }};
    }
    const Expression left = make_expression(depth - 1, numbers), right = make_expression(depth - 1, numbers);
    const std::uint32_t operation = numbers.below(5);
    return {"(" + left.text + "+-*^|"[operation] + right.text + ")",
            [=, l = left.value, r = right.value](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
                const std::uint32_t x = l(a, b, c), y = r(a, b, c);
                return std::array{x + y, x - y, x * y, x ^ y, x | y}[operation];
            }};
}

Shape giant_expression(unsigned depth, std::uint32_t salt) {
    Numbers numbers(salt);
    const Expression expression = make_expression(depth, numbers);
    return {"expression", kernel("uint b = n, c = a * b; a = " + expression.text + ";\n"),
            each([=](std::uint32_t a) { return expression.value(a, count, a * count); })};
}

// All operations are exact, so that contraction to fma changes no result.
Shape wide_doubles(unsigned statements, std::uint32_t salt) {
    std::string body = "double16 v[4]; for (int i = 0; i < 4; i++) v[i] = (double)(a % 1000) + i;\n";
    Numbers numbers(salt);
    struct Statement {
        std::uint32_t to, from, lane;
    };
    std::vector<Statement> list;
    for (unsigned i = 0; i < statements; ++i) {
        const Statement s{numbers.below(4), numbers.below(4), numbers.below(16)};
        list.push_back(s);
        body += "v[" + std::to_string(s.to) + "] = trunc(v[" + std::to_string(s.to) +
                "].sfedcba9876543210 * 0.5) + v[" + std::to_string(s.from) + "].s" + "0123456789abcdef"[s.lane] +
                " * 0.25; v[" + std::to_string(s.to) + "] = trunc(v[" + std::to_string(s.to) + "]) + " +
                std::to_string(i % 7) + ";\n";
    }
    body += "for (int i = 0; i < 4; i++) a = a * 3 + (uint)v[i].s3 + (uint)v[i].sc;\n";
    return {"double16", kernel(body), each([=](std::uint32_t a) {
                std::array<std::array<double, 16>, 4> v;
                for (unsigned i = 0; i < 4; ++i) v[i].fill(static_cast<double>(a % 1000) + i);
                for (unsigned i = 0; i < list.size(); ++i) {
                    const Statement s = list[i];
                    const auto old = v[s.to];
                    const double added = v[s.from][s.lane] * 0.25;
                    for (unsigned lane = 0; lane < 16; ++lane)
                        v[s.to][lane] = std::trunc(std::trunc(old[15 - lane] * 0.5) + added) + i % 7;
                }
                for (const auto& one : v)
                    a = a * 3 + static_cast<std::uint32_t>(one[3]) + static_cast<std::uint32_t>(one[12]);
                return a;
            })};
}

// Makes barriers in sequence, in branches and in loops, with values that live across them.
Shape barriers_in_flow(unsigned rounds, std::uint32_t salt) {
    std::string body = "local uint t[64]; uint l = get_local_id(0), b = a ^ 77u;\n";
    for (unsigned i = 0; i < rounds; ++i)
        body += "t[l] = a + " + text(i * salt) + "; barrier(1); b += t[(l + " + text(i % 7) +
                ") % 37]; barrier(1);\nif (n > " + text(i % 5) +
                ") { t[l] = b; barrier(1); a ^= t[36 - l]; barrier(1); }\n" + "for (uint i = 0; i < n % 3 + " +
                text(i % 2) + "; i++) { t[l] = b + i; barrier(1); a += t[l / 2]; barrier(1); }\n";
    return {"barriers_in_flow", kernel(body + "a += b;\n"), [=](Values& a) {
                Values b(a.size()), t(a.size());
                const auto all = [&](auto step) {
                    for (std::uint32_t l = 0; l < items; ++l) step(l);
                };
                all([&](std::uint32_t l) { b[l] = a[l] ^ 77u; });
                for (unsigned i = 0; i < rounds; ++i) {
                    all([&](std::uint32_t l) { t[l] = a[l] + i * salt; });
                    all([&](std::uint32_t l) { b[l] += t[(l + i % 7) % items]; });
                    if (count > i % 5) {
                        t = b;
                        all([&](std::uint32_t l) { a[l] ^= t[36 - l]; });
                    }
                    for (std::uint32_t j = 0; j < count % 3 + i % 2; ++j) {
                        all([&](std::uint32_t l) { t[l] = b[l] + j; });
                        all([&](std::uint32_t l) { a[l] += t[l / 2]; });
                    }
                }
                all([&](std::uint32_t l) { a[l] += b[l]; });
            }};
}

// Makes a tree of calls like call_tree(). The functions also pass a structure by value, and the lowest function has
// barriers.
Shape call_tree_with_barriers(unsigned levels, std::uint32_t salt) {
    std::string functions =
        "typedef struct { uint a[4]; } S;\n"
        "uint f" +
        std::to_string(levels) +
        "(uint x, local uint* t, S s) {\n"
        "  uint l = get_local_id(0); t[l] = x; barrier(1); uint r = t[36 - l] + s.a[x & 3]; barrier(1); return r; }\n";
    for (unsigned i = levels; i-- > 0;) {
        const std::string next = "f" + std::to_string(i + 1);
        // Only the lowest levels call the next function twice, because the total number of calls would otherwise be too
        // large.
        const std::string ways = i + 5 >= levels ? "return r ^ " + next + "(r + 1, t, s);"
                                                 : "return n == 77 ? r ^ " + next + "(r + 1, t, s) : r;";
        functions += "uint f" + std::to_string(i) +
                     "(uint x, local uint* t, S s) { uint n = get_local_size(0) + 1;"
                     " s.a[x & 3] += " +
                     text(i + salt) + "; uint r = " + next + "(x * 3, t, s); " + ways + " }\n";
    }
    const auto run = [=](auto& self, Values x, std::vector<std::array<std::uint32_t, 4>> s, unsigned level) -> Values {
        Values r(x.size());
        if (level == levels) {
            for (unsigned l = 0; l < items; ++l) r[l] = x[36 - l] + s[l][x[l] & 3];
            return r;
        }
        for (unsigned l = 0; l < items; ++l) s[l][x[l] & 3] += level + salt, x[l] *= 3;
        r = self(self, x, s, level + 1);
        if (level + 5 < levels) return r;
        Values next = r;
        for (std::uint32_t& one : next) ++one;
        const Values second = self(self, next, s, level + 1);
        for (unsigned l = 0; l < items; ++l) r[l] ^= second[l];
        return r;
    };
    return {"call_tree_with_barriers", functions + kernel("local uint t[64]; S s = {{1, 2, 3, 4}}; a = f0(a, t, s);\n"),
            [=](Values& a) { a = run(run, a, std::vector<std::array<std::uint32_t, 4>>(items, {1, 2, 3, 4}), 0); }};
}

/// Makes values that change between barriers. The compiler cannot exclude that work-items reach these barriers at
/// different times.
Shape values_where_items_part(unsigned values, std::uint32_t salt) {
    std::string before = "local uint t[64]; uint l = get_local_id(0);\n", round, after;
    for (unsigned i = 0; i < values; ++i) {
        const std::string v = "v" + std::to_string(i);
        before += "uint " + v + " = a + " + text(i * salt) + ";\n";
        round +=
            "if (l < n * 20 + " + text(i) + ") { t[l] = " + v + "; barrier(1); " + v + " += t[36 - l]; barrier(1); }\n";
        after += "a = a * 3 + " + v + ";\n";
    }
    return {"values_where_items_part", kernel(before + "for (uint r = 0; r < n; r++) {\n" + round + "}\n" + after),
            [=](Values& a) {
                Values sums = a;
                for (unsigned i = 0; i < values; ++i) {
                    Values v = a;
                    for (std::uint32_t& one : v) one += i * salt;
                    for (unsigned r = 0; r < count; ++r) {
                        const Values t = v;
                        for (unsigned l = 0; l < items; ++l) v[l] += t[36 - l];
                    }
                    for (unsigned l = 0; l < items; ++l) sums[l] = sums[l] * 3 + v[l];
                }
                a = sums;
            }};
}

// Sorts floats by odd-even transposition, in which each value is the minimum or maximum of two earlier values. Their
// bits come from integers, so the compiler cannot know that none is a NaN.
Shape sorting_network(unsigned values, std::uint32_t salt) {
    const auto name = [](unsigned i) { return "v" + std::to_string(i); };
    const auto bits = [=](unsigned i) { return 2 * i + salt; };
    std::string body;
    for (unsigned i = 0; i < values; ++i)
        body += "float " + name(i) + " = as_float((a * " + text(bits(i)) + " >> 9) | 0x3f800000u);\n";
    for (unsigned round = 0; round < values; ++round)
        for (unsigned i = round % 2; i + 1 < values; i += 2)
            body += "{ float low = fmin(" + name(i) + ", " + name(i + 1) + "); " + name(i + 1) + " = fmax(" + name(i) +
                    ", " + name(i + 1) + "); " + name(i) + " = low; }\n";
    for (unsigned i = 0; i < values; ++i) body += "a = a * 3 + as_uint(" + name(i) + ");\n";
    return {"sorting_network", kernel(body), each([=](std::uint32_t a) {
                std::vector<std::uint32_t> sorted(values);
                for (unsigned i = 0; i < values; ++i) sorted[i] = (a * bits(i) >> 9) | 0x3f800000u;
                std::ranges::sort(sorted);  // positive floats have the order of their bits
                for (const std::uint32_t value : sorted) a = a * 3 + value;
                return a;
            })};
}

}  // namespace

Shape many_barriers(unsigned barriers, std::uint32_t salt) {
    std::string body = "local uint t[64]; uint l = get_local_id(0), b = a * 3;\n";
    for (unsigned i = 0; i < barriers / 2; ++i)
        body += "t[l] = a + " + text(i * salt) + "; barrier(1); b += t[(l + " + text(i % 7) +
                ") % 37]; barrier(1); a = b ^ n;\n";
    return {"barriers", kernel(body), [=](Values& a) {
                Values b(a.size()), t(a.size());
                for (unsigned l = 0; l < items; ++l) b[l] = a[l] * 3;
                for (unsigned i = 0; i < barriers / 2; ++i) {
                    for (unsigned l = 0; l < items; ++l) t[l] = a[l] + i * salt;
                    for (unsigned l = 0; l < items; ++l) b[l] += t[(l + i % 7) % items], a[l] = b[l] ^ count;
                }
            }};
}

Shape call_tree(unsigned levels, std::uint32_t salt) {
    std::string functions = "uint f" + std::to_string(levels) + "(uint x) { return x * 5 + get_global_id(0); }\n";
    for (unsigned i = levels; i-- > 0;) {
        const std::string next = "f" + std::to_string(i + 1);
        // Only functions of the lowest levels call the next function twice.
        const std::string condition = i + 5 >= levels ? "x != 1" : "x == 1";
        functions += "uint f" + std::to_string(i) + "(uint x) { uint r = " + next + "(x + " + text(i + salt) +
                     "); if (" + condition + ") for (int i = 0; i < 2; i++) r = r * 3 + " + next +
                     "(r ^ 9); return r; }\n";
    }
    const auto run = [=](auto& self, std::uint32_t x, std::uint32_t id, unsigned level) -> std::uint32_t {
        if (level == levels) return x * 5 + id;
        std::uint32_t r = self(self, x + level + salt, id, level + 1);
        if (level + 5 >= levels ? x != 1 : x == 1)
            for (int i = 0; i < 2; ++i) r = r * 3 + self(self, r ^ 9, id, level + 1);
        return r;
    };
    return {"call_tree", functions + kernel("a = f0(a);\n"), [=](Values& g) {
                for (std::uint32_t id = 0; id < g.size(); ++id) g[id] = run(run, g[id], id, 0);
            }};
}

Shape many_phis(unsigned values, std::uint32_t salt) {
    std::string before, then, otherwise, after;
    for (unsigned i = 0; i < values; ++i) {
        const std::string v = "v" + std::to_string(i);
        before += "uint " + v + " = a + " + text(i * salt) + ";\n";
        then += v + " += v" + std::to_string((i * 7 + 1) % values) + ";\n";
        otherwise += v + " ^= v" + std::to_string((i * 3 + 1) % values) + ";\n";
        after += "a = a * 3 + " + v + ";\n";
    }
    return {"phis",
            kernel(before + "for (uint r = 0; r < n; r++) { if (v3 & (1u << r)) {\n" + then + "} else {\n" + otherwise +
                   "} }\n" + after),
            each([=](std::uint32_t a) {
                Values v(values);
                for (unsigned i = 0; i < values; ++i) v[i] = a + i * salt;
                for (unsigned r = 0; r < count; ++r) {
                    const bool adds = (v[3] & (1u << r)) != 0;
                    for (unsigned i = 0; i < values; ++i)
                        adds ? v[i] += v[(i * 7 + 1) % values] : v[i] ^= v[(i * 3 + 1) % values];
                }
                for (const std::uint32_t one : v) a = a * 3 + one;
                return a;
            })};
}

std::string many_kernels(unsigned kernels, std::uint32_t salt) {
    std::string source;
    for (unsigned i = 0; i < kernels; ++i)
        source += "kernel void k" + std::to_string(i) + "(global uint* g) { g[get_global_id(0)] *= " + text(salt + i) +
                  "; }\n";
    return source;
}

std::vector<Shape> all_shapes(std::uint32_t salt) {
    return {many_barriers(2000, salt),
            barriers_in_flow(150, salt),
            many_loops(3000, salt),
            deep_loops(64, salt),
            deep_ifs(200, salt),
            large_switch(500, salt),
            straight_line(5000, salt),
            private_arrays(300, salt),
            huge_array(4000, salt),
            giant_expression(12, salt),
            many_phis(500, salt),
            wide_doubles(300, salt),
            call_tree(24, salt),
            call_tree_with_barriers(24, salt),
            values_where_items_part(24, salt),
            sorting_network(32, salt)};
}

}  // namespace lanewise::shapes
