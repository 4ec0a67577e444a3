#include "runtime/core/kernel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "device/machine/round_up.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/mem_object.h"
#include "runtime/core/queue.h"
#include "runtime/core/sampler.h"

namespace lanewise::runtime {
namespace {

void store_word(std::byte* block, std::uint32_t offset, std::uint64_t word) {
    std::memcpy(block + offset, &word, sizeof word);
}

const void* load_pointer(const std::byte* block, std::uint32_t offset) {
    const void* pointer = nullptr;
    std::memcpy(&pointer, block + offset, sizeof pointer);
    return pointer;
}

/// Returns the alignment of a `__local` argument, which is enough for the widest vector type.
std::uint64_t local_alignment(const ArgInfo& info) {
    return std::max<std::uint64_t>(info.pointee_alignment, abi::block_alignment);
}

/// Number of arguments that a bit mask can represent. Compiled code assumes no aliasing only for arguments whose index
/// is below this number.
constexpr std::size_t bits_of_arguments = 64;

bool is_memory(ArgKind kind) {
    return kind == ArgKind::global_pointer || kind == ArgKind::constant_pointer || kind == ArgKind::image ||
           kind == ArgKind::pipe;
}

bool is_pointer(ArgKind kind) { return kind == ArgKind::global_pointer || kind == ArgKind::constant_pointer; }

/// Returns whether an argument of kind `argument` accepts a memory object of kind `kind`.
bool takes(ArgKind argument, MemKind kind) {
    switch (kind) {
        case MemKind::image: return argument == ArgKind::image;
        case MemKind::pipe: return argument == ArgKind::pipe;
        default: return is_pointer(argument);
    }
}

/// Returns the image type that a kernel must declare for an image of this shape.
ImageType type_in_kernels(const ImageShape& shape) {
    const bool is_depth = shape.format->use == FormatUse::depth;
    switch (shape.type) {
        case CL_MEM_OBJECT_IMAGE1D: return ImageType::image1d;
        case CL_MEM_OBJECT_IMAGE1D_BUFFER: return ImageType::image1d_buffer;
        case CL_MEM_OBJECT_IMAGE1D_ARRAY: return ImageType::image1d_array;
        case CL_MEM_OBJECT_IMAGE2D: return is_depth ? ImageType::image2d_depth : ImageType::image2d;
        case CL_MEM_OBJECT_IMAGE2D_ARRAY: return is_depth ? ImageType::image2d_array_depth : ImageType::image2d_array;
        default: return ImageType::image3d;
    }
}

// Returns the size of the whole object in bytes: the size of the parent if `buffer` is a sub-buffer.
std::uint64_t bytes_around(const MemObject& buffer) {
    return buffer.parent() ? buffer.parent()->size() : buffer.size();
}

// cl_ext_immutable_memory_objects: an immutable object "cannot be modified by the implementation after creation".
// Arguments of SPIR-V kernels are not checked, because SPIR-V does not say whether a kernel writes through a pointer.
void check_immutable(const ArgInfo& info, ProgramOrigin origin) {
    const bool may_write = info.kind == ArgKind::global_pointer && (info.type_qualifiers & type_const) == 0 &&
                           origin != ProgramOrigin::il && !info.type_name.empty();
    check(
        !may_write, CL_INVALID_ARG_VALUE,
        "The buffer was created with CL_MEM_IMMUTABLE_EXT, but argument '{}' is a pointer through which the kernel may "
        "write. Declare it const or constant, or create the buffer without CL_MEM_IMMUTABLE_EXT.",
        info.name);
}

void check_image(const ArgInfo& info, const MemObject& memory) {
    // Section 5.9.2: CL_INVALID_ARG_VALUE "if arg_value specified is not a valid value".
    check(info.image == type_in_kernels(memory.image().shape()), CL_INVALID_ARG_VALUE,
          "The image is of another type than argument '{}' declares. Pass an image with the same dimensions, and an "
          "array or a depth image where the kernel declares one.",
          info.name);
    // Section 5.9.2: CL_INVALID_ARG_VALUE "if the argument is an image declared with the read_only qualifier and
    // arg_value refers to an image object created with cl_mem_flags of CL_MEM_WRITE_ONLY or if the image argument is
    // declared with the write_only qualifier and arg_value refers to an image object created with cl_mem_flags of
    // CL_MEM_READ_ONLY or CL_MEM_IMMUTABLE_EXT". A read_write argument needs both kinds of access.
    check(info.access == AccessQualifier::write_only || (memory.flags() & CL_MEM_WRITE_ONLY) == 0, CL_INVALID_ARG_VALUE,
          "Argument '{}' reads the image, which was created with CL_MEM_WRITE_ONLY. Create it with CL_MEM_READ_WRITE, "
          "or declare the argument write_only.",
          info.name);
    check(info.access == AccessQualifier::read_only || info.access == AccessQualifier::none ||
              (memory.flags() & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT)) == 0,
          CL_INVALID_ARG_VALUE,
          "Argument '{}' writes the image, which was created with CL_MEM_READ_ONLY or CL_MEM_IMMUTABLE_EXT. Create it "
          "with CL_MEM_READ_WRITE, or declare the argument read_only.",
          info.name);
}

}  // namespace

