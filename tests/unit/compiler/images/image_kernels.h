// Image types of OpenCL C, with helpers that write kernels for each of them. A test compiles few kernels and runs each
// on many images.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "images/image_model.h"
#include "run_kernel.h"

namespace lanewise::test {

struct ImageType {
    const char* name;      // type name in OpenCL C
    unsigned coordinates;  // number of elements of a coordinate: 1, 2 or 4
    ImageSize size;        // size of the images that tests make of this type
    bool is_depth = false;
    bool is_buffer = false;
};

inline const std::vector<ImageType>& image_types() {
    static const std::vector<ImageType> types = {
        {"image1d_t", 1, line_of(37)},
        {"image1d_array_t", 2, lines_of(19, 5)},
        {"image2d_t", 2, plane_of(23, 11)},
        {"image2d_array_t", 4, planes_of(9, 6, 4)},
        {"image3d_t", 4, volume_of(7, 5, 6)},
        {"image2d_depth_t", 2, plane_of(13, 9), true},
        {"image2d_array_depth_t", 4, planes_of(8, 4, 3), true},
        {"image1d_buffer_t", 1, line_of(41), false, true},
    };
    return types;
}

/// Returns the OpenCL C text of a coordinate for images of `type`. `at` is the text of a vector with the column, the
/// row, and the slice or layer.
inline std::string coordinate_of(const ImageType& type, const std::string& at) {
    if (type.coordinates == 4) return at;
    if (type.coordinates == 1) return at + ".x";
    return at + (type.size.is_array ? ".xz" : ".xy");
}

inline std::unique_ptr<CompiledKernel> compile_kernel(const std::string& source, unsigned lanes,
                                                      const std::string& target_limit = {}) {
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log << source;
    auto kernel = std::make_unique<CompiledKernel>(program.ir, "k", lanes, target_limit);
    EXPECT_TRUE(*kernel) << kernel->log() << source;
    return kernel;
}

/// Returns the formats that images of `type` can have: the integer formats if `integers` is true, else the other
/// formats.
inline std::vector<const ImageFormat*> formats_of(const ImageType& type, bool integers) {
    std::vector<const ImageFormat*> formats;
    for (const ImageFormat& format : image_formats)
        if ((format.use == FormatUse::depth) == type.is_depth && (format.use == FormatUse::integer) == integers)
            formats.push_back(&format);
    return formats;
}

inline std::string name_of(const ImageFormat& format) {
    return std::to_string(static_cast<unsigned>(format.order) - 0x10B0) + "/" +
           std::to_string(static_cast<unsigned>(format.type) - 0x10D0);
}

}  // namespace lanewise::test
