#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "device/kernel/printf_buffer.h"
#include "device/kernel/printf_format.h"

namespace lanewise::device {
namespace {

/// Lays out arguments as compiled code does, each at a multiple of 8 bytes.
class Layout {
public:
    template <typename T>
    Layout& add(const T& value) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + (sizeof value + 7) / 8 * 8);
        std::memcpy(bytes_.data() + at, &value, sizeof value);
        return *this;
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

template <typename... Args>
std::string text(const char* format, const Args&... args) {
    Layout layout;
    (layout.add(args), ...);
    std::string out;
    EXPECT_TRUE(format_printf(out, format, layout.bytes())) << format;
    return out;
}

/// Returns the text "before " followed by the output for a format with a conversion that cannot be printed.
std::string broken(const char* format, const std::vector<std::byte>& arguments = {}) {
    std::string out = "before ";
    EXPECT_FALSE(format_printf(out, format, arguments)) << format;
    return out;
}

TEST(Printf, PlainText) {
    EXPECT_EQ(text(""), "");
    EXPECT_EQ(text("100%% sure\n"), "100% sure\n");
}

TEST(Printf, IntegerFlagsWidthAndPrecision) {
    EXPECT_EQ(text("%d|%5d|%-5d|%05d|%+d|% d", 7, 7, 7, 7, 7, 7), "7|    7|7    |00007|+7| 7");
    EXPECT_EQ(text("%.3d|%8.3i", 7, -7), "007|    -007");
    EXPECT_EQ(text("%u %o %#o %x %#x %X", -1, 8, 8, 255, 255, 255), "4294967295 10 010 ff 0xff FF");
}

TEST(Printf, LengthModifiersTruncateScalars) {
    EXPECT_EQ(text("%hhd %hd %d", 0x1ff, 0x1ffff, 5), "-1 -1 5");
    EXPECT_EQ(text("%hhu %hu", 0x1ff, 0x1ffff), "255 65535");
    EXPECT_EQ(text("%ld %lx", std::int64_t{-5000000000}, std::uint64_t{1} << 40), "-5000000000 10000000000");
}

TEST(Printf, Floating) {
    EXPECT_EQ(text("%f %.1f %8.3f|%-8.2f|%08.2f", 10.3456, 10.3456, 10.3456, 10.3456, 3.14),
              "10.345600 10.3   10.346|10.35   |00003.14");
    EXPECT_EQ(text("%e %G %a", 1.5, 0.0000023, 0.5), "1.500000e+00 2.3E-06 0x1p-1");
    EXPECT_EQ(text("%f %F %e", INFINITY * 1.0, INFINITY * 1.0, std::fabs(NAN * 1.0)), "inf INF nan");
}

TEST(Printf, VectorsOfEveryElementSize) {
    EXPECT_EQ(text("%v4hld", std::array<int, 4>{1, -2, 3, -4}), "1,-2,3,-4");
    EXPECT_EQ(text("%#v2hhx", std::array<std::uint8_t, 2>{0xfa, 0xfb}), "0xfa,0xfb");
    EXPECT_EQ(text("%v8hd", std::array<std::int16_t, 8>{1, 2, 3, 4, 5, 6, 7, -8}), "1,2,3,4,5,6,7,-8");
    EXPECT_EQ(text("%v2lu", std::array<std::uint64_t, 2>{1, ~std::uint64_t{0}}), "1,18446744073709551615");
    EXPECT_EQ(text("%5.2v4hlf", std::array<float, 4>{1, 2, 3, 4.5f}), " 1.00, 2.00, 3.00, 4.50");
    EXPECT_EQ(text("%v2lg", std::array<double, 2>{1.25, -2}), "1.25,-2");
    EXPECT_EQ(text("%v2hg", std::array<std::uint16_t, 2>{0x3e00, 0xfc00}), "1.5,-inf");
}

TEST(Printf, ThreeComponentVectorsTakeFour) {
    EXPECT_EQ(text("%v3hld %d", std::array<int, 4>{1, 2, 3, 99}, 5), "1,2,3 5");
}

TEST(Printf, CharactersStringsPointers) {
    EXPECT_EQ(text("%c|%4c|%-4c", 'a', '1', '1'), "a|   1|1   ");
    const char* foo = "foo";
    EXPECT_EQ(text("%s|%4s|%.1s", foo, foo, foo), "foo| foo|f");
    EXPECT_EQ(text("%p|%8p", std::uintptr_t{0x1234}, std::uintptr_t{0xab}), "0x1234|    0xab");
}

TEST(Printf, LongFields) {
    EXPECT_EQ(text("%300d", 1).size(), 300u);
    EXPECT_EQ(text("%.200f", 1.0).size(), 202u);
    EXPECT_EQ(text("%99999999999d", 1).size(), std::size_t{1} << 20);
    EXPECT_EQ(text("%*d", std::numeric_limits<int>::min(), 1).size(), std::size_t{1} << 20);
}

TEST(Printf, LengthsThatOnlyCHas) {
    const std::int64_t large = -5000000000;
    EXPECT_EQ(text("%lld %zd %td %jd %Ld", large, large, large, large, large),
              "-5000000000 -5000000000 -5000000000 -5000000000 -5000000000");
    EXPECT_EQ(text("%llu %zx", std::uint64_t{1} << 63, std::uint64_t{1} << 40), "9223372036854775808 10000000000");
    EXPECT_EQ(text("%lf %Lf %lle", 1.5, 1.5, 1.5), "1.500000 1.500000 1.500000e+00");
    EXPECT_EQ(text("%hld", 7), "7");
    EXPECT_EQ(text("%v2lld", std::array<std::int64_t, 2>{large, 1}), "-5000000000,1");
}

TEST(Printf, FieldsFromArguments) {
    EXPECT_EQ(text("%*d|%-*d|%*d|%0*d", 5, 7, 5, 7, -5, 7, 5, 7), "    7|7    |7    |00007");
    EXPECT_EQ(text("%.*f|%.*f|%*.*f", 2, 1.5, -2, 1.5, 6, 1, 1.5), "1.50|1.500000|   1.5");
    const char* three = "three";
    EXPECT_EQ(text("%.*s", 2, three), "th");
    EXPECT_EQ(text("%*v2hld", 3, std::array<int, 2>{1, 2}), "  1,  2");
}

TEST(Printf, PrintsWhatIsNoConversionAsItStands) {
    EXPECT_EQ(broken("abc %y, %5.2q, %d%", Layout().add(3).bytes()), "before abc %y, %5.2q, 3%");
    EXPECT_EQ(broken("%1$d %'d"), "before %1$d %'d");
    EXPECT_EQ(broken("%l"), "before %l");
    EXPECT_EQ(broken("%v5d %d", Layout().add(1).bytes()), "before %v5d 1");
    EXPECT_EQ(broken("%v2s|%v2hhf", Layout().add(0ll).add(0ll).bytes()), "before %v2s|%v2hhf");
}

// OpenCL C, section 6.15.14.2, does not support the conversion "n": the conversion must write nothing through its
// argument.
TEST(Printf, CountsNothing) {
    int count = 5;
    EXPECT_EQ(text("abc%n%hhn%lln|%d", &count, &count, &count, 3), "abc|3");
    EXPECT_EQ(count, 5);
}

TEST(Printf, PrintsConversionsWithoutArgumentsAsTheyStand) {
    EXPECT_EQ(broken("%d"), "before %d");
    EXPECT_EQ(broken("a %d b %-5d c\n", Layout().add(1).bytes()), "before a 1 b %-5d c\n");
    EXPECT_EQ(broken("%v4hld|%*d|%s|%p|%c|%n.", Layout().add(0ll).bytes()), "before %v4hld|%*d|%s|%p|%c|%n.");
}

/// Memory of one page that ends where an inaccessible page starts.
class LastPage {
public:
    LastPage()
        : memory_(static_cast<char*>(
              mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
        mprotect(memory_ + bytes, bytes, PROT_NONE);
        std::memset(memory_, 'x', bytes);
    }
    ~LastPage() { munmap(memory_, 2 * bytes); }
    LastPage(const LastPage&) = delete;
    LastPage& operator=(const LastPage&) = delete;
    char* end() const { return memory_ + bytes; }

private:
    static constexpr std::size_t bytes = 4096;
    char* const memory_;
};

// Kernels may pass any address as a string, even an inaccessible one.
TEST(Printf, TextsThatAreNotThere) {
    const LastPage page;
    for (const char* wrong : {reinterpret_cast<const char*>(8), reinterpret_cast<const char*>(~std::uintptr_t{0}),
                              static_cast<const char*>(page.end()), static_cast<const char*>(page.end() - 3)})
        EXPECT_EQ(broken("%d %s.", Layout().add(1).add(wrong).bytes()), "before 1 %s.");
    const char* const open_end = page.end() - 1000;
    EXPECT_EQ(text("%.3s|%5.1000s", open_end, open_end), "xxx|" + std::string(1000, 'x'));
    EXPECT_EQ(text("%.0s|%s", page.end(), static_cast<const char*>(nullptr)), "|(null)");
    page.end()[-1] = 0;
    EXPECT_EQ(text("%s", open_end), std::string(999, 'x'));
}

TEST(PrintfBuffer, FormatsThatAreNotThere) {
    const LastPage page;
    PrintfBuffer buffer;
    testing::internal::CaptureStdout();
    EXPECT_EQ(buffer.print(nullptr, {}), -1);
    EXPECT_EQ(buffer.print(reinterpret_cast<const char*>(8), {}), -1);
    EXPECT_EQ(buffer.print(page.end() - 2, {}), -1);
    EXPECT_EQ(buffer.print("here\n", {}), 0);
    buffer.flush();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "here\n");
}

TEST(PrintfBuffer, KeepsAllTextOfManyThreadsUntilFlushed) {
    PrintfBuffer buffer;
    constexpr int threads = 8, calls = 500;
    testing::internal::CaptureStdout();
    {
        std::vector<std::jthread> workers;
        for (int t = 0; t < threads; ++t) {
            workers.emplace_back([&] {
                const auto layout = Layout().add(1234567);
                for (int i = 0; i < calls; ++i) {
                    EXPECT_EQ(buffer.print("<%d>\n", layout.bytes()), 0);
                }
            });
        }
    }
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    testing::internal::CaptureStdout();
    buffer.flush();
    buffer.flush();
    const std::string out = testing::internal::GetCapturedStdout();
    std::string expected;
    for (int i = 0; i < threads * calls; ++i) expected += "<1234567>\n";
    EXPECT_EQ(out, expected);
}

TEST(PrintfBuffer, ReportsAFailedCall) {
    PrintfBuffer buffer;
    testing::internal::CaptureStdout();
    EXPECT_EQ(buffer.print("%d\n", {}), -1);
    buffer.flush();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "%d\n");
}

}  // namespace
}  // namespace lanewise::device