Kernel::Kernel(const KernelAttachment& program, std::vector<DeviceKernel> kernels)
    : program_(program), kernels_(std::move(kernels)), args_(info().args.size()), values_(info().arg_block_bytes) {}

Kernel::Kernel(const Kernel& other)
    : program_(other.program_),
      kernels_(other.kernels_),
      args_(other.args_),
      uses_device_addresses_(other.uses_device_addresses_),
      is_concurrent_(other.is_concurrent_),
      indirect_kinds_(other.indirect_kinds_),
      uses_any_svm_(other.uses_any_svm_),
      indirect_pointers_(other.indirect_pointers_),
      values_(other.values_) {}

Kernel::~Kernel() = default;

const DeviceKernel* Kernel::code_for(const Device& device) const noexcept {
    const auto found =
        std::ranges::find_if(kernels_, [&](const auto& kernel) { return kernel.device.get() == &device; });
    return found == kernels_.end() ? nullptr : &*found;
}

const ArgInfo& Kernel::arg_info(cl_uint index) const {
    // Section 5.9.2: CL_INVALID_ARG_INDEX "if arg_index is not a valid argument index".
    if (index >= args_.size()) [[unlikely]] {
        fail(CL_INVALID_ARG_INDEX, "arg_index is {}, but kernel '{}' has {} arguments, counted from 0.", index,
             info().name, args_.size());
    }
    return info().args[index];
}

void Kernel::set_arg(cl_uint index, std::size_t size, const void* value) {
    const ArgInfo& info = arg_info(index);
    Arg arg;
    arg.is_set = true;
    switch (info.kind) {
        case ArgKind::value: set_value(info, size, value); break;
        case ArgKind::local_pointer: set_local(arg, size, value); break;
        case ArgKind::sampler: set_sampler(info, size, value); break;
        case ArgKind::queue: set_queue(arg, info, size, value); break;
        default: set_memory(arg, info, size, value);
    }
    args_[index] = arg;
    if (is_awaited()) tell_sharing();
}

Kernel::ArgMemory Kernel::memory_of(cl_uint index) const {
    const Arg& arg = args_[index];
    const ArgInfo& about = info().args[index];
    if (arg.memory) {
        Ref<MemObject> object = find_object(arg.memory);
        if (object && object->serial() != arg.memory_serial) object = {};
        return {std::move(object)};
    }
    if (!arg.is_set || !is_pointer(about.kind)) return {};
    return {{}, load_pointer(values_.data(), about.offset)};
}

// A pointer may reach any address if it points into no SVM or USM allocation and into no buffer with a device address.
Kernel::Reach Kernel::reach_of(std::size_t index) const {
    const void* const pointer = load_pointer(values_.data(), info().args[index].offset);
    if (!pointer) return {};
    const auto range = [](const std::byte* data, std::size_t size) {
        const auto begin = reinterpret_cast<std::uintptr_t>(data);
        return Reach{begin, begin + size};
    };
    if (const auto allocation = context().allocations().find(pointer)) return range(allocation->data, allocation->size);
    if (args_[index].is_device_address)
        if (const auto buffer = context().addressed_buffers().find(pointer))
            return range(buffer->data(), buffer->size());
    return {0, UINTPTR_MAX};
}

