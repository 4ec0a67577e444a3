// Queries of images (SPIR-V specification, section 3.52.10).
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/objects/image_operands.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

llvm::Value* query(Body& body, const Image& image, std::string_view function, llvm::Type* result) {
    const std::string name = image.type.builtin_name("ro");
    return call_builtin(body, function, result, named(name), image.address);
}

llvm::Value* query_int(Body& body, const Image& image, std::string_view function) {
    return query(body, image, function, body.builder.getInt32Ty());
}

llvm::Type* integer_result(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no integer");
    return type;
}

// Returns the size of a mip level, computed from the first level's size. Each level has half the size of the level
// before, but at least 1.
llvm::Value* level_size(Body& body, llvm::Value* size, llvm::Value* lod) {
    if (!lod) return size;
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* shift = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, lod, builder.getInt32(31));
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, builder.CreateLShr(size, shift), builder.getInt32(1));
}

// OpImageQuerySize and OpImageQuerySizeLod, which return width, height and depth as far as the image has them, and the
// number of layers.
llvm::Value* size_of(Body& body, const Instruction& instruction) {
    const Image image = read_image(body, instruction);
    llvm::Value* lod = nullptr;
    if (instruction.op == Op::ImageQuerySizeLod && !image.type.is_buffer) {
        lod = body.integer(instruction, 1);
        body.all.require(lod->getType()->isIntegerTy(), instruction, "the level of detail is no scalar");
        lod = body.builder.CreateZExtOrTrunc(lod, body.builder.getInt32Ty());
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(lod);
        if (constant && constant->isZero()) lod = nullptr;
    }
    llvm::SmallVector<llvm::Value*, 4> sizes;
    constexpr std::string_view functions[] = {"get_image_width", "get_image_height", "get_image_depth"};
    for (unsigned i = 0; i < image.type.components; ++i)
        sizes.push_back(level_size(body, query_int(body, image, functions[i]), lod));
    if (image.type.is_array) sizes.push_back(query(body, image, "get_image_array_size", body.builder.getInt64Ty()));
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntOrIntVectorTy(), instruction, "the result is no integer");
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector) return body.builder.CreateZExtOrTrunc(sizes[0], type);
    // If the result has more components than the image has sizes, the further components are 0, as in the result of
    // OpenCL C's get_image_dim.
    llvm::Value* result = llvm::Constant::getNullValue(vector);
    for (unsigned i = 0; i < std::min<std::size_t>(sizes.size(), vector->getNumElements()); ++i)
        result = body.builder.CreateInsertElement(
            result, body.builder.CreateZExtOrTrunc(sizes[i], vector->getElementType()), i);
    return result;
}

// Sections 3.12 and 3.13: the numbers of channel orders and channel types begin at 0, and are in the order of OpenCL's
// values.
llvm::Value* channel(Body& body, const Instruction& instruction) {
    constexpr std::uint32_t first_type = 0x10d0, first_order = 0x10b0;
    const bool is_type = instruction.op == Op::ImageQueryFormat;
    llvm::Type* type = integer_result(body, instruction);
    const Image image = read_image(body, instruction);
    llvm::Value* value = query_int(body, image, is_type ? "get_image_channel_data_type" : "get_image_channel_order");
    value = body.builder.CreateSub(value, body.builder.getInt32(is_type ? first_type : first_order));
    return body.builder.CreateZExtOrTrunc(value, type);
}

llvm::Value* levels(Body& body, const Instruction& instruction) {
    llvm::Type* type = integer_result(body, instruction);
    const Image image = read_image(body, instruction);
    if (image.type.is_buffer) return llvm::ConstantInt::get(type, 1);
    return body.builder.CreateZExtOrTrunc(query_int(body, image, "get_image_num_mip_levels"), type);
}

// Returns 1, since the device has no multisampled images.
llvm::Value* samples(Body& body, const Instruction& instruction) {
    llvm::Type* type = integer_result(body, instruction);
    read_image(body, instruction);
    return llvm::ConstantInt::get(type, 1);
}

constexpr TranslationRow rows[] = {
    {Op::ImageQuerySizeLod, size_of}, {Op::ImageQuerySize, size_of},  {Op::ImageQueryFormat, channel},
    {Op::ImageQueryOrder, channel},   {Op::ImageQueryLevels, levels}, {Op::ImageQuerySamples, samples},
};

}  // namespace

std::span<const TranslationRow> image_query_rows() { return rows; }

}  // namespace lanewise::compiler::il
