// Cases of bench_images. A case is a kernel that reads an image or a buffer, with the format and size of the image.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct ImageCase {
    std::string name;
    std::string source;  // OpenCL C source with one kernel, `run(result, input)`
    cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    std::array<std::size_t, 3> size{1024, 1024, 1};  // size of the input image and of the NDRange
    bool reads_buffer = false;                       // whether the kernel's input is a buffer instead of an image
    bool writes_image = false;                       // whether the result is an image in `format`, not float values
    cl_uint mip_levels = 0;                          // number of mipmap levels of the input; 0 without a mipmap
};

/// Adds cases in which each work-item reads one texel and stores the sum of the texel's channels in a buffer of floats.
void add_reads(std::vector<ImageCase>& cases);
/// Adds cases of filters as in real programs: each filter reads an image in one case, and a buffer in another case.
void add_filters(std::vector<ImageCase>& cases);

}  // namespace bench
