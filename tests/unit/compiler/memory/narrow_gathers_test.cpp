// Tests gathers of elements of fewer than 32 bits. On some processors, such elements are extracted from gathered 32-bit
// words (widen/memory/scattered.h).
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "guarded_memory.h"
#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

constexpr unsigned items = 192, count = 1003;

template <class T>
std::vector<T> text() {
    std::vector<T> elements(count);
    for (unsigned i = 0; i < count; ++i) elements[i] = static_cast<T>(i * 2654435761u >> 7);
    return elements;
}

// Models a loop in which each element's value determines the index of the next element, up to the end of the elements.
template <class T>
int walk(const std::vector<T>& elements, unsigned item) {
    int sum = 0;
    for (unsigned at = item; at < count; at += 1 + static_cast<unsigned>(elements[at] & 15))
        sum = sum * 3 + elements[at];
    return sum;
}

class NarrowGathers : public testing::TestWithParam<unsigned> {
protected:
    // Runs the loop that walk() models in a kernel. `before` is the OpenCL C text of declarations that make the
    // elements available as an array `a`.
    template <class T>
    void expect_walks(const std::string& parameters, const std::string& before, const Typed<T>& type,
                      std::uint64_t local_bytes = 0) {
        const std::vector<T> elements = text<T>();
        const GuardedMemory memory(count * sizeof(T));  // the size is odd, and the elements end at the end of a page
        std::memcpy(memory.as<T>(), elements.data(), count * sizeof(T));
        std::vector<int> sums(items, -1);
        const std::string name = type.name;
        run_kernel("kernel void k(global int* sums, " + parameters + ") { " + before +
                       " uint i = get_global_id(0); int sum = 0;"
                       " for (uint at = i; at < 1003; at += 1 + (a[at] & 15)) sum = sum * 3 + a[at]; sums[i] = sum; }",
                   "k", line(items, 64), ArgumentBlock().add(sums.data()).add(memory.as<T>()).add(std::uint64_t{0}),
                   {.build_options = "-DT=" + name, .local_argument_bytes = local_bytes, .vector_width = GetParam()});
        for (unsigned item = 0; item < items; ++item)
            ASSERT_EQ(sums[item], walk(elements, item)) << name << ", item " << item;
    }

    template <class T>
    void expect_everywhere(const Typed<T>& type) {
        expect_walks("global const T* a", "", type);
        expect_walks("constant T* a", "", type);
        expect_walks("global const T* all, local T* a",
                     "for (uint k = get_local_id(0); k < 1003; k += 64) a[k] = all[k]; barrier(CLK_LOCAL_MEM_FENCE);",
                     type, count * sizeof(T));
        expect_walks("global const T* all", "T a[1003]; for (int k = 0; k < 1003; ++k) a[k] = all[k];", type);
    }
};

TEST_P(NarrowGathers, FindWhatOneItemFinds) {
    expect_everywhere(Typed<signed char>{"char"});
    expect_everywhere(Typed<unsigned char>{"uchar"});
    expect_everywhere(Typed<short>{"short"});
    expect_everywhere(Typed<unsigned short>{"ushort"});
}

// A `short` at an odd address may span two 32-bit words.
TEST_P(NarrowGathers, TakeUnalignedElementsApart) {
    constexpr unsigned bytes = 2 * count + 1;
    const GuardedMemory memory(bytes);
    std::iota(memory.as<unsigned char>(), memory.as<unsigned char>() + bytes, static_cast<unsigned char>(3));
    std::vector<int> sums(items, -1);
    run_kernel(
        "struct __attribute__((packed)) S { uchar head; ushort value; };"
        "kernel void k(global int* sums, global const struct S* s) { uint i = get_global_id(0); int sum = 0;"
        " for (uint at = i; at < 669; at += 1 + (s[at].value & 15)) sum = sum * 3 + s[at].value;"
        " sums[i] = sum; }",
        "k", line(items, 64), ArgumentBlock().add(sums.data()).add(memory.as<unsigned char>()),
        {.vector_width = GetParam()});
    for (unsigned item = 0; item < items; ++item) {
        int sum = 0;
        std::uint16_t value;
        for (unsigned at = item; at < 669; at += 1 + (value & 15u)) {
            std::memcpy(&value, memory.as<unsigned char>() + 3 * at + 1, sizeof(value));
            sum = sum * 3 + value;
        }
        ASSERT_EQ(sums[item], sum) << item;
    }
}

