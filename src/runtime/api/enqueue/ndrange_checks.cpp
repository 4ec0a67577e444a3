#include "runtime/api/enqueue/ndrange_checks.h"

#include <limits>

#include "device/kernel/group_blocks.h"
#include "device/kernel/launch.h"
#include "runtime/core/device_limits.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {

namespace {

bool is_given(const Dim3& size) { return size[0] != 0; }

void read_global(NDRange& range, const size_t* offset, const size_t* global) {
    constexpr std::uint64_t most = std::numeric_limits<size_t>::max();
    for (unsigned d = 0; d < range.work_dim; ++d) {
        // "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel
        // command will trivially succeed".
        range.global_size[d] = global ? global[d] : 0;
        range.global_offset[d] = offset ? offset[d] : 0;
        // "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size + the corresponding
        // values in global_work_offset for any dimensions is greater than the maximum value
        // representable by size_t".
        check(range.global_size[d] <= most - range.global_offset[d], CL_INVALID_GLOBAL_OFFSET,
              "In dimension {}, global_work_size ({}) and global_work_offset ({}) together exceed the largest size_t.",
              d, range.global_size[d], range.global_offset[d]);
    }
    // The number of work-items must fit 64 bits; the number of work-groups then fits, too.
    std::uint64_t items = 1;
    for (unsigned d = 0; d < 3 && !range.is_empty(); ++d)
        check(!__builtin_mul_overflow(items, range.global_size[d], &items), CL_INVALID_GLOBAL_WORK_SIZE,
              "The NDRange has more work-items than a size_t can count. Split it into several launches.");
}

// "CL_INVALID_WORK_GROUP_SIZE if local_work_size is specified and does not match the required work-group size for
// kernel in the program source". Also checks all limits of the kernel and the device.
void check_local(const NDRange& range, const KernelInfo& info) {
    std::uint64_t items = 1;
    for (unsigned d = 0; d < 3; ++d) {
        const std::uint64_t size = range.local_size[d];
        // "CL_INVALID_WORK_GROUP_SIZE if local_work_size is not NULL and if the total number of work-items in the
        // work-group is zero". This also holds for empty ranges, which have no work-group.
        check(size != 0, CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size is 0 in dimension {}. Pass at least 1, or a null local_work_size to let the device "
              "choose.",
              d);
        // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any dimension of local_work_size is [...]
        // greater than the corresponding value returned for CL_DEVICE_MAX_WORK_GROUP_SIZES".
        check(size <= limits::max_work_group_size, CL_INVALID_WORK_ITEM_SIZE,
              "local_work_size is {} in dimension {}, which exceeds CL_DEVICE_MAX_WORK_GROUP_SIZES ({} work-items).",
              size, d, limits::max_work_group_size);
        check(!is_given(info.reqd_work_group_size) || size == info.reqd_work_group_size[d], CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size is {} in dimension {}, but the kernel's reqd_work_group_size is {}. Pass the size that "
              "the kernel requires.",
              size, d, info.reqd_work_group_size[d]);
        check(!is_given(info.max_work_group_size) || size <= info.max_work_group_size[d], CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size is {} in dimension {}, which exceeds the kernel's max_work_group_size ({} work-items).",
              size, d, info.max_work_group_size[d]);
        check(!info.uniform_work_groups || range.global_size[d] % size == 0, CL_INVALID_WORK_GROUP_SIZE,
              "global_work_size is {} in dimension {}, which is no multiple of local_work_size ({}). Pass a multiple, "
              "or build the program with -cl-std=CL2.0 or later and without -cl-uniform-work-group-size.",
              range.global_size[d], d, size);
        items *= size;
    }
    check(items <= limits::max_work_group_size, CL_INVALID_WORK_GROUP_SIZE,
          "local_work_size gives {} work-items in a work-group, which exceeds CL_DEVICE_MAX_WORK_GROUP_SIZE ({} "
          "work-items).",
          items, limits::max_work_group_size);
}

// "CL_INVALID_WORK_GROUP_SIZE if local_work_size is specified and is not consistent with the required number of
// sub-groups for kernel in the program source."
void check_sub_groups(const NDRange& range, const CompiledKernel& kernel) {
    const std::uint64_t required = kernel.info.reqd_num_sub_groups;
    if (required == 0 || range.is_empty()) return;
    const std::uint64_t items = range.local_size[0] * range.local_size[1] * range.local_size[2];
    const std::uint64_t size = kernel.code.sub_group_size;
    check(
        (items + size - 1) / size == required, CL_INVALID_WORK_GROUP_SIZE,
        "local_work_size gives {} work-items in a work-group, but the kernel requires {} sub-groups of {} work-items. "
        "Query CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT for a size.",
        items, required, size);
}

Dim3 chosen_local(const Device& device, const CompiledKernel& kernel, const NDRange& range) {
    const KernelInfo& info = kernel.info;
    if (is_given(info.reqd_work_group_size)) return info.reqd_work_group_size;
    constexpr std::uint64_t most = limits::max_work_group_size;
    if (info.reqd_num_sub_groups != 0)
        return {std::min<std::uint64_t>(std::uint64_t{info.reqd_num_sub_groups} * kernel.code.sub_group_size, most), 1,
                1};
    return device::choose_local_size(
        range, kernel.code, device.compute_units(), info.uniform_work_groups,
        is_given(info.max_work_group_size) ? info.max_work_group_size : Dim3{most, most, most});
}

}  // namespace

