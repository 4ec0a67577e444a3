// Tests work-group collective functions (OpenCL C 3.0, section 6.15.16) against a model, for groups of every shape,
// with one lane and with many lanes. Also tests the functions of cl_khr_work_group_uniform_arithmetic (section
// 6.15.17).
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct Case {
    NDRange range;
    unsigned lanes;
};

Case one_row(std::uint64_t global, std::uint64_t local, unsigned lanes) {
    Case result{{}, lanes};
    result.range.global_size[0] = global;
    result.range.local_size[0] = local;
    return result;
}

Case three_dimensions(unsigned lanes) {
    Case result{{}, lanes};
    result.range.work_dim = 3;
    result.range.global_size = {22, 7, 4};
    result.range.local_size = {11, 3, 2};
    return result;
}

class WorkGroup : public testing::TestWithParam<Case> {
protected:
    /// Evaluates `expression` in each work-item and returns the results. In the expression, `x` is the work-item's
    /// element of `in`. Inputs and results are sorted by group, and within a group by local linear id.
    template <typename T>
    std::vector<T> run(const std::string& type, const std::string& expression, const std::vector<T>& in) {
        const std::string source = "kernel void k(global const " + type + "* in, global " + type +
                                   R"(* out, global int* group) {
            size_t before = 0, size = get_local_size(0) * get_local_size(1) * get_local_size(2);
            size_t full = get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2);
            size_t g = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
            size_t i = g * full + get_local_linear_id();
            )" + type +
                                   " x = in[i]; out[i] = " + expression + "; group[g] = size; }";
        const NDRange& range = GetParam().range;
        groups = static_cast<unsigned>(range.total_groups());
        full = static_cast<unsigned>(range.items_per_group());
        sizes.assign(groups, 0);
        std::vector<T> out(in.size());
        ArgumentBlock arguments;
        arguments.add(in.data()).add(out.data()).add(sizes.data());
        RunOptions options;
        options.build_options = version;
        options.vector_width = GetParam().lanes;
        run_kernel(source, "k", range, arguments, options);
        return out;
    }

    template <typename T>
    std::vector<T> values() const {
        const NDRange& range = GetParam().range;
        std::vector<T> in(range.total_groups() * range.items_per_group());
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>((i * 7919 + 13) % 257) - T{100};
        return in;
    }

    /// Calls check(first, size) for each group, with the index of the group's first work-item and the number of its
    /// work-items.
    template <typename Check>
    void each_group(Check check) const {
        for (unsigned g = 0; g < groups; ++g) {
            ASSERT_GT(sizes[g], 0);
            check(g * full, static_cast<unsigned>(sizes[g]));
        }
    }

    /// Checks the reduction and both scans of the operation `name` with the argument `value`. `values` are the
    /// arguments, and `identity` and `combine` are the model.
    template <typename T, typename Combine>
    void check_operation(const std::string& type, const std::string& name, const std::string& value, T identity,
                         const std::vector<T>& values, const std::vector<T>& in, Combine combine) {
        const auto call = [&](const char* kind) {
            return run<T>(type, std::string("work_group_") + kind + "_" + name + "(" + value + ")", in);
        };
        const auto reduced = call("reduce"), inclusive = call("scan_inclusive"), exclusive = call("scan_exclusive");
        each_group([&](unsigned first, unsigned size) {
            T before = identity;
            for (unsigned i = first; i < first + size; ++i) {
                ASSERT_EQ(exclusive[i], before) << type << name << i;
                before = combine(before, values[i]);
                ASSERT_EQ(inclusive[i], before) << type << name << i;
            }
            for (unsigned i = first; i < first + size; ++i) ASSERT_EQ(reduced[i], before) << type << name << i;
        });
    }

    /// Checks the operations mul, and, or and xor on an integer type.
    template <typename T>
    void check_integers(const std::string& type) {
        using U = std::make_unsigned_t<T>;
        std::vector<T> in = values<T>();
        for (std::size_t i = 0; i < in.size(); ++i)
            in[i] = static_cast<T>(static_cast<U>(in[i]) * static_cast<U>(0x9e3779b97f4a7c15) | U{1} << (i % 31));
        check_operation<T>(type, "mul", "x", 1, in, in,
                           [](T x, T y) { return static_cast<T>(static_cast<U>(x) * static_cast<U>(y)); });
        check_operation<T>(type, "and", "x", static_cast<T>(~T{0}), in, in,
                           [](T x, T y) { return static_cast<T>(x & y); });
        check_operation<T>(type, "or", "x", 0, in, in, [](T x, T y) { return static_cast<T>(x | y); });
        check_operation<T>(type, "xor", "x", 0, in, in, [](T x, T y) { return static_cast<T>(x ^ y); });
    }

    /// Checks the operation mul on a floating-point type, with factors whose products are exact.
    template <typename T>
    void check_products(const std::string& type) {
        const std::vector<T> in = values<T>();
        std::vector<T> factors(in.size());
        for (std::size_t i = 0; i < in.size(); ++i)
            factors[i] = static_cast<T>(in[i] < T{0} ? -1 : in[i] > T{100} ? 2 : in[i] > T{50} ? 0.5 : 1);
        const std::string value =
            "x < 0 ? (" + type + ")-1 : x > 100 ? (" + type + ")2 : x > 50 ? (" + type + ")0.5f : (" + type + ")1";
        check_operation<T>(type, "mul", value, T{1}, factors, in, [](T x, T y) { return static_cast<T>(x * y); });
    }

    std::string version = "-cl-std=CL3.0";
    unsigned groups = 0, full = 0;
    std::vector<std::int32_t> sizes;  // number of work-items of each group
};

