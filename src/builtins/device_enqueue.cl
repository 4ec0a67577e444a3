// Device-side enqueue (OpenCL C 3.0, section 6.15.19), by the functions `__enqueue_kernel_*` that Clang calls. Queues
// and events are 64-bit words (compiler/frontend/objects/opaque_types.h). The kernel of a block is represented by a
// number.
#include "ocl_ops.h"

namespace lw {

struct Range {
    uint dimensions;
    ulong offsets[3], sizes[3], groups[3];
};

// The values of abi::DeviceCall.
enum Call : uint {
    default_queue,
    open_waits,
    add_wait,
    retain,
    release,
    create_user,
    set_status,
    is_valid,
    capture,
    work_group_size,
    work_group_multiple,
    max_sub_group_size,
    sub_group_count,
};

constexpr uint few_waits = 4;
constexpr uint bad_waits = ~0u;
constexpr ulong no_kernel = ~0ul;
constexpr ulong null_event = ~0ul;

// Enqueues a block or a marker. Reads the wait events and writes the new event here rather than in the runtime, so that
// an invalid pointer of the kernel faults in the kernel's code.
LW_INLINE int enqueue_after(ulong queue, uint flags, const __private Range* range, ulong block,
                            const __generic void* literal, uint wait_count, const __generic ulong* waits,
                            __generic ulong* event, uint local_count, const __private void* local_sizes) {
    ulong copies[few_waits];
    if ((wait_count == 0) != !waits) {
        wait_count = bad_waits;
    } else if (wait_count <= few_waits) {
        for (uint i = 0; i < few_waits; ++i)
            if (i < wait_count) copies[i] = waits[i];
    } else {
        copies[0] = device_call(open_waits, wait_count, 0);
        if (copies[0])
            for (uint i = 0; i < wait_count; ++i) device_call(add_wait, copies[0], waits[i]);
    }
    ulong made = null_event;
    const int status = enqueue(queue, flags, range, block, literal, wait_count, copies, local_count, local_sizes,
                               event ? &made : (__private ulong*)0);
    if (event && status == 0) *event = made;
    return status;
}

LW_INLINE Range range_of(uint dimensions, const __generic ulong* offset, const __generic ulong* size,
                         const __generic ulong* group) {
    Range range;
    range.dimensions = dimensions;
    for (uint d = 0; d < 3; ++d) {
        range.offsets[d] = d < dimensions && offset ? offset[d] : 0;
        range.sizes[d] = d < dimensions ? size[d] : 1;
        range.groups[d] = d < dimensions && group ? group[d] : 0;
    }
    return range;
}

}  // namespace lw

#define LW_NAMED(name) __asm__(name)

extern "C" {

int __enqueue_kernel_basic(ulong queue, uint flags, const __private lw::Range* range, const __generic void* block,
                           const __generic void* literal) {
    return lw::enqueue(queue, flags, range, (ulong)block, literal, 0, 0, 0, 0, 0);
}

int __enqueue_kernel_varargs(ulong queue, uint flags, const __private lw::Range* range, const __generic void* block,
                             const __generic void* literal, uint local_count, const __private void* local_sizes) {
    return lw::enqueue(queue, flags, range, (ulong)block, literal, 0, 0, local_count, local_sizes, 0);
}

int __enqueue_kernel_basic_events(ulong queue, uint flags, const __private lw::Range* range, uint wait_count,
                                  const __generic ulong* waits, __generic ulong* event, const __generic void* block,
                                  const __generic void* literal) {
    return lw::enqueue_after(queue, flags, range, (ulong)block, literal, wait_count, waits, event, 0, 0);
}

int __enqueue_kernel_events_varargs(ulong queue, uint flags, const __private lw::Range* range, uint wait_count,
                                    const __generic ulong* waits, __generic ulong* event, const __generic void* block,
                                    const __generic void* literal, uint local_count,
                                    const __private void* local_sizes) {
    return lw::enqueue_after(queue, flags, range, (ulong)block, literal, wait_count, waits, event, local_count,
                             local_sizes);
}

uint __get_kernel_work_group_size_impl(const __generic void* block, const __generic void* literal) {
    return lw::device_call(lw::work_group_size, (ulong)block, 0);
}
uint __get_kernel_preferred_work_group_size_multiple_impl(const __generic void* block,
                                                          const __generic void* literal) {
    return lw::device_call(lw::work_group_multiple, (ulong)block, 0);
}
uint __get_kernel_max_sub_group_size_for_ndrange_impl(const __private lw::Range* range, const __generic void* block,
                                                      const __generic void* literal) {
    return lw::device_call(lw::max_sub_group_size, (ulong)block, (ulong)range);
}
uint __get_kernel_sub_group_count_for_ndrange_impl(const __private lw::Range* range, const __generic void* block,
                                                   const __generic void* literal) {
    return lw::device_call(lw::sub_group_count, (ulong)block, (ulong)range);
}

ulong __lw_queue_word(ulong queue) { return queue; }
ulong __lw_event_word(ulong event) { return event; }
ulong __lw_null_queue() { return 0; }
ulong __lw_null_event() { return lw::null_event; }

}  // extern "C"