// OpenCL C requires aligned pointers, but some programs use unaligned addresses, and processors allow this.
TEST_P(NarrowGathers, FindShortsAtOddAddresses) {
    std::vector<unsigned char> bytes(4 * items + 2);
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(7));
    std::vector<int> found(2 * items, -1);
    run_kernel(
        "kernel void k(global int* found, global const uchar* all) { uint i = get_global_id(0);"
        " uint at = i * 5 % 97 + i; found[2 * i] = *(global const ushort*)(all + at);"
        " found[2 * i + 1] = at & 4 ? *(global const short*)(all + at + 3) : 0; }",
        "k", line(items, 64), ArgumentBlock().add(found.data()).add(bytes.data()), {.vector_width = GetParam()});
    for (unsigned i = 0; i < items; ++i) {
        const unsigned at = i * 5 % 97 + i;
        ASSERT_EQ(found[2 * i], bytes[at] | bytes[at + 1] << 8) << i;
        const int other = static_cast<std::int16_t>(bytes[at + 3] | bytes[at + 4] << 8);
        ASSERT_EQ(found[2 * i + 1], at & 4 ? other : 0) << i;
    }
}

// Private arrays that live across barriers are at fixed offsets in the worker's context, between other saved values of
// the lanes.
TEST_P(NarrowGathers, FindPrivateBytesAfterBarriers) {
    std::vector<int> found(items, -1);
    run_kernel(
        "kernel void k(global int* found, local uchar* l) { uint i = get_global_id(0), x = get_local_id(0);"
        " uchar p[3], q[3]; for (int k = 0; k < 3; k++) { p[k] = i * 5 + k; q[k] = i * 3 - k; }"
        " l[x] = p[i % 3u] + q[i & 1]; barrier(CLK_LOCAL_MEM_FENCE); uint at = i + l[x ^ 1]; int h = 1;"
        " if (at & 4) { p[at % 3u] += 3; h += p[(at >> 4) % 3u]; q[(at >> 2) % 3u] += h; }"
        " barrier(CLK_LOCAL_MEM_FENCE);"
        " if (at & 8) { p[(at >> 5) % 3u] += 3; h += p[(at >> 4) % 3u] + q[(at >> 2) % 3u]; } found[i] = h; }",
        "k", line(items, 64), ArgumentBlock().add(found.data()).add(std::uint64_t{0}),
        {.local_argument_bytes = 64, .vector_width = GetParam()});
    const auto byte = [](unsigned value) { return static_cast<unsigned char>(value); };
    for (unsigned i = 0; i < items; ++i) {
        const unsigned other = i ^ 1;
        unsigned char p[3], q[3];
        for (unsigned k = 0; k < 3; ++k) p[k] = byte(i * 5 + k), q[k] = byte(i * 3 - k);
        const unsigned at = i + byte(other * 5 + other % 3 + byte(other * 3 - (other & 1)));
        int h = 1;
        if (at & 4) {
            p[at % 3] = byte(p[at % 3] + 3u);
            h += p[(at >> 4) % 3];
            q[(at >> 2) % 3] = byte(q[(at >> 2) % 3] + static_cast<unsigned>(h));
        }
        if (at & 8) {
            p[(at >> 5) % 3] = byte(p[(at >> 5) % 3] + 3u);
            h += p[(at >> 4) % 3] + q[(at >> 2) % 3];
        }
        ASSERT_EQ(found[i], h) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Lanes, NarrowGathers, testing::Values(1u, 8u, 16u, 32u, 64u), NamedByValues());

}  // namespace
}  // namespace lanewise::test
