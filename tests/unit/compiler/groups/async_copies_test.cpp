// Tests cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence. Boxes with elements of any size are copied
// between global and local memory, and a fence orders copies.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

/// The arguments of one copy, in the order of async_work_group_copy_3D3D. Lengths are numbers of elements.
struct Box {
    std::uint64_t to_offset, from_offset, element, elements, lines, planes, from_line, from_plane, to_line, to_plane;
};

/// Returns the number of bytes from the start of memory to the end of a box.
std::uint64_t span_of(const Box& box, std::uint64_t offset, std::uint64_t line, std::uint64_t plane) {
    const std::uint64_t last = offset + (box.planes - 1) * plane + (box.lines - 1) * line + box.elements;
    return last * box.element;
}

using Bytes = std::vector<std::uint8_t>;

void copy(Bytes& to, const Bytes& from, const Box& box) {
    for (std::uint64_t p = 0; p < box.planes; ++p)
        for (std::uint64_t l = 0; l < box.lines; ++l)
            std::memcpy(&to[(box.to_offset + p * box.to_plane + l * box.to_line) * box.element],
                        &from[(box.from_offset + p * box.from_plane + l * box.from_line) * box.element],
                        box.elements * box.element);
}

Box random_box(std::mt19937& random, bool has_gaps) {
    const auto upto = [&](std::uint64_t most) { return random() % (most + 1); };
    Box box{};
    box.to_offset = upto(3);
    box.from_offset = upto(5);
    box.element = 1 + upto(11);
    box.elements = 1 + upto(20);
    box.lines = 1 + upto(5);
    box.planes = 1 + upto(3);
    box.from_line = box.elements + (has_gaps ? upto(4) : 0);
    box.to_line = box.elements + (has_gaps ? upto(4) : 0);
    box.from_plane = box.from_line * box.lines + (has_gaps ? upto(7) : 0);
    box.to_plane = box.to_line * box.lines + (has_gaps ? upto(7) : 0);
    return box;
}

// Each work-group copies the box to local memory, and from there to its part of `out`. The second copy exchanges the
// strides of source and destination.
constexpr const char* boxes = R"(
    #pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
    #ifndef cl_khr_extended_async_copies
    #error
    #endif
    kernel void k(global const char* in, global char* out, local char* tile, ulong local_bytes, ulong out_bytes,
                  ulong to_offset, ulong from_offset, ulong element, ulong elements, ulong lines, ulong planes,
                  ulong from_line, ulong from_plane, ulong to_line, ulong to_plane) {
        for (ulong i = get_local_id(0); i < local_bytes; i += get_local_size(0)) tile[i] = 7;
        barrier(CLK_LOCAL_MEM_FENCE);
        out += get_group_id(0) * out_bytes;
        event_t e, f;
        if (planes == 1) {
            e = async_work_group_copy_2D2D(tile, to_offset, in, from_offset, element, elements, lines, from_line,
                                           to_line, 0);
            wait_group_events(1, &e);
            f = async_work_group_copy_2D2D(out, from_offset, tile, to_offset, element, elements, lines, to_line,
                                           from_line, 0);
        } else {
            e = async_work_group_copy_3D3D(tile, to_offset, in, from_offset, element, elements, lines, planes,
                                           from_line, from_plane, to_line, to_plane, 0);
            wait_group_events(1, &e);
            f = async_work_group_copy_3D3D(out, from_offset, tile, to_offset, element, elements, lines, planes,
                                           to_line, to_plane, from_line, from_plane, 0);
        }
        wait_group_events(1, &f);
        for (ulong i = get_local_id(0); i < local_bytes; i += get_local_size(0))
            out[out_bytes - local_bytes + i] = tile[i];
    })";

void check_box(const CompiledKernel& kernel, const Box& box) {
    constexpr std::uint64_t groups = 3, local = 21;
    const std::uint64_t from_bytes = span_of(box, box.from_offset, box.from_line, box.from_plane);
    const std::uint64_t local_bytes = span_of(box, box.to_offset, box.to_line, box.to_plane);
    const std::uint64_t out_bytes = from_bytes + local_bytes;
    Bytes in(from_bytes), out(groups * out_bytes, 9);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * 31 + i / 256);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data()).add(kernel.facts().local_bytes).add(local_bytes).add(out_bytes).add(box);
    kernel.run(line(groups * local, local), arguments, local_bytes);
    Bytes tile(local_bytes, 7), back(from_bytes, 9);
    copy(tile, in, box);
    const Box reversed{box.from_offset, box.to_offset, box.element,  box.elements,  box.lines,
                       box.planes,      box.to_line,   box.to_plane, box.from_line, box.from_plane};
    copy(back, tile, reversed);
    back.insert(back.end(), tile.begin(), tile.end());
    for (std::uint64_t group = 0; group < groups; ++group)
        ASSERT_EQ(Bytes(&out[group * out_bytes], &out[group * out_bytes] + out_bytes), back)
            << "group " << group << ", " << box.elements << " elements of " << box.element << " bytes in " << box.lines
            << " lines and " << box.planes << " planes";
}

