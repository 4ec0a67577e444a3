// Tests gathers and scatters at arbitrary addresses, whether or not the lanes' addresses are within 2 GB. The code must
// access the same elements with 32-bit offsets as with 64-bit addresses (machine/narrow_offsets.h).
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr unsigned items = 128;

/// A range of more than 2^32 addresses. Only addresses near multiples of 2^30 bytes have memory.
class FarMemory {
public:
    static constexpr std::size_t step = std::size_t{1} << 30, half = 9 * step, near = std::size_t{1} << 17;

    FarMemory()
        : begin_(static_cast<std::byte*>(
              mmap(nullptr, 2 * half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
        for (std::size_t at = step; at < 2 * half; at += step)
            mprotect(begin_ + at - near, 2 * near, PROT_READ | PROT_WRITE);
    }
    ~FarMemory() { munmap(begin_, 2 * half); }
    FarMemory(const FarMemory&) = delete;
    FarMemory& operator=(const FarMemory&) = delete;

    template <class T>
    T* middle() const {
        return reinterpret_cast<T*>(begin_ + half);
    }

private:
    std::byte* begin_;
};

class NarrowOffsets : public testing::TestWithParam<unsigned> {
protected:
    /// Runs a kernel that loads, increments and stores one element per work-item, under a mask. The element's index is
    /// computed from `at[i]`: by `source` in OpenCL C, and by `find` in C++.
    template <class T, class Index, class Find>
    void expect_found(const Typed<T>& type, const Typed<Index>& index, const std::vector<Index>& at,
                      const std::string& source, Find find) {
        const FarMemory memory;
        T* a = memory.middle<T>();
        for (unsigned i = 0; i < items; ++i) a[find(at[i])] = static_cast<T>(i * 5 + 1);
        std::vector<T> loaded(items);
        run_kernel(
            "kernel void k(global T* loaded, global T* a, global const I* all) { size_t i = get_global_id(0);"
            " I at = all[i]; if (i % 5 != 3) { T x = a[" +
                source + "]; loaded[i] = x; a[" + source + "] = x + 2; } }",
            "k", line(items, 64), ArgumentBlock().add(loaded.data()).add(a).add(at.data()),
            {.build_options = std::string("-DT=") + type.name + " -DI=" + index.name,
             .vector_width = GetParam(),
             .large_launch = true});
        for (unsigned i = 0; i < items; ++i) {
            const bool runs = i % 5 != 3;
            const T first = static_cast<T>(i * 5 + 1);
            ASSERT_EQ(loaded[i], runs ? first : T{0}) << type.name << " " << source << ", item " << i;
            ASSERT_EQ(a[find(at[i])], static_cast<T>(first + (runs ? 2 : 0))) << type.name << ", item " << i;
        }
    }

    /// Returns a different index for each work-item. The indices are near the numbers in `middles`, which consecutive
    /// work-items use in turn.
    template <class Index>
    static std::vector<Index> around(const std::vector<std::int64_t>& middles) {
        std::vector<Index> at(items);
        for (unsigned i = 0; i < items; ++i)
            at[i] = static_cast<Index>(middles[i % middles.size()] + (i * 37 % items) * 3 - 150);
        return at;
    }

    template <class T>
    void expect_everywhere(const Typed<T>& type) {
        constexpr std::int64_t size = sizeof(T), step = FarMemory::step / sizeof(T);
        const Typed<int> whole{"int"};
        const Typed<unsigned> natural{"uint"};
        const auto at = [](auto index) { return static_cast<std::int64_t>(index); };
        // Uses byte offsets near the smallest and the largest `int`, then indices near these numbers.
        expect_found(type, whole, around<int>({0, step, -step}), "at", at);
        if (size > 1) expect_found(type, whole, around<int>({0, 2 * step - 300, -2 * step + 300}), "at", at);
        if (size == 4) expect_found(type, whole, around<int>({7 * step, -8 * step + 300, 0}), "at", at);
        // Uses indices above the largest `int`.
        if (size <= 4) expect_found(type, natural, around<unsigned>({2 * size * step, step, 4096}), "at", at);
        if (size == 1) expect_found(type, natural, around<unsigned>({4 * step - 300, step, 4096}), "at", at);
        if (size <= 4)
            expect_found(type, natural, around<unsigned>({2 * size * step, step, 4096}), "at - 1000L",
                         [](unsigned i) { return i - 1000L; });
        // Uses indices that are sums of uniform and varying terms.
        expect_found(type, whole, around<int>({step, -step, 4096}), "at + 1000L", [](int i) { return i + 1000L; });
        expect_found(type, whole, around<int>({0, 2048}), "(long)at * 3 - (at & 1)",
                     [](int i) { return std::int64_t{i} * 3 - (i & 1); });
        if (size == 4)
            expect_found(type, whole, around<int>({step, -step}), "(long)at * 3",
                         [](int i) { return std::int64_t{i} * 3; });
    }
};

TEST_P(NarrowOffsets, FindTheSamePlaces) {
    expect_everywhere(Typed<signed char>{"char"});
    expect_everywhere(Typed<unsigned short>{"ushort"});
    expect_everywhere(Typed<int>{"int"});
    expect_everywhere(Typed<float>{"float"});
    expect_everywhere(Typed<double>{"double"});
}

// Gathers from objects of few bytes. The indices contain a large term that is added and subtracted again, so that
// intermediate results exceed 32 bits.
TEST_P(NarrowOffsets, FindPlacesInSmallObjects) {
    std::vector<int> found(items, -1);
    run_kernel(
        "constant int table[7] = {3, 1, 4, 1, 5, 9, 2};"
        "kernel void k(global int* found, long far, int n) { uint i = get_global_id(0), x = get_local_id(0);"
        " local long l[64][3]; int p[11]; for (int k = 0; k < 11; ++k) p[(k * 4) % 11] = i * k;"
        " for (int k = 0; k < 3; ++k) l[(x * 13) & 63][k] = x * k + 7; barrier(CLK_LOCAL_MEM_FENCE); int sum = 0;"
        " for (int k = 0; k < n; ++k) if ((i + k) % 3) {"
        "   sum = sum * 3 + p[(i + k) % 11u] + table[(long)((i * 5u + k) % 7u) + far - far];"
        "   p[(sum & 7) + 2] += 1; long at = far + ((i * 7 + k) & 63); sum += l[at - far][(sum ^ k) & 1]; }"
        " found[i] = sum; }",
        "k", line(items, 64), ArgumentBlock().add(found.data()).add(std::int64_t{1} << 40).add(20),
        {.vector_width = GetParam()});
    constexpr int table[7] = {3, 1, 4, 1, 5, 9, 2};
    for (unsigned i = 0; i < items; ++i) {
        long l[64][3];
        int p[11];
        for (unsigned x = 0; x < 64; ++x)
            for (unsigned k = 0; k < 3; ++k) l[(x * 13) & 63][k] = x * k + 7;
        for (unsigned k = 0; k < 11; ++k) p[(k * 4) % 11] = static_cast<int>(i * k);
        unsigned sum = 0;
        for (unsigned k = 0; k < 20; ++k) {
            if ((i + k) % 3 == 0) continue;
            sum = sum * 3 + static_cast<unsigned>(p[(i + k) % 11] + table[(i * 5 + k) % 7]);
            p[(sum & 7) + 2] += 1;
            sum += static_cast<unsigned>(l[(i * 7 + k) & 63][(sum ^ k) & 1]);
        }
        ASSERT_EQ(found[i], static_cast<int>(sum)) << i;
    }
}

// The varying term of the index has up to 32 bits, as many as an offset. The uniform term is a multiple of 2^32.
TEST_P(NarrowOffsets, FindTheOnlyRowOfMany) {
    std::vector<int> found(items, -1), x(items);
    for (unsigned i = 0; i < items; ++i) x[i] = static_cast<int>(1024 + i * 37 % 256);
    run_kernel(
        "kernel void k(global int* found, global const int* x, long row, local uchar* l) { size_t i = get_global_id(0);"
        " for (int k = 0; k < 4; ++k) l[get_local_id(0) * 4 + k] = get_local_id(0) * 3 + k;"
        " barrier(CLK_LOCAL_MEM_FENCE); local uchar (*rows)[1UL << 32] = (local uchar(*)[1UL << 32])l;"
        " found[i] = rows[row][(ulong)x[i] - (ulong)(x[i + row] & ~255u)]; }",
        "k", line(items, 64),
        ArgumentBlock().add(found.data()).add(x.data()).add(std::int64_t{0}).add(std::uint64_t{0}),
        {.local_argument_bytes = 256, .vector_width = GetParam()});
    for (unsigned i = 0; i < items; ++i) {
        const unsigned at = i * 37 % 256;
        ASSERT_EQ(found[i], static_cast<unsigned char>(at / 4 * 3 + at % 4)) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Lanes, NarrowOffsets, testing::Values(1u, 8u, 16u, 32u, 64u), NamedByValues());

}  // namespace
}  // namespace lanewise::test
