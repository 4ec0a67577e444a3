// Async copies and prefetch (OpenCL C 3.0, section 6.15.11). All work-items of the group call these functions with the
// same arguments, so any work-item can copy any element. The first work-item makes contiguous copies alone. In strided
// copies, item i copies elements i, i + group size, ... Events carry no data: waiting for an event is a barrier. The
// functions of cl_khr_extended_async_copies copy boxes, line by line; each line is a contiguous copy.
#include "memory_model.h"
#include "ocl_ops.h"

namespace lw {

LW_INLINE ulong group_items() { return local_size(0) * local_size(1) * local_size(2); }
LW_INLINE ulong item_in_group() {
    return (local_id(2) * local_size(1) + local_id(1)) * local_size(0) + local_id(0);
}

template <class To, class From>
LW_INLINE void copy(To to, ulong to_stride, From from, ulong from_stride, ulong count) {
    const ulong step = group_items();
    for (ulong i = item_in_group(); i < count; i += step) to[i * to_stride] = from[i * from_stride];
}

// Copies elements like copy(), but each element as several pieces of a smaller type.
template <class To, class From>
LW_INLINE void copy_pieces(To to, ulong to_stride, From from, ulong from_stride, ulong count, ulong pieces) {
    const ulong step = group_items();
    for (ulong i = item_in_group(); i < count * pieces; i += step) {
        const ulong element = i / pieces;
        const ulong piece = i % pieces;
        to[element * to_stride * pieces + piece] = from[element * from_stride * pieces + piece];
    }
}

// Copies contiguous elements. Only the first work-item copies, and its loop is vectorized
// (simplify/loops/vectorize_loops.h). If all work-items copied, they would have to vote in each iteration on whether
// elements are left.
template <class To, class From>
LW_INLINE void copy_row(To to, From from, ulong count) {
    if (item_in_group() != 0) return;
    for (ulong i = 0; i < count; ++i) to[i] = from[i];
}

/// Places of a box's lines in memory: offset of the first line, and distances between lines and planes, in bytes.
struct Box {
    ulong offset, line, plane;
};

LW_INLINE Box box_of(ulong element, ulong offset, ulong line, ulong plane) {
    return {offset * element, line * element, plane * element};
}

// Copies `planes` planes of `lines` lines. Lines without gaps between them are copied like one line.
template <class To, class From>
LW_INLINE void copy_box(To to, Box to_box, From from, Box from_box, ulong bytes, ulong lines, ulong planes) {
    if (item_in_group() != 0) return;
    if (to_box.line == bytes && from_box.line == bytes) {
        bytes *= lines;
        lines = 1;
    }
    to += to_box.offset;
    from += from_box.offset;
    for (ulong plane = 0; plane < planes; ++plane)
        for (ulong line = 0; line < lines; ++line) {
            To to_line = to + plane * to_box.plane + line * to_box.line;
            From from_line = from + plane * from_box.plane + line * from_box.line;
            for (ulong i = 0; i < bytes; ++i) to_line[i] = from_line[i];
        }
}

constexpr uint local_and_global_fence = 3;  // CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE

/// Number of elements that a value of type V occupies in memory; 4 for a vector of 3 components.
template <class V>
constexpr ulong memory_width = sizeof(V) / sizeof(Element<V>);

}  // namespace lw

// LW_COPY defines contiguous copies, which copy the components of vectors one by one.
#define LW_COPY(V, TO, FROM)                                                                    \
    event_t async_work_group_copy(TO V* to, const FROM V* from, size_t count, event_t event) {  \
        using T = lw::Element<V>;                                                               \
        lw::copy_row((TO T*)to, (const FROM T*)from, count * lw::memory_width<V>);              \
        return event;                                                                           \
    }
