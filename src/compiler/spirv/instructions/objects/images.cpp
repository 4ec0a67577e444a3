// Samplers, and reads and writes of images (SPIR-V specification, section 3.52.10).
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/objects/image_operands.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// The sampler for a read that names a mip level, but no sampler: CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST.
constexpr std::uint64_t no_sampler = 0x12;

llvm::Value* sampled_image(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    const Image image = read_image(body, instruction);
    body.all.require(!image.sampler && body.operand_type(instruction, 1).op == Op::TypeSampler, instruction,
                     "an operand is no image, or no sampler");
    const TypeInfo& result = body.all.types.info(instruction.type, instruction);
    body.all.require(result.op == Op::TypeSampledImage, instruction, "the result is no sampled image");
    llvm::Value* pair = body.builder.CreateInsertValue(llvm::PoisonValue::get(type), image.address, 0);
    return body.builder.CreateInsertValue(pair, body.operand(instruction, 1), 1);
}

llvm::Value* image_of(Body& body, const Instruction& instruction) { return read_image(body, instruction).address; }

bool is_zero(const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isZeroValue();
}

// Converts a color of four components to the result's type. The first component of a color from a depth image is the
// depth.
llvm::Value* fit_color(Body& body, const Instruction& instruction, llvm::Value* color, bool zero_extends) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* type = body.result_type(instruction);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        llvm::SmallVector<int, 4> places;
        for (unsigned i = 0; i < vector->getNumElements(); ++i) places.push_back(static_cast<int>(i));
        if (places.size() < 4) color = builder.CreateShuffleVector(color, places);
    } else {
        color = builder.CreateExtractElement(color, std::uint64_t{0});
    }
    if (type->isFPOrFPVectorTy()) return builder.CreateFPCast(color, type);
    return builder.CreateIntCast(color, type, !zero_extends);
}

// Returns true if the instruction's result is a color of floating-point numbers. Refuses results that cannot be colors.
bool has_float_color(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const bool is_float = type->isFPOrFPVectorTy();
    body.all.require((is_float || type->isIntOrIntVectorTy()) && (!vector || vector->getNumElements() <= 4) &&
                         type->getScalarSizeInBits() > 1,
                     instruction, "the result is no vector of up to four numbers");
    return is_float;
}

// A read by OpenCL C's read_imagef or read_imagei. read_imageui is not needed: the image's format, and not the
// function, decides whether integers are signed.
class Read {
public:
    Read(Body& body, const Instruction& instruction, const Image& image)
        : body_(body), instruction_(instruction), is_float_(has_float_color(body, instruction)) {
        body.all.require(image.type.may_read(), instruction, "the image is write_only");
        const bool is_both =
            !image.sampler && image.type.has_access && image.type.access == spirv::AccessQualifier::ReadWrite;
        name_ = image.type.builtin_name(is_both ? "rw" : "ro");
        add(named(name_), image.address);
    }

    void add_sampler(llvm::Value* sampler) { add(named("ocl_sampler"), sampler); }
    void add_number(llvm::Value* value) { add(number(value->getType(), Sign::is_signed), value); }

    llvm::Value* call(bool zero_extends) {
        llvm::Type* scalar =
            is_float_ ? body_.builder.getFloatTy() : static_cast<llvm::Type*>(body_.builder.getInt32Ty());
        llvm::Value* color = call_builtin(body_, is_float_ ? "read_imagef" : "read_imagei",
                                          llvm::FixedVectorType::get(scalar, 4), parameters_, arguments_);
        return fit_color(body_, instruction_, color, zero_extends);
    }

private:
    void add(const Parameter& parameter, llvm::Value* argument) {
        parameters_.push_back(parameter);
        arguments_.push_back(argument);
    }

    Body& body_;
    const Instruction& instruction_;
    bool is_float_;
    std::string name_;
    llvm::SmallVector<Parameter, 6> parameters_;
    llvm::SmallVector<llvm::Value*, 6> arguments_;
};

llvm::Value* coordinates_of(Body& body, const Instruction& instruction, const ImageType& type) {
    return fit_places(body, instruction, body.operand(instruction, 1), type.places(), coordinate_width(type));
}

// Adds an offset in texels to integer coordinates.
llvm::Value* with_offset(Body& body, const Instruction& instruction, const ImageType& type, llvm::Value* at,
                         llvm::Value* offset) {
    if (!offset) return at;
    body.all.require(at->getType()->isIntOrIntVectorTy() && offset->getType()->isIntOrIntVectorTy(), instruction,
                     "an offset needs integer coordinates");
    return body.builder.CreateAdd(at, fit_places(body, instruction, offset, type.components, coordinate_width(type)));
}

llvm::Value* read_level(Read& read, Body& body, llvm::Value* sampler, llvm::Value* at, const ImageOperands& operands) {
    read.add_sampler(sampler);
    read.add_number(to_float(body, at));
    read.add_number(to_float(body, operands.lod));
    return read.call(operands.zero_extends);
}

