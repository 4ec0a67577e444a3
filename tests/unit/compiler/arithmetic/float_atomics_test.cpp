// Tests cl_ext_float_atomics: atomics on float and double in global, local and generic memory, with one lane and with
// many. All values are small integers, so that sums are exact in any order.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

// Cells 0 to 3 become the sum, the difference, the minimum and the maximum. Cell 4 is for exchanges, and cell 5 is only
// loaded, stored and compared. Cells 6 and 7 become the minimum and the maximum of values with NaNs. Cell 8 counts
// compare-exchanges that failed as intended.
constexpr const char* body = R"(
    void act(SPACE ATOMIC* a, int i, T not_a_number) {
        atomic_fetch_add(a + 0, (T)i);
        atomic_fetch_sub_explicit(a + 1, (T)i, memory_order_relaxed);
        atomic_fetch_min_explicit(a + 2, (T)((i * 37) % 101 - 50), memory_order_acq_rel, memory_scope_device);
        atomic_fetch_max(a + 3, (T)((i * 37) % 101 - 50));
        T old = atomic_exchange(a + 4, (T)1); if (old != 1 && old != 0) atomic_store(a + 8, (T)-1000);
        atomic_store_explicit(a + 5, atomic_load(a + 5) + (T)0, memory_order_release);
        atomic_fetch_min(a + 6, i & 1 ? not_a_number : (T)i);
        atomic_fetch_max(a + 7, i & 1 ? not_a_number : (T)i);
        T other = (T)12345; if (!atomic_compare_exchange_strong(a + 5, &other, (T)0) && other == (T)7)
            atomic_fetch_add(a + 8, (T)1);
    }
)";
constexpr const char* global_kernel = R"(
    kernel void k(global T* out, T not_a_number) { act((global ATOMIC*)out, get_global_id(0) + 1, not_a_number); })";
constexpr const char* local_kernel = R"(
    kernel void k(global T* out, T not_a_number) {
        local ATOMIC cells[9]; int me = get_local_id(0);
        if (me < 9) atomic_init(cells + me, out[me]);
        barrier(CLK_LOCAL_MEM_FENCE);
        act(cells, me + 1, not_a_number);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < 9) out[me] = atomic_load(cells + me);
    })";

template <typename T>
void check(const char* type, const char* space, unsigned lanes) {
    constexpr int items = 100;
    const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    std::vector<T> cells = {0, 0, infinity, -infinity, 0, 7, nan, -infinity, 0};
    ArgumentBlock arguments;
    arguments.add(cells.data()).add(nan);
    NDRange range;
    range.global_size[0] = range.local_size[0] = items;
    RunOptions options;
    options.vector_width = lanes;
    options.build_options =
        std::string("-cl-std=CL3.0 -DT=") + type + " -DATOMIC=atomic_" + type + " -DSPACE=__" + space;
    const bool is_local = std::string(space) == "local";
    run_kernel(std::string(body) + (is_local ? local_kernel : global_kernel), "k", range, arguments, options);
    const std::vector<T> expected = {5050, -5050, -49, 50, 1, 7, 2, 100, items};
    for (unsigned i = 0; i < expected.size(); ++i) EXPECT_EQ(cells[i], expected[i]) << "cell " << i;
}

class FloatAtomics : public testing::TestWithParam<std::tuple<const char*, unsigned>> {};

TEST_P(FloatAtomics, OnFloat) { check<float>("float", std::get<0>(GetParam()), std::get<1>(GetParam())); }
TEST_P(FloatAtomics, OnDouble) { check<double>("double", std::get<0>(GetParam()), std::get<1>(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Spaces, FloatAtomics,
                         testing::Combine(testing::Values("global", "local", "generic"), testing::Values(1, 8, 16)),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
