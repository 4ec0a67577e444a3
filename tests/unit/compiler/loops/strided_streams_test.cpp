// Tests loops in which each work-item reads or writes its own row, element by element (strided streams). The results
// must equal those of code that accesses one element at a time, also if the loop stores between the loads. The code
// must not read elements that the kernel does not read.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"
#include "wrapping_memory.h"

namespace lanewise::test {
namespace {

struct Way {
    std::uint32_t lanes;
    const char* limit;
};
std::string name_of_value(const Way& way) {
    return std::to_string(way.lanes) + "_lanes_" + (*way.limit ? way.limit : "host");
}

class Streams : public testing::TestWithParam<Way> {
protected:
    void run(const std::string& source, std::uint64_t items, const ArgumentBlock& arguments,
             bool large_launch = false) {
        RunOptions options;
        options.large_launch = large_launch;
        options.vector_width = GetParam().lanes;
        options.target_limit = GetParam().limit;
        run_kernel(source, "k", line(items, items), arguments, options);
    }
};

constexpr std::size_t lengths[] = {0, 1, 8, 15, 16, 24, 31, 40, 100};

template <class T>
void fill(T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 % 101);
}

template <class T>
T digest(const T* row, std::size_t count) {
    T sum = 1;
    for (std::size_t i = 0; i < count; ++i) sum = static_cast<T>(sum * 3 + row[i]);
    return sum;
}

// Ways to assign rows to work-items: each work-item gets one row, or several rows whose numbers differ by multiples of
// the global size. If work-items get several rows, some work-items finish earlier than others.
struct Order {
    const char* head;
    std::uint64_t items;
};
constexpr std::size_t rows = 83;
constexpr Order orders[] = {{"int i = get_global_id(0); if (i < rows)", rows + 5},
                            {"for (int i = get_global_id(0); i < rows; i += get_global_size(0))", 35}};

// The rows fill the memory up to an inaccessible page.
template <class T>
void check_rows(const Typed<T>& type, const Order& order, const auto& run) {
    for (const std::size_t length : lengths) {
        const GuardedMemory memory(rows * length * sizeof(T));
        T* values = memory.as<T>();
        fill(values, rows * length);
        std::vector<T> sums(rows);
        const std::string t = type.name;
        run("kernel void k(global const " + t + "* a, global " + t + "* sums, int n, int rows) {" + order.head + "{ " +
                t + " sum = 1;" + " for (int j = 0; j < n; ++j) sum = sum * 3 + a[i * n + j]; sums[i] = sum; } }",
            order.items,
            ArgumentBlock().add(values).add(sums.data()).add(static_cast<int>(length)).add(static_cast<int>(rows)));
        for (std::size_t i = 0; i < rows; ++i)
            ASSERT_EQ(sums[i], digest(values + i * length, length)) << t << ", row " << i << " of " << length;
    }
}

TEST_P(Streams, ReadTheirRows) {
    const auto run = [&](const auto&... arguments) { this->run(arguments...); };
    for (const Order& order : orders) {
        check_rows(Typed<std::uint8_t>{"uchar"}, order, run);
        check_rows(Typed<std::int16_t>{"short"}, order, run);
        check_rows(Typed<std::uint32_t>{"uint"}, order, run);
        check_rows(Typed<std::int64_t>{"long"}, order, run);
    }
}

TEST_P(Streams, TakeTheLanesThatAreOn) {
    constexpr std::size_t rows = 70, length = 50;
    const GuardedMemory memory(rows * length * sizeof(float));
    float* values = memory.as<float>();
    fill(values, rows * length);
    std::vector<float> sums(rows, -1);
    run("kernel void k(global const float* a, global float* sums, uint n) {"
        " size_t i = get_global_id(0); if (i % 3 == 1) return; float sum = 0, least = 1000;"
        " global const float* row = i < 70 ? a + i * n : (global const float*)0;"
        " if (i < 70) { for (uint j = 0; j < n; ++j) { sum += row[j] * j; least = fmin(least, row[j]); }"
        " sums[i] = sum - least; } }",
        95, ArgumentBlock().add(values).add(sums.data()).add(static_cast<unsigned>(length)));
    for (std::size_t i = 0; i < rows; ++i) {
        float sum = 0, least = 1000;
        for (std::size_t j = 0; j < length; ++j) {
            sum += values[i * length + j] * static_cast<float>(j);
            least = std::min(least, values[i * length + j]);
        }
        ASSERT_EQ(sums[i], i % 3 == 1 ? -1 : sum - least) << i;
    }
}

// Each iteration reads an element that is `distance` elements before the element that it writes. Later iterations may
// read the written element.
TEST_P(Streams, ReadWhatTheyHaveWritten) {
    constexpr int rows = 40, length = 70, pitch = length + 64;
    for (const int distance : {0, 1, 2, 7, 15, 16, 17, 32, -1, -3, -16, -20}) {
        std::vector<int> values(rows * pitch), expected;
        fill(values.data(), values.size());
        expected = values;
        run("kernel void k(global int* a, int n, int pitch, int distance) { int i = get_global_id(0);"
            " for (int j = 0; j < n; ++j) a[i * pitch + j + 32 + distance] = a[i * pitch + j + 32] * 3 + j; }",
            rows, ArgumentBlock().add(values.data()).add(length).add(pitch).add(distance));
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < length; ++j)
                expected[i * pitch + j + 32 + distance] = expected[i * pitch + j + 32] * 3 + j;
        ASSERT_EQ(values, expected) << distance;
    }
}

