// Image types of a SPIR-V module (OpTypeImage; SPIR-V specification, section 3.52.6), with their names in OpenCL C.
// Thread-safety: constant data.
#pragma once

#include <string>

#include "compiler/spirv/state/types.h"

namespace lanewise::compiler::il {

struct ImageType {
    std::string_view dimension;  // "1d", "1d_buffer", "2d" or "3d"
    unsigned components = 0;     // number of sizes (width, height, depth)
    bool is_buffer = false;
    bool is_array = false;
    bool is_depth = false;
    bool is_multisampled = false;
    spirv::AccessQualifier access = spirv::AccessQualifier::ReadOnly;
    bool has_access = false;  // false: the type has no access qualifier

    bool may_read() const { return !has_access || access != spirv::AccessQualifier::WriteOnly; }
    bool may_write() const { return !has_access || access != spirv::AccessQualifier::ReadOnly; }

    /// Returns the number of components that sizes and coordinates have, including the layer of an array.
    unsigned places() const { return components + (is_array ? 1 : 0); }

    /// Returns the type's name in OpenCL C, such as "image2d_array_depth_t".
    std::string name() const;

    /// Returns the type's name in mangled names of builtins, such as "ocl_image2d_array_ro". Depth images have the name
    /// of color images, since the builtins treat the depth as the first component. There are no names for multisampled
    /// images, which the device does not support.
    std::string builtin_name(std::string_view access_code) const;
};

/// Returns the image type of an OpTypeImage, or of the image in an OpTypeSampledImage. Refuses other types, and images
/// that kernels cannot have.
ImageType image_type_of(const Types& types, const Annotations& annotations, spirv::Id type,
                        const spirv::Instruction& user);

/// Returns an access qualifier in OpenCL C, such as "read_only".
std::string_view access_word(spirv::AccessQualifier access);

}  // namespace lanewise::compiler::il
