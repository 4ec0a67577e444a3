// Tests shuffles of values loaded under a mask (target/kept_loads.h): masked-off elements are not read.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

// Makes a kernel in which work-items below n load an element and shuffle it. Work-items with an id of at least n are
// inactive, and the shuffle gets no value from them. Each kernel has only one shuffle, because two shuffles would share
// one load.
std::string source_for(const std::string& type, unsigned lanes, const std::string& shuffle) {
    return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(lanes) + "))) kernel void k(global const " +
           type + "* p, global " + type + "* out, int n) { int i = get_global_id(0); " + type +
           " x = 0; if (i < n) x = " + shuffle + "; out[i] = x; }";
}

template <typename T>
void check(const std::string& type, unsigned lanes) {
    const std::size_t n = lanes + lanes / 2 - 1, all = 2 * lanes;
    const GuardedMemory memory(n * sizeof(T));
    T* const p = memory.as<T>();
    for (std::size_t i = 0; i < n; ++i) p[i] = static_cast<T>(i * 7 + 1);
    const auto run = [&](const std::string& shuffle) {
        std::vector<T> out(all, T(99));
        RunOptions options;
        options.build_options = "-cl-std=CL3.0";
        run_kernel(source_for(type, lanes, shuffle), "k", line(all, lanes),
                   ArgumentBlock().add(p).add(out.data()).add(static_cast<std::int32_t>(n)), options);
        return out;
    };
    const std::vector<T> near = run("sub_group_shuffle_xor(p[i], 1)");
    const std::vector<T> any =
        run("sub_group_shuffle(p[i], get_sub_group_local_id() * 3 % (n % get_sub_group_size()))");
    for (std::size_t i = 0; i < all; ++i) {
        const std::size_t first = i / lanes * lanes, other = first + i % lanes * 3 % (n % lanes);
        if (i >= n || (i ^ 1) < n) ASSERT_EQ(near[i], i < n ? p[i ^ 1] : T(0)) << type << ' ' << lanes << ' ' << i;
        ASSERT_EQ(any[i], i < n ? p[other] : T(0)) << type << ' ' << lanes << ' ' << i;
    }
}

TEST(KeptLoads, ReadNothingThatTheMaskLeavesOut) {
    for (const unsigned lanes : {8U, 16U, 32U}) {
        check<std::int32_t>("int", lanes);
        check<float>("float", lanes);
        check<std::int64_t>("long", lanes);
        check<std::int16_t>("short", lanes);
        check<std::int8_t>("char", lanes);
    }
}

}  // namespace
}  // namespace lanewise::test
