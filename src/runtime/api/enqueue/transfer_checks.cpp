#include "runtime/api/enqueue/transfer_checks.h"

#include <bit>
#include <utility>

#include "runtime/api/mem_flags.h"

namespace lanewise::runtime::api {
namespace {

/// Computes a * b + c; throws CL_INVALID_VALUE if the result does not fit std::size_t.
std::size_t multiply_add(std::size_t a, std::size_t b, std::size_t c) {
    std::size_t product = 0;
    std::size_t sum = 0;
    const bool overflows = __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum);
    check(!overflows, CL_INVALID_VALUE,
          "The region reaches past the end of the address space. Check origin, region and the pitches.");
    return sum;
}

std::size_t box_offset(const std::size_t* at, const device::BoxLayout& layout) {
    return multiply_add(at[2], layout.slice_pitch, multiply_add(at[1], layout.row_pitch, at[0]));
}

}  // namespace

Ref<MemObject> deref_memory(const Queue& queue, cl_mem handle) {
    Ref<MemObject> object = deref(handle);
    // "CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same"
    check(&object->context() == &queue.context(), CL_INVALID_CONTEXT,
          "The memory object belongs to another context than command_queue. Create both in the same context.");
    return object;
}

Ref<MemObject> deref_buffer(const Queue& queue, cl_mem handle) {
    Ref<MemObject> object = deref_memory(queue, handle);
    // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object"
    check(object->kind() == MemKind::buffer, CL_INVALID_MEM_OBJECT,
          "The memory object is an image or a pipe. Pass a buffer.");
    return object;
}

// "CL_INVALID_OPERATION if buffer has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ
// is set in map_flags", and the corresponding rule for CL_MAP_WRITE. The same rules hold for images.
void check_map_access(const MemObject& object, cl_map_flags flags) {
    check((flags & CL_MAP_READ) == 0 || object.host_may_read(), CL_INVALID_OPERATION,
          "The memory object was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS, so the host may not "
          "read it. Create it without these flags.");
    if (maps_for_writing(flags)) check_host_write(object);
}

// "CL_INVALID_OPERATION if clEnqueueWriteBuffer is called on buffer which has been created with CL_MEM_HOST_READ_ONLY
// or CL_MEM_HOST_NO_ACCESS", or "which has been created with CL_MEM_IMMUTABLE_EXT". Writes of boxes, writes of images
// and maps for writing have the same rules.
void check_host_write(const MemObject& object) {
    check(object.host_may_write(), CL_INVALID_OPERATION,
          "The memory object was created with CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS or CL_MEM_IMMUTABLE_EXT, so "
          "the host may not write it. Create it without these flags.");
}

// cl_ext_immutable_memory_objects: CL_INVALID_OPERATION "if dst_buffer was created with CL_MEM_IMMUTABLE_EXT", and the
// same for an image, and for fills.
void check_target(const MemObject& object) {
    check(!object.is_immutable(), CL_INVALID_OPERATION,
          "The target of the command was created with CL_MEM_IMMUTABLE_EXT, so no command may change it. Create it "
          "without this flag.");
}

void check_range(const MemObject& object, std::size_t offset, std::size_t size) {
    check(offset <= object.size() && size <= object.size() - offset, CL_INVALID_VALUE,
          "offset {} and size {} reach past the end of the buffer, which has {} bytes.", offset, size, object.size());
}

Box check_box(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch, std::size_t slice_pitch) {
    check(origin && region, CL_INVALID_VALUE, "An origin or region is null. Pass three values for each.");
    // "CL_INVALID_VALUE if any region array element is zero"
    check(region[0] != 0 && region[1] != 0 && region[2] != 0, CL_INVALID_VALUE,
          "region is ({}, {}, {}). Pass at least 1 in each dimension.", region[0], region[1], region[2]);
    // "CL_INVALID_VALUE [...] if row_pitch is not equal to zero and is less than region[0]"
    check(row_pitch == 0 || row_pitch >= region[0], CL_INVALID_VALUE,
          "A row pitch is {} bytes, but region[0] is {} bytes. Pass at least region[0], or 0 for the smallest pitch.",
          row_pitch, region[0]);
    Box box;
    box.layout.row_pitch = row_pitch != 0 ? row_pitch : region[0];
    const std::size_t slice = multiply_add(region[1], box.layout.row_pitch, 0);
    // "CL_INVALID_VALUE [...] if slice_pitch is not equal to zero and is less than region[1] times row_pitch"; "and is
    // not a multiple of row_pitch"
    check(slice_pitch == 0 || (slice_pitch >= slice && slice_pitch % box.layout.row_pitch == 0), CL_INVALID_VALUE,
          "A slice pitch is {} bytes. Pass a multiple of the row pitch ({} bytes) of at least region[1] rows ({} "
          "bytes), or 0 for the smallest pitch.",
          slice_pitch, box.layout.row_pitch, slice);
    box.layout.slice_pitch = slice_pitch != 0 ? slice_pitch : slice;
    box.offset = box_offset(origin, box.layout);
    const std::array<std::size_t, 3> last{region[0], region[1] - 1, region[2] - 1};
    box.end = multiply_add(1, box.offset, box_offset(last.data(), box.layout));
    return box;
}

CheckedCopy check_copy_buffer(const Queue& queue, cl_mem src_buffer, cl_mem dst_buffer, std::size_t src_offset,
                              std::size_t dst_offset, std::size_t size) {
    Ref<MemObject> source = deref_buffer(queue, src_buffer);
    Ref<MemObject> target = deref_buffer(queue, dst_buffer);
    check_range(*source, src_offset, size);
    check_range(*target, dst_offset, size);
    check_target(*target);
    const std::byte* const from = source->data() + src_offset;
    std::byte* const to = target->data() + dst_offset;
    // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and
    // destination regions overlap", also "different sub-buffers of the same associated buffer object". The check
    // compares addresses, so it also covers other memory objects that share memory.
    check(from + size <= to || to + size <= from, CL_MEM_COPY_OVERLAP,
          "The {} bytes at src_offset {} and at dst_offset {} overlap. Copy through another buffer, or use ranges that "
          "do not overlap.",
          size, src_offset, dst_offset);
    return {device::CopyJob(to, from, size), std::move(source), std::move(target)};
}

CheckedTransfer<device::FillJob> check_fill_buffer(const Queue& queue, cl_mem buffer, const void* pattern,
                                                   std::size_t pattern_size, std::size_t offset, std::size_t size) {
    Ref<MemObject> target = deref_buffer(queue, buffer);
    check_range(*target, offset, size);
    check_pattern(pattern, pattern_size);
    // "CL_INVALID_VALUE if offset is not a multiple of pattern_size"; "if size is not [...]"
    check(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
          "offset ({} bytes) or size ({} bytes) is no multiple of pattern_size ({} bytes).", offset, size,
          pattern_size);
    check_target(*target);
    return {device::FillJob(target->data() + offset, size, pattern, pattern_size), std::move(target), {}};
}

void check_pattern(const void* pattern, std::size_t pattern_size) {
    // "CL_INVALID_VALUE if pattern is NULL"; "if pattern_size is zero"; "not a power of two"; "greater
    // than 128"
    check(pattern, CL_INVALID_VALUE, "pattern is null. Pass the bytes to fill with.");
    check(std::has_single_bit(pattern_size) && pattern_size <= device::FillJob::max_pattern, CL_INVALID_VALUE,
          "pattern_size is {} bytes. Pass a power of two from 1 to {} bytes.", pattern_size,
          device::FillJob::max_pattern);
}

}  // namespace lanewise::runtime::api
