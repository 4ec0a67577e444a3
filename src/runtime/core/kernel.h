// A kernel: the machine code, which is made from its creation on, and the arguments set so far. Memory objects
// and samplers that are arguments are not retained (section 5.9.2); a command retains what it uses.
// Setting arguments of one kernel from several threads is the application's to order (section A.2);
// all else is thread-safe.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "runtime/code/program_code.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/program.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime {

/// The code of a kernel for one device; the same code for all devices that were built for together.
struct DeviceKernel {
    Ref<Device> device;
    std::shared_ptr<ProgramCode> program;  // the build that the kernel is of, whatever becomes of the program
    std::size_t index = 0;                 // among its kernels

    const KernelInfo& info() const noexcept { return program->kernels()[index]; }
    /// Waits until it is made; throws CL_OUT_OF_RESOURCES when it cannot be.
    const std::shared_ptr<const CompiledKernel>& compiled() const { return program->kernel(index); }
};

class Kernel final : public Object<Kernel, _cl_kernel, Tag::kernel> {
public:
    /// `kernels` is not empty.
    Kernel(const KernelAttachment& program, std::vector<DeviceKernel> kernels);

    /// With the arguments that `other` has now (clCloneKernel).
    explicit Kernel(const Kernel& other);

    Program& program() const noexcept { return program_.program(); }
    Context& context() const noexcept { return program().context(); }
    const KernelInfo& info() const noexcept { return kernels_.front().info(); }
    std::span<const DeviceKernel> devices() const noexcept { return kernels_; }

    /// Null when the program was not built for that device.
    const DeviceKernel* code_for(const Device& device) const noexcept;

    /// clSetKernelArg: throws the code for what is wrong and then leaves the argument as it was.
    void set_arg(cl_uint index, std::size_t size, const void* value);

    /// clSetKernelArgSVMPointer.
    void set_arg_svm_pointer(cl_uint index, const void* pointer);

    /// Bytes of local memory for the `__local` arguments set so far, and the kernel's own.
    std::uint64_t local_bytes(const CompiledKernel& kernel) const;

    /// Whether arguments, of which `block` is the snapshot, point into one object, at least one of which is among
    /// `written`, as bits (KernelCode::written_apart).
    bool share_objects(const ArgBlock& block, std::uint64_t written) const;

    /// What a launch needs of the arguments. Throws CL_INVALID_KERNEL_ARGS unless all are set.
    ArgBlock snapshot(const CompiledKernel& kernel) const;

    /// Puts `__local` arguments behind so many bytes of the kernel's own: what the code that runs needs, which may be
    /// more than snapshot() was told. Throws CL_OUT_OF_RESOURCES when they do not fit.
    void place_local_arguments(ArgBlock& block, std::uint64_t own_bytes) const;

    /// The device queues among the arguments, all of which are set.
    std::vector<Ref<Queue>> device_queues() const;

private:
    friend class Object<Kernel, _cl_kernel, Tag::kernel>;
    ~Kernel();

    /// Addresses, from the first to behind the last.
    struct Reach {
        std::uintptr_t begin = 0, end = 0;
        std::uintptr_t bytes() const { return end - begin; }
        bool meets(const Reach& other) const { return begin < other.end && other.begin < end; }
    };

    struct Arg {
        bool is_set = false;
        cl_mem memory = nullptr;  // not retained
        std::uint64_t memory_serial = 0;
        cl_command_queue queue = nullptr;  // not retained
        std::uint64_t local_size = 0;      // bytes, of a __local argument
        Reach reach;                       // of a pointer; of a plain one while code awaits arguments
    };

    /// Tells the codes that are yet to be made what the arguments share, once all are set.
    void tell_sharing() const noexcept;
    bool is_awaited() const noexcept;

    static Reach reach_of(const Context& context, const std::byte* argument);
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
    std::vector<std::byte> values_;  // as ArgBlock, without memory and local arguments
};

}  // namespace lanewise::runtime