TEST_P(WorkGroup, Reduces) {
    const auto in = values<std::int32_t>();
    const auto sums = run<std::int32_t>("int", "work_group_reduce_add(x)", in);
    each_group([&](unsigned first, unsigned size) {
        std::int32_t sum = 0;
        for (unsigned i = first; i < first + size; ++i) sum += in[i];
        for (unsigned i = first; i < first + size; ++i) ASSERT_EQ(sums[i], sum) << i;
    });
    const auto least = run<std::int32_t>("int", "work_group_reduce_min(x)", in);
    each_group([&](unsigned first, unsigned size) {
        ASSERT_EQ(least[first], *std::min_element(&in[first], &in[first] + size));
    });
}

TEST_P(WorkGroup, ScansInOrder) {
    const auto in = values<double>();
    const auto before = run<double>("double", "work_group_scan_exclusive_add(x)", in);
    const auto most = run<double>("double", "work_group_scan_inclusive_max(x)", in);
    const auto first_of = run<double>("double", "work_group_scan_exclusive_min(x)", in);
    each_group([&](unsigned first, unsigned size) {
        double sum = 0, largest = -std::numeric_limits<double>::infinity();
        ASSERT_EQ(first_of[first], std::numeric_limits<double>::infinity());
        for (unsigned i = first; i < first + size; ++i) {
            ASSERT_EQ(before[i], sum) << i;
            sum += in[i];
            largest = std::max(largest, in[i]);
            ASSERT_EQ(most[i], largest) << i;
        }
    });
}

