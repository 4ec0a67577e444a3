// Prints one line for each overload of the double functions, with a digest of its results. The script same_bits.cmake
// compares the output of builds for different CPU levels: the level must not change a bit.
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "samples.h"
#include "table.h"

using namespace lanewise::test;

namespace {

constexpr std::size_t count = 48 * 512;

std::uint64_t digest(const std::vector<double>& values) {
    std::uint64_t sum = 0;
    for (const double value : values) {
        const double one_nan = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
        sum = (sum ^ std::bit_cast<std::uint64_t>(one_nan)) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return sum;
}

template <class Functions, class Run>
void print(const Functions& functions, Run run) {
    std::vector<double> result(count);
    for (const auto& function : functions)
        for (std::size_t width = 0; width < width_count; ++width) {
            run(function.shims[width], result.data());
            std::printf("%s%d %016" PRIx64 "\n", function.name, widths[width], digest(result));
        }
}

}  // namespace

int main() {
    Samples<double> samples;
    std::vector<double> x(count), y(count);
    std::vector<int> n(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = samples.next(), y[i] = samples.next(), n[i] = samples.next_int();
    print(unary_functions<double>(), [&](auto shim, double* result) { shim(x.data(), result, count); });
    print(binary_functions<double>(), [&](auto shim, double* result) { shim(x.data(), y.data(), result, count); });
    print(int_argument_functions<double>(),
          [&](auto shim, double* result) { shim(x.data(), n.data(), result, count); });
}