NDRange check_ndrange(const Device& device, const CompiledKernel& kernel, cl_uint work_dim, const size_t* offset,
                      const size_t* global, const size_t* local) {
    // "CL_INVALID_WORK_DIMENSION if work_dim is not a valid value (i.e. a value between 1 and
    // CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)."
    check(work_dim >= 1 && work_dim <= 3, CL_INVALID_WORK_DIMENSION, "work_dim is {}. Pass 1, 2 or 3.", work_dim);
    NDRange range;
    range.work_dim = work_dim;
    read_global(range, offset, global);
    if (local) {
        for (unsigned d = 0; d < work_dim; ++d) range.local_size[d] = local[d];
        check_local(range, kernel.info);
    } else if (!range.is_empty()) {
        range.local_size = chosen_local(device, kernel, range);
        check_local(range, kernel.info);
    }
    check_sub_groups(range, kernel);
    if (range.is_empty()) range.local_size = {1, 1, 1};  // any size will do: an empty range has no work-group
    return range;
}

std::uint64_t max_concurrent_groups(const Kernel& kernel, const CompiledKernel& compiled, const NDRange& range) {
    return device::max_concurrent_groups(compiled.code, range.local_size, kernel.local_bytes(compiled));
}

void check_concurrent(const Kernel& kernel, const CompiledKernel& compiled, const NDRange& range, const size_t* local) {
    // "CL_INVALID_WORK_GROUP_SIZE if the CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL for kernel is not
    // CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_DEFAULT_INTEL and either the local_work_size is NULL or the global_work_size is
    // not evenly divisible by the local_work_size."
    check(local, CL_INVALID_WORK_GROUP_SIZE, "local_work_size is null. A concurrent launch needs a local_work_size.");
    for (unsigned d = 0; d < range.work_dim; ++d)
        check(range.global_size[d] % range.local_size[d] == 0, CL_INVALID_WORK_GROUP_SIZE,
              "global_work_size is {} in dimension {}, which is no multiple of local_work_size ({}). Pass a multiple, "
              "since the launch is concurrent.",
              range.global_size[d], d, range.local_size[d]);
    if (range.is_empty()) return;
    // "CL_INVALID_VALUE if [...] the total number of work-groups in the ND-range exceeds the maximum number of
    // work-groups supported for concurrent dispatch for command_queue for kernel."
    const std::uint64_t most = max_concurrent_groups(kernel, compiled, range);
    check(range.total_groups() <= most, CL_INVALID_VALUE,
          "The concurrent launch has {} work-groups. At most {} of them can run at the same time "
          "(clGetKernelMaxConcurrentWorkGroupCountINTEL).",
          range.total_groups(), most);
}

}  // namespace lanewise::runtime::api