// Writes rows of elements of each type, and checks that nothing else was written.
template <class T>
void check_written_rows(const Typed<T>& type, const Order& order, const auto& run) {
    for (const std::size_t length : lengths) {
        const GuardedMemory memory(rows * length * sizeof(T));
        T* values = memory.as<T>();
        std::vector<T> factors(rows);
        fill(factors.data(), rows);
        const std::string t = type.name;
        run("kernel void k(global " + t + "* a, global const " + t + "* factors, int n, int rows) {" + order.head +
                " if (i % 5 != 2) for (int j = 0; j < n; ++j) a[i * n + j] = factors[i] + j; }",
            order.items,
            ArgumentBlock().add(values).add(factors.data()).add(static_cast<int>(length)).add(static_cast<int>(rows)));
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < length; ++j)
                ASSERT_EQ(values[i * length + j], i % 5 == 2 ? T{0} : static_cast<T>(factors[i] + static_cast<T>(j)))
                    << t << ", row " << i << " of " << length << ", element " << j;
    }
}

TEST_P(Streams, WriteTheirRows) {
    const auto run = [&](const auto&... arguments) { this->run(arguments...); };
    for (const Order& order : orders) {
        check_written_rows(Typed<std::uint8_t>{"uchar"}, order, run);
        check_written_rows(Typed<std::int16_t>{"short"}, order, run);
        check_written_rows(Typed<std::uint32_t>{"uint"}, order, run);
        check_written_rows(Typed<std::int64_t>{"long"}, order, run);
    }
}

