// Tests geometric functions (OpenCL C 3.0, section 6.15.5) against their formulas in a wider type, on all vectors of
// special values. NaNs and infinities must agree exactly; finite values may differ by rounding errors.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

using Half = _Float16;
using Wide = long double;

template <class T>
constexpr const char* name = std::is_same_v<T, Half>    ? "half"
                             : std::is_same_v<T, float> ? "float"
                                                        : "double";
template <class T>
constexpr Wide largest = Wide(std::numeric_limits<T>::max());
template <>
constexpr Wide largest<Half> = 65504;

template <class T>
std::vector<T> special_values() {
    const Wide tiny = std::is_same_v<T, Half> ? 0x1p-24L : std::is_same_v<T, float> ? 0x1p-149L : 0x1p-1074L;
    return {T(0),        T(-0.0),      T(1),           T(-3.25), T(tiny), T(largest<T>), T(-largest<T> / 2),
            T(HUGE_VAL), T(-HUGE_VAL), T(std::nan(""))};
}

/// Returns all vectors of `width` components: each combination of values.
template <class T>
std::vector<T> all_vectors(unsigned width) {
    const auto values = special_values<T>();
    std::vector<T> vectors;
    std::size_t count = 1;
    for (unsigned c = 0; c < width; ++c) count *= values.size();
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0, rest = i; c < width; ++c, rest /= values.size())
            vectors.push_back(values[rest % values.size()]);
    return vectors;
}

Wide norm(const std::vector<Wide>& p) {
    Wide sum = 0;
    for (const Wide x : p) sum += x * x;
    return std::sqrt(sum);
}

/// Returns the direction of `p`. If some elements are infinite, replaces each infinite element by +-1 and each finite
/// element by a zero of its sign. A zero vector is returned unchanged.
std::vector<Wide> direction(std::vector<Wide> p) {
    bool is_infinite = false, is_zero = true;
    for (const Wide x : p) is_infinite |= std::isinf(x), is_zero &= x == 0;
    if (is_zero) return p;
    if (is_infinite)
        for (Wide& x : p) x = std::isinf(x) ? std::copysign(Wide(1), x) : x * 0;
    const Wide length = norm(p);
    for (Wide& x : p) x /= length;
    return p;
}

template <class T>
bool is_near(T got, Wide wanted) {
    const Wide value = got;
    if (std::isnan(wanted)) return std::isnan(value);
    const Wide epsilon = std::is_same_v<T, Half> ? 0x1p-9L : std::is_same_v<T, float> ? 0x1p-20L : 0x1p-49L;
    const Wide tiny = std::is_same_v<T, Half> ? 0x1p-23L : std::is_same_v<T, float> ? 0x1p-147L : 0x1p-1072L;
    if (std::isinf(value)) return std::fabs(wanted) > largest<T> && (value < 0) == (wanted < 0);
    return std::fabs(value - wanted) <= std::max(std::fabs(wanted) * epsilon, tiny);
}

template <class T>
void check_width(unsigned width) {
    const std::vector<T> vectors = all_vectors<T>(width);
    const std::size_t count = vectors.size() / width;
    const std::string type = name<T> + (width == 1 ? "" : std::to_string(width)), n = std::to_string(width);
    const std::string load = width == 1 ? "v[i]" : "vload" + n + "(i, v)";
    const std::string store = width == 1 ? "u[i] = normalize(p)" : "vstore" + n + "(normalize(p), i, u)";
    std::vector<T> lengths(count), distances(count), squares(count), units(vectors.size());
    run_kernel("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global " + std::string(name<T>) +
                   "* v, global " + name<T> + "* l, global " + name<T> + "* d, global " + name<T> + "* s, global " +
                   name<T> + "* u) { int i = get_global_id(0); " + type + " p = " + load +
                   "; l[i] = length(p); d[i] = distance(p, -p); s[i] = dot(p, p); " + store + "; }",
               "k", line(count, 10),
               ArgumentBlock()
                   .add(vectors.data())
                   .add(lengths.data())
                   .add(distances.data())
                   .add(squares.data())
                   .add(units.data()));
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Wide> p(vectors.begin() + static_cast<std::ptrdiff_t>(i * width),
                                  vectors.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
        std::string text = type + ":";
        for (const Wide x : p) text += " " + std::to_string(double(x));
        const Wide length = norm(p);
        ASSERT_TRUE(is_near(lengths[i], length)) << "length of " << text << " " << double(lengths[i]);
        ASSERT_TRUE(is_near(squares[i], length * length)) << "dot of " << text << " " << double(squares[i]);
        // distance(p, -p) overflows for the largest numbers of each type except half, whose distance is computed in
        // float.
        bool overflows = false;
        for (const Wide x : p) overflows |= std::fabs(x) * 2 > largest<T> && !std::is_same_v<T, Half>;
        if (!overflows) {
            ASSERT_TRUE(is_near(distances[i], 2 * length)) << "distance of " << text;
        }
        const std::vector<Wide> wanted = direction(p);
        for (unsigned c = 0; c < width; ++c)
            ASSERT_TRUE(is_near(units[i * width + c], wanted[c]))
                << "normalize of " << text << " [" << c << "] " << double(units[i * width + c]);
    }
}

template <class T>
void check_all_widths() {
    for (const unsigned width : {1, 2, 3, 4}) check_width<T>(width);
}

TEST(Geometry, HoldsForHalf) { check_all_widths<Half>(); }
TEST(Geometry, HoldsForFloat) { check_all_widths<float>(); }
TEST(Geometry, HoldsForDouble) { check_all_widths<double>(); }

}  // namespace
}  // namespace lanewise::test