#define LW_ASYNC(V)                                                                             \
    LW_COPY(V, __local, __global)                                                               \
    LW_COPY(V, __global, __local)                                                               \
    event_t async_work_group_strided_copy(__local V* to, const __global V* from, size_t count,  \
                                          size_t from_stride, event_t event) {                  \
        lw::copy(to, 1, from, from_stride, count);                                              \
        return event;                                                                           \
    }                                                                                           \
    event_t async_work_group_strided_copy(__global V* to, const __local V* from, size_t count,  \
                                          size_t to_stride, event_t event) {                    \
        lw::copy(to, to_stride, from, 1, count);                                                \
        return event;                                                                           \
    }                                                                                           \
    void prefetch(const __global V* p, size_t count) {}

LW_WIDTHS(LW_ASYNC, char)
LW_WIDTHS(LW_ASYNC, uchar)
LW_WIDTHS(LW_ASYNC, short)
LW_WIDTHS(LW_ASYNC, ushort)
LW_WIDTHS(LW_ASYNC, int)
LW_WIDTHS(LW_ASYNC, uint)
LW_WIDTHS(LW_ASYNC, long)
LW_WIDTHS(LW_ASYNC, ulong)
LW_WIDTHS(LW_ASYNC, half)
LW_WIDTHS(LW_ASYNC, float)
LW_WIDTHS(LW_ASYNC, double)

// Strided copies of elements whose type OpenCL C lacks: each element is copied as `pieces` values of type V. Only the
// translation of SPIR-V calls these functions (src/compiler/spirv/instructions/async_copies.cpp).
#define LW_COPY_OF_PIECES(V)                                                                              \
    event_t async_work_group_strided_copy_of_pieces(__local V* to, const __global V* from, size_t count,  \
                                                    size_t from_stride, size_t pieces, event_t event) {   \
        lw::copy_pieces(to, 1, from, from_stride, count, pieces);                                         \
        return event;                                                                                     \
    }                                                                                                     \
    event_t async_work_group_strided_copy_of_pieces(__global V* to, const __local V* from, size_t count,  \
                                                    size_t to_stride, size_t pieces, event_t event) {     \
        lw::copy_pieces(to, to_stride, from, 1, count, pieces);                                           \
        return event;                                                                                     \
    }

LW_COPY_OF_PIECES(char)
LW_COPY_OF_PIECES(short)
LW_COPY_OF_PIECES(int)
LW_COPY_OF_PIECES(long)

#define LW_WAIT(AS)                                                             \
    LW_CONVERGENT void wait_group_events(int count, AS event_t* events) {       \
        lw::barrier(lw::local_and_global_fence);                                \
    }

LW_WAIT(__private)
LW_WAIT(__generic)

#define LW_COPY_BOX(TO, FROM)                                                                                        \
    event_t async_work_group_copy_2D2D(TO void* to, size_t to_offset, const FROM void* from, size_t from_offset,     \
                                       size_t element, size_t elements, size_t lines, size_t from_line,              \
                                       size_t to_line, event_t event) {                                              \
        lw::copy_box((TO char*)to, lw::box_of(element, to_offset, to_line, 0), (const FROM char*)from,               \
                     lw::box_of(element, from_offset, from_line, 0), element* elements, lines, 1);                   \
        return event;                                                                                                \
    }                                                                                                                \
    event_t async_work_group_copy_3D3D(TO void* to, size_t to_offset, const FROM void* from, size_t from_offset,     \
                                       size_t element, size_t elements, size_t lines, size_t planes,                 \
                                       size_t from_line, size_t from_plane, size_t to_line, size_t to_plane,         \
                                       event_t event) {                                                              \
        lw::copy_box((TO char*)to, lw::box_of(element, to_offset, to_line, to_plane), (const FROM char*)from,        \
                     lw::box_of(element, from_offset, from_line, from_plane), element* elements, lines, planes);     \
        return event;                                                                                                \
    }
LW_COPY_BOX(__local, __global)
LW_COPY_BOX(__global, __local)

// Strided copies are made by all work-items of the group, so later copies must wait for all of them.
LW_CONVERGENT void async_work_group_copy_fence(uint flags) { lw::barrier(flags & lw::local_and_global_fence); }
