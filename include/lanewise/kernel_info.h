// Information about a kernel: signature and attributes from the front end, and machine code from code generation. Plain
// data, shared by the runtime, the compiler and the device. No LLVM type is used, so that program binaries and cache
// entries can store the data.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

/// Limit for code with `KernelCode::small_ids`: all ids, sizes and offsets of the launch must be below this limit.
inline constexpr std::uint64_t small_id_bound = std::uint64_t{1} << 31;

/// Limit for code with `KernelCode::small_objects`: all objects into which pointers point must have fewer bytes than
/// this limit.
inline constexpr std::uint64_t small_object_bound = std::uint64_t{1} << 30;

enum class ArgKind : std::uint8_t {
    value,             // `size` bytes in the argument block: a scalar, vector or struct
    global_pointer,    // 8 bytes: an address in global memory, or 0 for NULL
    constant_pointer,  // 8 bytes: an address in constant memory, or 0 for NULL
    local_pointer,     // 8 bytes: offset in bytes from Worker::local_memory
    image,             // 8 bytes: address of an image descriptor
    sampler,           // 8 bytes: the bits of the sampler, zero-extended
    pipe,              // 8 bytes: address of the pipe's memory (lanewise/pipe_layout.h)
    queue,             // 8 bytes: the handle of a device queue
};

/// The types of image arguments that the device supports.
enum class ImageType : std::uint8_t {
    none,
    image1d,
    image1d_buffer,
    image1d_array,
    image2d,
    image2d_array,
    image2d_depth,
    image2d_array_depth,
    image3d,
};

// The address and access qualifiers have the order of cl_kernel_arg_address_qualifier and
// cl_kernel_arg_access_qualifier, but start at 0. To convert a qualifier to a constant of OpenCL, the runtime adds the
// first constant of the OpenCL type. The compiler thus needs no OpenCL header.
enum class AddressQualifier : std::uint8_t { global_, local_, constant_, private_ };
enum class AccessQualifier : std::uint8_t { read_only, write_only, read_write, none };
enum TypeQualifier : std::uint8_t { type_const = 1, type_restrict = 2, type_volatile = 4, type_pipe = 8 };

struct ArgInfo {
    std::string name;
    std::string type_name;  // the type as written in the source, for example "float4*"
    ArgKind kind = ArgKind::value;
    AddressQualifier address = AddressQualifier::private_;
    AccessQualifier access = AccessQualifier::none;
    std::uint8_t type_qualifiers = 0;     // bits of TypeQualifier
    std::uint32_t size = 0;               // number of bytes that clSetKernelArg requires (8 for a handle)
    std::uint32_t offset = 0;             // offset in bytes from the start of the argument block
    std::uint32_t pointee_alignment = 1;  // alignment in bytes of the pointee; only for local_pointer
    std::uint32_t packet_size = 0;        // size of a packet in bytes, 0 if unknown; only for pipe
    ImageType image = ImageType::none;    // only for image
};

/// The front end's information about a kernel.
struct KernelInfo {
    std::string name;
    std::vector<ArgInfo> args;
    std::uint32_t arg_block_bytes = 0;
    std::string attributes;                                      // CL_KERNEL_ATTRIBUTES
    std::array<std::uint64_t, 3> reqd_work_group_size{0, 0, 0};  // zeros: not given
    std::array<std::uint64_t, 3> work_group_size_hint{0, 0, 0};  // zeros: not given
    std::array<std::uint64_t, 3> max_work_group_size{0, 0, 0};   // zeros: not given
    std::uint32_t reqd_sub_group_size = 0;                       // 0: not given
    std::uint32_t reqd_num_sub_groups = 0;                       // per work-group; 0: not given / Whether all
                                                                 // work-groups of a launch must have the same size: for
                                                                 // OpenCL C 1.x, and with /
                                                                 // -cl-uniform-work-group-size.
    bool uniform_work_groups = false;
    bool has_arg_info = true;  // whether the program was built with -cl-kernel-arg-info
    bool is_block = false;     // whether the kernel was made from a block, so that only work-items enqueue it
    /// The blocks that work-items of this kernel may enqueue, as indices in the program's list of blocks.
    std::vector<std::uint32_t> enqueues;
};

/// A word of a code image. If the image is loaded at the address `base`, the word contains base + addend.
struct ImageRelocation {
    std::uint64_t offset = 0;  // offset in the image in bytes; not always a multiple of 8
    std::int64_t addend = 0;
};

/// A word of a code image. The word contains the address of a function outside of the image, plus `addend`.
struct ImageImport {
    std::uint64_t offset = 0;
    std::int64_t addend = 0;
    std::string symbol;  // name of the function, for example "memcpy" or "sin"
};

/// Linked machine code: a flat memory image. Loading needs no LLVM: the image is copied, and some of its words are
/// changed. The bytes [0, text_bytes) are executable, [text_bytes, text_bytes + rodata_bytes) read-only, the rest
/// writable.
struct FlatImage {
    std::vector<std::uint8_t> image;
    std::uint64_t text_bytes = 0;
    std::uint64_t rodata_bytes = 0;
    std::vector<ImageRelocation> relocations;
    std::vector<ImageImport> imports;
    std::uint64_t entry = 0;  // offset of the entry function in bytes
};

/// The machine code of one kernel. Each segment starts at a page boundary. The entry function has the type abi::Entry.
struct KernelCode : FlatImage {
#define KERNEL_FACT(type, name, otherwise) type name = otherwise;
#include "lanewise/kernel_facts.def"
    std::string summary;  // line for the build log, for example "kernel 'k': 16 lanes"

    /// Returns the bytes of Worker::context that a work-group of `local` work-items needs.
    std::uint64_t context_bytes(const std::array<std::uint64_t, 3>& local) const {
        return context_bytes_per_group + (context_per_chunk ? chunks(local) : 1) * context_bytes_per_chunk;
    }

    /// Returns the number of chunks of a work-group of `local` work-items.
    std::uint64_t chunks(const std::array<std::uint64_t, 3>& local) const {
        const std::uint64_t row = flat_groups ? local[0] * local[1] * local[2] : local[0];
        const std::uint64_t rows = flat_groups ? 1 : local[1] * local[2];
        return (row + lanes - 1) / lanes * rows;
    }
};

}  // namespace lanewise
