#include <string>

#include "image_program.h"

namespace lanewise::fuzz {

namespace {

std::string number(std::size_t value) { return std::to_string(value); }

std::string coordinate_of(const ImageChoice& image, const std::string& at) {
    if (image.coordinates == 4) return at;
    if (image.coordinates == 1) return at + ".x";
    return at + (image.size.is_array ? ".xz" : ".xy");
}

std::string vector_of(const std::string& type, unsigned count) { return count == 1 ? type : type + number(count); }

std::string function_of(const ImageChoice& image, const char* verb) {
    constexpr const char* kinds[] = {"f", "i", "ui"};
    return std::string(verb) + "_image" + kinds[static_cast<unsigned>(image.use)];
}

std::string colour_of(const ImageChoice& image) {
    constexpr const char* kinds[] = {"float", "int", "uint"};
    return std::string(kinds[static_cast<unsigned>(image.use)]) + (image.is_depth ? "" : "4");
}

/// Returns an OpenCL C expression of type int4 that has the bits of a colour.
std::string bits_of(const ImageChoice& image, const std::string& colour) {
    return image.is_depth ? "as_int4((float4)(" + colour + ", 0, 0, 0))" : "as_int4(" + colour + ")";
}

std::string coordinate_source(const ImageProgram& program, std::size_t index) {
    const Read& read = program.reads[index];
    const std::string entry = "places[" + number(index * program.items()) + " + i]";
    const std::string type = read.by_integers ? "int4" : "float4";
    if (read.place == Place::anywhere || read.place == Place::row_array)
        return read.by_integers ? entry : "as_float4(" + entry + ")";
    std::string text = "(" + type + ")(";
    for (unsigned axis = 0; axis < 3; ++axis) {
        std::string scale = std::to_string(axis == 0 ? read.scale[0] : read.scale[axis] / 8) + "f * x";
        if (read.place == Place::row) scale = axis == 0 ? "x" : "0";
        const std::string value = scale + " + " + std::to_string(read.offset[axis]) + "f";
        const bool by_size =
            read.sampler & abi::sampler::normalized && !(axis == 2 && program.images[read.image].size.is_array);
        const auto& size = program.images[read.image].size;
        const unsigned extent = axis == 0 ? size.width : axis == 1 ? size.height : size.depth;
        if (read.by_integers && read.place == Place::row)
            text += (axis == 0 ? "x + " : "") + ("(" + number(0)) + " + " +
                    std::to_string(static_cast<int>(read.offset[axis])) + ")";
        else if (read.by_integers)
            text += "(int)floor(" + value + ")";
        else
            text += by_size ? "(" + value + ") / " + number(extent) : value;
        text += ", ";
    }
    return text +
           (read.detail == Detail::none ? "0" : "as_float(places[" + number(index * program.items()) + " + i].w)") +
           ")";
}

std::string sampler_text(const Read& read, std::size_t index) {
    switch (read.sampler_from) {
        case SamplerFrom::none: return "";
        case SamplerFrom::argument: return "s" + number(index) + ", ";
        case SamplerFrom::kernel: return "inner" + number(index) + ", ";
        case SamplerFrom::program: return "outer" + number(index) + ", ";
    }
    return "";
}

bool in_function(const Read& read) { return read.way >= Way::in_function; }

/// Returns the text of the arguments after the coordinate: none, a level of detail, or two gradients.
std::string detail_of(const Read& read, const ImageChoice& image, const std::string& lod) {
    if (read.detail == Detail::none) return "";
    if (read.detail == Detail::level) return ", " + lod;
    const unsigned count = image.size.dimensions == 3 ? 4 : image.size.dimensions;
    const std::string type = vector_of("float", count);
    return ", (" + type + ")(" + lod + "), (" + type + ")(" + lod + " * -0.5f)";
}

std::string function_source(const ImageProgram& program, std::size_t index) {
    const Read& read = program.reads[index];
    const ImageChoice& image = program.images[read.image];
    const std::string attribute = read.way == Way::in_shared_function ? "" : "__attribute__((noinline)) ";
    const bool takes = read.sampler_from != SamplerFrom::none;
    const std::string parameters =
        std::string("(read_only ") + image.type + " image, " + (takes ? "sampler_t s, " : "") +
        vector_of(read.by_integers ? "int" : "float", image.coordinates) + " at, float lod) { return ";
    const std::string name = "f" + number(index), passed = std::string("(image, ") + (takes ? "s, " : "") + "at";
    const std::string reads = function_of(image, "read") + passed + detail_of(read, image, "lod") + "); }\n";
    const auto function = [&](const std::string& called) {
        return attribute + colour_of(image) + " " + called + parameters;
    };
    if (read.way != Way::through_functions) return function(name) + reads;
    return function(name + "_third") + reads + function(name + "_second") + name + "_third" + passed + ", lod); }\n" +
           function(name) + name + "_second" + passed + ", lod); }\n";
}

std::string read_source(const ImageProgram& program, std::size_t index) {
    const Read& read = program.reads[index];
    const ImageChoice& image = program.images[read.image];
    const std::string entry = number(index * program.items()) + " + i";
    const std::string function = in_function(read) ? "f" + number(index) : function_of(image, "read");
    std::string text = read.after_barrier ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE); " : "";
    text += read.by_integers ? "int4" : "float4";
    text += " at = " + coordinate_source(program, index) + ";\n";
    const std::string lod = read.by_integers ? "0" : "at.w";
    const std::string detail = in_function(read) ? ", " + lod : detail_of(read, image, lod);
    const std::string body = "used[" + entry + "] = as_int4(at); results[" + entry + "] = " +
                             bits_of(image, function + "(image" + number(read.image) + ", " +
                                                sampler_text(read, index) + coordinate_of(image, "at") + detail + ")") +
                             ";";
    if (read.way == Way::under_mask)
        return "    { " + text + "if (masks[i] >> " + number(index) + " & 1) { " + body + " } }\n";
    if (read.way == Way::in_loop)
        return "    { " + text + "for (int j = 0; j <= (masks[i] >> 8 & 3); ++j) { at.x += j; " + body + " } }\n";
    return "    { " + text + body + " }\n";
}

/// Prints the write. Each work-item writes a different texel. Work-items without a texel write outside of the image.
std::string write_source(const ImageProgram& program) {
    const ImageChoice& image = program.written;
    const auto& size = image.size;
    const std::string at = coordinate_of(image, "at");
    std::string text = "    { int lod = 0, n = i;\n";
    if (program.writes_levels)
        text += "    lod = i % " + number(image.levels + 1) + "; n = i / " + number(image.levels + 1) + ";\n";
    text += "    int w = max(" + number(size.width) + " >> lod, 1), h = max(" + number(size.height) +
            " >> lod, 1); int4 at = (int4)(n % w, n / w % h, n / (w * h), 0);\n";
    if (program.writes_under_mask) text += "    if (masks[i] & 128)\n";
    // Image types without slices or layers ignore `at.z`. Without the test of `at.z`, work-items that have no texel
    // would write texels of other work-items.
    if (!size.is_array && size.dimensions < 3) text += "    if (at.z == 0)\n";
    text += "    {\n    ";
    const std::string colour = image.use == ImageUse::floats        ? "as_float4(colours[i])"
                               : image.use == ImageUse::signed_ints ? "colours[i]"
                                                                    : "as_uint4(colours[i])";
    text += function_of(image, "write") + "(written, " + at + (program.writes_levels ? ", lod, " : ", ") + colour +
            (image.is_depth ? ".x" : "") + ");\n";
    if (program.reads_back)
        text +=
            "    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
            "    if (at.z < " +
            number(size.is_array ? size.layers : size.depth) +
            ") back[i] = " + bits_of(image, function_of(image, "read") + "(written, " + at + ")") + ";\n";
    return text + "    } }\n";
}

std::string samplers_of(const ImageProgram& program, SamplerFrom from, const std::string& before) {
    std::string text;
    for (std::size_t i = 0; i < program.reads.size(); ++i)
        if (program.reads[i].sampler_from == from)
            text += before + number(i) + " = " + number(program.reads[i].sampler) + ";\n";
    return text;
}

}  // namespace

std::string source_of(const ImageProgram& program) {
    std::string text = samplers_of(program, SamplerFrom::program, "constant sampler_t outer");
    for (std::size_t i = 0; i < program.reads.size(); ++i)
        if (in_function(program.reads[i])) text += function_source(program, i);
    text += "kernel void k(";
    for (std::size_t i = 0; i < program.images.size(); ++i)
        text += std::string("read_only ") + program.images[i].type + " image" + number(i) + ", ";
    text += std::string(program.reads_back ? "read_write " : "write_only ") + program.written.type + " written, ";
    for (std::size_t i = 0; i < program.reads.size(); ++i) text += "sampler_t s" + number(i) + ", ";
    text +=
        "\n    global const int4* places, global int4* results, global int4* used, global const int* masks, "
        "global const int4* colours, global int4* back) {\n"
        "    int x = get_global_id(0), i = x + get_global_id(1) * " +
        number(program.width) + ";\n";
    text += samplers_of(program, SamplerFrom::kernel, "    const sampler_t inner");
    for (std::size_t i = 0; i < program.reads.size(); ++i) text += read_source(program, i);
    return text + write_source(program) + "}\n";
}

}  // namespace lanewise::fuzz
