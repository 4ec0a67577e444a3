#include "compiler/ir/signature.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/Alignment.h>

#include "compiler/ir/blocks.h"

namespace lanewise::compiler {
namespace {

llvm::StringRef metadata_string(const llvm::Function& function, llvm::StringRef kind, unsigned index) {
    const llvm::MDNode* node = function.getMetadata(kind);
    if (!node || index >= node->getNumOperands()) return {};
    const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
    return text ? text->getString() : llvm::StringRef();
}

std::uint64_t metadata_number(const llvm::MDNode* node, unsigned index) {
    const auto* constant = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
        index < node->getNumOperands() ? node->getOperand(index).get() : nullptr);
    return constant ? constant->getZExtValue() : 0;
}

std::array<std::uint64_t, 3> three_sizes(const llvm::Function& function, llvm::StringRef kind) {
    std::array<std::uint64_t, 3> sizes{0, 0, 0};
    if (const llvm::MDNode* node = function.getMetadata(kind))
        for (unsigned d = 0; d < 3; ++d) sizes[d] = metadata_number(node, d);
    return sizes;
}

AccessQualifier access_qualifier(llvm::StringRef text) {
    if (text == "read_only") return AccessQualifier::read_only;
    if (text == "write_only") return AccessQualifier::write_only;
    if (text == "read_write") return AccessQualifier::read_write;
    return AccessQualifier::none;
}

std::uint8_t type_qualifiers(llvm::StringRef text) {
    std::uint8_t bits = 0;
    llvm::SmallVector<llvm::StringRef, 4> words;
    text.split(words, ' ');
    for (llvm::StringRef word : words) {
        if (word == "const") bits |= type_const;
        if (word == "restrict") bits |= type_restrict;
        if (word == "volatile") bits |= type_volatile;
        if (word == "pipe") bits |= type_pipe;
    }
    return bits;
}

AddressQualifier address_qualifier(std::uint64_t address_space) {
    switch (address_space) {
        case 1: return AddressQualifier::global_;
        case 2: return AddressQualifier::constant_;
        case 3: return AddressQualifier::local_;
        default: return AddressQualifier::private_;
    }
}

ImageType image_type(llvm::StringRef base_type) {
    return llvm::StringSwitch<ImageType>(base_type)
        .Case("image1d_t", ImageType::image1d)
        .Case("image1d_buffer_t", ImageType::image1d_buffer)
        .Case("image1d_array_t", ImageType::image1d_array)
        .Case("image2d_t", ImageType::image2d)
        .Case("image2d_array_t", ImageType::image2d_array)
        .Case("image2d_depth_t", ImageType::image2d_depth)
        .Case("image2d_array_depth_t", ImageType::image2d_array_depth)
        .Case("image3d_t", ImageType::image3d)
        .Default(ImageType::none);
}

/// True for multisampled images. The device has no multisampled images, but programs may use their types.
bool is_multisampled(llvm::StringRef base_type) {
    return base_type == "image2d_msaa_t" || base_type == "image2d_array_msaa_t" ||
           base_type == "image2d_msaa_depth_t" || base_type == "image2d_array_msaa_depth_t";
}

// Determines the kind of an argument. Pipes, queues, samplers and images are recognized by the type in the source, all
// other arguments by the type in the IR.
ArgKind argument_kind(const llvm::Argument& argument, const ArgInfo& info, llvm::StringRef base_type) {
    if (info.type_qualifiers & type_pipe) return ArgKind::pipe;
    if (base_type == "queue_t") return ArgKind::queue;
    if (base_type == "sampler_t") return ArgKind::sampler;
    if (info.image != ImageType::none || is_multisampled(base_type)) return ArgKind::image;
    const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
    if (!pointer || argument.hasByValAttr()) return ArgKind::value;
    switch (pointer->getAddressSpace()) {
        case 1: return ArgKind::global_pointer;
        case 2: return ArgKind::constant_pointer;
        case 3: return ArgKind::local_pointer;
        case 4: return ArgKind::global_pointer;  // points to the captured values of a block literal
        default: return ArgKind::value;
    }
}

ArgInfo read_argument(const llvm::Argument& argument) {
    const llvm::Function& function = *argument.getParent();
    const unsigned index = argument.getArgNo();
    ArgInfo info;
    info.name = metadata_string(function, "kernel_arg_name", index);
    info.type_name = metadata_string(function, "kernel_arg_type", index);
    info.access = access_qualifier(metadata_string(function, "kernel_arg_access_qual", index));
    info.type_qualifiers = type_qualifiers(metadata_string(function, "kernel_arg_type_qual", index));
    if (const llvm::MDNode* spaces = function.getMetadata("kernel_arg_addr_space"))
        info.address = address_qualifier(metadata_number(spaces, index));
    const llvm::StringRef base_type = metadata_string(function, "kernel_arg_base_type", index);
    info.image = image_type(base_type);
    info.kind = argument_kind(argument, info, base_type);
    // OpenCL API 3.0, table "Kernel argument qualifiers": images are global. Clang's metadata contains the address
    // space of the image's representation, not the address space `global`.
    if (info.kind == ArgKind::image || info.kind == ArgKind::pipe) info.address = AddressQualifier::global_;
    if (info.kind == ArgKind::pipe)
        if (const llvm::MDNode* sizes = function.getMetadata("pipe_packet_size"))
            info.packet_size = static_cast<std::uint32_t>(metadata_number(sizes, index));
    if (info.kind == ArgKind::sampler) info.address = AddressQualifier::private_;
    return info;
}

void place_argument(const llvm::Argument& argument, ArgInfo& info, std::uint64_t& block_bytes) {
    const llvm::DataLayout& layout = argument.getParent()->getParent()->getDataLayout();
    std::uint64_t size = 8;
    llvm::Align alignment(8);
    if (info.kind == ArgKind::value) {
        llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
        size = layout.getTypeAllocSize(type);
        alignment = argument.hasByValAttr() ? argument.getParamAlign().valueOrOne() : layout.getABITypeAlign(type);
    }
    if (info.kind == ArgKind::local_pointer)
        info.pointee_alignment = static_cast<std::uint32_t>(argument.getParamAlign().valueOrOne().value());
    block_bytes = llvm::alignTo(block_bytes, alignment);
    info.size = static_cast<std::uint32_t>(size);
    info.offset = static_cast<std::uint32_t>(block_bytes);
    block_bytes += size;
}

const char* scalar_name(llvm::Type* type, bool is_signed) {
    if (type->isHalfTy()) return "half";
    if (type->isFloatTy()) return "float";
    if (type->isDoubleTy()) return "double";
    switch (type->getIntegerBitWidth()) {
        case 8: return is_signed ? "char" : "uchar";
        case 16: return is_signed ? "short" : "ushort";
        case 32: return is_signed ? "int" : "uint";
        default: return is_signed ? "long" : "ulong";
    }
}

// Returns the name of the type in vec_type_hint. The metadata holds a value of this type, and a flag that says whether
// the type is signed.
std::string vector_type_hint(const llvm::Function& function) {
    const llvm::MDNode* node = function.getMetadata("vec_type_hint");
    if (!node) return {};
    const auto* value = llvm::dyn_cast<llvm::ValueAsMetadata>(node->getOperand(0));
    if (!value) return {};
    llvm::Type* type = value->getType();
    if (!type->getScalarType()->isFloatingPointTy() && !type->getScalarType()->isIntegerTy()) return {};
    std::string name = scalar_name(type->getScalarType(), metadata_number(node, 1) != 0);
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
        name += std::to_string(vector->getNumElements());
    return "vec_type_hint(" + name + ")";
}

std::string sizes_attribute(const char* name, const std::array<std::uint64_t, 3>& sizes) {
    if (sizes[0] == 0) return {};
    return std::string(name) + "(" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
           std::to_string(sizes[2]) + ")";
}

std::string sub_group_attribute(const KernelInfo& info) {
    if (info.reqd_sub_group_size == 0) return {};
    return "intel_reqd_sub_group_size(" + std::to_string(info.reqd_sub_group_size) + ")";
}

// "... attributes are returned as they were declared inside __attribute__((...)), with any surrounding
// whitespace and embedded newlines removed ... separated by a single space."
std::string attributes_text(const llvm::Function& function, const KernelInfo& info) {
    std::string text;
    for (const std::string& attribute :
         {vector_type_hint(function), sizes_attribute("work_group_size_hint", info.work_group_size_hint),
          sizes_attribute("reqd_work_group_size", info.reqd_work_group_size),
          sizes_attribute("max_work_group_size", info.max_work_group_size), sub_group_attribute(info)}) {
        if (attribute.empty()) continue;
        if (!text.empty()) text += ' ';
        text += attribute;
    }
    return text;
}

}  // namespace

