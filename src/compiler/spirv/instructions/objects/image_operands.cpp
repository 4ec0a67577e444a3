#include "compiler/spirv/instructions/objects/image_operands.h"

#include <llvm/IR/Constants.h>

namespace lanewise::compiler::il {

using spirv::Instruction;
using spirv::Op;

Image read_image(Body& body, const Instruction& instruction) {
    const spirv::Id type = body.all.type_of(body.word(instruction, 0));
    Image image{.type = image_type_of(body.all.types, body.all.annotations, type, instruction)};
    image.address = body.operand(instruction, 0);
    if (body.all.types.info(type, instruction).op == Op::TypeSampledImage) {
        image.sampler = body.builder.CreateExtractValue(image.address, 1);
        image.address = body.builder.CreateExtractValue(image.address, 0);
    }
    return image;
}

ImageOperands read_image_operands(Body& body, const Instruction& instruction, std::size_t first) {
    using Bits = spirv::ImageOperands;
    ImageOperands found;
    if (first >= instruction.operands.size()) return found;
    const std::uint32_t bits = instruction.operands[first];
    std::size_t next = first + 1;
    for (std::uint32_t left = bits; left != 0; left &= left - 1) {
        switch (static_cast<Bits>(left & (~left + 1))) {
            case Bits::Lod: found.lod = body.operand(instruction, next++); break;
            case Bits::Grad:
                found.along_x = body.operand(instruction, next++);
                found.along_y = body.operand(instruction, next++);
                break;
            case Bits::ConstOffset:
            case Bits::Offset: found.offset = body.operand(instruction, next++); break;
            // The number of the sample is ignored. The device has no multisampled images, so a kernel that reads such
            // an image can be built, but not launched.
            case Bits::Sample:
            // The operand is the scope of the work-items that must see the texel. The operand is ignored, since image
            // accesses reach memory in program order.
            case Bits::MakeTexelAvailable:
            case Bits::MakeTexelVisible: body.operand(instruction, next++); break;
            case Bits::NonPrivateTexel:
            case Bits::VolatileTexel:
            case Bits::Nontemporal:
            case Bits::SignExtend: break;
            case Bits::ZeroExtend: found.zero_extends = true; break;
            default: body.all.refuse(instruction, "kernels do not have one of the image operands");
        }
    }
    const auto is_scalar = [](const llvm::Value* value) {
        return value->getType()->isIntegerTy() || value->getType()->isFloatingPointTy();
    };
    body.all.require(!found.lod || is_scalar(found.lod), instruction, "the level of detail is no scalar");
    return found;
}

llvm::Value* to_int(Body& body, llvm::Value* value) {
    llvm::Type* type = value->getType();
    llvm::Type* result = type->getWithNewType(body.builder.getInt32Ty());
    if (type->isIntOrIntVectorTy()) return body.builder.CreateSExtOrTrunc(value, result);
    // Rounds the coordinates down, to the texel that contains them.
    value = to_float(body, value);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const std::string width = vector ? std::to_string(vector->getNumElements()) : "";
    return call_builtin(body, "convert_int" + width + "_sat_rtn", result, number(value->getType()), value);
}

llvm::Value* to_float(Body& body, llvm::Value* value) {
    llvm::Type* type = value->getType();
    llvm::Type* result = type->getWithNewType(body.builder.getFloatTy());
    if (type->isIntOrIntVectorTy()) return body.builder.CreateSIToFP(value, result);
    return body.builder.CreateFPCast(value, result);
}

llvm::Value* fit_places(Body& body, const Instruction& instruction, llvm::Value* places, unsigned needed,
                        unsigned components) {
    llvm::Type* type = places->getType();
    body.all.require(type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(), instruction, "coordinates are no numbers");
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const unsigned present = vector ? vector->getNumElements() : 1;
    body.all.require(present >= needed, instruction, "the coordinates have too few components");
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* scalar = type->getScalarType();
    const auto component = [&](unsigned i) { return vector ? builder.CreateExtractElement(places, i) : places; };
    llvm::Value* fitted = nullptr;
    if (present == components && !(vector && components == 1)) {
        fitted = places;
    } else if (components == 1) {
        fitted = component(0);
    } else {
        fitted = llvm::Constant::getNullValue(llvm::FixedVectorType::get(scalar, components));
        for (unsigned i = 0; i < needed; ++i) fitted = builder.CreateInsertElement(fitted, component(i), i);
    }
    return scalar->isIntegerTy() ? to_int(body, fitted) : to_float(body, fitted);
}

}  // namespace lanewise::compiler::il
