// Tests rectangular transfers of buffers: compares the results with a simple model, and checks every error.
#include <algorithm>
#include <array>

#include "fixture.h"

namespace lanewise::test {
namespace {

using Size3 = std::array<std::size_t, 3>;

class Rect : public ContextTest {
protected:
    /// Returns the bytes of a box, one row after another.
    static std::vector<std::uint8_t> cut(const std::vector<std::uint8_t>& from, const Size3& origin,
                                         const Size3& region, std::size_t row, std::size_t slice) {
        std::vector<std::uint8_t> out;
        for (std::size_t z = 0; z < region[2]; ++z) {
            for (std::size_t y = 0; y < region[1]; ++y) {
                const std::size_t at = (origin[2] + z) * slice + (origin[1] + y) * row + origin[0];
                out.insert(out.end(), from.begin() + static_cast<std::ptrdiff_t>(at),
                           from.begin() + static_cast<std::ptrdiff_t>(at + region[0]));
            }
        }
        return out;
    }

    cl_int copy(const Mem& from, const Mem& to, const Size3& from_origin, const Size3& to_origin, const Size3& region,
                std::size_t from_row, std::size_t from_slice, std::size_t to_row, std::size_t to_slice) {
        return clEnqueueCopyBufferRect(queue, from.get(), to.get(), from_origin.data(), to_origin.data(), region.data(),
                                       from_row, from_slice, to_row, to_slice, 0, nullptr, nullptr);
    }
};

TEST_F(Rect, ReadsABox) {
    const Mem mem = counting_buffer(16 * 8 * 4);
    const Size3 origin{3, 2, 1};
    const Size3 region{5, 4, 2};
    const Size3 host_origin{0, 0, 0};
    std::vector<std::uint8_t> host(5 * 4 * 2);
    ASSERT_EQ(clEnqueueReadBufferRect(queue, mem.get(), CL_TRUE, origin.data(), host_origin.data(), region.data(), 16,
                                      128, 0, 0, host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(host, cut(counting(512), origin, region, 16, 128));
}

TEST_F(Rect, WritesABox) {
    const Mem mem = counting_buffer(512);
    const Size3 origin{3, 2, 1};
    const Size3 region{5, 4, 2};
    const Size3 host_origin{1, 0, 0};
    const std::vector<std::uint8_t> host(8 * 4 * 2, 0xEE);
    ASSERT_EQ(clEnqueueWriteBufferRect(queue, mem.get(), CL_TRUE, origin.data(), host_origin.data(), region.data(), 16,
                                       128, 8, 32, host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    const auto result = read(mem, 512);
    EXPECT_EQ(cut(result, origin, region, 16, 128), std::vector<std::uint8_t>(40, 0xEE));
    EXPECT_EQ(std::count(result.begin(), result.end(), 0xEE), 40 + 2);  // the bytes of counting() contain 0xEE twice
}

TEST_F(Rect, CopiesLongRows) {
    const std::size_t row = (std::size_t{1} << 20) + 64;
    const std::vector<std::uint8_t> content = counting(row * 3);
    const Mem source = buffer(row * 3, CL_MEM_COPY_HOST_PTR, const_cast<std::uint8_t*>(content.data()));
    const Mem target = buffer(row * 3);
    const Size3 region{row - 64, 3, 1};
    ASSERT_EQ(copy(source, target, {32, 0, 0}, {64, 0, 0}, region, row, 0, row, 0), CL_SUCCESS);
    EXPECT_EQ(cut(read(target, row * 3), {64, 0, 0}, region, row, row * 3),
              cut(content, {32, 0, 0}, region, row, row * 3));
}

TEST_F(Rect, OverlapIsFoundExactly) {
    const Mem mem = buffer(16 * 16 * 4);
    const Size3 region{4, 4, 2};
    // Tries all positions of a second box near the first box. Two boxes overlap if and only if they overlap in each
    // dimension.
    for (std::size_t z = 0; z < 3; ++z) {
        for (std::size_t y = 0; y < 12; ++y) {
            for (std::size_t x = 0; x < 12; ++x) {
                const bool overlaps = x < 10 && x + 4 > 6 && y < 9 && y + 4 > 5 && z < 3 && z + 2 > 1;
                EXPECT_EQ(copy(mem, mem, {6, 5, 1}, {x, y, z}, region, 16, 256, 16, 256),
                          overlaps ? CL_MEM_COPY_OVERLAP : CL_SUCCESS)
                    << x << ' ' << y << ' ' << z;
            }
        }
    }
    clFinish(queue);
}

TEST_F(Rect, CopyWithinOneBufferWithDefaultPitches) {
    const Mem mem = counting_buffer(64);
    EXPECT_EQ(copy(mem, mem, {0, 0, 0}, {0, 4, 0}, {8, 4, 1}, 0, 0, 0, 0), CL_SUCCESS);
    EXPECT_EQ(read(mem, 64)[32], 0);
    EXPECT_EQ(copy(mem, mem, {0, 0, 0}, {0, 4, 0}, {4, 2, 1}, 4, 0, 8, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, mem, {0, 0, 0}, {0, 4, 0}, {4, 2, 1}, 4, 8, 4, 12), CL_INVALID_VALUE);
}

TEST_F(Rect, Errors) {
    const Mem mem = buffer(512), other = buffer(512);
    const Mem foreign = buffer(512, 0, nullptr, other_context);
    const Mem hidden = buffer(512, CL_MEM_HOST_NO_ACCESS);
    std::vector<std::uint8_t> host(512);
    const auto expect_both = [&](cl_int expected, const Mem& m, const Size3* origin, const Size3* region,
                                 std::size_t row, std::size_t slice, void* ptr) {
        const std::size_t* const at = origin ? origin->data() : nullptr;
        const std::size_t* const shape = region ? region->data() : nullptr;
        const Size3 zero{0, 0, 0};
        EXPECT_EQ(clEnqueueReadBufferRect(queue, m.get(), CL_TRUE, at, zero.data(), shape, row, slice, 0, 0, ptr, 0,
                                          nullptr, nullptr),
                  expected);
        EXPECT_EQ(clEnqueueWriteBufferRect(queue, m.get(), CL_TRUE, at, zero.data(), shape, row, slice, 0, 0, ptr, 0,
                                           nullptr, nullptr),
                  expected);
    };
    const Size3 zero{0, 0, 0};
    const Size3 region{8, 4, 2};
    const Size3 flat{8, 4, 0};
    const Size3 far{0, 0, 15};
    const Size3 huge{0, 0, SIZE_MAX / 2};
    expect_both(CL_SUCCESS, mem, &zero, &region, 16, 64, host.data());
    expect_both(CL_INVALID_CONTEXT, foreign, &zero, &region, 0, 0, host.data());
    expect_both(CL_INVALID_OPERATION, hidden, &zero, &region, 0, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, nullptr, &region, 0, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, &zero, nullptr, 0, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, &zero, &region, 0, 0, nullptr);
    expect_both(CL_INVALID_VALUE, mem, &zero, &flat, 0, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, &far, &region, 0, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, &huge, &region, 16, 256, host.data());
    expect_both(CL_INVALID_VALUE, mem, &zero, &region, 7, 0, host.data());
    expect_both(CL_INVALID_VALUE, mem, &zero, &region, 16, 48, host.data());
    expect_both(CL_INVALID_VALUE, mem, &zero, &region, 16, 72, host.data());
    // Rules that apply to the source and to the destination of a copy.
    const auto copy_places = [&](const std::size_t* from, const std::size_t* to, const std::size_t* shape) {
        return clEnqueueCopyBufferRect(queue, mem.get(), other.get(), from, to, shape, 0, 0, 0, 0, 0, nullptr, nullptr);
    };
    EXPECT_EQ(copy_places(zero.data(), zero.data(), region.data()), CL_SUCCESS);
    EXPECT_EQ(copy_places(nullptr, zero.data(), region.data()), CL_INVALID_VALUE);
    EXPECT_EQ(copy_places(zero.data(), nullptr, region.data()), CL_INVALID_VALUE);
    EXPECT_EQ(copy_places(zero.data(), zero.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, zero, zero, flat, 0, 0, 0, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, far, zero, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, zero, far, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, zero, huge, region, 16, 256, 16, 256), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, zero, zero, region, 7, 0, 0, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, other, zero, zero, region, 0, 0, 16, 72), CL_INVALID_VALUE);
    EXPECT_EQ(copy(foreign, mem, zero, zero, region, 0, 0, 0, 0), CL_INVALID_CONTEXT);
    EXPECT_EQ(copy(mem, foreign, zero, zero, region, 0, 0, 0, 0), CL_INVALID_CONTEXT);
}

}  // namespace
}  // namespace lanewise::test
