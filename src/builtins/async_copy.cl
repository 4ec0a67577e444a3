// Async copies and prefetch (OpenCL C 3.0, section 6.15.11). All work-items of the group call these functions with the
// same arguments, so any work-item may copy. The first work-item makes contiguous copies alone. In strided copies, item
// i copies elements i, i + group size, ... Events carry no data: waiting for an event is a barrier.
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

// Copies a contiguous row in the first work-item, by vectors (simplify/loops/vectorize_loops.h). If all work-items
// copied, each iteration would need a vote of the work-items that have an element left.
template <class To, class From>
LW_INLINE void copy_row(To to, From from, ulong count) {
    if (item_in_group() != 0) return;
    for (ulong i = 0; i < count; ++i) to[i] = from[i];
}

constexpr uint local_and_global_fence = 3;  // CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE

/// Size of V in elements; 4 for a vector of 3 components.
template <class V>
constexpr ulong memory_width = sizeof(V) / sizeof(Element<V>);

}  // namespace lw

// Contiguous copies of vectors copy their components one by one.
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

#define LW_WAIT(AS)                                                             \
    LW_CONVERGENT void wait_group_events(int count, AS event_t* events) {       \
        lw::barrier(lw::local_and_global_fence);                                \
    }

LW_WAIT(__private)
LW_WAIT(__generic)
