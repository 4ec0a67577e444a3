#include "runtime/api/enqueue/transfer_checks.h"

#include <bit>

#include "runtime/api/mem_flags.h"

namespace lanewise::runtime::api {
namespace {

/// Computes a * b + c; throws CL_INVALID_VALUE when the result does not fit.
std::size_t multiply_add(std::size_t a, std::size_t b, std::size_t c) {
    std::size_t product = 0;
    std::size_t sum = 0;
    const bool overflows = __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum);
    check(!overflows, CL_INVALID_VALUE, "the region is out of bounds");
    return sum;
}

std::size_t box_offset(const std::size_t* at, const device::BoxLayout& layout) {
    return multiply_add(at[2], layout.slice_pitch, multiply_add(at[1], layout.row_pitch, at[0]));
}

}  // namespace

Ref<MemObject> deref_memory(const Queue& queue, cl_mem handle) {
    Ref<MemObject> object = deref(handle);
    // "CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same"
    check(&object->context() == &queue.context(), CL_INVALID_CONTEXT, "the memory object belongs to another context");
    return object;
}

Ref<MemObject> deref_buffer(const Queue& queue, cl_mem handle) {
    Ref<MemObject> object = deref_memory(queue, handle);
    // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object"
    check(object->kind() == MemKind::buffer, CL_INVALID_MEM_OBJECT, "the memory object is no buffer");
    return object;
}

// "CL_INVALID_OPERATION if buffer has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS
// and CL_MAP_READ is set in map_flags", and likewise for writing; the same of images.
void check_map_access(const MemObject& object, cl_map_flags flags) {
    check((flags & CL_MAP_READ) == 0 || object.host_may_read(), CL_INVALID_OPERATION,
          "the host may not read this memory object");
    check(!maps_for_writing(flags) || object.host_may_write(), CL_INVALID_OPERATION,
          "the host may not write this memory object");
}

void check_range(const MemObject& object, std::size_t offset, std::size_t size) {
    check(offset <= object.size() && size <= object.size() - offset, CL_INVALID_VALUE, "the region is out of bounds");
}

Box check_box(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch, std::size_t slice_pitch) {
    check(origin && region, CL_INVALID_VALUE, "an origin or region is null");
    // "CL_INVALID_VALUE if any region array element is zero"
    check(region[0] != 0 && region[1] != 0 && region[2] != 0, CL_INVALID_VALUE, "region holds a 0");
    // "if row_pitch is not equal to zero and is less than region[0]"
    check(row_pitch == 0 || row_pitch >= region[0], CL_INVALID_VALUE, "a row pitch is too small");
    Box box;
    box.layout.row_pitch = row_pitch != 0 ? row_pitch : region[0];
    const std::size_t slice = multiply_add(region[1], box.layout.row_pitch, 0);
    // "if slice_pitch is not equal to zero and is less than region[1] times row_pitch"; "and is not a
    // multiple of row_pitch"
    check(slice_pitch == 0 || (slice_pitch >= slice && slice_pitch % box.layout.row_pitch == 0), CL_INVALID_VALUE,
          "a slice pitch is too small or no multiple of the row pitch");
    box.layout.slice_pitch = slice_pitch != 0 ? slice_pitch : slice;
    box.offset = box_offset(origin, box.layout);
    const std::array<std::size_t, 3> last{region[0], region[1] - 1, region[2] - 1};
    box.end = multiply_add(1, box.offset, box_offset(last.data(), box.layout));
    return box;
}

void check_pattern(const void* pattern, std::size_t pattern_size) {
    // "CL_INVALID_VALUE if pattern is NULL"; "if pattern_size is zero"; "not a power of two"; "greater
    // than 128"
    check(pattern, CL_INVALID_VALUE, "pattern is null");
    check(std::has_single_bit(pattern_size) && pattern_size <= device::FillJob::max_pattern, CL_INVALID_VALUE,
          "pattern_size is no power of two up to 128");
}

}  // namespace lanewise::runtime::api