bool Kernel::is_awaited() const noexcept {
    return std::ranges::any_of(
        kernels_, [](const DeviceKernel& kernel) { return kernel.program->awaits_launches(kernel.index); });
}

void Kernel::tell_sharing() const noexcept {
    std::uint64_t shared = 0;
    unsigned pointers = 0;
    for (std::size_t i = 0; i < args_.size(); ++i) {
        if (!args_[i].is_set) return;
        if (i >= bits_of_arguments || !is_pointer(info().args[i].kind)) continue;
        ++pointers;
        for (std::size_t k = 0; k < i; ++k)
            if (args_[i].reach.meets(args_[k].reach)) shared |= std::uint64_t{1} << i | std::uint64_t{1} << k;
    }
    if (pointers < 2) return;
    for (const DeviceKernel& kernel : kernels_) kernel.program->tell_sharing(kernel.index, shared);
}

void Kernel::set_value(const ArgInfo& info, std::size_t size, const void* value) {
    // Section 5.9.2: CL_INVALID_ARG_VALUE "if arg_value specified is not a valid value".
    check(value, CL_INVALID_ARG_VALUE, "arg_value is null. Pass a pointer to the argument's value.");
    // Section 5.9.2: CL_INVALID_ARG_SIZE "if arg_size does not match the size of the data type for
    // an argument that is not a memory object".
    check(size == info.size, CL_INVALID_ARG_SIZE, "arg_size is {} bytes, but the argument's type has {} bytes.", size,
          info.size);
    std::memcpy(values_.data() + info.offset, value, size);
}

void Kernel::set_local(Arg& arg, std::size_t size, const void* value) {
    // Section 5.9.2: CL_INVALID_ARG_VALUE "if the argument is declared with the local qualifier but arg_value is not
    // NULL". "For OpenCL 3.1 and newer, arg_size may be zero, indicating that no local memory is required for the
    // kernel argument."
    check(!value, CL_INVALID_ARG_VALUE,
          "arg_value is given for an argument in local memory. Pass null, with the size in arg_size.");
    arg.local_size = size;
}

void Kernel::set_memory(Arg& arg, const ArgInfo& info, std::size_t size, const void* value) {
    // Section 5.9.2: CL_INVALID_ARG_SIZE "if the argument is a memory object and arg_size !=
    // sizeof(cl_mem)".
    check(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE,
          "arg_size is {} bytes, but the argument is a memory object. Pass sizeof(cl_mem), {} bytes, and a pointer to "
          "the cl_mem.",
          size, sizeof(cl_mem));
    cl_mem handle = nullptr;
    if (value) std::memcpy(&handle, value, sizeof handle);
    // Section 5.9.2: for a buffer "the arg_value pointer can be NULL or point to a NULL value in
    // which case a NULL value will be used".
    if (!handle && is_pointer(info.kind)) return store_word(values_.data(), info.offset, 0);
    // Section 5.9.2: CL_INVALID_MEM_OBJECT "for an argument declared to be a memory object when the
    // specified arg_value is not a valid memory object".
    const Ref<MemObject> memory = deref(handle);
    check(&memory->context() == &context(), CL_INVALID_MEM_OBJECT,
          "The memory object belongs to another context than the kernel. Create both in the same context.");
    check(takes(info.kind, memory->kind()), CL_INVALID_MEM_OBJECT,
          "The memory object is of another kind than the argument declares. Pass a buffer for a pointer, an image for "
          "an image and a pipe for a pipe.");
    if (memory->kind() == MemKind::image) check_image(info, *memory);
    if (memory->is_immutable() && memory->kind() == MemKind::buffer) check_immutable(info, program().origin());
    // Section 5.9.2: CL_INVALID_ARG_VALUE "if arg_value specified is not a valid value". OpenCL C 3.0, section 6.3.5:
    // the packets of the pipe have the type that the kernel declares. In SPIR-V kernels that use no packets, the packet
    // type is unknown (size 0).
    const std::uint32_t packet_bytes =
        memory->kind() == MemKind::pipe ? memory->pipe_size().packet_bytes : info.packet_size;
    check(packet_bytes == info.packet_size || info.packet_size == 0, CL_INVALID_ARG_VALUE,
          "The pipe's packets have {} bytes, but the argument's type has {} bytes. Create the pipe with the size of "
          "the type.",
          packet_bytes, info.packet_size);
    store_word(values_.data(), info.offset, 0);
    arg.memory = handle;
    arg.memory_serial = memory->serial();
    if (is_pointer(info.kind)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(memory->kernel_argument());
        arg.reach = {begin, begin + memory->size()};
    }
}

