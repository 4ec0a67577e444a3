// Tests sub-groups against a model on the host, which needs only the linear ids of the work-items in their group.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "sub_group_model.h"

namespace lanewise::test {
namespace {

TEST(SubGroups, SizesAndIdsFollowLinearIds) {
    for (const std::string& required : {"", "8", "16", "32"}) {
        const std::string attribute =
            required.empty() ? "" : "__attribute__((intel_reqd_sub_group_size(" + required + ")))";
        const Code code(attribute + R"(
            kernel void k(global uint* out) {
                out += index() * 6;
                out[0] = get_sub_group_size();
                out[1] = get_max_sub_group_size();
                out[2] = get_num_sub_groups();
                out[3] = get_enqueued_num_sub_groups();
                out[4] = get_sub_group_id();
                out[5] = get_sub_group_local_id();
            })");
        const CompiledKernel kernel(code.ir, "k", 0, "");
        ASSERT_TRUE(kernel) << kernel.log();
        const std::uint64_t size = kernel.facts().sub_group_size;
        if (!required.empty()) EXPECT_EQ(size, std::stoul(required));
        for (const NDRange& range : all_shapes()) {
            std::vector<std::uint32_t> out(items_of(range) * 6);
            kernel.run(range, ArgumentBlock().add(out.data()), 0);
            for (std::uint64_t i = 0; i < items_of(range); ++i) {
                const Place place = place_of(range, i);
                const std::uint64_t first = place.linear / size * size;
                const std::vector<std::uint32_t> told(&out[i * 6], &out[i * 6] + 6);
                const std::vector<std::uint32_t> expected{
                    static_cast<std::uint32_t>(std::min(size, place.items - first)),
                    static_cast<std::uint32_t>(size),
                    static_cast<std::uint32_t>((place.items + size - 1) / size),
                    static_cast<std::uint32_t>((range.items_per_group() + size - 1) / size),
                    static_cast<std::uint32_t>(place.linear / size),
                    static_cast<std::uint32_t>(place.linear % size)};
                ASSERT_EQ(told, expected) << range.local_size[0] << ' ' << range.local_size[1] << " item " << i;
            }
        }
    }
}

/// A sub-group call and its model. `expression` calls the function with arguments `x` and `lane`. The model computes
/// the result of lane `lane` from the values of all lanes, where null stands for an inactive lane. The model returns no
/// value if the result is undefined.
template <class T>
struct Call {
    using Lanes = std::vector<const T*>;
    std::string expression;
    std::function<std::optional<T>(const Lanes&, unsigned lane)> model;
};

template <class T>
T combined(const std::string& name, T a, T b) {
    if (name == "add") return static_cast<T>(a + b);
    if (name == "mul") return static_cast<T>(a * b);
    if (name == "min") return std::min(a, b);
    if (name == "max") return std::max(a, b);
    if constexpr (std::is_integral_v<T>) {
        if (name == "and") return static_cast<T>(a & b);
        if (name == "or") return static_cast<T>(a | b);
        return static_cast<T>(a ^ b);
    }
    return a;
}

template <class T>
T start_of(const std::string& name) {
    constexpr bool is_real = !std::is_integral_v<T>;
    if (name == "mul") return T(1);
    if (name == "min") return is_real ? T(std::numeric_limits<float>::infinity()) : std::numeric_limits<T>::max();
    if (name == "max") return is_real ? T(-std::numeric_limits<float>::infinity()) : std::numeric_limits<T>::lowest();
    if constexpr (!is_real)
        if (name == "and") return static_cast<T>(~T(0));
    return T(0);
}

template <class T>
T over(const std::string& name, const std::vector<const T*>& lanes, unsigned first, unsigned end) {
    T total = start_of<T>(name);
    for (unsigned lane = first; lane < std::min<std::size_t>(end, lanes.size()); ++lane)
        if (lanes[lane]) total = combined(name, total, *lanes[lane]);
    return total;
}

template <class T>
void add_arithmetic(std::vector<Call<T>>& calls, const std::string& prefix, const std::string& name) {
    using Lanes = typename Call<T>::Lanes;
    calls.push_back(
        {prefix + "reduce_" + name + "(x)", [name](const Lanes& lanes, unsigned) { return over(name, lanes, 0, 64); }});
    calls.push_back({prefix + "scan_inclusive_" + name + "(x)",
                     [name](const Lanes& lanes, unsigned lane) { return over(name, lanes, 0, lane + 1); }});
    calls.push_back({prefix + "scan_exclusive_" + name + "(x)",
                     [name](const Lanes& lanes, unsigned lane) { return over(name, lanes, 0, lane); }});
    if (prefix != "sub_group_non_uniform_") return;
    for (const unsigned size : {1u, 2u, 4u, 8u})
        calls.push_back({"sub_group_clustered_reduce_" + name + "(x, " + std::to_string(size) + ")",
                         [name, size](const Lanes& lanes, unsigned lane) {
                             return over(name, lanes, lane / size * size, lane / size * size + size);
                         }});
}

template <class T>
void add_shuffle(std::vector<Call<T>>& calls, const std::string& expression,
                 std::function<unsigned(unsigned lane, unsigned size)> from) {
    calls.push_back({expression, [from](const typename Call<T>::Lanes& lanes, unsigned lane) -> std::optional<T> {
                         const unsigned source = from(lane, static_cast<unsigned>(lanes.size()));
                         if (source >= lanes.size() || !lanes[source]) return std::nullopt;
                         return *lanes[source];
                     }});
}

template <class T>
unsigned first_on(const std::vector<const T*>& lanes) {
    unsigned first = 0;
    while (!lanes[first]) ++first;
    return first;
}

template <class T>
std::vector<Call<T>> calls_of(unsigned width) {
    std::vector<Call<T>> calls;
    for (const char* name : {"add", "min", "max"}) add_arithmetic(calls, "sub_group_", name);
    for (const char* name : {"add", "mul", "min", "max"}) add_arithmetic(calls, "sub_group_non_uniform_", name);
    if (std::is_integral_v<T>)
        for (const char* name : {"and", "or", "xor"}) add_arithmetic(calls, "sub_group_non_uniform_", name);
    add_shuffle<T>(calls, "sub_group_shuffle(x, (lane * 5 + 3) % get_sub_group_size())",
                   [](unsigned lane, unsigned size) { return (lane * 5 + 3) % size; });
    add_shuffle<T>(calls, "sub_group_shuffle(x, from)",
                   [](unsigned lane, unsigned size) { return (lane * 3 + 1) % size; });
    add_shuffle<T>(calls, "sub_group_shuffle_xor(x, 1)", [](unsigned lane, unsigned) { return lane ^ 1; });
    add_shuffle<T>(calls, "sub_group_shuffle_xor(x, six)", [](unsigned lane, unsigned) { return lane ^ 6; });
    add_shuffle<T>(calls, "sub_group_shuffle_up(x, 1)", [](unsigned lane, unsigned) { return lane - 1; });
    add_shuffle<T>(calls, "sub_group_shuffle_down(x, 2)", [](unsigned lane, unsigned) { return lane + 2; });
    add_shuffle<T>(calls, "sub_group_shuffle_down(x, six)", [](unsigned lane, unsigned) { return lane + 6; });
    add_shuffle<T>(calls, "sub_group_rotate(x, six)", [width](unsigned lane, unsigned) { return (lane + 6) % width; });
    add_shuffle<T>(calls, "sub_group_rotate(x, -1)",
                   [width](unsigned lane, unsigned) { return (lane + width - 1) % width; });
    add_shuffle<T>(calls, "sub_group_clustered_rotate(x, 1, 4)",
                   [](unsigned lane, unsigned) { return lane / 4 * 4 + (lane + 1) % 4; });
    add_shuffle<T>(calls, "sub_group_broadcast(x, 0)", [](unsigned, unsigned) { return 0u; });
    add_shuffle<T>(calls, "sub_group_non_uniform_broadcast(x, six)", [](unsigned, unsigned) { return 6u; });
    add_shuffle<T>(calls, "sub_group_broadcast(x, get_sub_group_size() - 1)",
                   [](unsigned, unsigned size) { return size - 1; });
    calls.push_back(
        {"sub_group_broadcast_first(x)", [](const auto& lanes, unsigned) { return *lanes[first_on(lanes)]; }});
    calls.push_back({"sub_group_non_uniform_all_equal(x)", [](const auto& lanes, unsigned) {
                         const T first = *lanes[first_on(lanes)];
                         return T(std::ranges::all_of(lanes, [&](const T* x) { return !x || *x == first; }));
                     }});
    return calls;
}

// Source of takes_part(), which selects the work-items that take part in a call. The modes are: all work-items, some
// lanes, work-items with `chosen` set, and the last lanes of each sub-group.
constexpr unsigned modes = 4;
constexpr const char* mode_source = R"(
    bool takes_part(uint mode, uint lane, int chosen) {
        return mode == 0 || (mode == 1 && lane % 3 != 1) || (mode == 2 && chosen) || (mode == 3 && lane + 4 > get_sub_group_size());
    }
)";

bool takes_part(unsigned mode, unsigned lane, int chosen, std::size_t size) {
    return mode == 0 || (mode == 1 && lane % 3 != 1) || (mode == 2 && chosen) || (mode == 3 && lane + 4 > size);
}

template <class T>
void check_type(const std::string& type, unsigned width, std::string_view target_limit) {
    const std::vector<Call<T>> calls = calls_of<T>(width);
    const auto count = static_cast<std::uint32_t>(calls.size());
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + std::string(mode_source) +
                         "__attribute__((intel_reqd_sub_group_size(" + std::to_string(width) + ")))" +
                         "kernel void k(global const " + type + "* in, global const int* chosen, global " + type +
                         "* out, uint mode, uint six, uint n) {"
                         "  size_t i = index(); uint lane = get_sub_group_local_id(); " +
                         type +
                         " x = in[i];"
                         "  uint from = (lane * 3 + 1) % get_sub_group_size();"
                         "  if (takes_part(mode, lane, chosen[i])) {";
    for (std::uint32_t c = 0; c < count; ++c)
        source += "out[" + std::to_string(c) + " * n + i] = " + calls[c].expression + ";\n";
    const Code code(source + "} }");
    const CompiledKernel kernel(code.ir, "k", 0, target_limit);
    ASSERT_TRUE(kernel) << kernel.log();
    for (const NDRange& range : some_shapes()) {
        const auto n = static_cast<std::uint32_t>(items_of(range));
        std::vector<T> in(n);
        std::vector<std::int32_t> chosen(n);
        for (std::uint32_t i = 0; i < n; ++i) {
            in[i] = static_cast<T>(static_cast<int>(i * 7919 % 17) -
                                   (std::is_signed_v<T> || !std::is_integral_v<T> ? 8 : 0));
            if (i % 5 && !std::is_integral_v<T>) in[i] = static_cast<T>(i % 2 ? 1 : -1);
            chosen[i] = i * 31 % 7 > 3;
        }
        for (std::uint32_t mode = 0; mode < modes; ++mode) {
            std::vector<T> out(n * calls.size());
            const std::uint32_t six = 6;
            kernel.run(range,
                       ArgumentBlock().add(in.data()).add(chosen.data()).add(out.data()).add(mode).add(six).add(n), 0);
            for (const auto& items : sub_groups(range, width)) {
                typename Call<T>::Lanes lanes;
                for (unsigned lane = 0; lane < items.size(); ++lane)
                    lanes.push_back(takes_part(mode, lane, chosen[items[lane]], items.size()) ? &in[items[lane]]
                                                                                              : nullptr);
                for (std::uint32_t c = 0; c < count; ++c)
                    for (unsigned lane = 0; lane < items.size(); ++lane) {
                        if (!lanes[lane]) continue;
                        const std::optional<T> expected = calls[c].model(lanes, lane);
                        if (!expected) continue;
                        const T got = out[c * n + items[lane]];
                        // The device may multiply floating-point numbers in another order than the model. The results
                        // are compared only if they are small, because rounding may change large products.
                        if (std::is_integral_v<T> || std::abs(static_cast<double>(*expected)) < 256)
                            ASSERT_EQ(static_cast<double>(got), static_cast<double>(*expected))
                                << type << ' ' << calls[c].expression << " mode " << mode << " local "
                                << range.local_size[0] << ',' << range.local_size[1] << " item " << items[lane];
                    }
            }
        }
    }
}

class SubGroupTypes : public testing::TestWithParam<std::tuple<unsigned, std::string_view>> {
protected:
    template <class T>
    void check(const std::string& type) {
        check_type<T>(type, std::get<0>(GetParam()), std::get<1>(GetParam()));
    }
};

TEST_P(SubGroupTypes, Char) { check<std::int8_t>("char"); }
TEST_P(SubGroupTypes, Uchar) { check<std::uint8_t>("uchar"); }
TEST_P(SubGroupTypes, Short) { check<std::int16_t>("short"); }
TEST_P(SubGroupTypes, Ushort) { check<std::uint16_t>("ushort"); }
TEST_P(SubGroupTypes, Int) { check<std::int32_t>("int"); }
TEST_P(SubGroupTypes, Uint) { check<std::uint32_t>("uint"); }
TEST_P(SubGroupTypes, Long) { check<std::int64_t>("long"); }
TEST_P(SubGroupTypes, Ulong) { check<std::uint64_t>("ulong"); }
TEST_P(SubGroupTypes, Half) { check<_Float16>("half"); }
TEST_P(SubGroupTypes, Float) { check<float>("float"); }
TEST_P(SubGroupTypes, Double) { check<double>("double"); }

const auto name_of = [](const auto& info) {
    const std::string_view limit = std::get<1>(info.param);
    return std::to_string(std::get<0>(info.param)) + "_" + (limit.empty() ? "all" : limit == "avx2" ? "avx2" : "sse");
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupTypes, testing::Combine(testing::Values(16u), testing::Values("")), name_of);
INSTANTIATE_TEST_SUITE_P(MoreSizes, SubGroupTypes,
                         testing::Combine(testing::Values(8u, 32u), testing::Values("", "avx2", "sse4.2")), name_of);
INSTANTIATE_TEST_SUITE_P(MoreProcessors, SubGroupTypes,
                         testing::Combine(testing::Values(16u), testing::Values("avx2", "sse4.2")), name_of);

}  // namespace
}  // namespace lanewise::test