// OpImageSampleExplicitLod.
llvm::Value* sample(Body& body, const Instruction& instruction) {
    const Image image = read_image(body, instruction);
    body.all.require(image.sampler, instruction, "the image has no sampler");
    const ImageOperands operands = read_image_operands(body, instruction, 2);
    body.all.require((operands.lod != nullptr) != (operands.along_x != nullptr), instruction,
                     "it needs one of the image operands Lod and Grad");
    llvm::Value* at =
        with_offset(body, instruction, image.type, coordinates_of(body, instruction, image.type), operands.offset);
    Read read(body, instruction, image);
    if (image.type.is_buffer) {
        // Image buffers have neither filters nor mip levels.
        read.add_number(to_int(body, at));
        return read.call(operands.zero_extends);
    }
    if (operands.lod && !is_zero(operands.lod)) return read_level(read, body, image.sampler, at, operands);
    read.add_sampler(image.sampler);
    if (operands.lod) {
        read.add_number(at);
        return read.call(operands.zero_extends);
    }
    const unsigned dimensions = image.type.components;
    const auto gradient = [&](llvm::Value* along) {
        return to_float(body, fit_places(body, instruction, along, dimensions, dimensions == 3 ? 4 : dimensions));
    };
    read.add_number(to_float(body, at));
    read.add_number(gradient(operands.along_x));
    read.add_number(gradient(operands.along_y));
    return read.call(operands.zero_extends);
}

// OpImageRead and OpImageFetch.
llvm::Value* read_texel(Body& body, const Instruction& instruction) {
    const Image image = read_image(body, instruction);
    body.all.require(!image.sampler, instruction, "the operand is a sampled image");
    const ImageOperands operands = read_image_operands(body, instruction, 2);
    body.all.require(!operands.along_x, instruction, "gradients need a sampler");
    llvm::Value* at = with_offset(body, instruction, image.type,
                                  to_int(body, coordinates_of(body, instruction, image.type)), operands.offset);
    if (operands.lod && !is_zero(operands.lod) && !image.type.is_buffer) {
        const Image any{.type = image.type, .address = image.address, .sampler = body.builder.getInt64(no_sampler)};
        Read read(body, instruction, any);
        return read_level(read, body, any.sampler, at, operands);
    }
    Read read(body, instruction, image);
    read.add_number(at);
    return read.call(operands.zero_extends);
}

// Makes a color of four 32-bit components from the texel operand. Components that the operand lacks are 0.
llvm::Value* color_of(Body& body, const Instruction& instruction, bool zero_extends) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* texel = body.operand(instruction, 2);
    llvm::Type* type = texel->getType();
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const unsigned components = vector ? vector->getNumElements() : 1;
    body.all.require((type->isFPOrFPVectorTy() || type->isIntOrIntVectorTy()) && components <= 4, instruction,
                     "the texel is no vector of up to four numbers");
    if (components != 4) {
        llvm::Value* color = llvm::Constant::getNullValue(llvm::FixedVectorType::get(type->getScalarType(), 4));
        for (unsigned i = 0; i < components; ++i)
            color = builder.CreateInsertElement(color, vector ? builder.CreateExtractElement(texel, i) : texel, i);
        texel = color;
    }
    if (type->isFPOrFPVectorTy()) return to_float(body, texel);
    return builder.CreateIntCast(texel, llvm::FixedVectorType::get(builder.getInt32Ty(), 4), !zero_extends);
}

// OpImageWrite. The image's format decides how integers are stored, so it does not matter whether the operand's
// integers are signed.
llvm::Value* write(Body& body, const Instruction& instruction) {
    const Image image = read_image(body, instruction);
    body.all.require(!image.sampler && image.type.may_write(), instruction, "the image is read_only, or sampled");
    const ImageOperands operands = read_image_operands(body, instruction, 3);
    body.all.require(!operands.along_x, instruction, "gradients need a sampler");
    llvm::Value* at = with_offset(body, instruction, image.type,
                                  to_int(body, coordinates_of(body, instruction, image.type)), operands.offset);
    const bool is_both = image.type.has_access && image.type.access == spirv::AccessQualifier::ReadWrite;
    const std::string name = image.type.builtin_name(is_both ? "rw" : "wo");
    llvm::SmallVector<Parameter, 4> parameters{named(name), number(at->getType(), Sign::is_signed)};
    llvm::SmallVector<llvm::Value*, 4> arguments{image.address, at};
    if (operands.lod && !is_zero(operands.lod) && !image.type.is_buffer) {
        llvm::Value* lod = to_int(body, operands.lod);
        parameters.push_back(number(lod->getType(), Sign::is_signed));
        arguments.push_back(lod);
    }
    llvm::Value* color = color_of(body, instruction, operands.zero_extends);
    const bool is_float = color->getType()->isFPOrFPVectorTy();
    parameters.push_back(number(color->getType(), Sign::is_signed));
    arguments.push_back(color);
    call_builtin(body, is_float ? "write_imagef" : "write_imagei", body.builder.getVoidTy(), parameters, arguments);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::SampledImage, sampled_image}, {Op::Image, image_of},        {Op::ImageSampleExplicitLod, sample},
    {Op::ImageRead, read_texel},       {Op::ImageFetch, read_texel}, {Op::ImageWrite, write},
};

}  // namespace

std::span<const TranslationRow> image_rows() { return rows; }

}  // namespace lanewise::compiler::il