void Kernel::set_queue(Arg& arg, const ArgInfo& info, std::size_t size, const void* value) {
    // Section 5.9.2: CL_INVALID_ARG_SIZE "if arg_size does not match the size of the data type for an argument that is
    // not a memory object".
    check(size == sizeof(cl_command_queue), CL_INVALID_ARG_SIZE,
          "arg_size is {} bytes, but the argument is a queue_t. Pass sizeof(cl_command_queue), {} bytes.", size,
          sizeof(cl_command_queue));
    cl_command_queue handle = nullptr;
    if (value) std::memcpy(&handle, value, sizeof handle);
    // Section 5.9.2: CL_INVALID_DEVICE_QUEUE "for an argument declared to be of type queue_t when the specified
    // arg_value is not a valid device queue object".
    const Ref<Queue> queue = deref(handle, CL_INVALID_DEVICE_QUEUE);
    check(queue->is_on_device(), CL_INVALID_DEVICE_QUEUE,
          "The queue is a host queue. Pass a queue that was created with CL_QUEUE_ON_DEVICE.");
    check(&queue->context() == &context(), CL_INVALID_DEVICE_QUEUE,
          "The queue belongs to another context than the kernel. Create both in the same context.");
    store_word(values_.data(), info.offset, 0);
    arg.queue = handle;
}

void Kernel::set_sampler(const ArgInfo& info, std::size_t size, const void* value) {
    // Section 5.9.2: CL_INVALID_ARG_SIZE "if arg_size != sizeof(cl_sampler)" for a sampler.
    check(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE,
          "arg_size is {} bytes, but the argument is a sampler_t. Pass sizeof(cl_sampler), {} bytes.", size,
          sizeof(cl_sampler));
    cl_sampler handle = nullptr;
    if (value) std::memcpy(&handle, value, sizeof handle);
    // Section 5.9.2: CL_INVALID_SAMPLER "for an argument declared to be of type sampler_t when the
    // specified arg_value is not a valid sampler object".
    const Ref<Sampler> sampler = deref(handle);
    check(&sampler->context() == &context(), CL_INVALID_SAMPLER,
          "The sampler belongs to another context than the kernel. Create both in the same context.");
    store_word(values_.data(), info.offset, sampler->word());
}

void Kernel::set_arg_svm_pointer(cl_uint index, const void* pointer) {
    const ArgInfo& info = arg_info(index);
    // Section 5.9.2: the argument must be "a pointer to global or constant memory".
    check(is_pointer(info.kind), CL_INVALID_ARG_VALUE,
          "The argument is not a pointer to global or constant memory. Set it with clSetKernelArg.");
    set_plain_pointer(index, reinterpret_cast<std::uintptr_t>(pointer), /*is_device_address=*/false);
}

void Kernel::set_arg_device_address(cl_uint index, cl_mem_device_address_ext address) {
    const ArgInfo& info = arg_info(index);
    // clSetKernelArgDevicePointerEXT: CL_INVALID_ARG_INDEX "if arg_index corresponds to an argument that is not a
    // pointer to the global address space".
    check(info.kind == ArgKind::global_pointer, CL_INVALID_ARG_INDEX,
          "Argument {} of kernel '{}' is not a pointer to global memory. Set it with clSetKernelArg.", index,
          this->info().name);
    uses_device_addresses_ = true;
    set_plain_pointer(index, address, /*is_device_address=*/true);
}

