// Operands of image instructions: image, coordinates and image operands (SPIR-V specification, section 3.14).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/state/image_type.h"

namespace lanewise::compiler::il {

/// An image, and the sampler if the operand is a sampled image.
struct Image {
    ImageType type;
    llvm::Value* address = nullptr;
    llvm::Value* sampler = nullptr;  // null without OpSampledImage
};

/// Reads the image in operand 0, which may be a sampled image.
Image read_image(Body& body, const spirv::Instruction& instruction);

/// The image operands of an instruction. A member is null if the instruction lacks the operand.
struct ImageOperands {
    llvm::Value* lod = nullptr;
    llvm::Value* along_x = nullptr;
    llvm::Value* along_y = nullptr;
    llvm::Value* offset = nullptr;
    bool zero_extends = false;
};

/// Reads the image operands from operand `first` on. Refuses image operands that kernels may not use.
ImageOperands read_image_operands(Body& body, const spirv::Instruction& instruction, std::size_t first);

/// Converts coordinates or gradients to the form that builtins need: a vector of `components` 32-bit numbers, or a
/// scalar for one component. The first `needed` components must be present; other missing components become 0.
llvm::Value* fit_places(Body& body, const spirv::Instruction& instruction, llvm::Value* places, unsigned needed,
                        unsigned components);

/// Returns the number of components that coordinates have in OpenCL C, whose image functions use vectors of 4 instead
/// of 3.
inline unsigned coordinate_width(const ImageType& type) { return type.places() == 3 ? 4 : type.places(); }

/// Convert numbers of any type to 32-bit integers (to_int) or to floats (to_float). Integers of other widths are
/// treated as signed.
llvm::Value* to_int(Body& body, llvm::Value* value);
llvm::Value* to_float(Body& body, llvm::Value* value);

}  // namespace lanewise::compiler::il
