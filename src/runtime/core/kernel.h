// A kernel: its machine code, and the arguments that were set. Compilation starts when the kernel is created. Memory
// objects and samplers that are arguments are not retained (section 5.9.2); a command retains the objects that it uses.
// If several threads set arguments of one kernel, the application must order these calls (section A.2). All other
// functions are thread-safe.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "runtime/code/program_code.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/program.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime {

/// The code of a kernel for one device. Devices that were part of the same build share the code.
struct DeviceKernel {
    Ref<Device> device;
    std::shared_ptr<ProgramCode> program;  // the build from which the kernel was created; never changes
    std::size_t index = 0;                 // index of the kernel in program->kernels()

    const KernelInfo& info() const noexcept { return program->kernels()[index]; }
    /// Waits until the code is compiled; throws CL_OUT_OF_RESOURCES if the compilation fails.
    const std::shared_ptr<const CompiledKernel>& compiled() const { return program->kernel(index); }
};

class Kernel final : public Object<Kernel, _cl_kernel, Tag::kernel> {
public:
    /// Creates a kernel; `kernels` must not be empty.
    Kernel(const KernelAttachment& program, std::vector<DeviceKernel> kernels);

    /// Copies the kernel together with its current arguments (clCloneKernel).
    explicit Kernel(const Kernel& other);

    Program& program() const noexcept { return program_.program(); }
    Context& context() const noexcept { return program().context(); }
    const KernelInfo& info() const noexcept { return kernels_.front().info(); }
    std::span<const DeviceKernel> devices() const noexcept { return kernels_; }

    /// Returns the code for a device; null if the program was not built for the device.
    const DeviceKernel* code_for(const Device& device) const noexcept;

    /// Sets an argument (clSetKernelArg). On an error, throws the error code and leaves the argument unchanged.
    void set_arg(cl_uint index, std::size_t size, const void* value);

    /// Sets a pointer argument (clSetKernelArgSVMPointer).
    void set_arg_svm_pointer(cl_uint index, const void* pointer);

    /// Sets an argument in global memory to a device address (clSetKernelArgDevicePointerEXT). Launches retain the
    /// buffer that has this address.
    void set_arg_device_address(cl_uint index, cl_mem_device_address_ext address);

    /// The memory of an argument: an object, or a plain pointer. Both members are null if the argument is not set or
    /// has no memory, or if the application has released the object.
    struct ArgMemory {
        Ref<MemObject> object = {};
        const void* pointer = nullptr;
    };
    ArgMemory memory_of(cl_uint index) const;
    /// Returns the pointers of clSetKernelExecInfo, or null.
    const IndirectPointers* indirect_pointers() const noexcept { return indirect_pointers_.get(); }

    /// Sets whether the kernel may use any allocation of the kind `kind`, even if no argument points to the allocation.
    void set_indirect_access(AllocationKind kind, bool is_used) noexcept;
    /// Sets whether the kernel may use any allocation of any kind (CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR).
    void set_indirect_svm_access(bool is_used) noexcept { uses_any_svm_ = is_used; }
    /// Replaces one list of pointers to allocations that the kernel may use although no argument points to them. There
    /// is one list each for SVM, for USM, and for buffers with a device address.
    void set_indirect(std::vector<const void*> IndirectPointers::* list, std::vector<const void*> pointers);

    /// Whether all work-groups of a launch run concurrently (CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL).
    bool is_concurrent() const noexcept { return is_concurrent_; }
    void set_concurrent(bool is_concurrent) noexcept { is_concurrent_ = is_concurrent; }

    /// Bytes of local memory for the kernel's own variables and the `__local` arguments set so far.
    std::uint64_t local_bytes(const CompiledKernel& kernel) const;

    /// Returns whether two arguments point into one object and at least one of the two is in the bit mask `written`
    /// (KernelCode::written_apart). `block` is the snapshot of the arguments.
    bool share_objects(const ArgBlock& block, std::uint64_t written) const;

    /// Returns whether all arguments have been set.
    bool has_all_args() const noexcept;

    /// Captures the arguments for a launch. Throws CL_INVALID_KERNEL_ARGS unless all arguments are set.
    ArgBlock snapshot(const CompiledKernel& kernel) const;

    /// Places the `__local` arguments after the first `own_bytes` of local memory. The local variables of the code that
    /// will run occupy these bytes. `own_bytes` may be larger than the size that snapshot() assumed. Throws
    /// CL_OUT_OF_RESOURCES if the arguments do not fit.
    void place_local_arguments(ArgBlock& block, std::uint64_t own_bytes) const;

    /// Returns the device queues among the arguments. All arguments must be set.
    std::vector<Ref<Queue>> device_queues() const;

private:
    friend class Object<Kernel, _cl_kernel, Tag::kernel>;
    ~Kernel();

    /// A range of addresses; `end` is exclusive.
    struct Reach {
        std::uintptr_t begin = 0, end = 0;
        std::uintptr_t bytes() const { return end - begin; }
        bool meets(const Reach& other) const { return begin < other.end && other.begin < end; }
    };

    struct Arg {
        bool is_set = false;
        bool is_device_address = false;
        cl_mem memory = nullptr;  // not retained
        std::uint64_t memory_serial = 0;
        cl_command_queue queue = nullptr;  // not retained
        std::uint64_t local_size = 0;      // bytes; only for a __local argument
        Reach reach;  // addresses that a pointer argument may reach; for a plain pointer, set only if is_awaited()
    };

    /// Tells the program whether arguments share objects, so that the program can start to compile the matching code.
    /// Does nothing until all arguments are set.
    void tell_sharing() const noexcept;
    bool is_awaited() const noexcept;

    /// Returns the addresses that the plain pointer argument with this index may reach.
    Reach reach_of(std::size_t index) const;
    void hold_addressed(ArgBlock& block) const;
    void set_plain_pointer(cl_uint index, std::uintptr_t address, bool is_device_address);
    Ref<Queue> device_queue(const Arg& arg) const;
    const ArgInfo& arg_info(cl_uint index) const;
    void set_memory(Arg& arg, const ArgInfo& info, std::size_t size, const void* value);
    void set_local(Arg& arg, std::size_t size, const void* value);
    void set_value(const ArgInfo& info, std::size_t size, const void* value);
    void set_queue(Arg& arg, const ArgInfo& info, std::size_t size, const void* value);
    void set_sampler(const ArgInfo& info, std::size_t size, const void* value);

    const KernelAttachment program_;
    std::vector<DeviceKernel> kernels_;
    std::vector<Arg> args_;
    bool uses_device_addresses_ = false;  // whether an argument or indirect pointer ever was a device address
    bool is_concurrent_ = false;
    AllocationKinds indirect_kinds_ = 0;
    bool uses_any_svm_ = false;  // CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR
    std::shared_ptr<const IndirectPointers> indirect_pointers_;
    std::vector<std::byte> values_;  // layout as in ArgBlock, without memory objects and `__local` arguments
};

}  // namespace lanewise::runtime