void Kernel::set_plain_pointer(cl_uint index, std::uintptr_t address, bool is_device_address) {
    store_word(values_.data(), info().args[index].offset, address);
    const bool is_needed = is_awaited();
    Arg& arg = args_[index] = {};
    arg.is_set = true;
    arg.is_device_address = is_device_address;
    if (!is_needed) return;
    arg.reach = reach_of(index);
    tell_sharing();
}

void Kernel::set_indirect_access(AllocationKind kind, bool is_used) noexcept {
    const AllocationKinds others = indirect_kinds_ & ~bit_of(kind);
    indirect_kinds_ = is_used ? others | bit_of(kind) : others;
}

// Earlier launches may still use the object with the lists of indirect pointers, so a changed copy replaces this
// object.
void Kernel::set_indirect(std::vector<const void*> IndirectPointers::* list, std::vector<const void*> pointers) {
    IndirectPointers changed = indirect_pointers_ ? *indirect_pointers_ : IndirectPointers();
    changed.*list = std::move(pointers);
    uses_device_addresses_ |= !changed.addressed.empty();
    indirect_pointers_ = changed.is_empty() ? nullptr : std::make_shared<const IndirectPointers>(std::move(changed));
}

std::uint64_t Kernel::local_bytes(const CompiledKernel& kernel) const {
    std::uint64_t bytes = kernel.code.local_bytes;
    for (std::size_t i = 0; i < args_.size(); ++i) {
        if (args_[i].local_size == 0) continue;  // the argument takes no local memory, or is not set yet
        bytes = device::round_up(bytes, local_alignment(info().args[i])) + args_[i].local_size;
    }
    return bytes;
}

Ref<Queue> Kernel::device_queue(const Arg& arg) const {
    Ref<Queue> queue = deref(arg.queue, CL_INVALID_KERNEL_ARGS);
    check(queue->is_on_device() && &queue->context() == &context(), CL_INVALID_KERNEL_ARGS,
          "The device queue of an argument has been released. Set the argument again, or keep the queue until the "
          "kernel is enqueued.");
    return queue;
}

std::vector<Ref<Queue>> Kernel::device_queues() const {
    std::vector<Ref<Queue>> queues;
    for (const Arg& arg : args_)
        if (arg.queue) queues.push_back(device_queue(arg));
    return queues;
}

bool Kernel::share_objects(const ArgBlock& block, std::uint64_t written) const {
    if (written == 0) return false;
    std::array<Reach, bits_of_arguments> reached;
    const std::size_t count = std::min(args_.size(), reached.size());
    std::size_t held = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const ArgInfo& about = info().args[i];
        const MemObject* const memory = is_memory(about.kind) && args_[i].memory ? block.held(held++) : nullptr;
        if (!is_pointer(about.kind)) continue;
        if (memory) {
            const auto begin = reinterpret_cast<std::uintptr_t>(memory->kernel_argument());
            reached[i] = {begin, begin + memory->size()};
        } else {
            reached[i] = reach_of(i);
        }
        for (std::size_t k = 0; k < i; ++k)
            if (((written >> i | written >> k) & 1) != 0 && reached[i].meets(reached[k])) return true;
    }
    return false;
}