bool is_kernel(const llvm::Function& function) {
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

std::uint32_t required_sub_group_size(const llvm::Function& function) {
    const llvm::MDNode* size = function.getMetadata("intel_reqd_sub_group_size");
    return size ? static_cast<std::uint32_t>(metadata_number(size, 0)) : 0;
}

KernelInfo read_kernel(const llvm::Function& function) {
    KernelInfo info;
    info.name = function.getName();
    std::uint64_t block_bytes = 0;
    for (const llvm::Argument& argument : function.args()) {
        info.args.push_back(read_argument(argument));
        place_argument(argument, info.args.back(), block_bytes);
    }
    info.arg_block_bytes = static_cast<std::uint32_t>(block_bytes);
    info.reqd_work_group_size = three_sizes(function, "reqd_work_group_size");
    info.work_group_size_hint = three_sizes(function, "work_group_size_hint");
    info.max_work_group_size = three_sizes(function, "max_work_group_size");
    info.reqd_sub_group_size = required_sub_group_size(function);
    if (const llvm::MDNode* count = function.getMetadata("reqd_num_sub_groups"))
        info.reqd_num_sub_groups = static_cast<std::uint32_t>(metadata_number(count, 0));
    info.attributes = attributes_text(function, info);
    info.uniform_work_groups = function.getFnAttribute("uniform-work-group-size").getValueAsString() == "true";
    info.has_arg_info = function.getMetadata("kernel_arg_name") != nullptr || info.args.empty();
    info.is_block = function.hasFnAttribute(block_attribute);
    llvm::SmallVector<llvm::StringRef, 4> enqueued;
    function.getFnAttribute(enqueues_attribute).getValueAsString().split(enqueued, ',', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef number : enqueued) {
        std::uint32_t block = 0;
        if (!number.getAsInteger(10, block)) info.enqueues.push_back(block);
    }
    return info;
}

std::vector<KernelInfo> read_kernels(const llvm::Module& module) {
    std::vector<KernelInfo> kernels;
    for (const llvm::Function& function : module)
        if (is_kernel(function)) kernels.push_back(read_kernel(function));
    return kernels;
}

}  // namespace lanewise::compiler
