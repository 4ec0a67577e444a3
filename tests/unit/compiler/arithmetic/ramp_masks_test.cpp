// Tests comparisons of a ramp (a value that grows by one from work-item to work-item) with any bound, for full and
// partial chunks.
#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned items = 150;

template <class T>
std::uint32_t compared(T value, T bound) {
    return (value < bound ? 1 : 0) + (value <= bound ? 2 : 0) + (value > bound ? 4 : 0) + (value >= bound ? 8 : 0) +
           (value == bound ? 16 : 0) + (value != bound ? 32 : 0);
}

// Runs a kernel with six comparisons, each of which guards a store. Work-item 0 is inactive at the last two
// comparisons.
template <class T>
class Comparisons {
public:
    Comparisons(const char* type, unsigned width) : type_(type), width_(width), kernel_(compiled(type, width)) {}

    void expect(T base, T bound) const {
        std::vector<std::uint32_t> out(items);
        kernel_.run(line(items, items), ArgumentBlock().add(out.data()).add(base).add(bound), 0);
        for (unsigned i = 0; i < items; ++i) {
            const T value = static_cast<T>(base + static_cast<T>(i));
            ASSERT_EQ(out[i], compared(value, bound) & (i > 0 ? 63 : 15))
                << type_ << " " << value << " and " << bound << ", " << width_ << " lanes";
        }
    }

private:
    static CompiledKernel compiled(const std::string& type, unsigned width) {
        const std::string value = std::signed_integral<T> ? "base + (" + type + ")i" : "i";
        const std::string source = "kernel void k(global uint* out, " + type + " base, " + type + " bound) {\n" +
                                   "    uint i = get_global_id(0);\n    " + type + " v = " + value + ";\n" +
                                   R"(    if (v < bound) out[i] += 1;
    if (v <= bound) out[i] += 2;
    if (v > bound) out[i] += 4;
    if (v >= bound) out[i] += 8;
    if (i > 0) {
        if (v == bound) out[i] += 16;
        if (v != bound) out[i] += 32;
    }
})";
        const compiler::ProgramResult program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
        EXPECT_EQ(program.status, compiler::Status::success) << program.log;
        return CompiledKernel(program.ir, "k", width, "");
    }

    const char* type_;
    unsigned width_;
    CompiledKernel kernel_;
};

constexpr int distances[] = {-200, -1, 0, 1, 31, 32, 33, 62, 63, 64, 65, 127, 128, 149, 150, 1000};

template <std::signed_integral T>
void expect_all(const char* type) {
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    for (const unsigned width : {32, 64}) {
        const Comparisons<T> comparisons(type, width);
        for (const T base : {least, T{-64}, T{0}, static_cast<T>(most - 149)}) {
            for (const int distance : distances)
                if ((distance >= 0 || base >= least + 200) && (distance < 150 || base <= most - 1000))
                    comparisons.expect(base, static_cast<T>(base + distance));
            for (const T bound : {least, T{-1}, T{0}, most}) comparisons.expect(base, bound);
        }
    }
}

template <std::unsigned_integral T>
void expect_all(const char* type) {
    for (const unsigned width : {32, 64}) {
        const Comparisons<T> comparisons(type, width);
        for (const int distance : distances)
            if (distance >= 0) comparisons.expect(0, static_cast<T>(distance));
        for (const T bound : {std::numeric_limits<T>::max(), static_cast<T>(std::numeric_limits<T>::max() / 2 + 1)})
            comparisons.expect(0, bound);
    }
}

TEST(RampMasks, TellLanesByNumbersOf32Bits) { expect_all<std::int32_t>("int"); }
TEST(RampMasks, TellLanesByNumbersOf64Bits) { expect_all<std::int64_t>("long"); }
TEST(RampMasks, TellLanesByNumbersOf32BitsWithoutSign) { expect_all<std::uint32_t>("uint"); }
TEST(RampMasks, TellLanesByNumbersOf64BitsWithoutSign) { expect_all<std::uint64_t>("ulong"); }

}  // namespace
}  // namespace lanewise::test
