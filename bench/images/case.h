// A kernel that reads images, with its image and its NDRange.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct ImageCase {
    std::string name;
    std::string source;  // with one kernel, called `run`: the result first, then its input
    cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    std::array<std::size_t, 3> size{1024, 1024, 1};  // of the source and of the NDRange
    bool reads_buffer = false;                       // the input is a buffer instead of an image
    bool writes_image = false;                       // a result of the source's format instead of a buffer of floats
    cl_uint mip_levels = 0;                          // 0: none
};

/// Adds cases of one read per work-item; the sum of its channels goes to a buffer of floats.
void add_reads(std::vector<ImageCase>& cases);
/// Adds filters as in real programs, on images and on buffers.
void add_filters(std::vector<ImageCase>& cases);

}  // namespace bench
