#include "compiler/spirv/state/image_type.h"

#include "compiler/spirv/state/refuse.h"

namespace lanewise::compiler::il {

using spirv::AccessQualifier;
using spirv::Dim;
using spirv::Instruction;
using spirv::Op;

std::string ImageType::name() const {
    std::string text = "image" + std::string(dimension);
    if (is_array) text += "_array";
    if (is_multisampled) text += "_msaa";
    if (is_depth) text += "_depth";
    return text + "_t";
}

std::string ImageType::builtin_name(std::string_view access_code) const {
    std::string text = "ocl_image" + std::string(dimension);
    if (is_array) text += "_array";
    return text.append("_").append(access_code);
}

ImageType image_type_of(const Types& types, const Annotations& annotations, spirv::Id id, const Instruction& user) {
    const TypeInfo& type = types.info(id, user);
    const Instruction* image = type.definition;
    if (type.op == Op::TypeSampledImage) image = types.info(type.element, user).definition;
    if (!image || image->op != Op::TypeImage) refuse(user, annotations, "an operand is no image");
    ImageType found;
    switch (static_cast<Dim>(image->operands[1])) {
        case Dim::Dim1D: found.dimension = "1d", found.components = 1; break;
        case Dim::Dim2D: found.dimension = "2d", found.components = 2; break;
        case Dim::Dim3D: found.dimension = "3d", found.components = 3; break;
        case Dim::Buffer: found.dimension = "1d_buffer", found.components = 1, found.is_buffer = true; break;
        default: refuse(user, annotations, "kernels have images of the dimensions 1D, 2D, 3D and Buffer alone");
    }
    found.is_depth = image->operands[2] == 1;
    found.is_array = image->operands[3] != 0;
    found.is_multisampled = image->operands[4] != 0;
    const bool is_plane = found.components == 2;
    if (found.is_array && (found.is_buffer || found.components == 3))
        refuse(user, annotations, "kernels have arrays of 1D and 2D images alone");
    if ((found.is_depth || found.is_multisampled) && !is_plane)
        refuse(user, annotations, "kernels have depth images and multisampled images of dimension 2D alone");
    found.has_access = image->operands.size() > 7;
    if (found.has_access) found.access = static_cast<AccessQualifier>(image->operands[7]);
    return found;
}

std::string_view access_word(AccessQualifier access) {
    switch (access) {
        case AccessQualifier::WriteOnly: return "write_only";
        case AccessQualifier::ReadWrite: return "read_write";
        default: return "read_only";
    }
}

}  // namespace lanewise::compiler::il