// Loops that store before they load. The stores differ from the loads in size or stride.
TEST_P(Streams, MeetStoresOfAllKinds) {
    constexpr int rows = 40, length = 60, pitch = 512;
    const char* const bodies[] = {"b[j] = j; x = x * 5 + a[j];",
                                  "x = x * 5 + a[j]; b[2 * j] = x;",
                                  "b[j] = x; x = x * 5 + a[90 - j];",
                                  "b[j] = x; x = x * 5 + a[2 * j];",
                                  "a[j] = x; b[j] = x + 1; x = x * 5 + a[j - 1];",
                                  "a[j] = x; x += b[0]; b[j + 1] = x;",
                                  "c[j] = x; x = x * 5 + a[j / 4];",
                                  "a[j] = x; c[j] = 3; x += j;",
                                  "x = x * 5 + a[j]; b[100 - j] = x;",
                                  "c[j] = j; x = x * 5 + a[j];",
                                  "x = x * 5 + a[j]; *(global short*)(c + 2 * j) = x; b[j + 80] = x;"};
    const std::vector<int> shifts = {-70, -17, -3, 0, 1, 2, 14, 16, 40, 120};
    for (const char* body : bodies) {
        std::vector<int> values(shifts.size() * rows * pitch);
        fill(values.data(), values.size());
        std::vector<int> expected = values;
        const std::string loop = std::string("int j = 0; do {") + body + "} while (++j < n); a[-1] = x;";
        const std::string parameters = "(global int* p, global const int* shifts, int n, int pitch)";
        const std::string head =
            " int x = i; global int* a = p + i * pitch + 128; global int* b = a + shifts[i / 40];"
            " global char* c = (global char*)a + shifts[i / 40];";
        run("kernel void k" + parameters + " { int i = get_global_id(0);" + head + loop + "}", shifts.size() * rows,
            ArgumentBlock().add(values.data()).add(shifts.data()).add(length).add(pitch));
        std::vector<int> by_few = expected;
        run("kernel void k" + parameters + " { for (int i = get_global_id(0); i < 400; i += 150) {" + head + loop +
                "} }",
            150, ArgumentBlock().add(by_few.data()).add(shifts.data()).add(length).add(pitch));
        // The reference kernel runs one work-item. A volatile variable prevents the compiler from vectorizing this
        // kernel's loop.
        run("kernel void k" + parameters + " { for (int i = 0; i < 400; ++i) { volatile int never = 0;" + head + loop +
                " never = x; } }",
            1, ArgumentBlock().add(expected.data()).add(shifts.data()).add(length).add(pitch));
        ASSERT_EQ(values, expected) << body;
        ASSERT_EQ(by_few, expected) << body;
    }
}

// The unsigned index wraps around in the middle of a row, so that the rest of the row lies 4 GiB lower in memory.
TEST_P(Streams, FollowWrappedIndices) {
    const WrappingMemory memory;
    std::uint8_t* bytes = memory.bytes();
    memory.fill([](unsigned i) { return i * 7 % 101; });
    constexpr unsigned rows = 40, length = 75, before = 1000;
    std::vector<std::uint32_t> sums(rows);
    run("kernel void k(global const uchar* a, global uint* sums, uint n, uint first) {"
        " uint i = get_global_id(0), sum = 1;"
        " for (uint j = 0; j < n; ++j) sum = sum * 3 + a[first + i * n + j]; sums[i] = sum; }",
        rows, ArgumentBlock().add(bytes).add(sums.data()).add(length).add(0u - before), /*large_launch=*/true);
    for (unsigned i = 0; i < rows; ++i) {
        std::uint32_t sum = 1;
        for (unsigned j = 0; j < length; ++j)
            sum = sum * 3 + bytes[static_cast<std::uint32_t>(i * length + j - before)];
        EXPECT_EQ(sums[i], sum) << i;
    }
}

// Like the test FollowWrappedIndices, with 32-bit elements and an index of 16 bits.
TEST_P(Streams, FollowWrapped16BitIndices) {
    constexpr unsigned words = 1u << 16, rows = 40, length = 75, before = 1000;
    std::vector<std::uint32_t> values(words), sums(rows);
    fill(values.data(), values.size());
    run("kernel void k(global const uint* a, global uint* sums, uint n, uint first) {"
        " uint i = get_global_id(0), sum = 1;"
        " for (ushort j = 0; j < n; ++j) sum = sum * 3 + a[(ushort)(first + i * n + j)]; sums[i] = sum; }",
        rows, ArgumentBlock().add(values.data()).add(sums.data()).add(length).add(0u - before));
    for (unsigned i = 0; i < rows; ++i) {
        std::uint32_t sum = 1;
        for (unsigned j = 0; j < length; ++j) sum = sum * 3 + values[(i * length + j - before) % words];
        EXPECT_EQ(sums[i], sum) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Widths, Streams, testing::Values(Way{16, ""}, Way{8, "avx2"}), NamedByValues());
INSTANTIATE_TEST_SUITE_P(MoreWidths, Streams,
                         testing::Values(Way{0, ""}, Way{1, ""}, Way{8, ""}, Way{32, ""}, Way{64, ""}, Way{16, "sse2"}),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test