void Kernel::place_local_arguments(ArgBlock& block, std::uint64_t own_bytes) const {
    block.local_bytes = own_bytes;
    for (std::size_t i = 0; i < args_.size(); ++i) {
        const ArgInfo& about = info().args[i];
        if (about.kind != ArgKind::local_pointer) continue;
        if (args_[i].local_size == 0) {
            // "When the size of a local argument is set to zero, the value of the pointer within the kernel is
            // implementation-defined." In this driver, the pointer is aligned for its type, and the argument takes no
            // memory.
            store_word(block.data(), about.offset, device::round_up(block.local_bytes, local_alignment(about)));
            continue;
        }
        // Section 5.10: CL_OUT_OF_RESOURCES "if there is a failure to queue the execution instance
        // [...] because of insufficient resources needed to execute the kernel".
        block.local_bytes = device::round_up(block.local_bytes, local_alignment(about));
        const bool fits = block.local_bytes <= limits::local_memory_bytes &&
                          args_[i].local_size <= limits::local_memory_bytes - block.local_bytes;
        if (!fits) [[unlikely]]
            fail(CL_OUT_OF_RESOURCES,
                 "Kernel '{}' needs more local memory than CL_DEVICE_LOCAL_MEM_SIZE ({} bytes): {} bytes come before "
                 "argument {}, which takes {} bytes. Use less local memory.",
                 info().name, limits::local_memory_bytes, block.local_bytes, i, args_[i].local_size);
        store_word(block.data(), about.offset, block.local_bytes);
        block.local_bytes += args_[i].local_size;
    }
}

bool Kernel::has_all_args() const noexcept { return std::ranges::all_of(args_, &Arg::is_set); }

// Makes `block` hold each buffer whose device address is an argument or was passed to clSetKernelExecInfo. An address
// may belong to no buffer: "it's legal to pass invalid pointers [...] as long as the kernel doesn't dereference the
// pointer". Must be called after the block holds all memory objects that are arguments (ArgBlock::held).
void Kernel::hold_addressed(ArgBlock& block) const {
    const auto hold = [&](const void* address) {
        if (Ref<MemObject> buffer = context().addressed_buffers().find(address)) block.hold(std::move(buffer));
    };
    for (std::size_t i = 0; i < args_.size(); ++i)
        if (args_[i].is_device_address) hold(load_pointer(values_.data(), info().args[i].offset));
    if (!indirect_pointers_) return;
    for (const void* address : indirect_pointers_->addressed) hold(address);
}

ArgBlock Kernel::snapshot(const CompiledKernel& kernel) const {
    const KernelInfo& info = kernel.info;
    ArgBlock block(info.arg_block_bytes);
    block.indirect_kinds = uses_any_svm_ ? all_kinds : indirect_kinds_;
    block.indirect_pointers = indirect_pointers_;
    if (!values_.empty()) std::memcpy(block.data(), values_.data(), values_.size());
    for (std::size_t i = 0; i < args_.size(); ++i) {
        const Arg& arg = args_[i];
        const ArgInfo& about = info.args[i];
        // Section 5.10: CL_INVALID_KERNEL_ARGS "if the kernel argument values have not been
        // specified".
        check(arg.is_set, CL_INVALID_KERNEL_ARGS,
              "Argument {} of kernel '{}' has not been set. Set it with clSetKernelArg before the kernel is enqueued.",
              i, info.name);
        if (about.kind == ArgKind::queue) {
            store_word(block.data(), about.offset, reinterpret_cast<std::uintptr_t>(device_queue(arg)->handle()));
        } else if (is_pointer(about.kind) && !arg.memory) {
            block.has_large_objects |= reach_of(i).bytes() >= small_object_bound;
        } else if (is_memory(about.kind) && arg.memory) {
            Ref<MemObject> memory = deref(arg.memory, CL_INVALID_KERNEL_ARGS);
            // The argument may be a memory object that has been released, and a new object may have the address of the
            // released object.
            check(memory->serial() == arg.memory_serial, CL_INVALID_KERNEL_ARGS,
                  "The memory object of argument {} of kernel '{}' has been released. Set the argument again, or keep "
                  "the object until the kernel is enqueued.",
                  i, info.name);
            store_word(block.data(), about.offset, reinterpret_cast<std::uintptr_t>(memory->kernel_argument()));
            block.has_large_objects |= is_pointer(about.kind) && bytes_around(*memory) >= small_object_bound;
            block.hold(std::move(memory));
        }
    }
    if (uses_device_addresses_) hold_addressed(block);
    place_local_arguments(block, kernel.code.local_bytes);
    return block;
}

}  // namespace lanewise::runtime