TEST_P(WorkGroup, VotesAndBroadcasts) {
    const auto in = values<std::int64_t>();
    const auto votes =
        run<std::int64_t>("long",
                          "work_group_all(x > -101) + 2 * work_group_all(x > 0) + 4 * work_group_any(x > 150) + "
                          "8 * work_group_any(x == 1)",
                          in);
    const auto last = run<std::int64_t>(
        "long",
        "work_group_broadcast(x, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1) + "
        "work_group_broadcast(x, 0, 0, 0)",
        in);
    each_group([&](unsigned first, unsigned size) {
        const auto* start = &in[first];
        const auto count = [&](auto holds) { return std::count_if(start, start + size, holds); };
        const auto n = static_cast<std::ptrdiff_t>(size);
        const std::int64_t expected =
            (count([](auto x) { return x > -101; }) == n) + 2 * (count([](auto x) { return x > 0; }) == n) +
            4 * (count([](auto x) { return x > 150; }) != 0) + 8 * (count([](auto x) { return x == 1; }) != 0);
        for (unsigned i = first; i < first + size; ++i) {
            ASSERT_EQ(votes[i], expected) << i;
            ASSERT_EQ(last[i], in[first + size - 1] + in[first]) << i;
        }
    });
}

TEST_P(WorkGroup, RepeatsInLoops) {
    const auto in = values<std::int32_t>();
    const auto out =
        run<std::int32_t>("int",
                          "({ int s = x; for (int r = 0; r < 3; ++r) s = work_group_scan_inclusive_add(s) % 1000 + "
                          "work_group_reduce_max(s); s; })",
                          in);
    each_group([&](unsigned first, unsigned size) {
        std::vector<std::int32_t> s(&in[first], &in[first] + size);
        for (int r = 0; r < 3; ++r) {
            const std::int32_t most = *std::max_element(s.begin(), s.end());
            std::int32_t sum = 0;
            for (std::int32_t& value : s) {
                sum += value;
                value = sum % 1000 + most;
            }
        }
        for (unsigned i = 0; i < size; ++i) ASSERT_EQ(out[first + i], s[i]) << i;
    });
}

TEST_P(WorkGroup, CombinesBits) {
    check_integers<std::int32_t>("int");
    check_integers<std::uint32_t>("uint");
    check_integers<std::int64_t>("long");
    check_integers<std::uint64_t>("ulong");
}

TEST_P(WorkGroup, Multiplies) {
    check_products<_Float16>("half");
    check_products<float>("float");
    check_products<double>("double");
}

TEST_P(WorkGroup, CombinesPredicates) {
    const auto in = values<std::int32_t>();
    for (const char* threshold : {"-200", "0", "150", "200"}) {
        std::vector<std::int32_t> holds(in.size());
        for (std::size_t i = 0; i < in.size(); ++i) holds[i] = in[i] > std::stoi(threshold);
        // Any number that is not 0 is true, for arguments and for results.
        const std::string predicate = std::string("x > ") + threshold + " ? x - 300 : 0";
        const auto check = [&](const char* name, std::int32_t identity, auto combine) {
            check_operation<std::int32_t>("int", name, predicate, identity, holds, in, combine);
        };
        check("logical_and", 1, [](int x, int y) { return x & y; });
        check("logical_or", 0, [](int x, int y) { return x | y; });
        check("logical_xor", 0, [](int x, int y) { return x ^ y; });
    }
}

TEST_P(WorkGroup, CombinesInEveryVersion) {
    for (const char* language : {"-cl-std=CL2.0", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"}) {
        version = language;
        check_products<float>("float");
        const auto in = values<std::uint32_t>();
        check_operation<std::uint32_t>("uint", "xor", "x", 0, in, in, [](auto x, auto y) { return x ^ y; });
    }
}

const auto name_of = [](const auto& test) {
    return std::to_string(test.param.range.global_size[0]) + "_by_" +
           std::to_string(test.param.range.items_per_group()) + "_" + std::to_string(test.param.lanes);
};

INSTANTIATE_TEST_SUITE_P(Shapes, WorkGroup, testing::Values(one_row(100, 37, 8), one_row(3, 1, 8), three_dimensions(1)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(MoreShapes, WorkGroup,
                         testing::Values(one_row(64, 64, 1), one_row(64, 64, 8), one_row(96, 32, 16),
                                         one_row(100, 37, 1), one_row(5, 5, 16), three_dimensions(8)),
                         name_of);

}  // namespace
}  // namespace lanewise::test