TEST(AsyncCopies, CopyBoxes) {
    for (const char* version : {"", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
        const auto program = compiler::compiler_instance().build(boxes, version);
        ASSERT_EQ(program.status, compiler::Status::success) << program.log;
        for (const unsigned width : {0u, 1u, 8u, 16u}) {
            const CompiledKernel kernel(program.ir, "k", width, "");
            ASSERT_TRUE(kernel) << kernel.log();
            std::mt19937 random(width);
            for (int round = 0; round < 60; ++round)
                ASSERT_NO_FATAL_FAILURE(check_box(kernel, random_box(random, round % 3 != 0)));
        }
    }
}

TEST(AsyncCopies, StridedCopiesAreBoxes) {
    // "async_work_group_strided_copy is a special case of async_work_group_copy_2D2D, namely one which copies a single
    // column to a single line or vice versa."
    std::vector<std::int32_t> in(200), out(64, -1), strided(64, -1);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * 3);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data()).add(strided.data());
    run_kernel(R"(
        kernel void k(global const int* in, global int* box, global int* strided) {
            local int a[50], b[50];
            event_t e = async_work_group_copy_2D2D(a, 0, in, 0, sizeof(int), 1, 50, 4, 1, 0);
            e = async_work_group_strided_copy(b, in, 50, 4, e);
            wait_group_events(1, &e);
            e = async_work_group_copy(box, a, 50, 0);
            e = async_work_group_copy(strided, b, 50, e);
            wait_group_events(1, &e);
        })",
               "k", line(16, 16), arguments);
    EXPECT_EQ(out, strided);
    EXPECT_EQ(out[49], 49 * 12);
}

// Copies a line to local memory and back, and then another line through the same local memory. Without the fence, the
// work-items of a strided copy could overwrite elements that other work-items have not copied yet.
TEST(AsyncCopies, KeepTheOrderOfAFence) {
    constexpr std::uint64_t count = 90, local = 37, groups = 2;
    for (const unsigned width : {0u, 1u, 8u, 16u}) {
        std::vector<std::int32_t> in(2 * count), out(groups * 2 * count, -1);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * 7);
        ArgumentBlock arguments;
        arguments.add(in.data()).add(out.data());
        RunOptions options;
        options.vector_width = width;
        run_kernel(R"(
            #ifndef cl_khr_async_work_group_copy_fence
            #error
            #endif
            kernel void k(global const int* in, global int* out) {
                local int tile[90];
                out += get_group_id(0) * 180;
                event_t e = async_work_group_strided_copy(tile, in, 90, 2, 0);
                async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
                e = async_work_group_strided_copy(out, tile, 90, 2, e);
                async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                e = async_work_group_copy(tile, in + 90, 90, e);
                async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
                e = async_work_group_strided_copy(out + 1, tile, 90, 2, e);
                wait_group_events(1, &e);
            })",
                   "k", line(groups * local, local), arguments, options);
        for (std::uint64_t group = 0; group < groups; ++group)
            for (std::uint64_t i = 0; i < count; ++i) {
                ASSERT_EQ(out[(group * count + i) * 2], in[2 * i]) << width;
                ASSERT_EQ(out[(group * count + i) * 2 + 1], in[count + i]) << width;
            }
    }
}

// A program that does not name an extension may define functions with the names of the extension's functions.
TEST(AsyncCopies, LeaveNamesToPrograms) {
    std::vector<std::int32_t> out(8, 0);
    ArgumentBlock arguments;
    arguments.add(out.data());
    run_kernel(R"(
        int work_group_reduce_mul(int x) { return x * 2; }
        void async_work_group_copy_fence(int x) {}
        kernel void k(global int* out) { async_work_group_copy_fence(1);
            out[get_global_id(0)] = work_group_reduce_mul((int)get_global_id(0)); })",
               "k", line(8, 8), arguments);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 2 * i);
}

}  // namespace
}  // namespace lanewise::test
