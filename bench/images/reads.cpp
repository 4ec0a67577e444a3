// Kernels with one image read per work-item, for the formats and samplers that programs use most.
#include <string>

#include "case.h"

namespace bench {

namespace {

constexpr cl_image_format rgba8{CL_RGBA, CL_UNORM_INT8};

/// Coordinates at which a kernel reads: the coordinates `straight` enlarge the picture slightly, and the coordinates
/// `turned` also rotate the picture.
enum class Places { straight, turned };

/// Returns OpenCL C code that computes the coordinates u, v and t of a work-item.
std::string coordinates(Places places) {
    std::string text = R"(
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);)";
    text += places == Places::straight ? R"(
    float u = 0.97f * x / w + 0.05f, v = 0.93f * y / h - 0.02f, t = 0.9f * z / d;)"
                                       : R"(
    float u = (0.97f * x - 0.11f * y) / w + 0.05f, v = (0.11f * x + 0.93f * y) / h - 0.02f;
    float t = (0.9f * z + 0.03f * x) / d;)";
    return text;
}

std::string kernel_of(const std::string& sampler, int dimensions, const std::string& read,
                      Places places = Places::straight) {
    return "constant sampler_t s = " + sampler + ";\nkernel void run(global float* o, read_only image" +
           std::to_string(dimensions) + "d_t a) {" + coordinates(places) + "\n    float4 c = " + read +
           ";\n    o[(z * h + y) * w + x] = c.x + c.y + c.z + c.w;\n}";
}

std::string sampler(const std::string& mode, const std::string& filter) {
    return "CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_" + mode + " | CLK_FILTER_" + filter;
}

const char* const at_uv = "read_imagef(a, s, (float2)(u, v))";
const char* const at_uvt = "read_imagef(a, s, (float4)(u, v, t, 0))";

const struct {
    const char* name;
    cl_image_format format;
} formats[] = {{"rgba8", rgba8},
               {"bgra8", {CL_BGRA, CL_UNORM_INT8}},
               {"r8", {CL_R, CL_UNORM_INT8}},
               {"rgba16", {CL_RGBA, CL_UNORM_INT16}},
               {"rgba16f", {CL_RGBA, CL_HALF_FLOAT}},
               {"r32f", {CL_R, CL_FLOAT}},
               {"rgba32f", {CL_RGBA, CL_FLOAT}},
               {"srgba8", {CL_sRGBA, CL_UNORM_INT8}}};

void add_linear(std::vector<ImageCase>& cases, const std::string& suffix, Places places) {
    for (const auto& [name, format] : formats)
        cases.push_back({.name = "bilinear/" + (name + suffix),
                         .source = kernel_of(sampler("CLAMP_TO_EDGE", "LINEAR"), 2, at_uv, places),
                         .format = format});
    for (const char* mode : {"CLAMP", "REPEAT", "MIRRORED_REPEAT"})
        cases.push_back({.name = std::string("bilinear/") + mode + suffix,
                         .source = kernel_of(sampler(mode, "LINEAR"), 2, at_uv, places)});
    for (const auto& [name, format] : formats)
        cases.push_back({.name = "trilinear/" + (name + suffix),
                         .source = kernel_of(sampler("CLAMP_TO_EDGE", "LINEAR"), 3, at_uvt, places),
                         .format = format,
                         .size = {128, 128, 64}});
}

void add_nearest(std::vector<ImageCase>& cases) {
    const std::string integer = "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST";
    const std::string normalized = sampler("CLAMP_TO_EDGE", "NEAREST");
    const char* const at_xy = "read_imagef(a, s, (int2)(x, y))";
    constexpr cl_image_format rgba32f{CL_RGBA, CL_FLOAT};
    cases.push_back({.name = "row/rgba8", .source = kernel_of(integer, 2, at_xy)});
    cases.push_back({.name = "row/rgba32f", .source = kernel_of(integer, 2, at_xy), .format = rgba32f});
    cases.push_back({.name = "row/unsampled", .source = kernel_of(integer, 2, "read_imagef(a, (int2)(x, y))")});
    cases.push_back({.name = "nearest/rgba8", .source = kernel_of(normalized, 2, at_uv)});
    cases.push_back({.name = "nearest/rgba8/turned", .source = kernel_of(normalized, 2, at_uv, Places::turned)});
    cases.push_back({.name = "nearest/rgba32f", .source = kernel_of(normalized, 2, at_uv), .format = rgba32f});
    cases.push_back({.name = "scattered/rgba8",
                     .source = kernel_of(integer, 2,
                                         "read_imagef(a, s, (int2)(x * 1237 + y * 97 & w - 1, "
                                         "y * 611 + x * 67 & h - 1))")});
}

void add_levels(std::vector<ImageCase>& cases) {
    const std::string read = "read_imagef(a, s, (float2)(u, v), 1.5f)";
    const std::string enable = "#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n";
    cases.push_back(
        {.name = "level/rgba8", .source = enable + kernel_of(sampler("REPEAT", "LINEAR"), 2, read), .mip_levels = 4});
}

}  // namespace

void add_reads(std::vector<ImageCase>& cases) {
    add_nearest(cases);
    add_linear(cases, "", Places::straight);
    add_linear(cases, "/turned", Places::turned);
    add_levels(cases);
}

}  // namespace bench