ulong get_default_queue() { return lw::device_call(lw::default_queue, 0, 0); }

int enqueue_marker(ulong queue, uint wait_count, const __generic ulong* waits, __generic ulong* event)
    LW_NAMED("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_");
int enqueue_marker(ulong queue, uint wait_count, const __generic ulong* waits, __generic ulong* event) {
    // To request exact error codes, the front end sets the highest bit of `wait_count`. No real number of events is so
    // high.
    const uint tells_why = wait_count & 0x80000000u;
    return lw::enqueue_after(queue, tells_why, 0, lw::no_kernel, 0, wait_count & ~tells_why, waits, event, 0, 0);
}

void retain_event(ulong event) LW_NAMED("_Z12retain_event12ocl_clkevent");
void retain_event(ulong event) { lw::device_call(lw::retain, event, 0); }
void release_event(ulong event) LW_NAMED("_Z13release_event12ocl_clkevent");
void release_event(ulong event) { lw::device_call(lw::release, event, 0); }
ulong create_user_event() { return lw::device_call(lw::create_user, 0, 0); }
bool is_valid_event(ulong event) LW_NAMED("_Z14is_valid_event12ocl_clkevent");
bool is_valid_event(ulong event) { return lw::device_call(lw::is_valid, event, 0) != 0; }
void set_user_event_status(ulong event, int status) LW_NAMED("_Z21set_user_event_status12ocl_clkeventi");
void set_user_event_status(ulong event, int status) { lw::device_call(lw::set_status, event, (ulong)(long)status); }
void capture_event_profiling_info(ulong event, int name, __global void* value)
    LW_NAMED("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");
void capture_event_profiling_info(ulong event, int name, __global void* value) {
    const int execution_time = 1;  // CLK_PROFILING_COMMAND_EXEC_TIME
    if (name == execution_time) lw::device_call(lw::capture, event, (ulong)value);
}

// Declares ndrange_* with generic pointers, since Clang's own declarations do not accept pointers to compound literals
// such as (size_t[2]){4, 4}.
#define LW_NDRANGE(ND, D)                                                                                              \
    lw::Range ndrange_##ND(const __generic ulong* size) { return lw::range_of(D, 0, size, 0); }                        \
    lw::Range ndrange_##ND(const __generic ulong* size, const __generic ulong* group) {                                \
        return lw::range_of(D, 0, size, group);                                                                        \
    }                                                                                                                  \
    lw::Range ndrange_##ND(const __generic ulong* offset, const __generic ulong* size, const __generic ulong* group) { \
        return lw::range_of(D, offset, size, group);                                                                   \
    }

LW_NDRANGE(2D, 2)
LW_NDRANGE(3D, 3)

lw::Range ndrange_1D(ulong size) { return lw::range_of(1, 0, &size, 0); }
lw::Range ndrange_1D(ulong size, ulong group) { return lw::range_of(1, 0, &size, &group); }
lw::Range ndrange_1D(ulong offset, ulong size, ulong group) { return lw::range_of(1, &offset, &size, &group); }
